"""A table of the page whose rows are not those of the data.

A `kind: table` block that no fence places must find its headers in a table of one of its pages. A
missing, extra or reordered row is one finding. A cell that says other words than its format gives
is one too, at the cell. Numbers of rows that do agree are checked one by one, as stale-number.
"""

from collections.abc import Iterator

from proseproof.finding import Finding, Label
from proseproof.judge.cell import header_key
from proseproof.judge.examination import Examination
from proseproof.judge.row_text import page_cell, page_row
from proseproof.judge.table import Cell, ExaminedTable
from proseproof.near import listing, nearest
from proseproof.prose import Passage
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
        else:
            yield from _rows(table)
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
    renamed = _renamed(table)
    return Finding(
        NAME, _first_line(table.table.grid.span) if renamed is None else renamed.text.span(),
        f"the table has the headers {there}, its block has {listing(headers)} as well",
        f"table `{table.figure.id}`", labels,
        help=f"write {headers[0]}" if renamed is not None else "",
    )  # fmt: skip


def _renamed(table: ExaminedTable) -> Passage | None:
    """The header of the page that stands for the only one it lacks: one of a like name, or the one
    that is no other column's where there are as many headers as columns."""
    assert table.table is not None
    header, columns = table.table.grid.header, table.figure.columns
    if len(table.lacking) > 1:
        return None
    known = {header_key(column.header.value)[0] for column in columns}
    spare = [one for one in header if header_key(one.text.value)[0] not in known]
    near = nearest(table.lacking[0].header.value, [one.text.value for one in spare])
    if near:
        return next(one for one in spare if one.text.value == near[0])
    return spare[0] if len(spare) == 1 and len(header) == len(columns) else None


def _first_line(span: Span) -> Span:
    end = span.text.find("\n")
    return span if end < 0 else Span(span.source, span.start, span.start + end)


def _rows(table: ExaminedTable) -> Iterator[Finding]:
    """What is wrong with the rows: one finding for those that moved, one for those that are not
    the data's, and one for those that are not there, where no other stands in their place."""
    if table.moved:
        yield _moved(table)
    missing, extra = len(table.missing), len(table.extra)
    both = next(
        ((i, j) for i in table.missing for j in table.extra if _in_one_gap(table, i, j)), None
    )
    if both is not None:
        row, there = " | ".join(page_row(table, both[0])), _page_row(table, both[1])
        yield _finding(
            table, both[1], f"the table has the row {there}, the data has {row} in its place",
            _others(max(missing, extra), "differs", "differ"), _row_to("write", table, row),
        )  # fmt: skip
        return
    if missing:
        row = " | ".join(page_row(table, table.missing[0]))
        above = _above(table, table.missing[0])
        where = "as the first one" if above is None else f"behind the row `{_name(table, above)}`"
        yield _finding(
            table, above, f"the table lacks the row {row}",
            _others(missing, "is missing", "are missing"), f"{_row_to('add', table, row)} {where}",
        )  # fmt: skip
    if extra:
        there = _page_row(table, table.extra[0])
        yield _finding(
            table, table.extra[0], f"the table has the row {there}, the data has none like it",
            _others(extra, "is not in the data", "are not in the data"),
            "take the row out, or change `data`",
        )  # fmt: skip


def _moved(table: ExaminedTable) -> Finding:
    row, there = table.moved[0]
    above = _above(table, row)
    where = "to the top" if above is None else f"behind the row `{_name(table, above)}`"
    return _finding(
        table, there, "the rows stand in another order than the data's",
        _others(len(table.moved), "stands elsewhere", "stand elsewhere"),
        f"move the row `{_name(table, there)}` {where}, or change the order of `data`",
    )  # fmt: skip


def _others(rows: int, one: str, more: str) -> tuple[str, ...]:
    """The note on rows that a finding is about beside the first of them."""
    if rows == 1:
        return ()
    return (f"{rows - 1} more {f'row {one}' if rows == 2 else f'rows {more}'}",)


def _in_one_gap(table: ExaminedTable, row: int, there: int) -> bool:
    """Whether a row of the data is missing where a row of the page is too many."""
    pairs = {(cell.data, cell.row) for cell in table.cells}
    return all((data < row) == (page < there) for data, page in pairs)


def _above(table: ExaminedTable, row: int) -> int | None:
    """The row of the page behind which a row of the data belongs; None: it is the first."""
    above = [cell for cell in table.cells if cell.data < row]
    return max(above, key=lambda cell: cell.data).row if above else None


def _name(table: ExaminedTable, row: int) -> str:
    """A row of the page by its first cell, or by all of them where another begins alike."""
    assert table.table is not None
    firsts = [cells[0].text.value if cells else "" for cells in table.table.grid.rows]
    first = firsts[row]
    return first if first and firsts.count(first) == 1 else _page_row(table, row)


def _row_to(verb: str, table: ExaminedTable, row: str) -> str:
    assert table.table is not None
    if table.table.grid.is_html:
        return f"{verb} a row with the cells {row}"
    return f"write `| {row} |`" if verb == "write" else f"add the row `| {row} |`"


def _finding(
    table: ExaminedTable, row: int | None, message: str, notes: tuple[str, ...], advice: str
) -> Finding:
    """A finding at a row of the page; None: at its header."""
    assert table.table is not None
    grid = table.table.grid
    span = _first_line(grid.span) if row is None else grid.row_spans[row]
    return Finding(NAME, span, message, f"table `{table.figure.id}`", _data(table), notes, advice)


def _data(table: ExaminedTable) -> tuple[Label, ...]:
    data = table.figure.data
    return (Label(first_line(data), "gives the rows"),) if data is not None else ()


def _page_row(table: ExaminedTable, row: int) -> str:
    assert table.table is not None
    return " | ".join(cell.text.value for cell in table.table.grid.rows[row])


def _words(table: ExaminedTable, cell: Cell) -> Finding:
    header = table.figure.columns[cell.column].header.value
    said = f'says "{cell.said}"' if cell.said else "is empty"
    wanted = page_cell(table, cell.data, cell.column)
    return Finding(
        NAME, cell.span, f'the cell under {header} {said}, the data gives "{wanted}"',
        f"table `{table.figure.id}`", _data(table), help=f"write `{wanted}`",
    )  # fmt: skip
