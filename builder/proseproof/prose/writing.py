"""From a piece whose marks are nodes to passages: what each node shows the reader."""

from __future__ import annotations

import re

from proseproof.prose.html_tables import TABLE_TAGS, HtmlTables
from proseproof.prose.html_tags import (
    BLOCK_TAGS,
    CODE_TAGS,
    READ_ATTRIBUTES,
    UNREAD_TAGS,
    attributes,
    read_entities,
)
from proseproof.prose.inline import read_html, read_inline
from proseproof.prose.nodes import (
    Border,
    Char,
    Code,
    Fence,
    Formula,
    Image,
    MarkdownHtml,
    Node,
    Page,
    RawHtml,
    Tag,
    Title,
    Verbatim,
)
from proseproof.prose.passage import Passage, PassageKind, Placement
from proseproof.prose.piece import MARKS, OPEN, Piece
from proseproof.prose.run import Run
from proseproof.source import Span

FORMULA = "\ufffc"  # the character that stands for an object in a line
_MARK = re.compile(f"[{MARKS}]")
_RAISED = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_RAISABLE = re.compile(r"[0-9]|[-+−](?=[0-9])")
_WORDS = re.compile(r"[^\W\d_]{3}")  # `<sup>` sets whole remarks in small letters, too
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_IN_LINE = "canvas iframe map math object output progress script style textarea video".split()
_BREAKS = (BLOCK_TAGS - set(_IN_LINE)) | {"caption", "label", "button"}
_KINDS: dict[str, PassageKind] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "heading"),
    **dict.fromkeys(("td", "th"), "cell"),
    "summary": "title",
}


