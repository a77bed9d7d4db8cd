"""From a page and the project's captures to proposals: ideas, ranked and put to the test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from proseproof.judge.examination import Examination
from proseproof.load import Loaded
from proseproof.nouns import dataclass
from proseproof.proving import value_text
from proseproof.query import Answer, Refusal, Worker
from proseproof.source import Span
from proseproof.suggest.agreeing import agrees, may_mean, table_agrees
from proseproof.suggest.block import TableBlock, block_of
from proseproof.suggest.draft import Draft
from proseproof.suggest.idea import kin
from proseproof.suggest.left import LeftTable, left_tables
from proseproof.suggest.proposal import Choice, Proposal, Proposals
from proseproof.suggest.scene import Scene, scenes_of
from proseproof.suggest.stock import Ranked, Stock, ask
from proseproof.suggest.table import TableIdea, sheets_of, table_ideas
from proseproof.suggest.trial import Stage, Tried, holds_block, try_idea

MOST_CHOICES = 5
_MOST_TRIALS = 8
_MOST_ALIKE = 2
_CLEAR_SCORE, _CLEAR_LEAD = 0.6, 0.25
_LEAST_SCORE = -0.5  # below it an idea agrees with nothing but the digits
_RELATION, _CAPTURE = 0.25, 0.8


def propose(loaded: Loaded, examination: Examination, page: str, worker: Worker) -> Proposals:
    """What could be meant by each number of `page`, and of its figures' texts, that nothing binds.

    Numbers in words are among them where something agrees with what they count or compare. Every
    choice was asked and held against the page: as a claim it raises no finding. Pure but for
    the queries; raises what `Worker.ask` raises, and KeyError where there is no such page.
    """
    scenes = list(scenes_of(loaded, examination, page))
    if not any(scene.drafts for scene in scenes):
        return Proposals(page, ())
    stock = Stock.read(loaded, worker)
    found: list[Proposal] = []
    left: list[LeftTable] = []
    for scene in scenes:
        own = None
        if scene.stage.figure is not None and isinstance(scene.stage.rows, Answer):
            own = Stock.of_figure(scene.stage.figure, scene.stage.rows, loaded, worker)
        of_scene, tables = _of_scene(scene, _Search(stock, own, scene.stage, worker))
        found += of_scene
        left += tables
    told = (one for one in found if one.choices or not one.drafts[0].is_worded)
    ordered = sorted(told, key=lambda one: (one.drafts[0].figure is not None, one.span.order))
    return Proposals(page, tuple(ordered), stock.unsearched, tuple(left))


@dataclass(frozen=True, eq=False)
class _Search:
    """Where the drafts of one text are searched, and put to the test. own: the rows of its figure,
    as a stock."""

    stock: Stock
    own: Stock | None
    stage: Stage
    worker: Worker

    def ranked(self, draft: Draft) -> tuple[Draft, list[Ranked]]:
        return draft, self.stock.ranked(draft, self.own)

    def captures(self, one: Ranked) -> tuple[str, ...]:
        """The captures behind what an idea reads."""
        name = one.idea.relation.name
        held = self.own.captures if self.own is not None else {}
        return held.get(name) or self.stock.captures[name]

    def ask(self, queries: Sequence[str]) -> tuple[Answer | Refusal, ...]:
        return ask(self.stage.pages, self.worker, queries, self.stage.data)


def _of_scene(scene: Scene, search: _Search) -> tuple[list[Proposal], list[LeftTable]]:
    ideas = _table_ideas(scene.drafts, search)
    found = _tables(ideas, search)
    explained = {id(draft) for proposal in found for draft in proposal.drafts}
    others = [one for one in scene.drafts if id(one) not in explained]
    left = left_tables(others, search.stock.indexes, ideas)
    return found + _phrases(others, search), list(left)


def _phrases(drafts: Sequence[Draft], search: _Search) -> list[Proposal]:
    """A proposal for each draft; a phrase that no query gives as a whole is taken apart."""
    tried = _try(_together([search.ranked(draft) for draft in drafts], search), search)
    broken = [draft for draft, choices in tried if not choices and len(draft.said) > 1]
    parts = chain.from_iterable(draft.alone() for draft in broken)
    again = _try([search.ranked(part) for part in parts], search)
    kept = [(draft, choices) for draft, choices in tried if draft not in broken]
    return [_proposal(draft, choices) for draft, choices in (*kept, *again)]


def _together(
    found: Sequence[tuple[Draft, list[Ranked]]], search: _Search
) -> list[tuple[Draft, list[Ranked]]]:
    """Ranks again: a passage mostly speaks of one relation, and a page of one capture."""
    captures = _captures_told(found, search)
    relations: dict[int, Counter[str]] = {}
    for draft, ranked in found:
        if ranked:
            relations.setdefault(draft.passage, Counter())[ranked[0].idea.relation.name] += 1
    result = []
    for draft, ranked in found:
        liked = relations.get(draft.passage, Counter())
        own = ranked[0].idea.relation.name if ranked else ""
        raised = []
        for one in ranked:
            name = one.idea.relation.name
            share = max((captures.get(each, 0.0) for each in search.captures(one)), default=0.0)
            others = (liked[name] - (name == own)) / max(liked.total() - 1, 1)
            bonus = _RELATION * others + _CAPTURE * share
            raised.append(replace(one, score=one.score + bonus))
        result.append((draft, _varied(raised)))
    return result


def _varied(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The best first, but of ideas that differ in the value of a key alone only a few in front."""
    seen: Counter[Hashable] = Counter()
    front: list[Ranked] = []
    behind: list[Ranked] = []
    for one in sorted(ranked, key=lambda one: (-one.score, one.idea.sql)):
        alike = kin(one.idea)
        seen[alike] += 1
        (front if seen[alike] <= _MOST_ALIKE else behind).append(one)
    return [*front, *behind]


