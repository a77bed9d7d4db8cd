"""Tables in HTML: their tags, and the passages that were written between them, become grids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from proseproof.nouns import dataclass
from proseproof.prose.html_tags import attributes
from proseproof.prose.nodes import Tag
from proseproof.prose.passage import Grid, Passage
from proseproof.prose.sheet import Sheet
from proseproof.source import Text

TABLE_TAGS = frozenset("table thead tbody tfoot tr td th".split())
MOST_COVERED = 100  # columns, or rows, that one cell is taken to cover


@dataclass
class _Cell:
    """A cell, whose passages are those from the one numbered `start` on."""

    start: int
    columns: int
    rows: int


@dataclass
class _Row:
    first: int
    last: int
    in_head: bool
    cells: list[Passage | None] = field(default_factory=list)


@dataclass
class _Table:
    """A table that is not closed yet. hanging: cells of rows above, and how many rows they go on
    for, by column."""

    first: int
    rows: list[_Row] = field(default_factory=list)
    hanging: dict[int, tuple[Passage | None, int]] = field(default_factory=dict)
    in_head: bool = False
    row: _Row | None = None
    cell: _Cell | None = None

    def end_cell(self, written: Sequence[Passage]) -> None:
        """Puts the open cell into its row, once for each column that it covers."""
        cell, row, self.cell = self.cell, self.row, None
        if cell is None or row is None:
            return
        passage = written[cell.start] if cell.start < len(written) else None
        self._hang(row)
        for _ in range(cell.columns):
            if cell.rows > 1:
                self.hanging[len(row.cells)] = passage, cell.rows
            row.cells.append(passage)

    def end_row(self, written: Sequence[Passage]) -> None:
        """Ends the open row."""
        self.end_cell(written)
        row, self.row = self.row, None
        if row is None:
            return
        self._hang(row)
        self.rows.append(row)
        self.hanging = {
            column: (passage, rows - 1)
            for column, (passage, rows) in self.hanging.items()
            if rows > 1
        }

    def _hang(self, row: _Row) -> None:
        while len(row.cells) in self.hanging:
            row.cells.append(self.hanging[len(row.cells)][0])


class HtmlTables:
    """Reads the tags of tables in their order. grids: the tables that were read."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.grids: list[Grid] = []
        self._open: list[_Table] = []

    def tag(self, tag: Tag, written: Sequence[Passage]) -> None:
        """Reads a tag. written: the passages of the page up to here; the same list each time."""
        if tag.name == "table" and not tag.closing:
            self._open.append(_Table(tag.first))
        if not self._open or (tag.name == "table" and not tag.closing):
            return
        table = self._open[-1]
        if table.row is not None:
            table.row.last = tag.last if tag.closing else max(tag.first - 1, table.row.first)
        if tag.name in ("td", "th"):
            table.end_cell(written)
            if not tag.closing:
                table.row = table.row or _Row(tag.first, tag.last, table.in_head)
                spans = _covered(tag, "colspan"), _covered(tag, "rowspan")
                table.cell = _Cell(len(written), *spans)
            return
        table.end_row(written)
        if tag.name == "tr" and not tag.closing:
            table.row = _Row(tag.first, tag.last, table.in_head)
        elif tag.name != "tr":
            table.in_head = tag.name == "thead" and not tag.closing
            table.hanging = {}  # no cell goes on in another part of its table
        if tag.name == "table":
            self._open.pop()
            self._end(table, tag.last)

    def _end(self, table: _Table, last: int) -> None:
        rows = [row for row in table.rows if row.cells]
        if not rows:
            return
        # The last row of the head names every column: what stands above it hangs down into it.
        head = max((at for at, row in enumerate(rows) if row.in_head), default=0)
        header, *others = [
            tuple(cell or self._empty(row.first) for cell in row.cells) for row in rows[head:]
        ]
        spans = tuple(self.sheet.span(row.first, row.last) for row in rows[head + 1 :])
        self.grids.append(Grid(header, tuple(others), spans, self.sheet.span(table.first, last)))

    def _empty(self, at: int) -> Passage:
        return Passage(Text("", self.sheet.parts[self.sheet.part(at)][1], (), ()), "cell")


def _covered(tag: Tag, direction: str) -> int:
    asked = attributes(tag.attributes).get(direction)
    number = asked.value.strip() if asked is not None else ""
    digits = number.isascii() and number.isdigit() and len(number) < 10
    return min(max(int(number), 1), MOST_COVERED) if digits else 1
