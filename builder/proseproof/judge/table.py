"""A table of a page held against the rows of its block, cell by cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from proseproof.judge.cell import CellFormat, CellPhrase, header_key, read_format
from proseproof.judge.corpus import Corpus, NumberKey, Place
from proseproof.judge.pair import Pairing
from proseproof.judge.place import Check, check_place
from proseproof.judge.quantity import Quantity, named, quantities
from proseproof.judge.row_keys import Keys, row_keys
from proseproof.judge.rows import align
from proseproof.language.phrase import Freedom, match_at
from proseproof.model import Figure, Limits, TableColumn
from proseproof.nouns import dataclass
from proseproof.prose import Grid
from proseproof.query import Answer
from proseproof.source import Span


@dataclass(frozen=True, eq=False)
class PageTable:
    """A table of a page, its cells found again among the passages of the page."""

    grid: Grid
    corpus: Corpus

    @cached_property
    def _passages(self) -> Mapping[int, int]:
        return {id(passage): index for index, passage in enumerate(self.corpus.passages)}

    def cell(self, row: int, column: int) -> int | None:
        """The number of the cell's passage; None where it is empty or the row too short."""
        cells = self.grid.rows[row]
        return self._passages.get(id(cells[column])) if column < len(cells) else None

    def number_keys(self) -> Iterator[NumberKey]:
        """Every number of the rows."""
        for row in self.grid.rows:
            for cell in row:
                passage = self._passages.get(id(cell))
                if passage is not None:
                    for at, token in enumerate(self.corpus.tokens(passage)):
                        if token.literal is not None:
                            yield (id(self.corpus), passage, at)


@dataclass(frozen=True, eq=False)
class Cell:
    """A cell that was held against its row.

    row: that of the page. data: that of the data. column: that of the block. said: its text; empty
    where the page has no such cell. alike: whether its words are those of the format. span: the
    cell in the file, or its row where it is empty. place: its tokens; None where it is not alike,
    or empty. keys: its numbers that the row answers for.
    """

    row: int
    data: int
    column: int
    said: str
    alike: bool
    span: Span
    place: Place | None = None
    checks: tuple[Check, ...] = ()
    keys: frozenset[NumberKey] = frozenset()

    @property
    def right(self) -> bool:
        """Whether the words are those of the format and each number is right."""
        return self.alike and all(check.fault is None for check in self.checks)


@dataclass(frozen=True, eq=False)
class ExaminedTable:
    """A table block against the table of a page.

    answer: None where the block's query has none. table: the table found, or the one whose headers
    come nearest; None without one. lacking: columns whose header it lacks. cells: those of aligned
    rows. missing: data rows that the page lacks; extra: page rows that the data lacks; moved: rows
    of the data and of the page that stand elsewhere. null: values that are NULL, with their column.
    unknown: columns whose format names no column.
    """

    figure: Figure
    answer: Answer | None
    table: PageTable | None
    cells: tuple[Cell, ...] = ()
    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    moved: tuple[tuple[int, int], ...] = ()
    null: tuple[Quantity, ...] = ()
    unknown: tuple[tuple[CellFormat, str], ...] = ()
    lacking: tuple[TableColumn, ...] = ()

    @property
    def other_words(self) -> tuple[Cell, ...]:
        """The cells of aligned rows that say other words than their format."""
        return tuple(cell for cell in self.cells if not cell.alike)

    @property
    def keys(self) -> frozenset[NumberKey]:
        """The numbers that the table answers for: all of its rows, where it is not as it should."""
        sound = self.answer is not None and not (
            self.missing or self.extra or self.moved or self.null or self.unknown
            or self.lacking or self.other_words or not self.answer.rows
        )  # fmt: skip
        if not sound and self.table is not None:
            return frozenset(self.table.number_keys())
        return frozenset().union(*(cell.keys for cell in self.cells))


@dataclass(frozen=True, eq=False)
class Block:
    """A table block that no fence places, its rows, and the tables of its pages.

    perhaps: another block has its id, and which of them a fence places nobody knows.
    """

    figure: Figure
    answer: Answer | None
    tables: Sequence[PageTable]
    perhaps: bool = False


def examine_tables(blocks: Sequence[Block], limits: Limits) -> tuple[ExaminedTable, ...]:
    """Finds the table of each block and holds each cell against its row.

    Of several tables with its headers a block has the one that agrees best, and no two blocks the
    same one while there is another. A block that finds none looks among those that no block has.
    """
    own = [[table for table in block.tables if not _lacking(block, table)] for block in blocks]
    taken = {id(table.grid) for tables in own for table in tables}
    found = [
        _examine(block, tables, [one for one in block.tables if id(one.grid) not in taken], limits)
        for block, tables in zip(blocks, own, strict=True)
    ]
    chosen: dict[int, ExaminedTable] = {}
    gone: set[Grid | None] = set()
    pairs = [(at, one) for at, results in enumerate(found) for one in results]
    for at, one in sorted(pairs, key=lambda pair: -_agreement(pair[1])):
        grid = one.table.grid if one.table is not None else None
        if at not in chosen and grid not in gone:
            chosen[at] = one
            gone.add(grid)
    all_found = [chosen.get(at) or max(results, key=_agreement) for at, results in enumerate(found)]
    return tuple(
        one
        for one, block in zip(all_found, blocks, strict=True)
        if not block.perhaps or (one.table is not None and not one.lacking)
    )


