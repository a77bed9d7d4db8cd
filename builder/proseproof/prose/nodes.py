"""Nodes: what a page holds beside plain text; and the page itself while it is being read.

`first` and `last` are the sheet offsets of a node's first and last written character.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Literal as OneOf

from proseproof.nouns import dataclass
from proseproof.prose.piece import ATOM, CLOSE, OPEN, Piece
from proseproof.prose.sheet import Sheet

MarkdownState = OneOf["block", "span"]


@dataclass(frozen=True, slots=True)
class Char:
    """A character that the file writes otherwise: `\\*`, `&nbsp;`. Some entities are two."""

    first: int
    last: int
    value: str


@dataclass(frozen=True, slots=True)
class Code:
    """Inline code, or keys to press."""

    first: int
    last: int
    text: Piece


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text that is shown as it stands: the address of an autolink."""

    first: int
    last: int
    text: Piece


@dataclass(frozen=True, slots=True)
class Formula:
    """Mathematics. text: what is read of it, a number say; None where it is algebra."""

    first: int
    last: int
    text: Piece | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """What shows the reader no text: a footnote's number, an emoji, a comment."""

    first: int
    last: int
    is_element: bool = True


@dataclass(frozen=True, slots=True)
class Image:
    """An image: the words that stand for it, and those of its tooltip."""

    first: int
    last: int
    alt: Piece
    title: Piece | None = None


@dataclass(frozen=True, slots=True)
class Title:
    """A text that is read beside the line: the tooltip of a link or of any element."""

    first: int
    last: int
    text: Piece


@dataclass(frozen=True, slots=True)
class Border:
    """Where an element begins or ends: a link, emphasis, `sup`, `sub`, ..."""

    first: int
    last: int
    name: str


@dataclass(frozen=True, slots=True)
class Tag:
    """A raw HTML tag in a line; `attributes` is what stands behind its name."""

    first: int
    last: int
    name: str
    closing: bool
    attributes: Piece


@dataclass(frozen=True, slots=True)
class Fence:
    """A block of code. title: what is shown above it; figure: what a `figure` fence names."""

    first: int
    last: int
    title: Piece | None
    figure: Piece | None


@dataclass(frozen=True, slots=True)
class RawHtml:
    """A block of HTML in which nothing is Markdown."""

    first: int
    last: int
    text: Piece


@dataclass(frozen=True, slots=True)
class MarkdownHtml:
    """An HTML element whose content is Markdown: blocks of it, or the text of one line."""

    first: int
    last: int
    tag: Tag
    state: MarkdownState
    text: Piece


Node = (
    Char
    | Code
    | Verbatim
    | Formula
    | Unread
    | Image
    | Title
    | Border
    | Tag
    | Fence
    | RawHtml
    | MarkdownHtml
)
BlockNode = Fence | RawHtml | MarkdownHtml
Reading = Callable[["Page", Piece], Piece]


def is_element(node: Node) -> bool:
    """Whether the node is an element of the rendered page: an attribute list may follow it."""
    if isinstance(node, Unread):
        return node.is_element
    return isinstance(node, Code | Verbatim | Formula | Image | Border)


@dataclass
class Page:
    """What is known of a page while it is read.

    references: the ids that links may name. footnotes: the bodies, by id. aside: texts without a
    place among the blocks, with their kind.
    """

    sheet: Sheet
    nodes: list[Node] = field(default_factory=list)
    references: set[str] = field(default_factory=set)
    footnotes: dict[str, list[Piece]] = field(default_factory=dict)
    aside: list[tuple[OneOf["title", "abbreviation"], Piece]] = field(default_factory=list)

    def set_aside(self, node: Node, mark: str = ATOM) -> Piece:
        """The one character that stands for the node from here on."""
        self.nodes.append(node)
        return Piece(mark, [-len(self.nodes)], node.last + 1)

    def node(self, at: int) -> Node:
        """The node behind the negative `at` of a character."""
        return self.nodes[-1 - at]

    def border(self, first: int, last: int, name: str, opening: bool) -> Piece:
        """The one character that begins or ends an element."""
        return self.set_aside(Border(first, last, name), OPEN if opening else CLOSE)

    def first(self, at: int) -> int:
        """The sheet offset where the character with this `at` begins."""
        return at if at >= 0 else self.node(at).first

    def last(self, at: int) -> int:
        """The sheet offset of the last character of the one with this `at`."""
        return at if at >= 0 else self.node(at).last

    def ends(self, piece: Piece) -> tuple[int, int]:
        """The sheet offsets of the first and the last character of a piece that is not empty."""
        return self.first(piece.at[0]), self.last(piece.at[-1])
