"""A table of a page held against the rows of its block, cell by cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from proseproof.judge.cell import CellFormat, header_key, read_format
from proseproof.judge.corpus import Corpus, Place
from proseproof.judge.place import Check, check_said
from proseproof.judge.quantity import Quantity, quantities
from proseproof.language.phrase import Match, match_at
from proseproof.language.reading import read_numbers, unit_at
from proseproof.language.token import Token
from proseproof.language.units import Unit
from proseproof.model import Figure, Limits
from proseproof.prose import Grid
from proseproof.query import Answer
from proseproof.source import Span


@dataclass(frozen=True, eq=False)
class PageTable:
    """A Markdown table of a page, its cells found again among the passages of the page."""

    grid: Grid
    corpus: Corpus

    @cached_property
    def _passages(self) -> Mapping[int, int]:
        return {id(passage): index for index, passage in enumerate(self.corpus.passages)}

    def cell(self, row: int, column: int) -> int | None:
        """The number of the cell's passage; None where the row is too short."""
        cells = self.grid.rows[row]
        return self._passages.get(id(cells[column])) if column < len(cells) else None


@dataclass(frozen=True, eq=False)
class Cell:
    """A cell that was held against its row. place: its tokens; None where its words are others."""

    row: int
    column: int
    place: Place | None
    checks: tuple[Check, ...]

    @property
    def right(self) -> bool:
        """Whether the words are those of the format and each number is right."""
        return self.place is not None and all(check.fault is None for check in self.checks)


@dataclass(frozen=True, eq=False)
class ExaminedTable:
    """A table block against the table of a page.

    table: the table found, or None. cells: those of aligned rows. missing: data rows that the page
    lacks; extra: page rows that the data lacks; reordered: the same rows, in another order.
    null: values that are NULL, with their column. unknown: columns whose format names no column.
    """

    figure: Figure
    answer: Answer | None
    table: PageTable | None
    cells: tuple[Cell, ...] = ()
    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    reordered: bool = False
    null: tuple[Quantity, ...] = ()
    unknown: tuple[tuple[CellFormat, str], ...] = ()

    @property
    def spoilt(self) -> Span | None:
        """The first row of the page that is no row of the data."""
        if self.table is None or not self.extra:
            return None
        return self.table.grid.row_spans[self.extra[0]]


def examine_table(
    figure: Figure, answer: Answer, tables: Iterable[PageTable], limits: Limits
) -> ExaminedTable:
    """Finds the block's table among those of its pages and holds each cell against its row."""
    names = [column.name for column in answer.columns]
    formats = [read_format(column) for column in figure.columns]
    unknown = tuple((cell, name) for cell in formats for name in cell.fields if name not in names)
    if unknown:
        return ExaminedTable(figure, answer, None, unknown=unknown)
    found = [
        (table, columns) for table in tables if (columns := _columns(figure, table)) is not None
    ]
    results = [
        _Reader(figure, answer, formats, table, columns, limits).read() for table, columns in found
    ]
    if not results:
        return ExaminedTable(figure, answer, None)
    return max(results, key=lambda one: sum(cell.right for cell in one.cells))


def _columns(figure: Figure, table: PageTable) -> list[tuple[int, Unit | None]] | None:
    """For each column of the block its index in the page's table and the unit of its header."""
    heads = [header_key(passage.text.value) for passage in table.grid.header]
    result = []
    for column in figure.columns:
        words = header_key(column.header.value)[0]
        index = next((i for i, head in enumerate(heads) if head[0] == words), None)
        if index is None:
            return None
        result.append((index, heads[index][1]))
    return result


