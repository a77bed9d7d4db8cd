"""Changes: how the words of a phrase read its number off two values, from and to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal as OneOf

from proseproof.judge.direction import Direction, direction_of
from proseproof.judge.quantity import Quantity
from proseproof.language.reading import Said, tie
from proseproof.language.token import Token
from proseproof.language.units import FACTOR, PERCENT, POINTS, Unit, conversion, unit_of_suffix

Measure = OneOf["percent", "factor", "points", "amount"]
Kind = OneOf["time", "rate", "other"]


@dataclass(frozen=True)
class Misreading:
    """Why a change cannot be read. rule: the finding's rule; ordinal: the number concerned."""

    rule: str
    message: str
    notes: tuple[str, ...] = ()
    ordinal: int | None = None


@dataclass(frozen=True)
class Reading:
    """One row of the table of changes: what a number of `measure` says with a word of direction."""

    name: str
    measure: Measure
    of: Callable[[Fraction, Fraction, Kind], Fraction | None]


def _over(top: Fraction, bottom: Fraction) -> Fraction | None:
    return top / bottom if bottom else None


def _less(value: Fraction | None, by: int) -> Fraction | None:
    return None if value is None else value - by


def _of_speed(start: Fraction, end: Fraction, kind: Kind, slower: bool = False) -> Fraction | None:
    if kind == "other":
        return None
    return _over(end, start) if (kind == "rate") != slower else _over(start, end)


def _faster_percent(start: Fraction, end: Fraction, kind: Kind) -> Fraction | None:
    return _less(_of_speed(start, end, kind), 1)


def _slower_percent(start: Fraction, end: Fraction, kind: Kind) -> Fraction | None:
    if kind == "rate":
        share = _over(end, start)
        return None if share is None else 1 - share
    return _less(_of_speed(start, end, kind, slower=True), 1)


def _drop(start: Fraction, end: Fraction) -> Fraction | None:
    share = _over(end, start)
    return None if share is None else 1 - share


READINGS: dict[tuple[Measure, Direction], Reading] = {
    ("percent", "less"): Reading("less", "percent", lambda a, b, k: _drop(a, b)),
    ("percent", "more"): Reading("more", "percent", lambda a, b, k: _less(_over(b, a), 1)),
    ("percent", "signed"): Reading("change", "percent", lambda a, b, k: _less(_over(b, a), 1)),
    ("percent", "faster"): Reading("faster", "percent", _faster_percent),
    ("percent", "slower"): Reading("slower", "percent", _slower_percent),
    ("factor", "more"): Reading("more", "factor", lambda a, b, k: _over(b, a)),
    ("factor", "less"): Reading("less", "factor", lambda a, b, k: _over(a, b)),
    ("factor", "faster"): Reading("as fast", "factor", _of_speed),
    ("factor", "slower"): Reading("slower", "factor", lambda a, b, k: _of_speed(a, b, k, True)),
    ("points", "signed"): Reading("change", "points", lambda a, b, k: b - a),
    ("points", "more"): Reading("more", "points", lambda a, b, k: b - a),
    ("points", "less"): Reading("less", "points", lambda a, b, k: a - b),
    ("amount", "signed"): Reading("change", "amount", lambda a, b, k: b - a),
    ("amount", "more"): Reading("more", "amount", lambda a, b, k: b - a),
    ("amount", "less"): Reading("less", "amount", lambda a, b, k: a - b),
    ("amount", "slower"): Reading("slower", "amount", lambda a, b, k: _slowed(a, b, k)),
    ("amount", "faster"): Reading("faster", "amount", lambda a, b, k: _slowed(b, a, k)),
}  # fmt: skip


def _slowed(start: Fraction, end: Fraction, kind: Kind) -> Fraction | None:
    return None if kind == "other" else (end - start if kind == "time" else start - end)


@dataclass(frozen=True)
class _Row:
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
    chosen = _chosen(numbers, len(rows))
    tied = tie(tokens, [numbers[ordinal] for ordinal in chosen])
    result = []
    for index, row in enumerate(rows):
        place = min(index, len(tied) - 1)
        if place < 0:
            break
        read = _read_one(tokens, tied[place], row, chosen[place])
        if isinstance(read, Misreading):
            return read
        result.append(read)
    return tuple(result) or tuple(row.start for row in rows)


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
            both = start.unit is not None and end.unit is not None
            factor = conversion(end.unit, start.unit) if both else None  # type: ignore[arg-type]
        if factor is None:
            return Misreading(
                "unit-mismatch",
                f"`{start.column}` and `{end.column}` have no common unit to compare in",
            )
        rows.append(_Row(start, end.number * factor, kind_of(start.unit), number))
    return rows


