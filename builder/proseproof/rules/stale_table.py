"""A table of the page whose rows are not those of the data.

A `kind: table` block that no fence places must find its headers in a table of one of its pages. A
missing, extra or reordered row is one finding. A cell that says other words than its format gives
is one too, at the cell. Numbers of rows that do agree are checked one by one, as stale-number.
"""

from collections.abc import Iterator
from dataclasses import replace

from proseproof.finding import Finding, Label
from proseproof.judge.examination import Examination
from proseproof.judge.table import Cell, ExaminedTable
from proseproof.near import listing, nearest
from proseproof.rules.wording import first_line
from proseproof.source import Span

NAME = "stale-table"


def check(examination: Examination) -> Iterator[Finding]:
    """Each table block whose table is missing or has other rows."""
    for table in examination.tables:
        if table.unknown:
            yield from _unknown(table)
        elif table.lacking:
            yield _lacking(table)
        elif table.table is None:
            if not examination.lacks_a_page(table.figure):
                yield _no_table(table)
        elif table.reordered:
            yield _finding(table, "the rows stand in another order than the data's")
        else:
            if table.missing or table.extra:
                yield _rows(table)
            for cell in table.other_words:
                yield _words(table, cell)


def _unknown(table: ExaminedTable) -> Iterator[Finding]:
    names = [column.name for column in table.answer.columns] if table.answer else []
    for cell, name in table.unknown:
        near = nearest(name, names)
        yield Finding(
            "invalid-claims", cell.column.format.span(),
            f"`data` of `{table.figure.id}` has no column `{name}`",
            notes=(f"the columns are {listing(names, near=name)}",) if names else (),
            help=f"write `{near[0]}`" if near else "",
        )  # fmt: skip


def _no_table(table: ExaminedTable) -> Finding:
    heads = " | ".join(column.header.value for column in table.figure.columns)
    title = table.figure.title
    span = title.span() if title is not None else table.figure.span
    return Finding(
        NAME, span, f"no page of `{table.figure.id}` has a table with the headers {heads}",
        help="write the table on the page, or place the block by a `figure` fence",
    )  # fmt: skip


def _lacking(table: ExaminedTable) -> Finding:
    assert table.table is not None
    there = " | ".join(passage.text.value for passage in table.table.grid.header)
    headers = [f"`{column.header.value}`" for column in table.lacking]
    labels = (Label(table.lacking[0].header.span(), "asks for it"),)
    return Finding(
        NAME, _first_line(table.table.grid.span),
        f"the table has the headers {there}, its block has {listing(headers)} as well",
        f"table `{table.figure.id}`", labels,
    )  # fmt: skip


def _first_line(span: Span) -> Span:
    end = span.text.find("\n")
    return span if end < 0 else Span(span.source, span.start, span.start + end)


def _rows(table: ExaminedTable) -> Finding:
    lacking = [" | ".join(table.drawn[row]) for row in table.missing]
    more = [_page_row(table, row) for row in table.extra]
    if lacking and more:
        message = f"the table has the row {more[0]}, the data has {lacking[0]} in its place"
        advice = _advice(table, "write", lacking[0])
    elif lacking:
        message = f"the table lacks the row {lacking[0]}"
        advice = _advice(table, "add", lacking[0])
    else:
        message = f"the table has the row {more[0]}, the data has none like it"
        advice = "take the row out, or change `data`"
    others = max(len(lacking), len(more)) - 1
    notes = (f"{others} more {'row differs' if others == 1 else 'rows differ'}",) if others else ()
    return replace(_finding(table, message, notes), help=advice)


def _advice(table: ExaminedTable, verb: str, row: str) -> str:
    assert table.table is not None
    if table.table.grid.is_html:
        return f"{verb} a row with the cells {row}"
    return f"write `| {row} |`" if verb == "write" else f"add the row `| {row} |`"


def _finding(table: ExaminedTable, message: str, notes: tuple[str, ...] = ()) -> Finding:
    assert table.table is not None
    grid = table.table.grid
    span = grid.row_spans[table.extra[0]] if table.extra else _first_line(grid.span)
    return Finding(NAME, span, message, f"table `{table.figure.id}`", _data(table), notes)


def _data(table: ExaminedTable) -> tuple[Label, ...]:
    data = table.figure.data
    return (Label(first_line(data), "gives the rows"),) if data is not None else ()


def _page_row(table: ExaminedTable, row: int) -> str:
    assert table.table is not None
    return " | ".join(cell.text.value for cell in table.table.grid.rows[row])


def _words(table: ExaminedTable, cell: Cell) -> Finding:
    header = table.figure.columns[cell.column].header.value
    said = f'says "{cell.said}"' if cell.said else "is empty"
    return Finding(
        NAME, cell.span, f'the cell under {header} {said}, the data gives "{cell.wanted}"',
        f"table `{table.figure.id}`", _data(table),
    )  # fmt: skip
