"""What reading a page gives: passages of the reader's text, tables, and the figures placed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal as OneOf

from proseproof.nouns import dataclass
from proseproof.source import Source, Span, Text

PassageKind = OneOf[
    "paragraph", "heading", "title", "cell", "alt", "abbreviation", "page title"
]  # fmt: skip
Include = Callable[[str], Source | None]


@dataclass(frozen=True, eq=False)
class Passage:
    """A run of the reader's text with no break in it: a paragraph, a heading, a cell of a table.

    text: what the reader reads: mark-up is gone, entities are read, each run of white space is one
    space (a no-break or thin space stays itself). A formula that is no number is one U+FFFC, so
    that the words beside it do not touch; raised digits and signs are the raised characters of
    Unicode (`10⁵`).
    kind: "page title" is the `title` of the front matter, the page's name in the navigation.
    code: the ranges of `text` in code ticks, in `<code>`, `<kbd>`, `<samp>`, `<tt>`, or keys.
    """

    text: Text
    kind: PassageKind = "paragraph"
    code: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, eq=False)
class Grid:
    """A table: its header cells, and the cells of each row. `span` is the whole table.

    A row has as many cells as the file writes; the cells are passages of the page as well, but for
    the empty ones. `row_spans` holds the line of each row. In HTML a cell may stand in several rows
    and columns, and a cell of several paragraphs is its first one.
    """

    header: tuple[Passage, ...]
    rows: tuple[tuple[Passage, ...], ...]
    row_spans: tuple[Span, ...]
    span: Span

    @property
    def is_html(self) -> bool:
        """Whether the file writes it in HTML, and not in lines with pipes."""
        return self.span.text.startswith("<")


@dataclass(frozen=True, eq=False)
class Placement:
    """A `figure` fence: the id it names, and the whole fence."""

    figure: Text
    span: Span


@dataclass(frozen=True, eq=False)
class Prose:
    """All that a reader reads of a page, in the order of the file; snippets where they stand.

    Footnotes and abbreviations stand where the file defines them. missing: the places that name a
    snippet which is not there, so nothing was read. formulas: where text stands in a formula.
    """

    passages: tuple[Passage, ...] = ()
    grids: tuple[Grid, ...] = ()
    placements: tuple[Placement, ...] = ()
    missing: tuple[Span, ...] = ()
    formulas: tuple[Span, ...] = ()
