"""Whether an idea agrees with its sentence: in what is measured, in its statistic, in its rows.

The digits of a number agree with much. What stands out may be taken without a question, so it has
to agree with the words as well: the column is named, or is the only one of its unit; a statistic is
told, and none is told that the query is not; each filter is told, and the rows that the words name
are those that are read.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from proseproof.language.units import conversion
from proseproof.suggest.against import CLAUSE, SENTENCE, speaks_against, weight_of
from proseproof.suggest.draft import RANGES, Around, Draft
from proseproof.suggest.fact import Fact
from proseproof.suggest.idea import Idea
from proseproof.suggest.relation import Leaf, Relation, Value, is_statistic
from proseproof.suggest.score import BOUNDS, STATISTICS
from proseproof.suggest.survey import Filter
from proseproof.suggest.table import TableIdea, fact_at
from proseproof.suggest.terms import stems

_PASSAGE = 0.25  # the weight of a word of the same passage, as `Around` has it
_MANY = 4  # so many numbers in the order of the rows are no accident, if nothing else is named
_NAMED: Mapping[str, str] = {
    "min": "minimum lowest smallest shortest", "max": "maximum highest largest longest greatest"
    " biggest", "mean": "mean average", "median": "median", "total": "total",
}  # fmt: skip
# The best rate is the highest and the best time the lowest; "most runs" and "went up" are neither.
_UNDIRECTED = frozenset(stems("best worst fastest slowest cheapest most least up from"))
_COMPARED = frozenset({"change", "difference", "share", "factor", "percent"})
_FIRST_LAST = "first last start end begin beginning final initial"


def agrees(draft: Draft, idea: Idea) -> bool:
    """Whether the sentence of a draft says what an idea computes, and no word is against it."""
    return may_mean(draft, idea) and not speaks_against(draft, idea)


def may_mean(draft: Draft, idea: Idea) -> bool:
    """Whether the sentence names what an idea computes, number by number.

    Such an idea is a rival of one that agrees, though words speak against it.
    """
    return _names(draft, idea, many=len(draft.said) >= _MANY)


def _names(draft: Draft, idea: Idea, *, many: bool) -> bool:
    if not all(map(partial(_number_agrees, draft, idea, many), range(len(draft.said)))):
        return False
    every = tuple(chain.from_iterable(idea.facts))
    computed = {fact.stat for fact in every}
    others = {stat: words for stat, words in _NAMED.items() if stat not in computed}
    return idea.told or not any(
        _untold_by(every, stat, words) and _is_told(around, words, _least(draft, stat))
        for stat, words in others.items()
        for around in draft.around
    )


def table_agrees(idea: TableIdea) -> bool:
    """The same for a whole table; of many cells in the order of its rows the header need not name
    the column, but it names no other."""
    sheet = idea.sheet
    many = sum(len(slot.said) for slot in sheet.slots) >= _MANY
    for draft in sheet.drafts:
        assert draft.cell is not None
        _, row, column = draft.cell
        facts = tuple(
            (fact_at(idea.members[row], source),)
            for slot, source in zip(sheet.slots, idea.sources, strict=True)
            if slot.column == column and any(slot.said[row] is said for said in draft.said)
        )
        cell = Idea("query", str, facts, 0.0)
        if not _names(draft, cell, many=many) or speaks_against(draft, cell):
            return False
    return True


def _least(draft: Draft, stat: str) -> float:
    """How near a word of another statistic is against an idea; one end of the values rules the
    other out in all of the sentence. What leads to a table speaks of all its columns."""
    return SENTENCE if stat in ("min", "max") and draft.cell is None else CLAUSE


def _untold_by(facts: Sequence[Fact], stat: str, words: str) -> bool:
    """Whether no column of these facts is itself the statistic that the words name."""
    names = {one for fact in facts if fact.leaf for name in fact.leaf.path for one in stems(name)}
    return names.isdisjoint(stems(words)) and names.isdisjoint(stems(STATISTICS[stat]))


def _number_agrees(draft: Draft, idea: Idea, many: bool, at: int) -> bool:
    around, facts = draft.around[at], idea.facts[at]
    for fact in facts:
        if not _subject_agrees(around, fact, idea.how) and not (
            many and _names_no_other(around, fact, idea)
        ):
            return False
    excused = idea.told or (many and draft.cell is not None)
    if not excused and not _statistic_agrees(draft, idea, at):
        return False
    return _rows_agree(draft, around, facts)


def _is_told(around: Around, words: str, least: float) -> bool:
    return any(around.words.get(one, 0.0) >= least for one in stems(words))


# What is measured.


def _subject_agrees(around: Around, fact: Fact, how: str) -> bool:
    relation, leaf = fact.group.relation, fact.leaf
    if leaf is None:
        # Of "2 runs" those with one value of `run` are not the count.
        fixed = {key for key, _ in fact.group.filters}
        keys = [key for key in relation.leaves if key.kind == "text" or key.integer]
        names = [relation.name, *(key.path[-1] for key in keys if key not in fixed)]
        return any(_is_told(around, name, SENTENCE) for name in names)
    near = _nearness(around, leaf)
    rows = _rows_named(fact)
    others = [_nearness(around, one, rows) for one in _rivals(relation, leaf, how)]
    if near >= SENTENCE:
        return near >= max(others, default=0.0)
    if leaf.unit is None or how in _COMPARED - {"difference"}:
        return False
    return not others  # "it took 96.2 s" need not name the one column that is in seconds


def _names_no_other(around: Around, fact: Fact, idea: Idea) -> bool:
    """Whether no column, of whatever unit, is named nearer that the idea does not read as well."""
    if fact.leaf is None:
        return False
    near, own = _nearness(around, fact.leaf), _subject(fact.leaf)
    read = {other.leaf for other in chain.from_iterable(idea.facts)}
    others = (one for one in fact.group.relation.numbers if not one.derived and one not in read)
    return not any(
        _nearness(around, one, _rows_named(fact)) > max(near, SENTENCE)
        for one in others
        if _subject(one) != own
    )


def _rows_named(fact: Fact) -> set[str]:
    """The stems of what names rows: "engine kept" does, and means no column `kept_s`."""
    return {one for value in fact.group.constants.values() for one in stems(str(value))}


def _nearness(around: Around, leaf: Leaf, but: Collection[str] = ()) -> float:
    """How near the words of a column's name stand; of several the nearest, less for those unsaid.

    but: stems that are said of something else.
    """
    words = _subject(leaf)
    weights = [around.words.get(one, 0.0) for one in words if one not in but]
    return max(weights, default=0.0) * (0.9 + 0.1 * sum(map(bool, weights)) / max(len(words), 1))


def _subject(leaf: Leaf) -> tuple[str, ...]:
    """The stems of what a column measures; of `rollout.median_s` it is the rollout."""
    nested = is_statistic(leaf) and len(leaf.path) > 1
    return stems(leaf.path[-2]) if nested else leaf.terms


def _rivals(relation: Relation, leaf: Leaf, how: str) -> Iterator[Leaf]:
    """The other columns that the same number could be of."""
    for other in relation.numbers:
        if other is leaf or other.derived or _subject(other) == _subject(leaf):
            continue
        if how in _COMPARED - {"difference"}:
            yield other
        elif leaf.unit is not None and other.unit is not None:
            if conversion(other.unit, leaf.unit) is not None:
                yield other
        elif leaf.unit is other.unit:
            yield other


# Which statistic.


def _statistic_agrees(draft: Draft, idea: Idea, at: int) -> bool:
    around, stats = draft.around[at], {fact.stat for fact in idea.facts[at]}
    told = [stat for stat in stats if _is_statistic_told(around, stat, idea.facts[at])]
    if idea.how in _COMPARED:
        if any(fact.stat == "value" and fact.group.size > 1 for fact in idea.facts[at]):
            return _is_told(around, _FIRST_LAST, SENTENCE)
        return len(told) == len(stats)
    if idea.how or not stats - {"value", "same", "count", "kinds"}:
        return True
    if _is_range(draft) and len({fact.group for each in idea.facts for fact in each}) == 1:
        return [fact.stat for (fact, *_) in idea.facts] == ["min", "max"]
    if BOUNDS.get(draft.said[at].hedge) in stats:
        return True
    return len(told) == len(stats)


def _is_range(draft: Draft) -> bool:
    return len(draft.said) == 2 and draft.said[0].tie in RANGES


def _is_statistic_told(around: Around, stat: str, facts: Sequence[Fact]) -> bool:
    if stat in ("value", "same", "count", "kinds"):
        return True
    called = {one for fact in facts if fact.leaf for one in stems(fact.leaf.path[-1])}
    words = (one for one in stems(STATISTICS[stat]) if one not in called | _UNDIRECTED)
    return any(around.words.get(one, 0.0) >= SENTENCE for one in words)


# Which rows.


def _rows_agree(draft: Draft, around: Around, facts: Sequence[Fact]) -> bool:
    filters = list(dict.fromkeys(chain.from_iterable(fact.group.filters for fact in facts)))
    compared: dict[Leaf, list[Value]] = {}
    for key, value in filters:
        compared.setdefault(key, []).append(value)
    for key, values in compared.items():
        told = [value for value in values if _filter_told(draft, around, (key, value))]
        # Of a setting with two values, to name one of them is to compare it with the other.
        implied = len(values) == 2 == len(_values(facts[0].group.relation, key))
        if len(told) < len(values) and not (implied and told):
            return False
    return True


def _filter_told(draft: Draft, around: Around, filter_: Filter) -> bool:
    key, value = filter_
    # "Each ran in 6 processes. The median takes 16 ms." does not speak of run 6.
    least = _PASSAGE if isinstance(value, str | bool) else SENTENCE
    return weight_of(draft, around, key, value) >= least


def _values(relation: Relation, key: Leaf) -> frozenset[Hashable]:
    return frozenset(value for value in relation.rows.get(key, ()) if value is not None)
