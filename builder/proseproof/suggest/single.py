"""Ideas for one number: a value, a statistic, a count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from proseproof.suggest.comparing import comparison_of
from proseproof.suggest.draft import Draft
from proseproof.suggest.fact import Fact
from proseproof.suggest.idea import Idea, cost_of, query_of, rows_of, select
from proseproof.suggest.relation import is_difference

_TURNED = 0.5  # "1.2 s less" is hardly a value as it stands


def single_ideas(draft: Draft, matching: Sequence[Fact]) -> Iterator[Idea]:
    """Every fact that the one number of a draft may stand for. matching: these facts."""
    turned = comparison_of(draft, draft.said[0])
    for fact in matching:
        cost = cost_of(fact)
        if turned is not None and turned.how == "change" and not _is_difference(fact):
            cost += _TURNED
        yield Idea("query", partial(query_of, (fact,)), ((fact,),), cost)
    if draft.says_each:
        yield from _of_all(matching)


def _is_difference(fact: Fact) -> bool:
    return fact.leaf is not None and is_difference(fact.leaf)


def _of_all(matching: Sequence[Fact]) -> Iterator[Idea]:
    """`SELECT time_s FROM nights`, all of whose rows the number is right for."""
    least = {(id(fact.group), fact.leaf) for fact in matching if fact.stat == "min"}
    for fact in matching:
        if fact.stat == "max" and (id(fact.group), fact.leaf) in least:
            cost = 0.1 * len(fact.group.filters)
            yield Idea("query", partial(_every, fact), ((fact,),), cost, "each")


def _every(fact: Fact) -> str:
    assert fact.leaf is not None
    conditions = [*rows_of(fact), f"{fact.leaf.sql} IS NOT NULL"]
    return select([fact.leaf.sql], fact.group.relation.sql, conditions)
