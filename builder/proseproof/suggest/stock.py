"""The stock: all that a project's captures offer to a number, and how it is ranked for one."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from heapq import nlargest
from itertools import chain

from proseproof.language.units import Unit
from proseproof.load import Loaded
from proseproof.model import Figure
from proseproof.nouns import dataclass
from proseproof.query import Answer, Question, Refusal, SessionLimits, Worker
from proseproof.suggest.comparing import by_unit, pair_ideas
from proseproof.suggest.draft import Draft
from proseproof.suggest.fact import Index, facts_of, keys_of_groups
from proseproof.suggest.idea import Idea, meaning
from proseproof.suggest.joint import joint_ideas
from proseproof.suggest.pair import Pair, pairs_of
from proseproof.suggest.relation import MOST_ROWS, Relation, first_rows, read_relation
from proseproof.suggest.score import Lenses
from proseproof.suggest.single import single_ideas
from proseproof.suggest.survey import Group, read_groups, survey
from proseproof.suggest.terms import Rarity
from proseproof.suggest.worded import Telling

_LIMITS = SessionLimits(seconds=5.0)
_MOST_RANKED = 150
OWN = "data"
"""The name under which a figure's claims see its rows."""
_OWN = 1.5  # its title need not repeat what its `data` leaves out, as words for a filter would


@dataclass(frozen=True)
class Ranked:
    """An idea and how well it fits its draft."""

    score: float
    idea: Idea


@dataclass(frozen=True, eq=False)
class Stock:
    """Facts and pairs of them.

    captures: by relation the names of the captures behind it. named: by the value of a key, in
    lower case, the captures that have it. structural: names of paths that only
    lead to tables. unsearched: relations that could not be searched, each with why.
    """

    groups: Sequence[Group]
    index: Index
    pairs: Sequence[Pair]
    captures: Mapping[str, tuple[str, ...]]
    named: Mapping[str, tuple[str, ...]]
    rarity: Rarity
    structural: frozenset[str]
    unsearched: tuple[str, ...]

    @classmethod
    def read(cls, loaded: Loaded, worker: Worker) -> Stock:
        """Asks two queries a relation: for its first rows, then for its statistics."""
        names = [rows.table for capture in loaded.captures.values() for rows in capture.tables]
        names += [view.name for view in loaded.project.views]
        unsearched: list[str] = []
        relations: list[Relation] = []
        for name, answer in zip(names, ask(loaded, worker, map(first_rows, names)), strict=True):
            if isinstance(answer, Refusal):
                unsearched.append(f"`{name}`: {answer.message}")
            else:
                relations.append(read_relation(name, answer))
        return cls.of(relations, loaded, worker, unsearched)

    @classmethod
    def of_figure(cls, figure: Figure, rows: Answer, loaded: Loaded, worker: Worker) -> Stock:
        """What the rows of a figure offer, as its claims see them: the table `data`."""
        data = figure.data.value if figure.data is not None else None
        first = read_relation(OWN, replace(rows, rows=rows.rows[: MOST_ROWS + 1]))
        return cls.of([first], loaded, worker, [], data)

    @classmethod
    def of(
        cls, relations: Sequence[Relation], loaded: Loaded, worker: Worker,
        unsearched: list[str], data: str | None = None,
    ) -> Stock:  # fmt: skip
        """What relations offer, each asked for its statistics. data: SQL of the table `data`."""
        surveys = [survey(relation) for relation in relations]
        groups: list[Group] = []
        answers = ask(loaded, worker, [one.sql for one in surveys], data)
        for one, answer in zip(surveys, answers, strict=True):
            if isinstance(answer, Refusal):
                unsearched.append(f"`{one.relation.name}`: {answer.message}")
            else:
                groups += read_groups(one, answer)
        captures = {relation.name: _captures(relation, loaded) for relation in relations}
        return cls(
            groups, Index(list(facts_of(groups)), loaded.project.limits), pairs_of(groups),
            captures, _named(groups, captures),
            Rarity.of(_names(relations, groups)), _structural(loaded), tuple(unsearched),
        )  # fmt: skip

    @cached_property
    def indexes(self) -> tuple[Index, Index]:
        """Of what a cell of a table may be: the facts, and the numbers that tell groups apart."""
        return self.index, Index(list(keys_of_groups(self.groups)), self.index.limits)

    @cached_property
    def _pairs(self) -> Mapping[Unit | None, list[tuple[float, float, Pair]]]:
        return by_unit(self.pairs)

    def _ideas(self, draft: Draft) -> Iterator[Idea]:
        if len(draft.said) > 1:
            yield from joint_ideas(draft, self.index, self.groups)
        else:
            yield from single_ideas(draft, self.index.matching(draft.said[0]))
            yield from pair_ideas(draft, self._pairs, self.index)

    def _worded(self, draft: Draft) -> Iterator[Idea]:
        """The ideas for numbers in words: those that agree with the words beside them, too."""
        telling = Telling(draft)
        if len(draft.said) == 1 and telling.counts:
            matching = self.index.matching(draft.said[0])
            yield from single_ideas(draft, [one for one in matching if telling.fits(0, (one,))])
        else:
            yield from filter(telling.tells, self._ideas(draft))

    def ranked(self, draft: Draft, own: Stock | None = None) -> list[Ranked]:
        """The ideas for a draft, of each meaning the best, the best first.

        own: what the rows of the draft's figure offer, which are meant rather than others.
        """
        stocks = (self,) if own is None else (self, own)
        ideas = chain.from_iterable(stock.scored(draft) for stock in stocks)
        best: dict[Hashable, Ranked] = {}
        for one in nlargest(_MOST_RANKED, ideas, key=lambda one: one.score):
            best.setdefault(meaning(one.idea, self.structural), one)
        return sorted(best.values(), key=lambda one: (-one.score, one.idea.sql))

    def scored(self, draft: Draft) -> Iterator[Ranked]:
        """The ideas for a draft, as they come."""
        lenses = Lenses(draft, self.rarity)
        for idea in self._worded(draft) if draft.is_worded else self._ideas(draft):
            bonus = _OWN if idea.relation.name == OWN else 0.0
            yield Ranked(lenses.score(idea) + bonus, idea)


