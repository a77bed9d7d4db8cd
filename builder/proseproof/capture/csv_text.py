"""Strict CSV: a text's rows with typed values, or the first thing in it that is amiss."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from proseproof.strict_json import Mistake

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FRACTION = re.compile(r"[-+]?(?:0|[1-9][0-9]*)?(?:\.[0-9]*)?(?<=[0-9.])(?:[eE][-+]?[0-9]+)?")
_DIGITS = 4300
"""As many as Python reads as an integer; longer ones stay text."""


@dataclass(frozen=True)
class Sheet:
    """A CSV file: its header, and its rows as the text of each cell, None for an empty one."""

    header: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]


def read_csv(text: str) -> Sheet | Mistake:
    """The header and rows of CSV with commas and double quotes, as RFC 4180 has it.

    The first row is the header. A byte order mark is skipped, and so are blank lines. Blanks
    behind a comma do not count, since nvidia-smi writes `, `; nor do blanks around a header's name.
    """
    start = 1 if text.startswith("\ufeff") else 0
    body = text[start:]
    if "\0" in body:
        at = text.index("\0", start)
        return Mistake(at, at + 1, "the file holds a NUL character")
    import csv  # most captures are JSON

    lines = _Lines(body)
    reader = csv.reader(lines, strict=True, skipinitialspace=True)
    header: tuple[str, ...] | None = None
    rows: list[tuple[str | None, ...]] = []
    try:
        for cells in reader:
            first, last = start + lines.begun, start + lines.read
            lines.begun = lines.read
            if not cells:
                continue
            if header is None:
                header = tuple(cell.strip() for cell in cells)
                fault = _header_fault(header)
                if fault:
                    return Mistake(first, first + len(text[first:last].rstrip("\r\n")), fault)
            elif len(cells) != len(header):
                shown = first + len(text[first:last].rstrip("\r\n"))
                fault = f"the row has {_count(len(cells))}, the header {len(header)}"
                return Mistake(first, shown, fault)
            else:
                rows.append(tuple(cell or None for cell in cells))
    except csv.Error as error:
        first, last = start + lines.begun, start + lines.read
        shown = first + len(text[first:last].split("\n", 1)[0].rstrip("\r"))
        return Mistake(first, shown, _WORDS.get(str(error), f"this is no CSV: {error}"))
    if header is None:
        return Mistake(0, 0, "the file is empty")
    return Sheet(header, tuple(rows))


_WORDS = {
    "unexpected end of data": "a quote opens in this row and does not close",
    "',' expected after '\"'": "text follows a closing quote",
}


class _Lines:
    """The lines of a text, counting the characters that were read and where the row began."""

    def __init__(self, text: str) -> None:
        self._lines = io.StringIO(text, newline="")
        self.read = 0
        self.begun = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self.read += len(line)
        return line


def _count(cells: int) -> str:
    return "1 cell" if cells == 1 else f"{cells} cells"


def _header_fault(header: Sequence[str]) -> str | None:
    if len(header) == 1:
        for mark, called in ((";", "semicolons"), ("\t", "tabs"), ("|", "bars")):
            if mark in header[0]:
                return f"the header has no comma, and looks separated by {called}"
    names: set[str] = set()
    for at, name in enumerate(header):
        if not name:
            return f"column {at + 1} of the header has no name"
        if name in names:
            return f"two columns of the header are named `{name}`"
        names.add(name)
    return None


def typed_rows(sheets: Iterable[Sheet]) -> list[dict[str, Any]]:
    """The rows of all sheets, each column read as one type: whole numbers, numbers, true or false.

    A column that holds anything else, or no value at all, stays text: `007`, `NaN`, `[N/A]`, and
    dates. An empty cell is None. Quotes around a number make no difference.
    """
    rows: list[dict[str, Any]] = [
        dict(zip(sheet.header, row, strict=True)) for sheet in sheets for row in sheet.rows
    ]
    for name in dict.fromkeys(name for row in rows for name in row):
        read = _reading(row[name] for row in rows if row.get(name) is not None)
        if read:
            for row in rows:
                if row.get(name) is not None:
                    row[name] = read(row[name])
    return rows


def _reading(cells: Iterable[str]) -> Callable[[str], Any] | None:
    texts = [cell.strip() for cell in cells]
    if not texts:
        return None
    if all(text.lower() in ("true", "false") for text in texts):
        return lambda cell: cell.strip().lower() == "true"
    if all(_INTEGER.fullmatch(text) and len(text) <= _DIGITS for text in texts):
        return int
    if all(_is_number(text) for text in texts):
        return lambda cell: int(cell) if _INTEGER.fullmatch(cell.strip()) else float(cell)
    return None


def _is_number(text: str) -> bool:
    if _INTEGER.fullmatch(text):
        return len(text) <= _DIGITS
    found = _FRACTION.fullmatch(text)
    return bool(found and any(c.isdigit() for c in text) and abs(float(text)) != float("inf"))