class _Reader:
    """Aligns the rows of one table and checks its cells; made, read once and dropped."""

    def __init__(
        self, figure: Figure, answer: Answer, formats: Sequence[CellFormat], table: PageTable,
        columns: Sequence[tuple[int, Unit | None]], limits: Limits,
    ) -> None:  # fmt: skip
        self.figure, self.answer, self.table, self.limits = figure, answer, table, limits
        self.formats, self.columns = formats, columns
        width = len(answer.columns)
        found = quantities(answer)
        names = [column.name for column in answer.columns]
        self.rows = [
            dict(zip(names, found[i * width : (i + 1) * width], strict=True))
            for i in range(len(answer.rows))
        ]

    def read(self) -> ExaminedTable:
        """The whole comparison."""
        null = tuple(
            row[name]
            for row in self.rows
            for cell in self.formats
            for name in cell.fields
            if row[name].value is None
        )
        if null:
            return ExaminedTable(self.figure, self.answer, self.table, null=null)
        data, page = len(self.rows), len(self.table.grid.rows)
        pairs, missing, extra, reordered = self._align(data, page)
        cells = tuple(cell for here, there in pairs for cell in self._row(here, there))
        return ExaminedTable(
            self.figure, self.answer, self.table, cells, tuple(missing), tuple(extra), reordered
        )

    def _align(
        self, data: int, page: int
    ) -> tuple[list[tuple[int, int]], list[int], list[int], bool]:
        straight = [(i, i) for i in range(data)]
        if data == page and all(self._alike(i, i) for i in range(data)):
            if not all(self._right(i, i) for i in range(data)) and self._permuted(data):
                return [], [], [], True
            return straight, [], [], False
        free = list(range(page))
        pairs = []
        for i in range(data):
            j = next((j for j in free if self._right(i, j)), None)
            if j is None:
                j = next((j for j in free if self._alike(i, j) and self._has_words(i)), None)
            if j is not None:
                free.remove(j)
                pairs.append((i, j))
        matched = {i for i, _ in pairs}
        missing = [i for i in range(data) if i not in matched]
        if not missing and not free:
            return pairs, [], [], True
        return pairs, missing, free, False

    def _permuted(self, count: int) -> bool:
        """Whether each row of the data stands, all right, somewhere on the page, once."""
        free = set(range(count))
        for i in range(count):
            j = next((j for j in sorted(free) if self._right(i, j)), None)
            if j is None:
                return False
            free.remove(j)
        return True

    def _has_words(self, row: int) -> bool:
        return any(
            isinstance(self.rows[row][name].value, str)
            for cell in self.formats
            for name in cell.fields
        )

    def _alike(self, here: int, there: int) -> bool:
        return all(cell.place is not None for cell in self._row(here, there))

    def _right(self, here: int, there: int) -> bool:
        return all(cell.right for cell in self._row(here, there))

    def _row(self, here: int, there: int) -> list[Cell]:
        return [self._cell(here, there, index) for index in range(len(self.formats))]

    def _cell(self, here: int, there: int, index: int) -> Cell:
        column, header_unit = self.columns[index]
        passage = self.table.cell(there, column)
        if passage is None:
            return Cell(there, index, None, ())
        corpus = self.table.corpus
        tokens = corpus.body.texts[passage]
        phrase, slots = self.formats[index].phrase(self.rows[here])
        if not phrase.items:
            match: Match | None = Match(0, 0, ()) if not tokens else None
        else:
            match = match_at(phrase, tokens, 0, frozenset(slots))
        if match is None or not _is_whole(match, tokens):
            return Cell(there, index, None, ())
        numbers = read_numbers(tokens)
        checks = tuple(
            check_said(
                (replace(numbers[ordinal], lent=header_unit),), self.rows[here][name], self.limits
            )
            for ordinal, name in slots.items()
        )
        return Cell(there, index, Place(corpus, passage, match), checks)


def _is_whole(match: Match, tokens: Sequence[Token]) -> bool:
    """Whether the match is the whole cell, but for a unit that only the page writes."""
    unit = unit_at(tokens, match.end) if match.end < len(tokens) else None
    return match.end == len(tokens) or (unit is not None and unit[1] == len(tokens))