class Writer:
    """Takes pieces in reading order; keeps passages, with their sheet offsets, placements, formulas
    that are read as text, tables.

    written: the passages but for those that stand aside.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.passages: list[tuple[int, Passage]] = []
        self.placements: list[Placement] = []
        self.formulas: list[Span] = []
        self.written: list[Passage] = []
        self.tables = HtmlTables(page.sheet)
        self._begin("paragraph")

    def _begin(self, kind: PassageKind) -> None:
        self._run = Run()
        self._kinds: list[tuple[str, PassageKind]] = [("", kind)]
        self._code_starts: list[int] = []
        self._hidden_by: list[str] = []
        self._raised = self._lowered = 0

    def block(self, piece: Piece, kind: PassageKind = "paragraph") -> list[Passage]:
        """Writes all of a block: a paragraph, a cell, ...; its passages, without those aside."""
        start = len(self.written)
        self._begin(kind)
        self._write(piece)
        self._end_passage()
        return self.written[start:]

    def aside(self, piece: Piece, kind: PassageKind = "title") -> None:
        """Writes a text that stands in a mark, such as a link's title, as a passage of its own."""
        writer = Writer(self.page)
        writer.block(read_entities(self.page, piece), kind)
        self.passages += writer.passages
        self.formulas += writer.formulas

    def attributes(self, tag: Tag) -> None:
        """Writes the words that a tag holds for the reader."""
        for key, value in attributes(tag.attributes).items():
            if key in READ_ATTRIBUTES:
                self.aside(value, "alt" if key == "alt" else "title")

    def _end_passage(self) -> None:
        # Code that goes on begins anew in the next passage.
        self._run.code += [(start, len(self._run)) for start in self._code_starts]
        self._code_starts = [0 for _ in self._code_starts]
        written = self._run.passages(self.page.sheet, self._kinds[-1][1])
        self.passages += written
        self.written += [passage for _, passage in written]
        self._run = Run()

    def _write(self, piece: Piece) -> None:
        done = 0
        for found in _MARK.finditer(piece.value):
            self._plain(piece, done, found.start())
            done = found.end()
            node = self.page.node(piece.at[found.start()])
            if not self._hidden_by:
                self._node(node, found[0])
            elif isinstance(node, Tag) and node.name == self._hidden_by[-1]:
                self._hide(node)
        self._plain(piece, done, len(piece))

    def _plain(self, piece: Piece, start: int, stop: int) -> None:
        if start == stop or self._hidden_by:
            return
        value = piece.value[start:stop]
        if self._raised and not _WORDS.search(value):
            value = _RAISABLE.sub(lambda found: found[0].translate(_RAISED), value)
        elif self._lowered and self._run.last_char.isdigit():
            # A lowered digit would make another number of the digits before.
            digits = len(value) - len(value.lstrip("0123456789"))
            value = value[:digits].translate(_LOWERED) + value[digits:]
        self._run.add(value, piece.at[start:stop], piece.at[start:stop])

    def _node(self, node: Node, mark: str) -> None:
        match node:
            case Char(first, last, value):
                self._run.add(value, [first] * len(value), [last] * len(value))
            case Formula(first, last, None):
                self._run.add(FORMULA, [first], [last])
            case Formula(first, last, Piece() as text):
                self.formulas.append(self.page.sheet.span(first, last))
                self._write(text)
            case Verbatim(_, _, text):
                self._write(text)
            case Code(_, _, text):
                start = len(self._run)
                self._write(text)
                self._run.code.append((start, len(self._run)))
            case Image(_, _, alt, title):
                self._image(alt)
                if title is not None:
                    self.aside(title)
            case Title(_, _, text):
                self.aside(text)
            case Border(_, _, name):
                self._shift(name, 1 if mark == OPEN else -1)
            case Tag():
                self._tag(node)
            case Fence():
                self._fence(node)
            case RawHtml(_, _, text):
                self._end_passage()
                self._write(read_html(self.page, text))
                self._end_passage()
            case MarkdownHtml(_, _, tag, _, text):
                self._end_passage()
                self.attributes(tag)
                self._write(read_inline(self.page, text))
                self._end_passage()
            case _:
                pass

    def _image(self, alt: Piece) -> None:
        start = len(self._run)
        self._write(read_entities(self.page, alt))
        self._run.images.append((start, len(self._run)))

    def _shift(self, name: str, by: int) -> None:
        if name == "sup":
            self._raised = max(self._raised + by, 0)
        elif name == "sub":
            self._lowered = max(self._lowered + by, 0)

    def _hide(self, tag: Tag) -> None:
        if tag.closing:
            self._hidden_by.pop()
        else:
            self._hidden_by.append(tag.name)

    def _tag(self, tag: Tag) -> None:
        name = tag.name
        by = -1 if tag.closing else 1
        if name in _BREAKS:
            self._end_passage()
        if name in TABLE_TAGS:
            self.tables.tag(tag, self.written)
        if name == "br":
            self._run.add(" ", [tag.first], [tag.last])
        elif name in UNREAD_TAGS and not tag.closing:
            if name == "math":
                self._run.add(FORMULA, [tag.first], [tag.last])
            self._hide(tag)
        elif name in CODE_TAGS:
            self._code_tag(tag)
        elif name in _KINDS:
            self._kind(name, by)
        self._shift(name, by)
        if not tag.closing:
            words = attributes(tag.attributes)
            if name == "img" and "alt" in words:
                self._image(words["alt"])
            if "title" in words:
                self.aside(words["title"])

    def _kind(self, name: str, by: int) -> None:
        if by > 0:
            self._kinds.append((name, _KINDS[name]))
        elif self._kinds[-1][0] == name:
            self._kinds.pop()

    def _code_tag(self, tag: Tag) -> None:
        if not tag.closing:
            self._code_starts.append(len(self._run))
        elif self._code_starts:
            self._run.code.append((self._code_starts.pop(), len(self._run)))

    def _fence(self, fence: Fence) -> None:
        self._end_passage()
        if fence.title is not None:
            self.aside(fence.title)
        if fence.figure is not None:
            sheet, named = self.page.sheet, fence.figure
            text = sheet.text(named.value, named.at, named.at)
            self.placements.append(Placement(text, sheet.span(fence.first, fence.last)))
