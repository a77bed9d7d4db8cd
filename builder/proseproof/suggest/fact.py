"""Facts: single values with their origin, and an index of those that a number may say."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from proseproof.judge.place import check_said
from proseproof.judge.quantity import Quantity, exact
from proseproof.language.reading import Said
from proseproof.language.units import Unit, conversion
from proseproof.model import Limits
from proseproof.nouns import dataclass
from proseproof.suggest.relation import Leaf, Value
from proseproof.suggest.survey import Group, Stat


@dataclass(frozen=True, eq=False)
class Fact:
    """A value. leaf: None where it is the count of a group's rows. stat: "key" where a filter of
    the group names it."""

    group: Group
    leaf: Leaf | None
    stat: Stat
    raw: Value

    @property
    def unit(self) -> Unit | None:
        """The unit of its column; a count has none."""
        return self.leaf.unit if self.leaf is not None and self.stat != "kinds" else None

    @cached_property
    def number(self) -> Fraction:
        """The value, exactly."""
        value = exact(self.raw)
        assert isinstance(value, Fraction)
        return value

    @property
    def quantity(self) -> Quantity:
        """The fact as the judge sees a value."""
        return quantity(self.number, self.unit, noisy=isinstance(self.raw, float))


def quantity(value: Fraction, unit: Unit | None, *, noisy: bool) -> Quantity:
    """A value of no particular query, for the judge."""
    return Quantity(value, None, noisy, "", unit, None, 0)


def facts_of(groups: Iterable[Group]) -> Iterator[Fact]:
    """All the facts of the groups. A value that is not finite is none."""
    for group in groups:
        if group.size > 1:
            yield Fact(group, None, "count", group.size)
        for (leaf, stat), raw in group.values.items():
            if isinstance(raw, int | float | Decimal) and math.isfinite(raw):
                yield Fact(group, leaf, stat, raw)


def keys_of_groups(groups: Iterable[Group]) -> Iterator[Fact]:
    """The numbers that tell groups apart, such as a step: they name rows of a table."""
    for group in groups:
        for leaf, value in group.filters:
            if leaf.kind == "number":
                yield Fact(group, leaf, "key", value)


def window(said: Said, limits: Limits) -> tuple[float, float]:
    """The least and the greatest value that `said` can be right for, in its unit; a little wide."""
    literal = said.literal
    value, half = float(literal.value), float(literal.step) / 2
    if said.hedge in (None, "up to"):
        low, high = value - half, value + half
    elif said.hedge in ("about", "nearly"):
        half = max(half, abs(value) * float(limits.about))
        low, high = value - half, value + half
    else:
        slack = float(limits.slack)
        low, high = sorted((value / slack, value * slack))
    slip = max(abs(low), abs(high)) * 1e-9 + half * 1e-6
    return low - slip, high + slip


def is_right(said: Said, value: Quantity, limits: Limits) -> bool:
    """Whether the number may stand for the value."""
    return check_said((said,), value, limits).fault is None


def factor_to(unit: Unit | None, said: Said) -> Fraction | None:
    """What turns a value in `unit` into one in the unit that is said; None: they do not compare."""
    wanted = said.unit or (said.lent if unit is not None else None)
    if wanted is None:
        return Fraction(1)
    if unit is None:
        return Fraction(1) if wanted.soft or said.literal.factor else None
    return conversion(unit, wanted)


def bounds_in(unit: Unit | None, said: Said, limits: Limits) -> tuple[float, float] | None:
    """The window of a number for values in `unit`; None where the two do not compare."""
    factor = factor_to(unit, said)
    if factor is None:
        return None
    low, high = window(said, limits)
    return low / float(factor), high / float(factor)


@dataclass(frozen=True, eq=False)
class Index:
    """Facts by unit and size. limits: those of the project, which say how far a hedge reaches."""

    facts: Sequence[Fact]
    limits: Limits
    _found: dict[Hashable, tuple[Fact, ...]] = field(default_factory=dict, repr=False)
    _bounds: dict[Hashable, tuple[float, float] | None] = field(default_factory=dict, repr=False)

    @cached_property
    def _by_unit(self) -> dict[Unit | None, tuple[list[float], list[Fact]]]:
        parts: dict[Unit | None, list[Fact]] = {}
        for fact in self.facts:
            parts.setdefault(fact.unit, []).append(fact)
        for facts in parts.values():
            facts.sort(key=lambda fact: float(fact.raw))
        return {unit: ([float(f.raw) for f in facts], facts) for unit, facts in parts.items()}

    def matching(self, said: Said) -> tuple[Fact, ...]:
        """The facts that the number may stand for."""
        key = (said.literal.written, said.unit, said.lent, said.hedge)
        if key not in self._found:
            self._found[key] = tuple(self._search(said))
        return self._found[key]

    def may_say(self, said: Said, unit: Unit | None, raw: Value) -> bool:
        """Whether the number is near enough to a value in `unit`, which may be missing."""
        if raw is None:
            return False
        key = (said.literal.written, said.unit, said.lent, said.hedge, unit)
        if key not in self._bounds:
            self._bounds[key] = bounds_in(unit, said, self.limits)
        bounds = self._bounds[key]
        return bounds is not None and bounds[0] <= raw <= bounds[1]

    def _search(self, said: Said) -> Iterator[Fact]:
        for unit, (sizes, facts) in self._by_unit.items():
            bounds = bounds_in(unit, said, self.limits)
            if bounds is None:
                continue
            first, last = bisect_left(sizes, bounds[0]), bisect_right(sizes, bounds[1])
            right: dict[Value, bool] = {}
            for fact in facts[first:last]:
                if fact.raw not in right:  # one value often stands in many groups
                    right[fact.raw] = is_right(said, fact.quantity, self.limits)
                if right[fact.raw]:
                    yield fact
