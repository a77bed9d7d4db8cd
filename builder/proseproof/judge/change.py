"""Changes: how the words of a phrase read its numbers off rows of two values, from and to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from proseproof.judge.direction import Turn, turn_of
from proseproof.judge.pair import choose
from proseproof.judge.quantity import Quantity, show, with_unit
from proseproof.judge.readings import (
    IMPROVEMENTS,
    READINGS,
    Kind,
    Measure,
    Reading,
    are_opposed,
    confusable,
    kind_of,
    measure_of,
)
from proseproof.language.hedge import read_hedge
from proseproof.language.reading import Said, tie
from proseproof.language.token import Token
from proseproof.language.units import FACTOR, PERCENT, POINTS, conversion
from proseproof.nouns import dataclass

__all__ = ["Misreading", "kind_of", "measure_of", "other_readings", "read_change"]


@dataclass(frozen=True)
class Misreading:
    """Why a change cannot be read. rule: the finding's rule; ordinal: the number concerned."""

    rule: str
    message: str
    notes: tuple[str, ...] = ()
    ordinal: int | None = None


@dataclass(frozen=True)
class _Row:
    """Two values, the second in the unit of the first, and what kind they are."""

    start: Quantity
    end: Fraction
    kind: Kind
    row: int


def read_change(
    tokens: Sequence[Token], numbers: Sequence[Said], values: Sequence[Quantity]
) -> tuple[Quantity, ...] | Misreading:
    """What the numbers of a phrase should say of the rows from and to: one quantity a row."""
    rows = _rows(values)
    if isinstance(rows, Misreading):
        return rows
    chosen = choose(numbers, [row.start for row in rows])
    ordinals = list(range(len(numbers))) if chosen is None else chosen
    tied = tie(tokens, [numbers[ordinal] for ordinal in ordinals])
    if not tied:
        return tuple(row.start for row in rows)
    groups = _groups(tied)
    result = []
    for index, row in enumerate(rows):
        place = min(index, len(tied) - 1)
        read = _read_one(tokens, tied[place], groups[place], row)
        if isinstance(read, Misreading):
            return replace(read, ordinal=ordinals[place])
        result.append(read)
    return tuple(result)


def _groups(tied: Sequence[Said]) -> list[Sequence[Said]]:
    """For each number those that hang together with it: "12 and 5 percent less"."""
    groups: list[list[Said]] = []
    for index, said in enumerate(tied):
        if index and tied[index - 1].tie is not None:
            groups[-1].append(said)
        else:
            groups.append([said])
    return [group for group in groups for _ in group]


def _rows(values: Sequence[Quantity]) -> list[_Row] | Misreading:
    by_row: dict[int, list[Quantity]] = {}
    for value in values:
        by_row.setdefault(value.row, []).append(value)
    rows = []
    for number, pair in by_row.items():
        if len(pair) != 2 or not all(isinstance(value.value, Fraction) for value in pair):
            return Misreading(
                "invalid-query",
                f"a change is two numbers a row, from and to, and the query gives {len(pair)}"
                if len(pair) != 2
                else "a change is two numbers, from and to, and the query gives text",
            )
        start, end = pair
        factor: Fraction | None = Fraction(1)
        if start.unit != end.unit:
            factor = conversion(end.unit, start.unit) if end.unit and start.unit else None
        if factor is None:
            return Misreading(
                "unit-mismatch",
                f"`{start.column}` and `{end.column}` have no common unit to compare in",
            )
        rows.append(_Row(start, end.number * factor, kind_of(start.unit), number))
    return rows


