"""Numbers in words that a reader would hold to the data: counts, factors, amounts with a unit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from proseproof.judge.corpus import Corpus
from proseproof.language.reading import Said, read_numbers, tie
from proseproof.language.token import Token
from proseproof.language.units import FACTOR
from proseproof.suggest.draft import Draft
from proseproof.suggest.fact import Fact
from proseproof.suggest.idea import Idea, said_of
from proseproof.suggest.survey import Filter
from proseproof.suggest.terms import stems

_UNTOLD = frozenset({"heading", "page title"})
_REACH = 2  # "four clean steps": the noun, and what is said of it
_COMPARED = frozenset({"change", "percent", "factor"})
_SENTENCE = 0.55  # the weight of a word of the same sentence


def worded(corpus: Corpus, known: Collection[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """The numbers in words that count something, multiply or have a unit, as passage and token.

    known: the numbers that have a claim or a reason. They need no claim, so that headings and
    words that seldom measure ("one of them", "half") are left in peace.
    """
    found = set()
    for passage, tokens in enumerate(corpus.body.texts):
        if corpus.passages[passage].kind not in _UNTOLD:
            numbers = [one for one in read_numbers(tokens) if (passage, one.at) not in known]
            code = corpus.passages[passage].code
            found |= {
                (passage, said.at)
                for said in _meant(tokens, tie(tokens, numbers))
                if not any(start <= tokens[said.at].start < end for start, end in code)
            }
    return frozenset(found)


def _meant(tokens: Sequence[Token], numbers: Sequence[Said]) -> Iterator[Said]:
    for at, said in enumerate(numbers):
        literal = said.literal
        if not literal.words or literal.twin is not None:
            continue
        if literal.weak and not literal.fraction:
            after = numbers[at + 1] if said.tie is not None else None
            if after is None or not after.literal.words or after.unit is None:
                continue  # "one or two seconds" measures, "one of them" does not
        elif not (literal.factor or literal.fraction or said.unit or _nouns(tokens, said)):
            continue
        yield said


def _nouns(tokens: Sequence[Token], said: Said) -> list[str]:
    """The words behind a number, the first of which it counts or which say more of that."""
    behind = []
    # "six months" may be an amount of time, and over a column `month` it is a count.
    first = said.at + 1 if said.unit is not None and said.unit.soft else said.after
    for token in tokens[first : first + _REACH]:
        if token.kind != "word" or not token.written.isalpha():
            break
        behind.append(token.written)
    return behind


class Telling:
    """Whether ideas agree with what a phrase in words counts or compares, and not with its value
    alone: a small number agrees with much."""

    def __init__(self, draft: Draft) -> None:
        self._compares = [_compares(said) for said in draft.said]
        self._words = [
            {one for one, weight in around.words.items() if weight >= _SENTENCE}
            if compares
            else {one for noun in _nouns(draft.tokens, said) for one in stems(noun)}
            for said, around, compares in zip(draft.said, draft.around, self._compares, strict=True)
        ]
        self._told = {one for around in draft.around for one in (*around.words, *around.names)}
        self._filters: dict[Filter, bool] = {}

    @property
    def counts(self) -> bool:
        """Whether its numbers count, so that nothing is compared."""
        return not any(self._compares)

    def tells(self, idea: Idea) -> bool:
        """Whether the idea agrees, number by number."""
        return all(self.fits(at, facts, idea.how) for at, facts in enumerate(idea.facts))

    def fits(self, at: int, facts: Sequence[Fact], how: str = "") -> bool:
        """Whether facts agree with the number at an index."""
        if not self._compares[at]:
            return how == "" and all(
                not self._words[at].isdisjoint(_counted(fact))
                and all(self._is_told(one) for one in fact.group.filters)
                for fact in facts
            )
        compared = how in _COMPARED or all(fact.unit is not None for fact in facts)
        return compared and all(not self._words[at].isdisjoint(_named(fact)) for fact in facts)

    def _is_told(self, filter_: Filter) -> bool:
        """Whether the words name what a filter leaves."""
        known = self._filters.get(filter_)
        if known is None:
            told = (*said_of(*filter_), str(filter_[1]).lower())
            known = self._filters[filter_] = not self._told.isdisjoint(told)
        return known


def _compares(said: Said) -> bool:
    unit = said.unit or said.lent
    measures = unit is not None and (unit == FACTOR or not unit.soft)
    return said.literal.factor or said.literal.fraction or measures


def _counted(fact: Fact) -> tuple[str, ...]:
    """What a fact counts: rows of its relation, members of a key; or what its column is called."""
    return stems(fact.group.relation.name if fact.leaf is None else fact.leaf.path[-1])


def _named(fact: Fact) -> set[str]:
    """What a fact is called: by its column, else by its relation; and by what it is filtered by."""
    names = fact.leaf.path if fact.leaf is not None else (fact.group.relation.name,)
    told = (one for filter_ in fact.group.filters for one in said_of(*filter_))
    return {*(one for name in names for one in stems(name)), *told}
