"""The formats of a table block's cells, and the headers of tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter

from proseproof.judge.quantity import Quantity
from proseproof.language.phrase import Phrase, Slot
from proseproof.language.reading import unit_at
from proseproof.language.token import tokenize
from proseproof.language.units import Unit
from proseproof.model import TableColumn


@dataclass(frozen=True, eq=False)
class CellFormat:
    """The format of a column's cells. parts: literal text and the field behind it, in order."""

    column: TableColumn
    parts: tuple[tuple[str, str | None], ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """The columns of `data` that the format names, in order."""
        return tuple(name for _, name in self.parts if name is not None)

    def phrase(self, row: Mapping[str, Quantity]) -> tuple[Phrase, dict[int, str]]:
        """What the cell of a row must say: its phrase, and the column behind each of its numbers.

        A number of the row becomes a slot; a text stands as it is.
        """
        text = ""
        starts: dict[int, str] = {}
        for words, name in self.parts:
            text += words
            if name is None:
                continue
            value = row[name].value
            if isinstance(value, str):
                text += value
            else:
                starts[len(text)] = name
                text += _STAND_IN
        return _with_slots(text, starts)


_STAND_IN = "7"  # any digit; its place in the text is what counts


def _with_slots(text: str, starts: Mapping[int, str]) -> tuple[Phrase, dict[int, str]]:
    lead = len(text) - len(text.lstrip())
    phrase = Phrase.read(text)
    slots = {}
    for ordinal, item in enumerate(item for item in phrase.items if isinstance(item, Slot)):
        name = starts.get(item.literal.start + lead)
        if name is not None:
            slots[ordinal] = name
    return phrase, slots


def read_format(column: TableColumn) -> CellFormat:
    """The parts of a column's format. Its braces were checked when the claims file was read."""
    parts = [
        (words, None if name is None else name)
        for words, name, _, _ in Formatter().parse(column.format.value)
    ]
    return CellFormat(column, tuple(parts))


_UNIT_BEHIND = re.compile(r"(?:,\s*|\s*[\(\[])(?P<unit>[^,()\[\]]+?)[\)\]]?\s*$")


def header_key(header: str) -> tuple[tuple[str, ...], Unit | None]:
    """A header's words, and the unit at its end: "Install, ms" and "Install (ms)" give ms."""
    found = _UNIT_BEHIND.search(header)
    if found is not None:
        inside = tokenize(found["unit"])
        unit = unit_at(inside, 0)
        if unit is not None and unit[1] == len(inside):
            return _norms(header[: found.start()]), unit[0]
    return _norms(header), None


def _norms(text: str) -> tuple[str, ...]:
    return tuple(token.norm for token in tokenize(text))
