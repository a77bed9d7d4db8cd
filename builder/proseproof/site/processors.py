"""Puts an edition into pages as Python-Markdown renders them: marks, figures, notes, the ledger."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import field
from html import escape
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER_RE

from proseproof.nouns import dataclass
from proseproof.site import sentinel
from proseproof.site.align import align
from proseproof.site.annotate import Wrap, annotated
from proseproof.site.fences import FenceBlock, filled
from proseproof.site.figure_html import Block
from proseproof.site.page_view import PageView

# Where each step stands among those of Python-Markdown and its extensions (higher runs earlier).
_MARKS = 200  # before anything changes the text
_FENCES = 26  # behind snippets (32), before fenced code (25)
_CODE = 31  # before highlighting (30)
_LIFT = 5.5  # behind what reads the text, before ids and the table of contents (5)
_LOWER = 3  # behind the ids of tabs (4)
_NOTES = -5  # behind the page's title (1)
_LINKS = -10  # behind everything that puts text back

_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_PUNCTUATION = re.compile(r"([\\`*_{}\[\]()>#+.!-])")


@dataclass
class _Page:
    """What is known of the page that is being rendered."""

    view: PageView | None = None
    wraps: list[Wrap] = field(default_factory=list)
    blocks: dict[str, tuple[Block, FenceBlock]] = field(default_factory=dict)
    lifted: list[tuple[Element, str, str]] = field(default_factory=list)
    filled: bool = False

    def start(self, view: PageView | None) -> None:
        """Forgets the page before: an engine may render several, one after the other."""
        self.view, self.filled = view, False
        self.wraps.clear()
        self.blocks.clear()
        self.lifted.clear()


class _References(dict[str, tuple[str, str]]):
    """The link targets of a page, found by a label even with marks in it."""

    def __contains__(self, label: object) -> bool:
        return super().__contains__(sentinel.without(label) if isinstance(label, str) else label)

    def __getitem__(self, label: str) -> tuple[str, str]:
        return super().__getitem__(sentinel.without(label))


def register(
    md: Markdown,
    view_of: Callable[[Markdown, str], PageView | None],
    refuse: Callable[[str], Exception],
) -> None:
    """Adds the steps to a Markdown engine.

    view_of: the view of the page that the engine is about to render, from the engine and the text;
    None for a text that is none of the project's. refuse: makes the exception that stops the
    build, from words.
    """
    page = _Page()
    md.references = _References(md.references)
    md.preprocessors.register(_Marks(md, page, view_of, refuse), "proseproof-marks", _MARKS)
    md.preprocessors.register(_Fences(md, page, refuse), "proseproof-fences", _FENCES)
    md.treeprocessors.register(_Code(md, page), "proseproof-code", _CODE)
    md.treeprocessors.register(_Lift(md, page), "proseproof-lift", _LIFT)
    md.treeprocessors.register(_Lower(md, page), "proseproof-lower", _LOWER)
    md.treeprocessors.register(_Notes(md, page), "proseproof-notes", _NOTES)
    md.postprocessors.register(_Links(md, page), "proseproof-links", _LINKS)


class _Marks(Preprocessor):
    """Puts sentinels around the proved numbers of the page's own text."""

    def __init__(
        self,
        md: Markdown,
        page: _Page,
        view_of: Callable[[Markdown, str], PageView | None],
        refuse: Callable[[str], Exception],
    ) -> None:
        super().__init__(md)
        self.page, self.view_of, self.refuse = page, view_of, refuse

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        view = self.view_of(self.md, text)
        self.page.start(view)
        checked = view.page if view else None
        if view is None or checked is None:
            return lines
        alignment = align(checked.source.text, text)
        if alignment is None:
            if view.preview or not text.strip():
                return lines
            raise self.refuse(f"the text of {view.path} is not the one that was checked")
        pieces, wraps = view.pieces(alignment)
        marked = sentinel.woven(text, pieces)
        if marked != text:
            self.page.wraps += wraps
        return marked.split("\n")


