"""What a reader meets on the page that Python-Markdown makes, block by block, to compare with."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from html.parser import HTMLParser

import markdown
from tests.prose.read import said

EXTENSIONS = [
    "admonition",
    "pymdownx.details",
    "pymdownx.tabbed",
    "pymdownx.superfences",
    "tables",
    "footnotes",
    "def_list",
    "attr_list",
    "md_in_html",
    "abbr",
    "pymdownx.snippets",
    "pymdownx.arithmatex",
    "toc",
    "pymdownx.critic",
    "pymdownx.mark",
    "pymdownx.caret",
    "pymdownx.tilde",
    "pymdownx.keys",
    "pymdownx.emoji",
    "pymdownx.tasklist",
]
_BLOCKS = frozenset(
    """address article aside blockquote body button caption center dd details div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html label legend li main menu
    nav ol option p section summary table tbody td tfoot th thead tr ul""".split()
)
_HIDDEN = frozenset("canvas iframe math object pre script style svg template textarea".split())
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


class _Reader(HTMLParser):
    """Collects the text between block tags, the alternatives of images, and titles."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[str] = []
        self.titles: list[str] = []
        self._text: list[str] = []
        self._images: list[str] = []
        self._outside: list[str] = []
        self._hidden: list[str] = []
        self._box = ""

    def end_block(self) -> None:
        text = folded("".join(self._text))
        if self._images and not folded("".join(self._outside)):
            self.blocks += [folded(image) for image in self._images if folded(image)]
        elif text and text != self._box:
            self.blocks.append(text)
        self._text, self._images, self._outside = [], [], []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        words = {key: value or "" for key, value in attrs}
        kind = words.get("class", "")
        if self._hidden:
            if tag == self._hidden[-1]:
                self._hidden.append(tag)
            return
        if tag in _BLOCKS:
            self.end_block()
            # The title of a box without one of its own is the name of its kind.
            self._box = ""
            if "admonition-title" in kind or tag == "summary":
                self._box = self._kind
            self._kind = kind.replace("admonition ", "").split(" ")[0].casefold()
        if "arithmatex" in kind:
            self._formula = []
        if tag in _HIDDEN or "arithmatex" in kind or "footnote-ref" in kind or "backref" in kind:
            self._hidden.append(tag)
        elif tag == "br" or "critic" in kind:
            self._text.append(" ")
        elif tag == "img" and not re.search("emojione|twemoji|gemoji", kind):
            self._text.append(words.get("alt", ""))
            self._images.append(words.get("alt", ""))
        if words.get("title") and not re.search("emojione|footnote", kind):
            self.titles.append(folded(words["title"]))

    _kind = ""

    def handle_endtag(self, tag: str) -> None:
        if self._hidden:
            if tag == self._hidden[-1]:
                self._hidden.pop()
                if self._formula is not None:
                    self._end_formula(tag)
        elif tag in _BLOCKS:
            self.end_block()

    _formula: list[str] | None = None

    def _end_formula(self, tag: str) -> None:
        tex, self._formula = "".join(self._formula or ()), None
        read = "".join(said(tex))
        if tag == "span" or read != "\ufffc":  # displayed algebra leaves nothing behind
            self._text.append(read)
            self._outside.append(read)
        if tag == "div":
            self.end_block()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if self._formula is not None:
            self._formula.append(data)
        if not self._hidden:
            self._text.append(data)
            self._outside.append(data)


def folded(text: str) -> str:
    """The text without needless space, raised digits as plain ones, in one case."""
    folded_space = re.sub(r"[ \t\n\r\f]+", " ", text).strip(" ")
    return unicodedata.normalize("NFKC", folded_space).casefold().strip().replace("−", "-")


def blocks_and_titles(text: str, snippets: str = ".") -> tuple[Counter[str], set[str]]:
    """The blocks of the page that Python-Markdown makes of the text, and its titles.

    snippets: the folder that holds the files which the text may name.
    """
    settings: dict[str, dict[str, object]] = {
        "pymdownx.snippets": {"base_path": snippets},
        "pymdownx.arithmatex": {"generic": True},
    }
    html = markdown.markdown(text, extensions=EXTENSIONS, extension_configs=settings)
    reader = _Reader()
    reader.feed(html)
    reader.close()
    reader.end_block()
    return Counter(reader.blocks), set(reader.titles)
