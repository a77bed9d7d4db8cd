"""How well an idea fits the words: by unit, names and statistic, less what it costs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from functools import cached_property

from proseproof.language.reading import Said
from proseproof.nouns import dataclass
from proseproof.suggest.draft import Around, Draft
from proseproof.suggest.fact import Fact, factor_to
from proseproof.suggest.idea import Idea, said_of
from proseproof.suggest.relation import Leaf, Relation, Value
from proseproof.suggest.survey import Group, Stat
from proseproof.suggest.terms import Rarity, stems

_UNIT_AGREES, _UNIT_CONVERTS, _UNIT_UNSAID = 0.6, 0.3, -2.2
_TAIL, _PATH, _KEY, _CONSTANT, _RELATION, _STATISTIC = 1.0, 0.6, 0.8, 0.45, 0.4, 1.0
_MISSED_TAIL, _MISSED_KEY, _MISSED_NUMBER, _MISSED_STATISTIC = 0.12, 0.25, 0.8, 0.35
_BOUND, _FAR = 0.3, 0.8

STATISTICS: Mapping[str, str] = {
    "min": "minimum least lowest smallest shortest fastest best cheapest from",
    "max": "maximum most highest largest longest slowest worst best peak up greatest biggest",
    "mean": "mean average averaged",
    "median": "median medians typical typically",
    "total": "total sum altogether together overall combined",
    "count": "count number times",
    "kinds": "different distinct kinds",
    "difference": "apart difference differ gap between spread",
    "percent": "share part portion",
    "factor": "times ratio factor",
}
_UNITS: Mapping[str, str] = {
    "s": "time takes took second long duration",
    "ms": "time takes took long duration",
    "us": "time takes took long duration", "minute": "time takes took long",
    "hour": "time takes took long", "x": "ratio share part", "percent": "percent share rate",
    "W": "power draws", "degC": "temperature hot warm",
}  # fmt: skip
BOUNDS: Mapping[str | None, Stat] = {
    "at most": "max", "less": "max", "up to": "max", "at least": "min", "more": "min",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Lens:
    """The words about one number, and how well leaves, keys and relations agree with them."""

    said: Said
    around: Around
    rarity: Rarity
    _leaves: dict[Leaf, float] = field(default_factory=dict)
    _keys: dict[tuple[Leaf, Value, bool], float] = field(default_factory=dict)
    _relations: dict[str, float] = field(default_factory=dict)
    _groups: dict[Group, float] = field(default_factory=dict)

    def __call__(self, facts: Sequence[Fact], how: str = "") -> float:
        """How well facts fit, costs aside. how: what a query makes of them."""
        score = sum(map(self._fact, facts)) / len(facts) + _unit_score(self.said, facts[0], how)
        if not how and self.said.hedge in BOUNDS:
            score += _bound_score(self.said, facts[0])
        told = how or facts[0].stat
        words = STATISTICS.get(told)
        if words is None:
            return score
        if told == "count":
            words += f" {facts[0].group.relation.name}"
        elif told == "kinds" and facts[0].leaf is not None:
            words += f" {facts[0].leaf.path[-1]}"
        # What the column is called already says nothing of a statistic: `peak_bytes`.
        leaf = facts[0].leaf
        called = stems(leaf.path[-1]) if leaf is not None and told != "kinds" else ()
        near = self._nearest(words, called)
        return score + (_STATISTIC * near if near else -_MISSED_STATISTIC)

    def _fact(self, fact: Fact) -> float:
        score = self._group(fact.group)
        if fact.leaf is not None:
            score += self._leaf(fact.leaf)
        return score + (self._sharers(fact) if fact.stat == "same" else 0.0)

    def _group(self, group: Group) -> float:
        """How well the words agree with what tells the rows of a group from others."""
        score = self._groups.get(group)
        if score is None:
            filtered = dict(group.filters)
            score = self._relation(group.relation)
            for key, value in group.constants.items():
                score += self._key(key, value, key in filtered)
            self._groups[group] = score
        return score

    def _sharers(self, fact: Fact) -> float:
        """How much the words name the rows that share a value."""
        rows = fact.group.relation.rows
        shared = rows.get(fact.leaf, ()) if fact.leaf is not None else ()
        best = 0.0
        for key, values in rows.items() if fact.group.relation.whole else ():
            if key.kind == "text" and key not in fact.group.constants:
                held = [
                    self.around.names.get(str(value).lower(), 0.0)
                    for value, known in zip(values, shared, strict=True)
                    if known is not None
                ]
                best = max(best, sum(held) / len(held) if held else 0.0)
        return 1.5 * _KEY * best

    def _relation(self, relation: Relation) -> float:
        if relation.name not in self._relations:
            self._relations[relation.name] = _RELATION * self._sum(stems(relation.name))
        return self._relations[relation.name]

    def _leaf(self, leaf: Leaf) -> float:
        if leaf not in self._leaves:
            tail = leaf.terms
            path = {one for name in leaf.path[:-1] for one in stems(name)} - set(tail)
            score = _TAIL * self._sum(tail) + _PATH * self._sum(path)
            score -= 0.0 if any(map(self.around.words.get, tail)) else _MISSED_TAIL
            if leaf.unit is not None:
                score += _PATH / 2 * self._nearest(_UNITS.get(leaf.unit.code, ""))
            self._leaves[leaf] = score
        return self._leaves[leaf]

    def _key(self, key: Leaf, value: Value, filtered: bool) -> float:
        known = (key, value, filtered)
        if known not in self._keys:
            # A flag is told by its name, any other key by its value.
            words = said_of(key, value)
            found = [one for one in words if one in self.around.words]
            near = self._sum(found) * len(found) / len(words) if words else 0.0
            near *= 0.5 if value is False else 1.0  # a name rather speaks of those that have it
            named = self.around.names.get(str(value).lower(), 0.0)
            score = (_KEY if filtered else _CONSTANT) * max(near, 1.5 * named)
            if filtered and not found and not named:
                # A step or a seed that nothing names is one of many.
                score -= _MISSED_KEY if isinstance(value, str | bool) else _MISSED_NUMBER
            self._keys[known] = score
        return self._keys[known]

    def _sum(self, words: Sequence[str] | set[str]) -> float:
        return sum(self.around.words.get(one, 0.0) * self.rarity(one) for one in words)

    def _nearest(self, words: str, but: Collection[str] = ()) -> float:
        near = (self.around.words.get(one, 0.0) for one in stems(words) if one not in but)
        return max(near, default=0.0)


@dataclass(frozen=True, eq=False)
class Lenses:
    """The lenses of a draft, number by number."""

    draft: Draft
    rarity: Rarity

    @cached_property
    def each(self) -> tuple[Lens, ...]:
        """One for each number."""
        both = zip(self.draft.said, self.draft.around, strict=True)
        return tuple(Lens(said, around, self.rarity) for said, around in both)

    def score(self, idea: Idea) -> float:
        """How well an idea fits the draft; more is better, and only scores of one draft compare."""
        fits = [lens(facts, idea.how) for lens, facts in zip(self.each, idea.facts, strict=True)]
        return sum(fits) / len(fits) - idea.cost


def _bound_score(said: Said, fact: Fact) -> float:
    """Of values on the right side of a bound, one at the bound, and the one that reaches it."""
    factor = factor_to(fact.unit, said)
    written = said.literal.value
    if factor is None or not written:
        return 0.0
    far = min(abs(float(fact.number * factor / written) - 1.0), 1.0)
    return (_BOUND if fact.stat == BOUNDS[str(said.hedge)] else 0.0) - _FAR * far


def _unit_score(said: Said, fact: Fact, how: str) -> float:
    if how in ("change", "percent", "factor"):
        return _UNIT_CONVERTS
    unit, wanted = fact.unit, said.unit or said.lent
    if wanted is None:
        return 0.0 if unit is None else _UNIT_UNSAID
    if unit is None:
        return 0.0
    return _UNIT_AGREES if unit == wanted else _UNIT_CONVERTS
