"""Columns of a capture that hold text where numbers are due, each with the first cell to mend."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from proseproof.capture import Capture, Rows
from proseproof.capture.documents import Form, read_documents
from proseproof.capture.texts import Texts, is_nothing, is_number
from proseproof.disk import Disk, Unreadable
from proseproof.finding import Finding
from proseproof.language.units import unit_of_column
from proseproof.model import CaptureDeclaration
from proseproof.source import Source, Span
from proseproof.sql_type import Scalar, Union, parse_type
from proseproof.strict_json import Mistake

RULE = "invalid-capture"

_NONFINITE = ("NaN", "Infinity", "-Infinity")
_CELL = re.compile(
    r' *(?:"(?P<quoted>(?:[^"]|"")*)"[^,\r\n]*|(?P<plain>[^,\r\n]*))(?P<end>,|\r?\n|\r|\Z)'
)

_SHOWN = 24
"""How many characters of a cell a message shows."""

_Odd = Callable[[str], bool]
_Path = tuple[str | int, ...]


def text_columns(
    declaration: CaptureDeclaration, capture: Capture, disk: Disk
) -> tuple[Finding, ...]:
    """A finding (rule `invalid-capture`) for each column that text has crept into.

    That is a column whose name carries a unit, with text among its numbers, or in CSV any text; and
    any other whose cells are all numbers but for words that stand for nothing, such as `n.a.`.
    Text is compared letter by letter, so "9.5" is above "10.5", and no query tells. An empty cell
    and a null are no text.
    The finding stands at the first such cell; at the declaration where the file has no lines.
    """
    findings = []
    told: set[str] = set()
    for number, rows in enumerate(capture.tables):
        for at, column in enumerate(rows.columns):
            odd = _odd(rows, at, declaration, capture)
            if odd is None or column in told:
                continue
            told.add(column)
            table = declaration.tables[number].span if declaration.tables else declaration.span
            place = _place(declaration, capture, disk, column, odd)
            findings.append(_finding(column, place, table))
    return tuple(findings)


def _odd(rows: Rows, at: int, declaration: CaptureDeclaration, capture: Capture) -> _Odd | None:
    """Which cells of a column are no numbers where numbers are due; None where all is well."""
    column, kind = rows.columns[at], parse_type(rows.types[at])
    mixed = isinstance(kind, Union)
    if not mixed and kind != Scalar("VARCHAR"):
        return None
    allowed = _NONFINITE if declaration.nonfinite else ()
    texts = _texts_of(rows, at, allowed)
    if unit_of_column(column) is not None:
        # A recorder of JSON or Parquet that writes text throughout meant it: a query casts it.
        meant = not mixed and not _is_csv(capture.files[0].path)
        unknown = bool(allowed and mixed) and not rows.rows  # it may be NaN alone
        if meant or unknown or (rows.rows and texts == Texts()):
            return None
        quoted = mixed or not (texts.nothings or texts.others)
        return lambda cell: cell not in allowed and (quoted or not is_number(cell))
    # A setting, `config.{key}`, may well be "none" beside a number.
    if mixed and column == "value":
        return None
    if not texts.nothings or texts.others or not (mixed or texts.numbers):
        return None
    return is_nothing


def _texts_of(rows: Rows, at: int, allowed: Sequence[str]) -> Texts:
    """Which kinds of text a column holds."""
    if rows.big is not None:
        return rows.big.texts.get(rows.columns[at], Texts())
    texts = Texts()
    cells = (row[at] for row in rows.rows)
    texts.add(cell for cell in cells if isinstance(cell, str) and cell not in allowed)
    return texts


def _finding(column: str, place: tuple[Span, str] | None, declared: Span) -> Finding:
    if place is None:
        return Finding(RULE, declared, f"the column `{column}` holds text where numbers are due")
    span, cell = place
    empty = "leave the cell empty" if _is_csv(span.source.path) else "write null"
    if is_number(cell):
        advice = "write the number as JSON writes it, without quotes"
        if _is_csv(span.source.path):
            advice = "write the number without zeros before it"
    elif is_nothing(cell):
        advice = f"{empty} where nothing was measured"
    else:
        advice = f"write the number alone, or {empty}"
    note = "one such cell makes the column text, which is compared letter by letter"
    line = " ".join(cell.split())
    shown = line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}\u2026"
    what = "is text" if is_number(cell) else "is no number"
    return Finding(
        RULE, span, f'the column `{column}` holds "{shown}", which {what}',
        notes=(note,) if _is_csv(span.source.path) else (), help=advice,
    )  # fmt: skip


def _place(
    declaration: CaptureDeclaration, capture: Capture, disk: Disk, column: str, odd: _Odd
) -> tuple[Span, str] | None:
    """The first cell of the column in the files that is odd, and what it says."""
    for cells in _places(declaration, capture, disk, column):
        place = next(((span, cell) for span, cell in cells if odd(cell)), None)
        if place is not None:
            return place
    return None


def _places(
    declaration: CaptureDeclaration, capture: Capture, disk: Disk, column: str
) -> Iterator[Iterator[tuple[Span, str]]]:
    """The texts of a column, part by part of the files, and where they stand."""
    if any(table.parquet for table in capture.tables):
        return
    big = next((table.big for table in capture.tables if table.big is not None), None)
    if big is not None:
        yield from (_cells(source, at) for source, at in big.parts(column))
        return
    for file in capture.files:
        source = disk.source(file.path)
        if isinstance(source, Unreadable):
            continue
        if _is_csv(file.path):
            yield _cells(source, column)
        else:
            yield _members(source, declaration, column)


def _is_csv(path: str) -> bool:
    return path.lower().endswith(".csv")


def _cells(source: Source, column: str | int) -> Iterator[tuple[Span, str]]:
    """The cells of a column of CSV that is sound, and what they say.

    column: its name, or where it stands in rows without their header.
    """
    at = 1 if source.text.startswith("\ufeff") else 0
    row: list[tuple[Span, str]] = []
    while at < len(source.text):
        found = _CELL.match(source.text, at)
        assert found is not None
        quoted = found["quoted"] is not None
        start, end = found.span("quoted" if quoted else "plain")
        text = found[0][start - at : end - at]
        row.append((source.span(start, end), text.replace('""', '"') if quoted else text))
        at = found.end()
        if found["end"] == "," and at < len(source.text):
            continue
        if len(row) > 1 or row[0][1]:
            if isinstance(column, str):
                names = [text.strip() for _, text in row]
                if column not in names:
                    return
                column = names.index(column)
            elif column < len(row):
                yield row[column]
        row = []


def _members(
    source: Source, declaration: CaptureDeclaration, column: str
) -> Iterator[tuple[Span, str]]:
    """The texts that stand under a key anywhere in JSON, in the order of the file."""
    marker = declaration.marker.value if declaration.marker else ""
    lines = bool(marker) or source.path.lower().endswith((".jsonl", ".ndjson"))
    documents = read_documents(source, Form(lines, marker, declaration.nonfinite))
    if isinstance(documents, Mistake):
        return
    for document in documents:
        for path, text in _texts(document.value, column, ()):
            yield document.span_of(path), text


def _texts(value: Any, column: str, path: _Path) -> Iterator[tuple[_Path, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key == column and isinstance(inner, str):
                yield (*path, key), inner
            yield from _texts(inner, column, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _texts(inner, column, (*path, number))
