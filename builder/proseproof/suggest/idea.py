"""An idea: a query that may be what a phrase means, with the facts behind each of its numbers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import field
from functools import cached_property
from typing import Literal as OneOf

from proseproof.nouns import dataclass
from proseproof.suggest.fact import Fact
from proseproof.suggest.relation import Leaf, Relation, Value, literal_in_sql
from proseproof.suggest.survey import Filter, computed
from proseproof.suggest.terms import stems

Kind = OneOf["query", "change"]


@dataclass(frozen=True, eq=False)
class Idea:
    """A query or a change. facts: those behind each number of the phrase, number by number.

    write: gives its SQL, which of many ideas only a few need.
    cost: how far-fetched it is; a plain value costs nothing. how: tells apart ideas over the same
    facts that mean something else. told: the sentence says both of the values that it compares.
    """

    kind: Kind
    write: Callable[[], str] = field(repr=False)
    facts: tuple[tuple[Fact, ...], ...]
    cost: float
    how: str = ""
    told: bool = False

    @cached_property
    def sql(self) -> str:
        """Its SQL."""
        return self.write()

    @property
    def relation(self) -> Relation:
        """The relation that it reads."""
        return self.facts[0][0].group.relation


def meaning(idea: Idea, structural: frozenset[str]) -> Hashable:
    """The same for two ideas that say the same, as one table and a view of it do.

    structural: the names that only lead to tables (`runs` of `runs.{run}`).
    """
    return (
        idea.kind,
        idea.how,
        tuple(tuple(_told(f, structural) for f in fs) for fs in idea.facts),
    )


def kin(idea: Idea) -> Hashable:
    """The same for two ideas that differ in nothing but the values of their filters."""
    return (idea.kind, idea.how, tuple(tuple(map(_kin, facts)) for facts in idea.facts))


def _kin(fact: Fact) -> Hashable:
    group = fact.group
    path = fact.leaf.path if fact.leaf is not None else ()
    return (group.relation.name, path, fact.stat, tuple(key.path for key, _ in group.filters))


def _told(fact: Fact, structural: frozenset[str]) -> Hashable:
    group = fact.group
    names = {_member(key, value, group.size) for key, value in group.constants.items()}
    if fact.leaf is None:
        names.add(group.relation.name.lower())
    else:
        names |= {name.lower() for name in fact.leaf.path}
    size = 0 if fact.stat in ("value", "same") else group.size
    return (fact.stat, size, str(fact.number), frozenset(names - structural - {"value", ""}))


def _member(key: Leaf, value: object, size: int) -> str:
    """What a key tells of a group: a single row has its name, and its flags say no more."""
    if isinstance(value, str):
        return value.lower()
    return "" if isinstance(value, bool) and size == 1 else f"{key.path[-1].lower()}={value}"


def where(filters: Iterable[Filter], row_set: str = "") -> list[str]:
    """The filters as conditions of a query, of the rows that it calls `row_set`."""
    return [_condition(leaf.of(row_set) if row_set else leaf.sql, v) for leaf, v in filters]


def _condition(sql: str, value: object) -> str:
    if isinstance(value, bool):
        return sql if value else f"NOT {sql}"
    return f"{sql} = {literal_in_sql(value)}"


def said_of(key: Leaf, value: Value) -> tuple[str, ...]:
    """The words that name what a filter leaves: a flag is told by its name, any other key by its
    value; a number beside the key's name, as in "seed 3" or "100 connections"."""
    if isinstance(value, str):
        return stems(value)
    named = stems(key.path[-1])
    return named if isinstance(value, bool) else tuple(f"{one}#{value}" for one in named[-1:])


def query_of(facts: Sequence[Fact], order: str = "") -> str:
    """A query of facts of one group, in one row; `order` stands behind it."""
    conditions = list(dict.fromkeys(one for fact in facts for one in rows_of(fact)))
    distinct = all(fact.stat == "same" for fact in facts)
    source = facts[0].group.relation.sql
    return select([item(fact) for fact in facts], source, conditions, distinct=distinct) + order


def select(
    items: Sequence[str], source: str, conditions: Sequence[str] = (), *, distinct: bool = False
) -> str:
    """A SELECT over one line, or two where it is long."""
    head = f"SELECT {'DISTINCT ' if distinct else ''}{', '.join(items)}"
    tail = f"FROM {source}"
    if conditions:
        tail += f" WHERE {' AND '.join(conditions)}"
    return f"{head} {tail}"


def item(fact: Fact) -> str:
    """The fact as an item of a SELECT over the rows of its group."""
    if fact.leaf is None:
        return "count(*)"
    sql = computed(fact.stat, fact.leaf.sql)
    return f"{sql} AS {fact.leaf.alias}" if fact.leaf.alias else sql


def rows_of(fact: Fact) -> list[str]:
    """The conditions that leave the rows of the fact's group."""
    conditions = where(fact.group.filters)
    if fact.stat == "same" and isinstance(fact.leaf, Leaf):
        conditions.append(f"{fact.leaf.sql} IS NOT NULL")
    return conditions


_COSTS = {
    "value": 0.0,
    "same": 0.1,
    "min": 0.3,
    "max": 0.3,
    "mean": 0.6,
    "median": 0.4,
    "count": 0.3,
    "kinds": 0.3,
    "key": 0.0,
}


_IDLE_FILTER = 0.4  # all rows have this value: to name some of them says less, and hides that


def cost_of(fact: Fact) -> float:
    """How far-fetched a fact is: by its statistic, its filters, and what it is a statistic of."""
    cost = _COSTS.get(fact.stat, 0.7) + 0.1 * len(fact.group.filters)
    leaf = fact.leaf
    if leaf is None:
        return cost
    if fact.group.filters and leaf in fact.group.shared:
        cost += _IDLE_FILTER if fact.stat == "same" else _IDLE_FILTER / 2
    if leaf.integer and leaf.unit is None and fact.stat in ("mean", "median"):
        cost += 0.5  # whole numbers are counted or name something; hardly anybody averages them
    return cost + (0.5 if leaf.derived else 0.0)