def _read_one(
    tokens: Sequence[Token], said: Said, group: Sequence[Said], row: _Row
) -> Quantity | Misreading:
    measure = measure_of(said)
    turn = turn_of(tokens, said, group, measure)
    found = turn.direction if turn is not None else None
    if found == "improvement":
        note = f"the readings are {' and '.join(_both_readings(measure, row))}"
        return Misreading("unread-change", '"improvement" has two readings', (note,))
    written = said.literal.written
    if found == "level":
        return Misreading(
            "unread-change", f"the words say where the change arrives, at {written}, not its size",
            ("a `query` of the value itself reads it",),
        )  # fmt: skip
    reading = READINGS.get((measure, found)) if found is not None else None
    if reading is None:
        return Misreading(
            "unread-change", f"nothing in the phrase says how {written} reads the change",
            ("words such as less, more, faster, slower or a sign do",),
        )  # fmt: skip
    value = reading.of(row.start.number, row.end, row.kind)
    if value is not None:
        told = _told(tokens, said, turn) if turn is not None else ("", "")
        return replace(_quantity(row, value, reading), told=told)
    if row.kind == "other" and found in ("faster", "slower"):
        return Misreading(
            "unread-change",
            f'"{found}" reads a time or a rate, and `{row.start.column}` is neither',
        )
    return Misreading("no-value", f"a change of `{row.start.column}` from or to 0 has no such size")


_QUOTED = 5  # so many words are quoted between a number and the word that says its direction


def _told(tokens: Sequence[Token], said: Said, turn: Turn) -> tuple[str, str]:
    """The words that say which way the change goes, before the number and behind it: up to the
    number where they are few and no other number stands among them, else the word alone."""
    if turn.behind <= turn.first:
        return ("", "")
    hedge = read_hedge(tokens, said.at)
    begin = hedge[1] if hedge is not None else said.at
    ahead = turn.first < said.at
    words = tokens[turn.first : begin] if ahead else tokens[said.after : turn.behind]
    if len(words) > _QUOTED or any(token.kind == "number" for token in words):
        words = tokens[turn.first : turn.behind]
    text = " ".join(token.written for token in words)
    return (text, "") if ahead else ("", text)


def _quantity(row: _Row, value: Fraction, reading: Reading) -> Quantity:
    unit = row.start.unit
    if reading.measure == "percent":
        value, unit = value * 100, PERCENT
    elif reading.measure in ("factor", "share"):
        unit = FACTOR
    elif reading.measure == "points" and unit is not None:
        factor = conversion(unit, PERCENT)
        value, unit = (value * factor, POINTS) if factor is not None else (value, unit)
    return replace(
        row.start, value=value, unit=unit, noisy=True, statistic=None, column="change",
        row=row.row, reading=reading.name,
    )  # fmt: skip


def _both_readings(measure: Measure, row: _Row) -> list[str]:
    shown = []
    for direction in IMPROVEMENTS[row.kind]:
        reading = READINGS.get((measure, direction))
        value = reading.of(row.start.number, row.end, row.kind) if reading is not None else None
        if reading is not None and value is not None:
            quantity = _quantity(row, value, reading)
            number = with_unit(show(quantity.number, 3), quantity.unit)
            shown.append(f"{number} {reading.name}")
    return shown or [f"less and more of `{row.start.column}`"]


def other_readings(said: Said, values: Sequence[Quantity], used: Quantity) -> list[Quantity]:
    """What the other rows of the table give for the two values that `used` was read off.

    First those that go the other way. The others have the sign of `used`: percents, factors and
    points beside one another, since they are mixed up.
    """
    rows = _rows(values)
    if isinstance(rows, Misreading):
        return []
    here = next(candidate for candidate in rows if candidate.row == used.row)
    own = measure_of(said)
    turned, result = [], []
    for (measure, _), reading in READINGS.items():
        if measure not in confusable(own) or not reading.name:
            continue
        value = reading.of(here.start.number, here.end, here.kind)
        if value is None:
            continue
        quantity = _quantity(here, value, reading)
        if (measure == "points" and quantity.unit != POINTS) or quantity.number == used.number:
            continue
        if measure == own and are_opposed(used.reading, reading.name):
            turned.append(quantity)
        elif (quantity.number > 0) == (used.number > 0):
            result.append(quantity)
    return [*turned, *result]