def ask(
    loaded: Loaded, worker: Worker, queries: Iterable[str], data: str | None = None
) -> tuple[Answer | Refusal, ...]:
    """The answers of the project's session to queries, in one go.

    data: SQL whose rows they see as the table `data`.
    """
    tables = [rows for capture in loaded.captures.values() for rows in capture.tables]
    views = [(view.name, view.query.value) for view in loaded.project.views]
    questions = [Question(query, data) for query in queries]
    return worker.ask(tables, views, questions, _LIMITS)[0] if questions else ()


def _names(relations: Sequence[Relation], groups: Sequence[Group]) -> Iterator[str]:
    for relation in relations:
        yield relation.name
        yield from (".".join(leaf.path) for leaf in relation.leaves if not leaf.derived)
    for group in groups:
        yield from (value for value in group.constants.values() if isinstance(value, str))


def _captures(relation: Relation, loaded: Loaded) -> tuple[str, ...]:
    return tuple(
        name
        for name, capture in loaded.captures.items()
        if any(rows.table in relation.reads for rows in capture.tables)
    )


def _named(
    groups: Sequence[Group], captures: Mapping[str, tuple[str, ...]]
) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    for group in groups:
        for value in group.constants.values():
            if isinstance(value, str):
                found.setdefault(value.lower(), set()).update(captures[group.relation.name])
    return {name: tuple(sorted(held)) for name, held in found.items()}


def _structural(loaded: Loaded) -> frozenset[str]:
    """The names in the paths of declared tables that only lead there."""
    paths = (
        re.sub(r"\{[^}]*\}", "", table.path)
        for declaration in loaded.project.captures
        for table in declaration.tables
    )
    return frozenset(word.lower() for path in paths for word in re.findall(r"[^.\[\]]+", path))
