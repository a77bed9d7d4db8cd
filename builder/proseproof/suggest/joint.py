"""Ideas for the numbers of one phrase together: statistics, columns of a row, rows in order."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, TypeVar

from proseproof.judge.place import check_said
from proseproof.language.reading import Said
from proseproof.language.units import FACTOR, conversion
from proseproof.suggest.draft import Draft
from proseproof.suggest.fact import Fact, Index
from proseproof.suggest.idea import Idea, cost_of, item, query_of, rows_of, select, where
from proseproof.suggest.relation import Leaf, literal_in_sql
from proseproof.suggest.survey import Filter, Group

_MOST_COMBINATIONS = 20
_MOST_COLUMNS = 3

Key = TypeVar("Key", bound=Hashable)


def joint_ideas(draft: Draft, index: Index, groups: Sequence[Group]) -> Iterator[Idea]:
    """Each query that gives all the numbers of a draft in order."""
    yield from _of_one_group(draft, index)
    yield from _of_rows(draft, index, groups)
    yield from _of_members(draft, index)


def _of_one_group(draft: Draft, index: Index) -> Iterator[Idea]:
    """`SELECT min(x), max(x)`, `SELECT n, total_n`: several facts of one group."""
    for places in _in_common(draft, index, lambda fact: (id(fact.group),)).values():
        yield from _combined(places)
    if len(draft.said) == 2:
        yield from _parts(draft, index)
    if draft.is_quotient:
        yield from _quotients(draft, index)
    if draft.is_spread:
        yield from _spreads(draft, index)


def _in_common(
    draft: Draft, index: Index, keys: Callable[[Fact], Iterable[Key]]
) -> dict[Key, list[list[Fact]]]:
    """The facts for each number of a draft, by the keys that all of its numbers have a fact for."""
    found: dict[Key, list[list[Fact]]] = {}
    for at, said in enumerate(draft.said):
        here: dict[Key, list[Fact]] = {}
        for fact in index.matching(said):
            for key in keys(fact):
                if at and key not in found:
                    continue
                held = here.get(key)
                if held is None:
                    here[key] = [fact]
                else:
                    held.append(fact)
        found = {key: [*found.get(key, ()), facts] for key, facts in here.items()}
    return found


def _quotients(draft: Draft, index: Index) -> Iterator[Idea]:
    """`SELECT done_ratio` for `11/12`."""
    top, bottom = draft.said
    for fact in index.facts:
        if fact.unit is not None and conversion(fact.unit, FACTOR) is not None:
            check = check_said((top, bottom), fact.quantity, index.limits)
            if check.fault is None:
                write = partial(query_of, (fact,))
                yield Idea("query", write, ((fact,), (fact,)), cost_of(fact) + 0.1, "quotient")


def _spreads(draft: Draft, index: Index) -> Iterator[Idea]:
    """`SELECT avg(x), stddev(x)` for `12.2 ± 0.4`; whether the second fits is for its trial."""
    for fact in index.matching(draft.said[0]):
        if fact.stat == "mean":
            write = partial(_spread, fact)
            yield Idea("query", write, ((fact,), (fact,)), cost_of(fact) - 0.3, "deviation")


def _spread(mean: Fact) -> str:
    assert mean.leaf is not None
    deviation = f"stddev({mean.leaf.sql})"
    return select([item(mean), deviation], mean.group.relation.sql, rows_of(mean))


def _combined(places: Sequence[Sequence[Fact]]) -> Iterator[Idea]:
    tried = 0
    for facts in product(*places):
        if not all(_beside(facts[0], other) for other in facts[1:]):
            continue
        leaves = {fact.leaf for fact in facts}
        stats = {fact.stat for fact in facts}
        # Of one column several statistics, or of several columns one: else they share nothing.
        # One fact for all is a quantity said twice, as in "600 ms, or 0.6 s".
        different = len({(fact.leaf, fact.stat) for fact in facts})
        if 1 < different < len(facts) or (len(leaves - {None}) > 1 and len(stats - {"count"}) > 1):
            continue
        tried += 1
        if tried > _MOST_COMBINATIONS:
            return
        if "same" in stats and stats != {"same"}:
            continue
        parents = {leaf.path[:-1] for leaf in leaves if leaf is not None}
        shared = (0.0 if len(leaves) == 1 else 0.1) + 0.25 * (len(parents) > 1)
        cost = shared + sum(cost_of(fact) for fact in facts) / len(facts)
        yield Idea("query", partial(query_of, facts), tuple((fact,) for fact in facts), cost)


def _beside(one: Fact, other: Fact) -> bool:
    """Whether two facts may share a query at all, which is quick to see."""
    return one.leaf is other.leaf or one.stat == other.stat or None in (one.leaf, other.leaf)


def _parts(draft: Draft, index: Index) -> Iterator[Idea]:
    """`3 of 4 nights`: how many rows have a flag or a key, and how many there are."""
    wholes = {
        (id(fact.group.relation), _filters(fact.group)): fact
        for fact in index.matching(draft.said[1])
        if fact.leaf is None
    }
    for part in index.matching(draft.said[0]):
        if part.leaf is not None:
            continue
        for key in part.group.filters:
            rest = frozenset(one for one in part.group.filters if one != key)
            whole = wholes.get((id(part.group.relation), rest))
            if whole is None:
                continue
            write = partial(_part, whole, key)
            yield Idea("query", write, ((part,), (whole,)), cost_of(part))


def _part(whole: Fact, key: Filter) -> str:
    items = [f"count(*) FILTER (WHERE {where([key])[0]})", "count(*)"]
    return select(items, whole.group.relation.sql, rows_of(whole))


def _filters(group: Group) -> frozenset[tuple[Leaf, object]]:
    return frozenset(group.filters)


def _of_rows(draft: Draft, index: Index, groups: Sequence[Group]) -> Iterator[Idea]:
    """`SELECT a, b FROM …` whose rows, in their order or sorted, are the numbers of the draft."""
    count = len(draft.said)
    for group in groups:
        relation = group.relation
        width, left = divmod(count, group.size)
        if group.size < 2 or left or not 1 <= width <= _MOST_COLUMNS or not relation.whole:
            continue
        kept = _rows_in(group)
        if len(kept) != group.size:
            continue
        for order, rows in _orders(group, kept):
            columns = [
                _columns_at(group, rows, draft.said[at::width], index) for at in range(width)
            ]
            for leaves in product(*(column[:4] for column in columns)):
                if len(set(leaves)) < width:
                    continue
                facts = tuple(
                    (Fact(_row(group, row), leaf, "value", relation.rows[leaf][row]),)
                    for row in rows
                    for leaf in leaves
                )
                cost = 0.2 + 0.1 * len(group.filters) + (0.15 if order else 0.0)
                yield Idea("query", partial(_rows, group, leaves, order), facts, cost)
            if all(columns):
                break  # the rows need no other order


def _rows(group: Group, leaves: Sequence[Leaf], order: str) -> str:
    items = [leaf.sql for leaf in leaves]
    return select(items, group.relation.sql, where(group.filters)) + order


def _rows_in(group: Group) -> list[int]:
    rows = group.relation.rows
    count = len(next(iter(rows.values()), ()))
    return [at for at in range(count) if all(rows[leaf][at] == v for leaf, v in group.filters)]


def _row(group: Group, row: int) -> Group:
    """The group of a single row, for the words about it."""
    relation = group.relation
    keys = set(group.constants)
    for leaf, values in relation.rows.items():
        if leaf.kind != "number" and values[row] is not None:
            keys.add(leaf)
    constants = {key: relation.rows[key][row] for key in keys if key in relation.rows}
    return Group(relation, group.filters, 1, constants, {})


def _orders(group: Group, kept: Sequence[int]) -> Iterator[tuple[str, Sequence[int]]]:
    """The rows as they stand, then by each key, up and down."""
    yield "", kept
    rows = group.relation.rows
    for leaf, values in rows.items():
        held = [values[row] for row in kept]
        known = all(isinstance(value, str | int) for value in held)
        if leaf.kind == "flag" or not known or len(set(held)) < len(held) or leaf.unit is not None:
            continue
        upward = [row for _, row in sorted(zip(held, kept, strict=True))]
        yield f" ORDER BY {leaf.sql}", upward
        yield f" ORDER BY {leaf.sql} DESC", upward[::-1]


def _columns_at(
    group: Group, rows: Sequence[int], said: Sequence[Said], index: Index
) -> list[Leaf]:
    """The leaves whose values in these rows are these numbers, in order."""
    fixed = {leaf for leaf, _ in group.filters}
    return [
        leaf
        for leaf, values in group.relation.rows.items()
        if leaf.kind == "number"
        and leaf not in fixed
        and all(
            index.may_say(one, leaf.unit, values[row]) for one, row in zip(said, rows, strict=True)
        )
    ]


def _of_members(draft: Draft, index: Index) -> Iterator[Idea]:
    """One leaf of several groups that differ in one key: `… WHERE run IN ('a', 'b')`."""
    for (key, _), places in _in_common(draft, index, _series_of).items():
        for tried, facts in enumerate(product(*places)):
            values = [dict(fact.group.filters)[key] for fact in facts]
            if tried > _MOST_COMBINATIONS:
                break
            if len(set(values)) == len(values) and not isinstance(values[0], bool):
                yield from _series(key, values, facts)


def _series_of(fact: Fact) -> Iterator[tuple[Leaf, Hashable]]:
    """Each key that a filter of the fact names, and what other members have in common with it."""
    if fact.stat != "same":
        for key, rest in fact.group.series:
            yield key, (id(fact.group.relation), fact.leaf, fact.stat, rest)


def _series(key: Leaf, values: list[Any], facts: tuple[Fact, ...]) -> Iterable[Idea]:
    order = f" ORDER BY {key.sql}"
    if values == sorted(values, reverse=True):
        order += " DESC"
    elif values != sorted(values):
        return
    cost = 0.4 + sum(map(cost_of, facts)) / len(facts)
    write = partial(_ordered, key, values, facts[0], order)
    yield Idea("query", write, tuple((fact,) for fact in facts), cost)


def _ordered(key: Leaf, values: list[Any], first: Fact, order: str) -> str:
    rest = [one for one in first.group.filters if one[0] != key]
    members = f"{key.sql} IN ({', '.join(sorted(map(literal_in_sql, values)))})"
    grouped = "" if first.stat == "value" else f" GROUP BY {key.sql}"
    sql = select([item(first)], first.group.relation.sql, [*where(rest), members])
    return sql + grouped + order
