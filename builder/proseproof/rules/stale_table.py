"""A table of the page whose rows are not those of the data.

A `kind: table` block that no fence places must find its headers in a table of one of its pages. A
missing, extra or reordered row is one finding; a cell with other words is too. Numbers of rows
that do agree are checked one by one, as stale-number.
"""

from collections.abc import Iterator

from proseproof.finding import Finding, Label
from proseproof.judge.examination import Examination
from proseproof.judge.table import ExaminedTable
from proseproof.near import nearest
from proseproof.rules.does_not_hold import shown
from proseproof.rules.wording import first_line

NAME = "stale-table"


def check(examination: Examination) -> Iterator[Finding]:
    """Each table block whose table is missing or has other rows."""
    for table in examination.tables:
        if table.unknown:
            yield from _unknown(table)
        elif table.table is None:
            yield _missing(table)
        elif table.reordered:
            yield _finding(table, "the rows stand in another order than the data's")
        elif table.missing or table.extra:
            yield _rows(table)
        else:
            yield from _words(table)


def _unknown(table: ExaminedTable) -> Iterator[Finding]:
    names = [column.name for column in table.answer.columns] if table.answer else []
    for cell, name in table.unknown:
        near = nearest(name, names)
        yield Finding(
            "invalid-claims", cell.column.format.span(),
            f"`data` of `{table.figure.id}` has no column `{name}`",
            notes=(f"the columns are {', '.join(names)}",) if names else (),
            help=f"write `{near[0]}`" if near else "",
        )  # fmt: skip


def _missing(table: ExaminedTable) -> Finding:
    heads = " | ".join(column.header.value for column in table.figure.columns)
    title = table.figure.title
    span = title.span() if title is not None else table.figure.span
    return Finding(
        NAME, span, f"no page of `{table.figure.id}` has a table with the headers {heads}",
        help="write the table on the page, or place the block by a `figure` fence",
    )  # fmt: skip


def _rows(table: ExaminedTable) -> Finding:
    lacking = [_row_text(table, row) for row in table.missing]
    if lacking and table.extra:
        message = f"the data has the row {lacking[0]}, the page has this one in its place"
    elif lacking:
        message = f"the table lacks the row {lacking[0]}"
    else:
        message = "the data has no such row"
    more = len(lacking) + len(table.extra) - (2 if lacking and table.extra else 1)
    notes = (f"{more} more rows differ",) if more > 0 else ()
    return _finding(table, message, notes)


def _finding(table: ExaminedTable, message: str, notes: tuple[str, ...] = ()) -> Finding:
    assert table.table is not None
    data = table.figure.data
    labels = (Label(first_line(data), "gives the rows"),) if data is not None else ()
    span = table.spoilt or table.table.grid.span
    return Finding(NAME, span, message, f"table `{table.figure.id}`", labels, notes)


def _row_text(table: ExaminedTable, row: int) -> str:
    assert table.answer is not None
    return " | ".join(shown(value) for value in table.answer.rows[row])


def _words(table: ExaminedTable) -> Iterator[Finding]:
    for cell in table.cells:
        if cell.place is None:
            yield _finding(table, "a cell of the table says other words than its format")
            return