def _captures_told(
    found: Sequence[tuple[Draft, list[Ranked]]], search: _Search
) -> Mapping[str, float]:
    """How much the page speaks of each capture, in all 1.

    The names that it says tell, and the numbers; one with few ideas tells more than one with many.
    """
    votes: dict[str, float] = {}
    for _, ranked in found:
        for capture in search.captures(ranked[0]) if ranked else ():
            votes[capture] = votes.get(capture, 0.0) + 1 / len(ranked)
    for name in {name for draft, _ in found for name in draft.around[0].names}:
        for capture in (named := search.stock.named.get(name, ())):
            votes[capture] = votes.get(capture, 0.0) + 1 / len(named)
    total = sum(votes.values()) or 1.0
    return {capture: vote / total for capture, vote in votes.items()}


def _try(
    found: Sequence[tuple[Draft, list[Ranked]]], search: _Search
) -> list[tuple[Draft, list[tuple[float, Tried]]]]:
    """The best ideas of each draft that hold, all asked in one go."""
    best = [
        (draft, [one for one in ranked[:_MOST_TRIALS] if one.score >= _LEAST_SCORE])
        for draft, ranked in found
    ]
    answers = iter(search.ask([one.idea.sql for _, ranked in best for one in ranked]))
    result = []
    for draft, ranked in best:
        tried = [
            (one.score, try_idea(one.idea, next(answers), draft, search.stage)) for one in ranked
        ]
        result.append((draft, [(score, one) for score, one in tried if one is not None]))
    return result


def _proposal(draft: Draft, tried: Sequence[tuple[float, Tried]]) -> Proposal:
    choices = tuple(
        Choice(
            one.says, one.idea.kind, one.idea.sql,
            tuple(value_text(value) for value in one.values), score,
            figure=draft.figure.id if draft.figure is not None else "", places=one.places,
        )
        for score, one in tried[:MOST_CHOICES]
    )  # fmt: skip
    numbers = tuple(_spans(draft))
    rivals = [partial(may_mean, draft, one.idea) for _, one in tried[1:]]
    clear = _is_clear(choices, [partial(agrees, draft, tried[0][1].idea), *rivals] if tried else ())
    return Proposal(draft.span, numbers, choices, clear, (draft,))


def _spans(draft: Draft) -> Iterator[Span]:
    text = draft.corpus.passages[draft.passage].text
    for said in draft.said:
        token = draft.tokens[said.at]
        yield text.span(token.start, token.end)


def _is_clear(choices: Sequence[Choice], agreeing: Sequence[Callable[[], bool]]) -> bool:
    """Whether the first choice is good, agrees with the words, and is well ahead of any other that
    does.

    agreeing: for each choice, what says whether it agrees.
    """
    if not choices or choices[0].score < _CLEAR_SCORE or choices[0].places:
        return False
    least = choices[0].score - _CLEAR_LEAD
    return agreeing[0]() and not any(
        too() for one, too in zip(choices[1:], agreeing[1:], strict=False) if one.score > least
    )


def _table_ideas(
    drafts: Sequence[Draft], search: _Search
) -> list[tuple[TableIdea, TableBlock | None]]:
    found: list[tuple[TableIdea, TableBlock | None]] = []
    stock = search.stock
    for sheet in sheets_of(drafts):
        ideas = sorted(
            table_ideas(sheet, stock.indexes, stock.groups, stock.rarity),
            key=lambda idea: -idea.score,
        )[:_MOST_TRIALS]
        found += [(idea, block_of(idea)) for idea in ideas]
    return found


def _tables(
    ideas: Sequence[tuple[TableIdea, TableBlock | None]], search: _Search
) -> list[Proposal]:
    """A proposal for each Markdown table that one block can check as a whole."""
    found = [(idea, block) for idea, block in ideas if block is not None]
    answers = search.ask([block.data for _, block in found])
    by_sheet: dict[int, list[tuple[TableIdea, Choice]]] = {}
    for (idea, block), answer in zip(found, answers, strict=True):
        if holds_block(block, answer, idea.sheet.drafts, search.stage):
            choice = Choice("", "query", block.data, (), idea.score, block)
            by_sheet.setdefault(id(idea.sheet), []).append((idea, choice))
    return [_table_proposal(held) for held in by_sheet.values()]


def _table_proposal(held: Sequence[tuple[TableIdea, Choice]]) -> Proposal:
    sheet = held[0][0].sheet
    choices = tuple(choice for _, choice in held[:MOST_CHOICES])
    numbers = tuple(chain.from_iterable(_spans(draft) for draft in sheet.drafts))
    clear = _is_clear(choices, [partial(table_agrees, idea) for idea, _ in held])
    return Proposal(sheet.grid.span, numbers, choices, clear, sheet.drafts)
