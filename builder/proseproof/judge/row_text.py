"""A row of the data as the table of a page would write it: its columns, its places, its units."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from proseproof.judge.cell import header_key, read_format
from proseproof.judge.place import Check
from proseproof.judge.quantity import Quantity, named, quantities
from proseproof.judge.table import ExaminedTable
from proseproof.language.literal import write_like
from proseproof.language.units import Unit, conversion
from proseproof.model import DecimalMark

_MONEY = re.compile("[$\u20ac\u00a3\u00a5]")  # a part of the number as it reads, and of the format


def page_row(table: ExaminedTable, row: int) -> tuple[str, ...]:
    """The cells of a row of the data, one for each header of the page; empty under a header that
    the block does not have."""
    columns = [header_key(column.header.value)[0] for column in table.figure.columns]
    return tuple(
        page_cell(table, row, columns.index(words)) if words in columns else ""
        for words, _ in _heads(table)
    )


def page_cell(table: ExaminedTable, row: int, column: int) -> str:
    """One cell of it, by its column in the block.

    A number is written as in the nearest row that says one of this column; where there is none, as
    the format has it.
    """
    assert table.table is not None
    own = table.figure.columns[column]
    mark = table.table.corpus.mark
    words = header_key(own.header.value)[0]
    lent = next((unit for head, unit in _heads(table) if head == words), None)
    values = _values(table, row)
    written = {
        name: _like(check, values[name], lent, mark)
        for name, check in _nearest(table, row, column).items()
    }
    return read_format(own).shown(values, written, mark)


def _heads(table: ExaminedTable) -> list[tuple[tuple[str, ...], Unit | None]]:
    """The headers of the page: the words of each, and the unit that it lends its cells."""
    assert table.table is not None
    return [header_key(passage.text.value) for passage in table.table.grid.header]


def _values(table: ExaminedTable, row: int) -> Mapping[str, Quantity]:
    assert table.answer is not None
    width = len(table.answer.columns)
    values = quantities(table.answer)[row * width : (row + 1) * width]
    return {one.column: named(one, table.figure.names) for one in values}


def _nearest(table: ExaminedTable, row: int, column: int) -> Mapping[str, Check]:
    """The numbers that the nearest row says in a column of the block, by the column of the data."""
    cells = [cell for cell in table.cells if cell.column == column and cell.checks]
    cell = min(cells, key=lambda cell: abs(cell.data - row), default=None)
    return {check.value.column: check for check in cell.checks} if cell is not None else {}


def _like(check: Check, value: Quantity, lent: Unit | None, mark: DecimalMark) -> str | None:
    """A value in the style of a number of the same column; None where it is in a unit of its own,
    which the format does not write, or the style has no such number."""
    number = value.value
    if not isinstance(number, Fraction):
        return None
    if check.unit != value.unit:
        if value.unit is None or check.unit is None or check.unit != lent:
            return None
        number *= conversion(value.unit, check.unit) or 1
    written = write_like(check.said.literal, number, mark)
    return _MONEY.sub("", written) if written is not None else None