class _Fences(Preprocessor):
    """Puts figures and the ledger in the place of their fences."""

    def __init__(self, md: Markdown, page: _Page, refuse: Callable[[str], Exception]) -> None:
        super().__init__(md)
        self.page, self.refuse = page, refuse

    def run(self, lines: list[str]) -> list[str]:
        view = self.page.view
        return lines if view is None else filled(lines, lambda fence: self._fill(fence, view))

    def _fill(self, fence: FenceBlock, view: PageView) -> Sequence[str]:
        self.page.filled = True
        if fence.name == "figure":
            name = sentinel.without(fence.content).strip()
            try:
                block = view.figure(name)
            except KeyError:
                raise self.refuse(f"there is no figure `{name}` to place") from None
            placeholder = self.md.htmlStash.store(block.html)
            self.page.blocks[placeholder] = (block, fence)
            return [placeholder]
        lines: list[str] = []
        for title, html in view.ledger():
            if title:
                lines += [f"## {_literal(title)}", ""]
            lines += [self.md.htmlStash.store(html), ""]
        return lines[:-1]


class _Code(Treeprocessor):
    """Gives an indented code block its fence back: there it is an example."""

    def __init__(self, md: Markdown, page: _Page) -> None:
        super().__init__(md)
        self.page = page

    def run(self, root: Element) -> None:
        for code in root.iter("code") if self.page.blocks else ():
            for placeholder, (_, fence) in self.page.blocks.items():
                if code.text and placeholder in code.text:
                    inner = [line.removeprefix(fence.prefix) for line in fence.lines]
                    code.text = code.text.replace(placeholder, "\n".join(inner))


class _Lift(Treeprocessor):
    """Takes the marks out of headings and labels before ids and the table of contents are made.

    It also makes each figure an element of the tree, so that links to its id are known to lead
    somewhere.
    """

    def __init__(self, md: Markdown, page: _Page) -> None:
        super().__init__(md)
        self.page = page

    def run(self, root: Element) -> None:
        for paragraph in root.iter("p") if self.page.blocks else ():
            found = self.page.blocks.get((paragraph.text or "").strip())
            if found and not len(paragraph):
                block = found[0]
                paragraph.tag = block.tag
                paragraph.attrib.update(block.attributes)
                paragraph.text = self.md.htmlStash.store(block.inside)
        for element in root.iter() if self.page.wraps else ():
            if element.tag in _HEADINGS or element.tag == "label":
                for node in element.iter():
                    for name, value in node.attrib.items():
                        node.set(name, sentinel.without(value))
                    self._clean(node, "text")
                    if node is not element:
                        self._clean(node, "tail")

    def _clean(self, node: Element, where: str) -> None:
        text = getattr(node, where)
        if text and sentinel.ANY.search(text):
            self.page.lifted.append((node, where, text))
            setattr(node, where, sentinel.without(text))


class _Lower(Treeprocessor):
    """Puts the marks of headings back, where their text still stands as it did."""

    def __init__(self, md: Markdown, page: _Page) -> None:
        super().__init__(md)
        self.page = page

    def run(self, root: Element) -> None:  # noqa: ARG002
        for node, where, text in self.page.lifted:
            if getattr(node, where) == sentinel.without(text):
                setattr(node, where, text)


class _Notes(Treeprocessor):
    """Puts the note of a transcription before the page's first number, and a preview's bar on top.

    What the page says in words, right behind its title, stands before the note.
    """

    def __init__(self, md: Markdown, page: _Page) -> None:
        super().__init__(md)
        self.page = page

    def run(self, root: Element) -> None:
        view = self.page.view
        if view is None:
            return
        note, bar = view.note(), view.bar()
        if note:
            root.insert(self._lead(root), self._block(note))
        if bar:
            root.insert(0, self._block(bar))
        if (style := view.style()) and (self.page.wraps or self.page.filled or note or bar):
            root.append(self._block(style))

    def _lead(self, root: Element) -> int:
        """How many elements stand before the note: the title, and paragraphs without a proof."""
        if not len(root) or root[0].tag != "h1":
            return 0
        for at, element in enumerate(root[1:], 1):
            text = "".join(element.itertext())
            # A paragraph that only holds a place for HTML becomes that HTML.
            stands_for_html = HTML_PLACEHOLDER_RE.match(text.strip())
            if element.tag != "p" or stands_for_html or sentinel.ANY.search(text):
                return at
        return 1

    def _block(self, html: str) -> Element:
        paragraph = Element("p")
        paragraph.text = self.md.htmlStash.store(html)
        paragraph.tail = "\n"
        return paragraph


class _Links(Postprocessor):
    """Makes elements of the marks that are left, in all that the page's text became."""

    def __init__(self, md: Markdown, page: _Page) -> None:
        super().__init__(md)
        self.page = page

    def run(self, text: str) -> str:
        return annotated(text, self.page.wraps)


def _literal(words: str) -> str:
    """Plain words as Markdown that shows them as they are."""
    return _PUNCTUATION.sub(r"\\\1", escape(words, quote=False))
