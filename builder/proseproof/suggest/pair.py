"""Pairs of values that a number may compare: columns, members, ends, first and last, parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, permutations

from proseproof.nouns import dataclass
from proseproof.suggest.fact import Fact
from proseproof.suggest.idea import cost_of, item, rows_of, where
from proseproof.suggest.relation import Leaf
from proseproof.suggest.survey import Filter, Group, Stat, computed
from proseproof.suggest.terms import stems

_MOST_PAIRS = 3000
_MOST_MEMBERS = 30
_MOST_NUMBERED = 6  # of a setting there are few; steps and seeds are seldom compared by number
_MOST_FILTERS = 2
_TYPICAL: tuple[Stat, ...] = ("value", "median", "mean")


@dataclass(frozen=True, eq=False)
class Pair:
    """Two values of one unit that a number may compare, first to second.

    by: what tells them apart, where the facts alone do not: the key by whose least and greatest
    value they are first and last, or the filters of two members.
    """

    first: Fact
    second: Fact
    by: Leaf | tuple[Filter, Filter] | None = None

    @property
    def cost(self) -> float:
        """How far-fetched the pair is."""
        if isinstance(self.by, Leaf):
            return 0.5 + 0.1 * len(self.first.group.filters)
        if self.first.leaf is None:
            return 0.1 * len(self.first.group.filters)
        return cost_of(self.first) + (0.4 if self.by is not None else 0.5)

    def written(self) -> tuple[str, str, str]:
        """Both values as items of a SELECT, and all that stands behind its FROM."""
        first, group = self.first, self.first.group
        if first.leaf is None:
            (key,) = set(group.filters) - set(self.second.group.filters)
            part = f"count(*) FILTER (WHERE {where([key])[0]})"
            return part, "count(*)", _source(group, where(self.second.group.filters))
        if self.by is None:
            return item(first), item(self.second), _source(group, rows_of(first))
        if isinstance(self.by, Leaf):
            both = f"({first.leaf.sql}, {self.by.sql})"
            return f"arg_min{both}", f"arg_max{both}", _source(group, where(group.filters))
        return _members_written(first, self.by)


def suffix_of(leaf: Leaf) -> str:
    """What a new name needs at its end to have the leaf's unit."""
    if leaf.unit is None:
        return ""
    parts = leaf.path[-1].lower().split("_")
    per = parts[-2:-1] == ["per"]
    return "_" + "_".join(parts[-3:] if per else parts[-1:])


def _source(group: Group, conditions: Sequence[str]) -> str:
    return group.relation.sql + (f" WHERE {' AND '.join(conditions)}" if conditions else "")


def _members_written(fact: Fact, keys: tuple[Filter, Filter]) -> tuple[str, str, str]:
    group, leaf = fact.group, fact.leaf
    assert leaf is not None
    rest = [one for one in group.filters if one != keys[0]]
    if fact.stat == "value":
        conditions = [*where([keys[0], *rest], "a"), *where([keys[1], *rest], "b")]
        name = group.relation.sql
        return leaf.of("a"), leaf.of("b"), f"{name} a, {name} b WHERE {' AND '.join(conditions)}"
    function = computed(fact.stat, leaf.sql)
    one, other = (f"{function} FILTER (WHERE {where([key])[0]})" for key in keys)
    return one, other, _source(group, where(rest))


def pairs_of(groups: Sequence[Group]) -> list[Pair]:
    """The pairs worth comparing; of very many in one relation, those that few filters make."""
    by_relation: dict[int, list[Group]] = {}
    for group in groups:
        if len(group.filters) <= _MOST_FILTERS:
            by_relation.setdefault(id(group.relation), []).append(group)
    found: list[Pair] = []
    for inside in by_relation.values():
        ordered = sorted(inside, key=lambda group: len(group.filters))
        makers = (_ends, _steps, _columns)
        simple = chain.from_iterable(maker(group) for group in ordered for maker in makers)
        for made in (simple, _members(ordered), _parts(ordered)):
            found += islice(made, _MOST_PAIRS)
    return found