def _agreement(one: ExaminedTable) -> Fraction:
    """How many cells are right, for each row of the longer of the data and the table."""
    if one.answer is None or one.table is None or not one.cells:
        return Fraction(0)
    rows = max(len(one.answer.rows), len(one.table.grid.rows))
    return Fraction(sum(cell.right for cell in one.cells), rows)


def _examine(
    block: Block, own: Sequence[PageTable], others: Iterable[PageTable], limits: Limits
) -> list[ExaminedTable]:
    """The block against each table that has its headers; at least one result."""
    figure, answer = block.figure, block.answer
    if not own:
        near = min(others, key=lambda one: len(_lacking(block, one)), default=None)
        lacking = tuple(_lacking(block, near)) if near is not None else figure.columns
        if 2 * len(lacking) > len(figure.columns):
            near, lacking = None, ()
        return [ExaminedTable(figure, answer, near, lacking=lacking)]
    if answer is None:
        return [ExaminedTable(figure, None, one) for one in own]
    names = [column.name for column in answer.columns]
    formats = [read_format(column) for column in figure.columns]
    unknown = tuple((cell, name) for cell in formats for name in cell.fields if name not in names)
    if unknown:
        return [ExaminedTable(figure, answer, one, unknown=unknown) for one in own]
    if not answer.rows:
        return [ExaminedTable(figure, answer, one) for one in own]
    return [_Reader(block, answer, formats, table, limits).read() for table in own]


def _lacking(block: Block, table: PageTable) -> list[TableColumn]:
    heads = {header_key(passage.text.value)[0] for passage in table.grid.header}
    columns = block.figure.columns
    return [column for column in columns if header_key(column.header.value)[0] not in heads]


class _Reader:
    """Aligns the rows of one table and checks its cells; made, read once and dropped."""

    def __init__(
        self, block: Block, answer: Answer, formats: Sequence[CellFormat], table: PageTable,
        limits: Limits,
    ) -> None:  # fmt: skip
        self.figure, self.answer, self.table, self.limits = block.figure, answer, table, limits
        self.formats = formats
        heads = [header_key(passage.text.value) for passage in table.grid.header]
        words = [head[0] for head in heads]
        self.at = [words.index(header_key(one.column.header.value)[0]) for one in formats]
        self.units = [heads[at][1] for at in self.at]
        width = len(answer.columns)
        found = [named(value, self.figure.names) for value in quantities(answer)]
        names = [column.name for column in answer.columns]
        self.rows = [
            dict(zip(names, found[i * width : (i + 1) * width], strict=True))
            for i in range(len(answer.rows))
        ]
        self.known: dict[tuple[int, int, int], Cell] = {}
        self.phrases: dict[tuple[int, int], CellPhrase] = {}

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
        found = align(
            len(self.rows), len(self.table.grid.rows), self._right, self._kin, self._keys()
        )
        cells = tuple(
            self._cell(i, j, column) for i, j in found.pairs for column in range(len(self.formats))
        )
        return ExaminedTable(
            self.figure, self.answer, self.table, cells, found.missing, found.extra, found.moved
        )

    def _keys(self) -> list[Keys]:
        rows, columns = range(len(self.rows)), range(len(self.formats))
        cells = [
            [self.table.cell(page, self.at[column]) for page in range(len(self.table.grid.rows))]
            for column in columns
        ]
        return row_keys(
            [[self._phrase(row, column) for row in rows] for column in columns],
            [[self._number(row, column) for row in rows] for column in columns],
            [
                [() if one is None else self.table.corpus.tokens(one) for one in column]
                for column in cells
            ],
        )

    def _phrase(self, row: int, column: int) -> CellPhrase:
        key = (row, column)
        if key not in self.phrases:
            said = self.formats[column].phrase(self.rows[row], self.table.corpus.mark)
            self.phrases[key] = said
        return self.phrases[key]

    def _number(self, row: int, column: int) -> Quantity | None:
        """The one number of a cell, where its header lends it no unit."""
        fields = self.formats[column].fields
        return self.rows[row][fields[0]] if fields and self.units[column] is None else None

    def _right(self, data: int, page: int) -> bool:
        return all(self._cell(data, page, column).right for column in range(len(self.formats)))

    def _kin(self, data: int, page: int) -> bool:
        """Whether half of a row agrees; a cell with the right words and a wrong number is half."""
        cells = [self._cell(data, page, column) for column in range(len(self.formats))]
        weights = (2 if cell.right else int(cell.alike) for cell in cells)
        return sum(weights) >= len(cells)

    def _cell(self, data: int, page: int, column: int) -> Cell:
        key = (data, page, column)
        if key not in self.known:
            self.known[key] = self._read_cell(*key)
        return self.known[key]

    def _read_cell(self, data: int, page: int, column: int) -> Cell:
        corpus, row = self.table.corpus, self.rows[data]
        passage = self.table.cell(page, self.at[column])
        said = self._phrase(data, column)
        if passage is None:
            span = self.table.grid.row_spans[page]
            return Cell(page, data, column, "", not said.phrase.items, span)
        text = corpus.passages[passage].text
        tokens = corpus.tokens(passage)
        match = match_at(said.phrase, tokens, 0, Freedom(frozenset(said.slots)))
        if match is None or match.end < len(tokens):
            return Cell(page, data, column, text.value, False, text.span())
        place = Place(corpus, passage, match)
        checks = check_place(
            tokens, 0, match.end, Pairing(tuple((ordinal,) for ordinal in said.slots)),
            [row[name] for name in said.slots.values()], self.limits, self.units[column],
        )  # fmt: skip
        keys = place.number_keys([*said.slots, *said.sure])
        return Cell(page, data, column, text.value, True, text.span(), place, checks, keys)
