"""The survey: for every relation and each way to filter it, all that simple statistics give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from itertools import combinations
from typing import Literal as OneOf

from proseproof.nouns import dataclass
from proseproof.query import Answer
from proseproof.suggest.relation import Leaf, Relation, Value, is_statistic, keys_of

Stat = OneOf["value", "same", "min", "max", "mean", "median", "total", "count", "kinds", "key"]
Filter = tuple[Leaf, Value]

_COMPUTED: tuple[tuple[Stat, str], ...] = (
    ("min", "min"), ("max", "max"), ("mean", "avg"), ("median", "median"), ("total", "sum"),
)  # fmt: skip
_TOTAL = 4
_FUNCTIONS: Mapping[Stat, str] = dict(_COMPUTED)

_MOST_KEYS = 6
_MOST_FILTERS = 3
_MOST_GROUPS = 3000
_MOST_CELLS = 40_000


def computed(stat: Stat, sql: str) -> str:
    """The SQL of a statistic of a column; a value, or one that all rows share, is the column."""
    if stat == "kinds":
        return f"count(DISTINCT {sql})"
    return f"{_FUNCTIONS[stat]}({sql})" if stat in _FUNCTIONS else sql


@dataclass(frozen=True, eq=False)
class Group:
    """The rows of a relation under some filters.

    size: how many. constants: the keys that have one value in all of these rows, filters included.
    values: what each leaf gives, by statistic: its "value" where there is one row, the one value
    that all rows share ("same"), else the others; how many values a key has ("kinds"). shared: the
    leaves of which all rows of the relation have one value, under these filters or not.
    """

    relation: Relation
    filters: tuple[Filter, ...]
    size: int
    constants: Mapping[Leaf, Value] = field(repr=False)
    values: Mapping[tuple[Leaf, Stat], Value] = field(repr=False)
    shared: frozenset[Leaf] = frozenset()

    @cached_property
    def series(self) -> tuple[tuple[Leaf, frozenset[Filter]], ...]:
        """Each key that a filter names, with the filters that are left without it."""
        return tuple(
            (key, frozenset(one for one in self.filters if one[0] != key))
            for key, _ in self.filters
        )


@dataclass(frozen=True)
class Survey:
    """The query that surveys a relation, and how its answer is read."""

    relation: Relation
    keys: tuple[Leaf, ...]
    sets: tuple[tuple[int, ...], ...]
    leaves: tuple[Leaf, ...]

    @property
    def sql(self) -> str:
        """One query for all sets of filters and all statistics."""
        inner = [f"{key.sql} AS k{at}" for at, key in enumerate(self.keys)]
        inner += [f"{leaf.sql} AS v{at}" for at, leaf in enumerate(self.leaves)]
        outer = ["count(*)"]
        if self.keys:
            keys = [f"k{at}" for at in range(len(self.keys))]
            outer += [f"GROUPING({', '.join(keys)})", *keys]
            outer += [f"min({key}), max({key}), count({key})" for key in keys]
        for at, leaf in enumerate(self.leaves):
            outer.append(f"count(v{at})")
            outer += [f"{function}(v{at})" for _, function in _computed(leaf)]
        sets = ", ".join(f"({', '.join(f'k{at}' for at in one)})" for one in self.sets)
        grouped = f" GROUP BY GROUPING SETS ({sets})" if self.keys else ""
        source = f"(SELECT {', '.join(inner) or '1'} FROM {self.relation.sql})"
        return f"SELECT {', '.join(outer)} FROM {source}{grouped} LIMIT {_MOST_GROUPS}"


def survey(relation: Relation) -> Survey:
    """The survey of a relation, kept within bounds: few keys, few groups, few values in all."""
    keys = keys_of(relation)[:_MOST_KEYS]
    sets = list(_sets(relation, keys))
    leaves = relation.numbers
    while len(sets) > 1 and _groups(relation, keys, sets) * len(leaves) * 6 > _MOST_CELLS:
        sets.pop()
    return Survey(relation, keys if len(sets) > 1 else (), tuple(sets), leaves)


def _sets(relation: Relation, keys: Sequence[Leaf]) -> Iterator[tuple[int, ...]]:
    """Sets of keys, small ones first; none that parts the rows no further than a part of it."""
    parts: dict[tuple[int, ...], int] = {}
    rows = len(next(iter(relation.rows.values()), ()))
    twins = {at for at in range(len(keys)) if _has_twin(relation, keys, at)}
    for count in range(min(_MOST_FILTERS, len(keys)) + 1):
        for one in combinations(range(len(keys)), count):
            if count > 1 and twins & {*one}:
                continue
            size = _distinct(relation, [keys[at] for at in one])
            smaller = (parts.get(less) for less in combinations(one, count - 1)) if count else ()
            if any(held in (None, size, rows) for held in smaller):
                continue
            parts[one] = size
            yield one


def _has_twin(relation: Relation, keys: Sequence[Leaf], at: int) -> bool:
    """Whether a key before this one parts the rows in the same way."""
    size = _distinct(relation, keys[at : at + 1])
    return any(
        size == _distinct(relation, [other]) == _distinct(relation, [other, keys[at]])
        for other in keys[:at]
    )


def _distinct(relation: Relation, keys: Sequence[Leaf]) -> int:
    return len(set(zip(*(relation.rows[key] for key in keys), strict=True))) if keys else 1


def _groups(relation: Relation, keys: Sequence[Leaf], sets: Sequence[tuple[int, ...]]) -> int:
    return sum(_distinct(relation, [keys[at] for at in one]) for one in sets)


def read_groups(survey: Survey, answer: Answer) -> list[Group]:
    """The groups of an answer to the survey's query."""
    groups = list(_groups_of(survey, answer))
    kinds = _kinds(groups) if len(answer.rows) < _MOST_GROUPS else {}
    shared = frozenset(
        leaf
        for group in groups
        if not group.filters
        for leaf, stat in group.values
        if stat == "same"
    )
    return [
        replace(one, values={**one.values, **kinds.get(one.filters, {})}, shared=shared)
        for one in groups
    ]