def _facts(group: Group, stats: Sequence[Stat]) -> Iterator[Fact]:
    for (leaf, stat), raw in group.values.items():
        if stat in stats and not leaf.derived:
            yield Fact(group, leaf, stat, raw)


def _columns(group: Group) -> Iterator[Pair]:
    """Two columns of one row that can be compared."""
    facts = list(_facts(group, ("value",)))
    if len(facts) > _MOST_MEMBERS:
        return
    for one, other in permutations(facts, 2):
        if one.unit == other.unit and _comparable(one.leaf, other.leaf):
            yield Pair(one, other)


def _comparable(one: Leaf | None, other: Leaf | None) -> bool:
    """Whether two columns of one unit measure one thing: without a unit, their names say so."""
    if one is None or other is None or one.path[:-1] != other.path[:-1]:
        return False
    return one.unit is not None or bool({*stems(one.path[-1])} & {*stems(other.path[-1])})


def _ends(group: Group) -> Iterator[Pair]:
    """The greatest and the least of a column."""
    for greatest in _facts(group, ("max",)):
        assert greatest.leaf is not None
        least = Fact(group, greatest.leaf, "min", group.values[greatest.leaf, "min"])
        yield Pair(greatest, least)
        yield Pair(least, greatest)


def _steps(group: Group) -> Iterator[Pair]:
    """A column's values in the first and the last row by a key that counts, such as a step."""
    relation = group.relation
    if group.size < 2 or not relation.whole:
        return
    rows = relation.rows
    count = len(next(iter(rows.values()), ()))
    kept = [at for at in range(count) if all(rows[k][at] == v for k, v in group.filters)]
    for key, values in rows.items():
        held = [values[row] for row in kept]
        if key.kind != "number" or not key.integer or key.unit or None in held or not held:
            continue
        if len(set(held)) < len(held) or held not in (sorted(held), sorted(held, reverse=True)):
            continue
        ends = [kept[held.index(min(held))], kept[held.index(max(held))]]
        for leaf, column in rows.items():
            if leaf.kind == "number" and leaf != key and None not in (column[e] for e in ends):
                first, last = (Fact(group, leaf, "value", column[row]) for row in ends)
                yield Pair(first, last, key)


def _parts(groups: Sequence[Group]) -> Iterator[Pair]:
    """How many rows of a group have a flag or a key, of all of them."""
    by_filters = {(id(group.relation), frozenset(group.filters)): group for group in groups}
    for group in groups:
        for key in group.filters:
            rest = frozenset(one for one in group.filters if one != key)
            whole = by_filters.get((id(group.relation), rest))
            if whole is not None and whole.size > 1 and key[0].kind != "number":
                yield Pair(
                    Fact(group, None, "count", group.size), Fact(whole, None, "count", whole.size)
                )


def _members(groups: Sequence[Group]) -> Iterator[Pair]:
    """One leaf of two groups that differ in one key and agree in all others."""
    families: dict[tuple[int, Leaf, frozenset[Filter]], list[tuple[Filter, Group]]] = {}
    for group in groups:
        for filter_ in group.filters:
            rest = frozenset(one for one in group.filters if one != filter_)
            family = (id(group.relation), filter_[0], rest)
            families.setdefault(family, []).append((filter_, group))
    for (_, key, _), members in families.items():
        if len(members) > (_MOST_MEMBERS if key.kind != "number" else _MOST_NUMBERED):
            continue
        for (key_a, a), (key_b, b) in permutations(members, 2):
            for fact in _facts(a, _TYPICAL):
                leaf = fact.leaf
                assert leaf is not None
                if (leaf, fact.stat) in b.values:
                    other = Fact(b, leaf, fact.stat, b.values[leaf, fact.stat])
                    yield Pair(fact, other, (key_a, key_b))
