"""The table of changes: what a number says of two values, by its kind and a word of direction."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal as OneOf

from proseproof.judge.direction import Direction
from proseproof.language.reading import Said
from proseproof.language.units import FACTOR, PERCENT, POINTS, Unit, is_rate, is_time
from proseproof.nouns import dataclass

Measure = OneOf["percent", "factor", "points", "share", "amount"]
"""What a number is: a percent, a factor, percentage points, a part (a third), or an amount."""

Kind = OneOf["time", "rate", "other"]
"""What the two values are."""

_Of = Callable[[Fraction, Fraction, Kind], Fraction | None]


@dataclass(frozen=True)
class Reading:
    """One row of the table. name: the words that ask for it; empty for a bare sign.

    of: the number from the two values and their kind; None where it has none.
    """

    name: str
    measure: Measure
    of: _Of


def measure_of(said: Said) -> Measure:
    """What kind of number is said."""
    unit = said.unit or said.lent
    if unit is None:
        return "share" if said.literal.fraction and said.literal.value <= 1 else "amount"
    measures: dict[str, Measure] = {
        PERCENT.code: "percent", FACTOR.code: "factor", POINTS.code: "points",
    }  # fmt: skip
    return measures.get(unit.code, "amount")


def kind_of(unit: Unit | None) -> Kind:
    """Whether a change of values in the unit is one of a time, of a rate, or of neither."""
    if unit is None:
        return "other"
    return "rate" if is_rate(unit) else "time" if is_time(unit) else "other"


def _over(top: Fraction, bottom: Fraction) -> Fraction | None:
    return top / bottom if bottom else None


def _less(value: Fraction | None, by: int) -> Fraction | None:
    return None if value is None else value - by


def _rest(value: Fraction | None) -> Fraction | None:
    return None if value is None else 1 - value


def _fast(start: Fraction, end: Fraction, kind: Kind) -> Fraction | None:
    """How many times as fast: the times the other way round, the rates as they are."""
    return {"time": _over(start, end), "rate": _over(end, start), "other": None}[kind]


def _slow(start: Fraction, end: Fraction, kind: Kind) -> Fraction | None:
    return _fast(end, start, kind)


def _slower_percent(start: Fraction, end: Fraction, kind: Kind) -> Fraction | None:
    """Of a time, how much longer it takes; of a rate, how much of it is lost."""
    return _rest(_over(end, start)) if kind == "rate" else _less(_slow(start, end, kind), 1)


def _slowed(start: Fraction, end: Fraction, kind: Kind) -> Fraction | None:
    return {"time": end - start, "rate": start - end, "other": None}[kind]


_SHARES: dict[Direction, tuple[str, _Of]] = {
    "less": ("less", lambda a, b, k: _rest(_over(b, a))),
    "more": ("more", lambda a, b, k: _less(_over(b, a), 1)),
    "signed": ("", lambda a, b, k: _less(_over(b, a), 1)),
    "faster": ("faster", lambda a, b, k: _less(_fast(a, b, k), 1)),
    "slower": ("slower", _slower_percent),
    "part": ("as much", lambda a, b, k: _over(b, a)),
    "as fast": ("as fast", _fast),
}
_FACTORS: dict[Direction, tuple[str, _Of]] = {
    "less": ("less", lambda a, b, k: _over(a, b)),
    "more": ("more", lambda a, b, k: _over(b, a)),
    "faster": ("as fast", _fast),
    "slower": ("slower", _slow),
}
_DIFFERENCES: dict[Direction, tuple[str, _Of]] = {
    "less": ("less", lambda a, b, k: a - b),
    "more": ("more", lambda a, b, k: b - a),
    "signed": ("", lambda a, b, k: b - a),
}
_AMOUNTS: dict[Direction, tuple[str, _Of]] = {
    **_DIFFERENCES,
    "faster": ("faster", lambda a, b, k: _slowed(b, a, k)),
    "slower": ("slower", _slowed),
}
_ROWS: dict[Measure, dict[Direction, tuple[str, _Of]]] = {
    "percent": _SHARES,
    "share": _SHARES,
    "factor": _FACTORS,
    "points": _DIFFERENCES,
    "amount": _AMOUNTS,
}

READINGS: dict[tuple[Measure, Direction], Reading] = {
    (measure, direction): Reading(name, measure, of)
    for measure, rows in _ROWS.items()
    for direction, (name, of) in rows.items()
}

IMPROVEMENTS: dict[Kind, tuple[Direction, Direction]] = {
    "time": ("less", "faster"), "rate": ("more", "less"), "other": ("more", "less"),
}  # fmt: skip
"""The two readings that "improvement" leaves open."""

_OPPOSED = {
    "less": {"more"}, "more": {"less"},
    "faster": {"slower"}, "as fast": {"slower"}, "slower": {"faster", "as fast"},
}  # fmt: skip


def are_opposed(one: str, other: str) -> bool:
    """Whether readings of these names go opposite ways."""
    return other in _OPPOSED.get(one, ())


_PLAIN: frozenset[Measure] = frozenset({"percent", "factor", "points"})


def confusable(measure: Measure) -> frozenset[Measure]:
    """The kinds of number that a writer mixes up with one of `measure`: all without a unit."""
    return _PLAIN if measure in _PLAIN else frozenset({measure})
