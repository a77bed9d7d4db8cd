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
from proseproof.suggest.draft import Around, Draft
from proseproof.suggest.fact import Fact
from proseproof.suggest.idea import Idea, said_of
from proseproof.suggest.relation import Leaf, Relation, Value, is_statistic
from proseproof.suggest.score import BOUNDS, STATISTICS
from proseproof.suggest.survey import Filter
from proseproof.suggest.table import TableIdea, fact_at
from proseproof.suggest.terms import stems

_PASSAGE, _SENTENCE, _CLAUSE = 0.25, 0.55, 0.8  # as `Around` weighs them
_MANY = 4  # so many numbers in the order of the rows are no accident, be the column named or not
_RANGES = ("dash", "to", "between")
_NEGATIONS = frozenset({"not", "no", "without", "never", "none", "neither", "nor"})
_NAMED: Mapping[str, str] = {
    "min": "minimum", "max": "maximum", "mean": "mean average", "median": "median",
    "total": "total",
}  # fmt: skip
_COMPARED = frozenset({"change", "difference", "share", "factor", "percent"})
_FIRST_LAST = "first last start end begin beginning final initial"


def agrees(draft: Draft, idea: Idea) -> bool:
    """Whether the sentence of a draft says what an idea computes, number by number."""
    if not all(map(partial(_number_agrees, draft, idea), range(len(draft.said)))):
        return False
    every = tuple(chain.from_iterable(idea.facts))
    computed = {fact.stat for fact in every}
    return idea.told or not any(
        _untold_by(every, stat, words)
        for stat, words in _NAMED.items()
        if stat not in computed and any(_is_told(one, words, _CLAUSE) for one in draft.around)
    )


def table_agrees(idea: TableIdea) -> bool:
    """The same for a whole table; so many cells in the order of its rows are no accident."""
    sheet = idea.sheet
    if sum(len(slot.said) for slot in sheet.slots) >= _MANY:
        return True
    for draft in sheet.drafts:
        assert draft.cell is not None
        _, row, column = draft.cell
        facts = tuple(
            (fact_at(idea.members[row], source),)
            for slot, source in zip(sheet.slots, idea.sources, strict=True)
            if slot.column == column and any(slot.said[row] is said for said in draft.said)
        )
        if not agrees(draft, Idea("query", str, facts, 0.0)):
            return False
    return True


def _untold_by(facts: Sequence[Fact], stat: str, words: str) -> bool:
    """Whether no column of these facts is itself the statistic that the words name."""
    names = {one for fact in facts if fact.leaf for name in fact.leaf.path for one in stems(name)}
    return names.isdisjoint(stems(words)) and names.isdisjoint(stems(STATISTICS[stat]))


def _number_agrees(draft: Draft, idea: Idea, at: int) -> bool:
    around, facts = draft.around[at], idea.facts[at]
    named = all(_subject_agrees(around, fact, idea.how) for fact in facts)
    if not named and len(draft.said) < _MANY:
        return False
    if not idea.told and not _statistic_agrees(draft, idea, at):
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
        return any(_is_told(around, name, _SENTENCE) for name in names)
    near = _nearness(around, leaf)
    # "engine kept" names a row, and not a column `kept_s`.
    rows = {one for value in fact.group.constants.values() for one in stems(str(value))}
    others = [_nearness(around, one, rows) for one in _rivals(relation, leaf, how)]
    if near >= _SENTENCE:
        return near >= max(others, default=0.0)
    if leaf.unit is None or how in _COMPARED - {"difference"}:
        return False
    return not others  # "it took 96.2 s" need not name the one column that is in seconds


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
            return _is_told(around, _FIRST_LAST, _SENTENCE)
        return len(told) == len(stats)
    if idea.how or not stats - {"value", "same", "count", "kinds"}:
        return True
    if _is_range(draft) and len({fact.group for each in idea.facts for fact in each}) == 1:
        return [fact.stat for (fact, *_) in idea.facts] == ["min", "max"]
    if BOUNDS.get(draft.said[at].hedge) in stats:
        return True
    return len(told) == len(stats)


def _is_range(draft: Draft) -> bool:
    return len(draft.said) == 2 and draft.said[0].tie in _RANGES


def _is_statistic_told(around: Around, stat: str, facts: Sequence[Fact]) -> bool:
    if stat in ("value", "same", "count", "kinds"):
        return True
    called = {one for fact in facts if fact.leaf for one in stems(fact.leaf.path[-1])}
    words = (one for one in stems(STATISTICS[stat]) if one not in called)
    return any(around.words.get(one, 0.0) >= _SENTENCE for one in words)


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
    return all(_named_rows_are_read(around, facts, key) for key in _text_keys(facts))


def _filter_told(draft: Draft, around: Around, filter_: Filter) -> bool:
    key, value = filter_
    if isinstance(value, bool):
        denied = any(token.norm in _NEGATIONS for token in draft.tokens)
        return _weight(around, key, value) >= _PASSAGE and (value or denied)
    # "Each ran ten times" does not speak of run 10.
    written = [one.literal for one in draft.tokens if one.literal and one.literal.value == value]
    if not isinstance(value, str) and written and all(literal.words for literal in written):
        return False
    return _weight(around, key, value) >= _PASSAGE


def _weight(around: Around, key: Leaf, value: Value) -> float:
    """How near the words name what a filter leaves; all the words of it count."""
    words = [around.words.get(one, 0.0) for one in said_of(key, value)]
    return max(min(words, default=0.0), around.names.get(str(value).lower(), 0.0))


def _text_keys(facts: Sequence[Fact]) -> Iterator[Leaf]:
    relation = facts[0].group.relation
    if relation.whole:
        yield from (leaf for leaf in relation.rows if leaf.kind == "text")


def _values(relation: Relation, key: Leaf) -> frozenset[Hashable]:
    return frozenset(value for value in relation.rows.get(key, ()) if value is not None)


def _named_rows_are_read(around: Around, facts: Sequence[Fact], key: Leaf) -> bool:
    """Whether the nearest values of a key that the clause names are among those that are read."""
    relation = facts[0].group.relation
    named = {one for fact in facts if fact.leaf for name in fact.leaf.path for one in stems(name)}
    weights = {
        value: _weight(around, key, value)
        for value in _values(relation, key)
        if named.isdisjoint(stems(str(value)))
    }
    nearest = max(weights.values(), default=0.0)
    if nearest < _CLAUSE:
        return True
    read = [fact.group.constants[key] for fact in facts if key in fact.group.constants]
    return any(weights.get(value, 0.0) == nearest for value in read)
