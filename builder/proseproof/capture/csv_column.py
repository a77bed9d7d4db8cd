"""A column of CSV, looked at some cells at a time: as what its cells are read."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from proseproof.capture.csv_text import Sheet
from proseproof.capture.seen import Seen
from proseproof.capture.texts import Texts

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FRACTION = re.compile(r"[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_DIGITS = 4300
"""As many as Python reads as an integer; longer ones stay text."""

# What cells are that need no look at each of them: a double holds these whole numbers, and no
# fraction is beyond one.
_EXACT = "0|[1-9][0-9]{0,14}+"
_LARGE = "0|[1-9][0-9]{0,17}+|[1-8][0-9]{18}"
_MINUS = r"-0[,\r\n]"
_POINT = rf"(?:(?:{_EXACT})\.[0-9]{{0,250}}+|\.[0-9]{{1,250}}+)"
_POWER = "(?:[eE][-+]?[0-9]{1,2}+)?"
_ALL_WHOLE = re.compile(rf"(?:[-+]?(?:{_LARGE})\n)*+")
_ALL_POINT = re.compile(rf"(?:[-+]?{_POINT}{_POWER}\n)*+")

_WRITTEN = {
    "": "",
    "boolean": "(?:[tT][rR][uU][eE]|[fF][aA][lL][sS][eE])?+",
    "text": r'(?! )[^,"\r\n\0]{0,1000}+',
}
_QUOTED = r'"[^"\0]{0,400}+(?:""[^"\0]{0,400}+){0,4}+"'

Kind = Literal["", "boolean", "number", "text"]


class CsvColumn:
    """What was seen of a column: whole numbers, numbers, true or false; anything else is text.

    Text are `007`, `NaN`, `[N/A]`, and dates. Quotes around a number make no difference. An empty
    cell says nothing, and neither does a column without another.

    kind: what the cells are, empty where there was none. texts: of a column of text. untouched:
    whether each cell that is no text stands without blanks, and means what another reader reads.
    """

    def __init__(self) -> None:
        self.kind: Kind = ""
        self.texts = Texts()
        self.untouched = True
        self._seen = Seen()

    def add(self, cells: Sequence[str]) -> None:
        """Looks at cells."""
        if "" in cells:
            cells = [cell for cell in cells if cell]
        if not cells:
            return
        if self.kind in ("", "boolean") and self._are_boolean(cells):
            self.kind = "boolean"
        elif self.kind in ("", "number") and self._are_numbers(cells):
            self.kind = "number"
        else:
            self.texts.numbers |= self.kind == "number"
            self.texts.others |= self.kind == "boolean"
            self.texts.add(cells)
            self.kind = "text"

    def _are_boolean(self, cells: Sequence[str]) -> bool:
        if self.kind == "" and cells[0].strip().lower() not in _BOOLEAN:
            return False
        found = set(cells)
        if not all(cell.strip().lower() in _BOOLEAN for cell in found):
            return False
        self.untouched &= all(cell == cell.strip() for cell in found)
        return True

    def _are_numbers(self, cells: Sequence[str]) -> bool:
        text = "\n".join(cells) + "\n"
        values: list[float] = [0.5]  # one fraction tells what any other would
        if text.count("\n") == len(cells) and _ALL_WHOLE.fullmatch(text):
            values = [*map(int, cells)]
        elif text.count("\n") > len(cells) or not _ALL_POINT.fullmatch(text):
            values = []
            for cell in cells:
                value = _number(cell.strip())
                if value is None:
                    return False
                values.append(value)
            self.untouched &= text.split() == [*cells]
        # Another reader takes -0 among fractions for a number below 0.
        self.untouched &= "-0" not in cells
        self._seen.add(values)
        return True

    @property
    def read(self) -> Callable[[str], Any] | None:
        """What reads a cell that is not empty; None where it stays text."""
        if self.kind == "boolean":
            return _read_boolean
        if self.kind == "number":
            return _read_number if float in self._seen.kinds else _read_whole
        return None

    @property
    def seen(self) -> Seen:
        """What is seen of the cells as they are read."""
        if self.kind in ("boolean", "text"):
            seen = Seen()
            seen.add([self.kind == "boolean" or ""])
            return seen
        return self._seen

    def pattern(self, quotes: bool) -> str | None:
        """A regular expression of cells that tell nothing new; None where any cell may.

        They are short, and read by all readers alike. quotes: whether text may stand in quotes.
        """
        if self.kind == "text" and not self.texts.others:
            return None
        if self.kind == "text" and quotes:
            return f"(?:{_QUOTED}|{_WRITTEN['text']})"
        if self.kind != "number":
            return _WRITTEN[self.kind]
        if float in self._seen.kinds:
            return rf"(?!{_MINUS})(?:[-+]?(?:{_POINT}|(?:{_EXACT})){_POWER})?+"
        # Of those that no double holds the first is what counts.
        whole = _LARGE if self._seen.inexact is not None else _EXACT
        return rf"(?!{_MINUS})(?:[-+]?(?:{whole}))?+"


_BOOLEAN = ("true", "false")


def reading_of(sql_type: str) -> Callable[[str], Any]:
    """What reads the cells of a column of this type."""
    match sql_type:
        case "BOOLEAN":
            return _read_boolean
        case "DOUBLE":
            return _read_number
        case "VARCHAR":
            return str
        case _:
            return _read_whole


def _read_whole(cell: str) -> int:
    # Of the blanks that `strip` takes away, int does not know all.
    return int(cell.strip())


def _read_boolean(cell: str) -> bool:
    return cell.strip().lower() == "true"


def _read_number(cell: str) -> float:
    bare = cell.strip()
    return int(bare) if _INTEGER.fullmatch(bare) else float(bare)


def _number(text: str) -> float | None:
    """The number that a text writes, None where it is none that a column keeps."""
    if _INTEGER.fullmatch(text):
        return int(text) if len(text) <= _DIGITS else None
    if not _FRACTION.fullmatch(text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


def typed_rows(sheets: Iterable[Sheet]) -> list[dict[str, Any]]:
    """The rows of all sheets, each column read as what its cells in all of them are."""
    rows: list[dict[str, Any]] = [
        dict(zip(sheet.header, row, strict=True)) for sheet in sheets for row in sheet.rows
    ]
    for name in dict.fromkeys(name for row in rows for name in row):
        column = CsvColumn()
        column.add([row[name] for row in rows if row.get(name) is not None])
        read = column.read
        if read:
            for row in rows:
                if row.get(name) is not None:
                    row[name] = read(row[name])
    return rows
