"""The cells of a drawn table: the formats of its columns over the rows of its data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from proseproof.finding import Finding
from proseproof.judge.cell import WIDE, CellFormat, read_format
from proseproof.model import DecimalMark, Figure, TableColumn
from proseproof.near import listing, nearest
from proseproof.nouns import dataclass
from proseproof.query import Answer, Value
from proseproof.site.readable import number, plain
from proseproof.source import Span

_MARKS: dict[DecimalMark, dict[int, int]] = {".": {}, ",": str.maketrans(".,", ",.")}
_NONE = frozenset({"", "-", "–", "—", "−", "n/a", "na", "none"})
"""What a cell of numbers says where there is none, in lower case."""


@dataclass(frozen=True)
class Cells:
    """A table as it is shown: a text a cell. numeric: which columns are set flush right."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]


def drawn_cells(
    figure: Figure, answer: Answer, mark: DecimalMark = "."
) -> Cells | tuple[Finding, ...]:
    """The cells of a table block, or what is wrong with the formats of its columns.

    A format is text with `{column}` or `{column:spec}` in it, the spec in Python's format language;
    without a spec a value stands in its shortest exact form. Its braces were looked at when the
    claims file was read. A text stands under the name that `names` gives it. mark: the decimal mark
    of the page. Findings are of rule `invalid-claims`, or `no-value` for a NULL that a cell would
    have to show.
    """
    if figure.unread:
        return ()
    found: list[Finding] = []
    columns: list[list[str]] = []
    names = [column.name for column in answer.columns]
    for column in figure.columns:
        cell_format = read_format(column)
        unknown = _unknown(figure.id, column, cell_format.fields, names)
        if unknown is not None:
            found.append(unknown)
            continue
        cells = list(_column(figure, cell_format, answer, mark))
        problem = next((cell for cell in cells if isinstance(cell, Finding)), None)
        if problem:
            found.append(problem)
        else:
            columns.append([cell for cell in cells if isinstance(cell, str)])
    if found:
        return tuple(found)
    numeric = tuple(_is_numeric(cells) for cells in columns)
    rows = tuple(zip(*columns, strict=True))
    return Cells(tuple(column.header.value for column in figure.columns), rows, numeric)


def _unknown(
    figure: str, column: TableColumn, fields: Iterable[str], names: list[str]
) -> Finding | None:
    """The finding for the first field of a format that is no column of the data."""
    name = next((field for field in fields if field not in names), None)
    if name is None:
        return None
    near = nearest(name, names)
    return _finding(
        column,
        f"`data` of `{figure}` has no column `{name}`",
        f"the columns are {listing(names, near=name)}",
        f"write `{near[0]}`" if near else "",
        name,
    )


def _column(
    figure: Figure, cell_format: CellFormat, answer: Answer, mark: DecimalMark
) -> Iterator[str | Finding]:
    column = cell_format.column
    names = [one.name for one in answer.columns]
    for index, row in enumerate(answer.rows, 1):
        values: Mapping[str, Value] = dict(zip(names, row, strict=True))
        pieces: list[str] = []
        for part in cell_format.parts:
            pieces.append(part.text)
            if part.name is None:
                continue
            value = values[part.name]
            if value is None:
                message = f"`{part.name}` is NULL in row {index} of `{figure.id}`"
                yield _finding(column, message, word=part.name, rule="no-value")
                return
            if not number(value):
                value = figure.names.get(plain(value), value)
            try:
                text = _formatted(value, part.spec)
                pieces.append(text.translate(_MARKS[mark]) if number(value) else text)
            except (ValueError, TypeError):
                message = (
                    f"`{part.spec}` does not format `{plain(value)}`, the value of `{part.name}`"
                )
                yield _finding(column, message, word=part.spec)
                return
        yield "".join(pieces)


def _formatted(value: Value, spec: str) -> str:
    """Raises ValueError or TypeError where the value takes no such format."""
    if WIDE.search(spec):
        raise ValueError(spec)
    return format(value, spec) if spec else plain(value)


def _finding(
    column: TableColumn,
    message: str,
    note: str = "",
    advice: str = "",
    word: str = "",
    rule: str = "invalid-claims",
) -> Finding:
    at = column.format.value.find(word) if word else -1
    span: Span = column.format.span(at, at + len(word)) if at >= 0 else column.format.span()
    label = f"column `{column.header.value}`"
    return Finding(rule, span, message, label, notes=(note,) if note else (), help=advice)


def _is_numeric(cells: list[str]) -> bool:
    """Whether a column holds numbers, but for cells that say that there is none."""
    said = [cell.strip() for cell in cells]
    written = [cell for cell in said if cell.lower() not in _NONE]
    return bool(written) and all(_starts_as_number(cell) for cell in written)


def _starts_as_number(cell: str) -> bool:
    return cell[:1].isdigit() or (cell[:1] in "-−+~≈<>" and cell[1:2].isdigit())
