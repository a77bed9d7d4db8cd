"""The formats of a table block's cells, and the headers of tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter

from proseproof.judge.quantity import Quantity, show_raw
from proseproof.language.phrase import Phrase, Slot
from proseproof.language.reading import unit_at
from proseproof.language.token import tokenize
from proseproof.language.units import Unit
from proseproof.model import DecimalMark, TableColumn
from proseproof.nouns import dataclass


@dataclass(frozen=True)
class Part:
    """A piece of a format: text, then the value of the column `name` (None: none) by `spec`."""

    text: str
    name: str | None
    spec: str


@dataclass(frozen=True, eq=False)
class CellPhrase:
    """What the cell of a row must say. slots: the column behind each of its numbers, by ordinal.
    sure: the ordinals of numbers inside a text of the row."""

    phrase: Phrase
    slots: Mapping[int, str]
    sure: frozenset[int]


@dataclass(frozen=True, eq=False)
class CellFormat:
    """The format of a column's cells."""

    column: TableColumn
    parts: tuple[Part, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """The columns of `data` that the format names, in order."""
        return tuple(part.name for part in self.parts if part.name is not None)

    def phrase(self, row: Mapping[str, Quantity], mark: DecimalMark = ".") -> CellPhrase:
        """What the cell of a row must say. A number of the row becomes a slot where the format
        leaves it a number of its own; in `v{version}` it is a part of a word."""
        numbers = {part.name for part in self.parts if part.name and _is_number(row[part.name])}
        cell = self._read(row, numbers, mark)
        if set(cell.slots.values()) == numbers:
            return cell
        return self._read(row, set(cell.slots.values()), mark)

    def shown(
        self, row: Mapping[str, Quantity], written: Mapping[str, str | None], mark: DecimalMark
    ) -> str:
        """The cell of a row as a page would write it. written: numbers in a style of their own, by
        column; None and those without an entry are as the format has them."""

        def number(part: Part, name: str) -> str:
            text = written.get(name) or _written(row[name], part.spec)
            own = mark == "." or written.get(name) or not _is_number(row[name])
            return text if own else text.translate(_OTHER_MARK)

        return "".join(
            part.text + (number(part, part.name) if part.name else "") for part in self.parts
        )

    def _read(
        self, row: Mapping[str, Quantity], numbers: set[str], mark: DecimalMark
    ) -> CellPhrase:
        text = ""
        starts: dict[int, str] = {}
        texts: list[range] = []
        for part in self.parts:
            text += part.text
            if part.name is None:
                continue
            if part.name in numbers:
                starts[len(text)] = part.name
                text += _STAND_IN
            else:
                written = _written(row[part.name], part.spec)
                texts.append(range(len(text), len(text) + len(written)))
                text += written
        lead = len(text) - len(text.lstrip())
        phrase = Phrase.read(text, mark)
        literals = [
            range(item.literal.start + lead, item.literal.end + lead)
            for item in phrase.items
            if isinstance(item, Slot)
        ]
        return CellPhrase(
            phrase,
            {
                ordinal: starts[at.stop - 1]
                for ordinal, at in enumerate(literals)
                if at.stop - 1 in starts and text[at.start : at.stop - 1] in _BEFORE
            },
            frozenset(
                ordinal
                for ordinal, at in enumerate(literals)
                if any(place in piece for piece in texts for place in at)
            ),
        )


WIDE = re.compile(r"\d{4}")
"""A width or a precision that no cell needs, and that would fill the memory."""

_BEFORE = ("", *"$€£¥")  # what may stand before a number and leaves it a number of its own
_OTHER_MARK = str.maketrans(".,", ",.")
_STAND_IN = "7"  # any digit; its place in the text is what counts


def _is_number(quantity: Quantity) -> bool:
    return not isinstance(quantity.value, str)


def _written(quantity: Quantity, spec: str) -> str:
    """The value by its format; as it is where the format does not fit it, or is absurdly wide."""
    try:
        fits = bool(spec) and not WIDE.search(spec)
        return format(quantity.raw, spec) if fits else show_raw(quantity.raw)
    except (TypeError, ValueError):
        return show_raw(quantity.raw)


def read_format(column: TableColumn) -> CellFormat:
    """The parts of a column's format. Its braces were checked when the claims file was read."""
    return CellFormat(
        column,
        tuple(
            Part(text, name, spec or "")
            for text, name, spec, _ in Formatter().parse(column.format.value)
        ),
    )


_UNIT_BEHIND = re.compile(r"(?:[,(\[]|(?P<slash>\s/)|\sin\s)(?P<unit>[^,()\[\]]{1,60}?)[)\]]?$")
_DIVIDES = frozenset(("s", "minute", "hour", "day", "week"))


def header_key(header: str) -> tuple[tuple[str, ...], Unit | None]:
    """A header's words, and the unit at its end: "Install, ms", "Install (ms)", "Install / ms" and
    "Install in ms" give ms. "Requests / s" is a rate, whose words stay together."""
    header = header.rstrip()
    found = _UNIT_BEHIND.search(header)
    if found is not None:
        inside = tokenize(found["unit"])
        unit = unit_at(inside, 0)
        rate = found["slash"] and unit is not None and unit[0].code in _DIVIDES
        if unit is not None and unit[1] == len(inside) and not rate:
            return _norms(header[: found.start()]), unit[0]
    return _norms(header), None


def _norms(text: str) -> tuple[str, ...]:
    return tuple(token.norm for token in tokenize(text))
