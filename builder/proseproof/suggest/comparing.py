"""Ideas that compare two values for one number: a change, a difference, a share, a factor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from proseproof.judge.direction import direction_of
from proseproof.judge.readings import READINGS, Kind, Measure, kind_of, measure_of
from proseproof.language.reading import Said
from proseproof.language.units import FACTOR, PERCENT, POINTS, Unit, conversion
from proseproof.nouns import dataclass
from proseproof.suggest.draft import Draft
from proseproof.suggest.fact import Index, bounds_in, is_right, quantity
from proseproof.suggest.idea import Idea
from proseproof.suggest.pair import Pair, suffix_of

_TOLD = 0.8

_Of = Callable[[Fraction, Fraction, Kind], Fraction | None]


@dataclass(frozen=True, eq=False)
class Comparison:
    """How a number reads a pair. of: its number. unit, scale: the unit of that, for one of columns.

    how: what ideas call it; a change is written as such.
    """

    of: _Of
    measure: Measure
    how: str

    def in_unit(self, unit: Unit | None) -> tuple[Unit | None, Fraction | None]:
        """The unit of the result for columns in `unit`, and what turns `of` into it."""
        if self.measure == "percent":
            return PERCENT, Fraction(100)
        if self.measure in ("factor", "share"):
            return FACTOR, Fraction(1)
        if self.measure == "points":
            return POINTS, conversion(unit, PERCENT) if unit is not None else None
        return unit, Fraction(1)


def by_unit(pairs: Sequence[Pair]) -> Mapping[Unit | None, list[tuple[float, float, Pair]]]:
    """The pairs with their values as floats, by the unit of their columns."""
    found: dict[Unit | None, list[tuple[float, float, Pair]]] = {}
    for pair in pairs:
        values = (float(pair.first.raw), float(pair.second.raw), pair)
        found.setdefault(pair.first.unit, []).append(values)
    return found


def pair_ideas(
    draft: Draft, pairs: Mapping[Unit | None, list[tuple[float, float, Pair]]], index: Index
) -> Iterator[Idea]:
    """The pairs that make the one number of a draft right, as a change or as a query.

    Words of direction ("20% less") make a change of it; without them it is a difference, a share
    or a factor. A pair whose values the sentence says itself is the likeliest.
    """
    said, limits = draft.said[0], index.limits
    comparison = comparison_of(draft, said)
    if comparison is None:
        return
    for unit, values in pairs.items():
        target, scale = comparison.in_unit(unit)
        bounds = bounds_in(target, said, limits) if scale is not None else None
        if bounds is None or scale is None:
            continue
        low, high = (bound / float(scale) for bound in bounds)
        kind, of = kind_of(unit), comparison.of
        for first, second, pair in values:
            rough = of(first, second, kind)  # type: ignore[arg-type] # floats are quicker
            if rough is None or not low <= rough <= high:
                continue
            value = of(pair.first.number, pair.second.number, kind)
            if value is not None and is_right(
                said, quantity(value * scale, target, noisy=True), limits
            ):
                yield _idea(pair, comparison, _is_told(draft, pair, index))


def _is_told(draft: Draft, pair: Pair, index: Index) -> bool:
    """Whether other numbers of the sentence say both values: "from 12.3 to 8.4 ms, 32% less"."""
    return all(
        any(index.may_say(one, fact.unit, fact.raw) for one in draft.beside)
        for fact in (pair.first, pair.second)
    )


def comparison_of(draft: Draft, said: Said) -> Comparison | None:
    """How a number of a draft compares two values; None where its words do not say how."""
    measure = measure_of(said)
    direction = direction_of(draft.tokens, said, [said], measure)
    if direction in ("improvement", "level"):
        return None
    if direction is not None and (measure, direction) in READINGS:
        return Comparison(READINGS[measure, direction].of, measure, "change")
    if measure == "amount":
        return Comparison(lambda a, b, _: a - b, measure, "difference")
    if measure in ("percent", "factor"):
        return Comparison(lambda a, b, _: a / b if b else None, "factor", measure)
    return None


def _idea(pair: Pair, comparison: Comparison, told: bool) -> Idea:
    how = comparison.how
    facts = ((pair.first, pair.second),)
    write = partial(_written, pair, how)
    cost = pair.cost - (_TOLD if told else 0.0)
    if how == "change":
        return Idea("change", write, facts, cost, how, told)
    return Idea("query", write, facts, cost + 0.3, how, told)


def _written(pair: Pair, how: str) -> str:
    one, other, source = pair.written()
    suffix = suffix_of(pair.first.leaf) if pair.first.leaf is not None else ""
    if how == "change":
        items = f"{one}, {other}"
        if "arg_" in one:
            items = f"{one} AS first{suffix}, {other} AS last{suffix}"
    elif how == "difference":
        # Only a plain difference of columns or of usual aggregates carries its unit by itself.
        plain = "arg_" not in one and "FILTER" not in one
        items = f"{one} - {other}" + ("" if plain or not suffix else f" AS difference{suffix}")
    else:
        items = f"{one} / {other} AS share_ratio"
    return f"SELECT {items} FROM {source}"