def kind_of(unit: Unit | None) -> Kind:
    """Whether a change of values in the unit is one of a time, of a rate, or of neither."""
    if unit is None:
        return "other"
    if unit.code.endswith("/s"):
        return "rate"
    seconds = unit_of_suffix("s")
    assert seconds is not None
    return "time" if conversion(unit, seconds) is not None else "other"


def _chosen(numbers: Sequence[Said], count: int) -> list[int]:
    """The ordinals of the numbers that read the change: digits if there are any."""
    digits = [i for i, said in enumerate(numbers) if not said.literal.words or said.literal.twin]
    strong = [i for i, said in enumerate(numbers) if i in digits or not said.literal.weak]
    for tier in (digits, strong, list(range(len(numbers)))):
        if len(tier) == count:
            return tier
    return digits or strong or list(range(len(numbers)))


def measure_of(said: Said) -> Measure:
    """What kind of number is said: a percent, a factor, points, or an amount of the columns."""
    unit = said.unit or said.lent
    if unit is None or unit.code not in (PERCENT.code, FACTOR.code, POINTS.code):
        return "amount"
    return {PERCENT.code: "percent", FACTOR.code: "factor", POINTS.code: "points"}[unit.code]


def _read_one(
    tokens: Sequence[Token], said: Said, row: _Row, ordinal: int
) -> Quantity | Misreading:
    measure = measure_of(said)
    found = direction_of(tokens, said, measure)
    if found == "improvement":
        return Misreading(
            "unread-change",
            '"improvement" has two readings',
            (_readings_of(measure, row),),
            ordinal,
        )
    reading = READINGS.get((measure, found)) if found is not None else None
    if reading is None:
        return Misreading(
            "unread-change",
            f"nothing in the phrase says how `{said.literal.written}` reads the change",
            ("words such as less, more, faster, slower or a sign do",),
            ordinal,
        )
    value = reading.of(row.start.number, row.end, row.kind)
    if value is None:
        if row.kind == "other" and found in ("faster", "slower"):
            return Misreading(
                "unread-change",
                f'"{found}" reads a time or a rate, and `{row.start.column}` is neither',
                (), ordinal,
            )  # fmt: skip
        return Misreading("no-value", f"a change from {row.start.column} = 0 has no size")
    return _quantity(row, value, measure)


def _quantity(row: _Row, value: Fraction, measure: Measure) -> Quantity:
    unit: Unit | None = row.start.unit
    if measure == "percent":
        value, unit = value * 100, PERCENT
    elif measure == "factor":
        unit = FACTOR
    elif measure == "points" and unit is not None:
        factor = conversion(unit, PERCENT)
        value, unit = (value * factor, POINTS) if factor is not None else (value, unit)
    return replace(
        row.start, value=value, unit=unit, noisy=True, statistic=None, column="change", row=row.row
    )


def _readings_of(measure: Measure, row: _Row) -> str:
    shown = []
    for direction in ("less", "faster"):
        reading = READINGS.get((measure, direction))
        value = reading.of(row.start.number, row.end, row.kind) if reading is not None else None
        if reading is not None and value is not None:
            size = value * 100 if measure == "percent" else value
            shown.append(f"{reading.name}: {float(size):.4g}{'%' if measure == 'percent' else 'x'}")
    return "the readings are " + ", ".join(shown) if shown else "neither applies to these columns"


def other_readings(
    said: Said, values: Sequence[Quantity], row: int, used: Fraction
) -> list[tuple[str, Quantity]]:
    """The other rows of the table for the same two values, where they yield the sign of `used`."""
    rows = _rows(values)
    if isinstance(rows, Misreading):
        return []
    here = next(candidate for candidate in rows if candidate.row == row)
    measure = measure_of(said)
    result = []
    for (of_measure, _), reading in READINGS.items():
        if of_measure != measure or reading.name == "change":
            continue
        value = reading.of(here.start.number, here.end, here.kind)
        if value is None:
            continue
        quantity = _quantity(here, value, measure)
        if (quantity.number > 0) == (used > 0) and quantity.number != used:
            result.append((reading.name, quantity))
    return result