def _kinds(groups: Sequence[Group]) -> Mapping[tuple[Filter, ...], dict[tuple[Leaf, Stat], int]]:
    """How many values a key has under filters: as many as groups that it parts their rows into.

    One that tells each row from the others has as many as there are rows, which count themselves.
    """
    found: dict[tuple[Filter, ...], dict[tuple[Leaf, Stat], int]] = {}
    sizes = {group.filters: group.size for group in groups}
    for group in groups:
        for at, (key, _) in enumerate(group.filters):
            if key.kind != "flag":
                inside = found.setdefault((*group.filters[:at], *group.filters[at + 1 :]), {})
                inside[key, "kinds"] = inside.get((key, "kinds"), 0) + 1
    return {
        filters: {key: n for key, n in inside.items() if 1 < n < sizes.get(filters, 0)}
        for filters, inside in found.items()
    }


def _groups_of(survey: Survey, answer: Answer) -> Iterator[Group]:
    count = len(survey.keys)
    for row in answer.rows:
        size = row[0]
        assert isinstance(size, int)
        filters: tuple[Filter, ...] = ()
        constants = dict(survey.relation.constants)
        at = 1
        if count:
            bits = row[1]
            assert isinstance(bits, int)
            held = [place for place in range(count) if not bits >> (count - 1 - place) & 1]
            filters = tuple((survey.keys[place], row[2 + place]) for place in held)
            at = 2 + count
            for key in survey.keys:
                least, most, known = row[at : at + 3]
                if least == most and known == size:
                    constants[key] = least
                at += 3
        if size and all(value is not None for _, value in filters):
            values = dict(_values(survey.leaves, row[at:], size, filters, bool(count)))
            yield Group(survey.relation, filters, size, constants, values)


def _values(
    leaves: Sequence[Leaf], row: Sequence[Value], size: int, filters: Sequence[Filter],
    has_keys: bool,
) -> Iterator[tuple[tuple[Leaf, Stat], Value]]:  # fmt: skip
    fixed = {key for key, _ in filters}
    at = 0
    for leaf in leaves:
        stats = _computed(leaf)
        known, *computed = row[at : at + 1 + len(stats)]
        at += 1 + len(stats)
        if not known or leaf in fixed:
            continue  # a value that the filter names proves nothing
        if known == 1 < size and has_keys:
            continue  # a key tells more plainly which row it is
        if size == 1:
            yield (leaf, "value"), computed[0]
        elif computed[0] == computed[1] and not leaf.derived:
            yield (leaf, "same"), computed[0]
            if known > 1 and len(computed) > _TOTAL:
                yield (leaf, "total"), computed[_TOTAL]
        else:
            for (stat, _), value in zip(stats, computed, strict=True):
                yield (leaf, stat), value


def _computed(leaf: Leaf) -> tuple[tuple[Stat, str], ...]:
    """What is computed of a leaf; of one that is a statistic itself no total, and of one among
    the statistics of an object only the ends."""
    if not is_statistic(leaf):
        return _COMPUTED
    return _COMPUTED[:_TOTAL] if len(leaf.path) == 1 else _COMPUTED[:2]
