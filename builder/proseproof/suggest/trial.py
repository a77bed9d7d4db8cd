"""Ideas put to the test: each is asked, held against the page as a claim, and kept if it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from proseproof.answers import Answers
from proseproof.judge.examination import Examination
from proseproof.judge.quantity import Quantity
from proseproof.load import Loaded
from proseproof.model import Claim, Figure, Section, TableColumn
from proseproof.query import Answer, Refusal
from proseproof.rules import judge
from proseproof.run import examine_all
from proseproof.source import Source, Text
from proseproof.suggest.block import TableBlock
from proseproof.suggest.draft import Draft
from proseproof.suggest.idea import Idea
from proseproof.suggest.phrase import phrases_of

# Findings about the rest of the project, which is not there while one idea is tried.
_ELSEWHERE = frozenset({"unbound-number", "coverage", "idle-allow"})
_DECIDED = frozenset({"wrong-statistic", "stale-name"})


@dataclass(frozen=True, eq=False)
class Tried:
    """An idea that holds: the phrase to quote, and its values as the judge read them."""

    idea: Idea
    says: str
    values: tuple[Quantity, ...]


def try_idea(idea: Idea, answer: Answer | Refusal, draft: Draft, pages: Loaded) -> Tried | None:
    """The idea with the first phrase under which it raises no finding and binds the whole draft.

    pages: the pages on which the claim would be looked for, that of the draft first.
    """
    if isinstance(answer, Refusal):
        return None
    for says in phrases_of(draft):
        sql = _text(idea.sql)
        phrase = _text(says)
        claim = Claim(phrase, phrase.span(), **{idea.kind: sql})  # type: ignore[arg-type]
        figure = Figure("suggested", "text", phrase.span(), claims=(claim,))
        examination = _examine(figure, Answers({}, {id(sql): answer}, (), {}), pages)
        findings = _findings(examination)
        if _DECIDED & findings:
            return None  # fewer words would hide what speaks against it
        if not findings and _binds(examination, [draft]):
            return Tried(idea, says, examination.claims[0].values)
    return None


def holds_block(
    block: TableBlock, answer: Answer | Refusal, drafts: Sequence[Draft], pages: Loaded
) -> bool:
    """Whether the block makes a whole table of a page right, all of its drafts included."""
    if isinstance(answer, Refusal):
        return False
    title = _text(block.title)
    columns = tuple(TableColumn(_text(head), _text(cell)) for head, cell in block.columns)
    figure = Figure(
        "suggested", "table", title.span(), title=title, data=_text(block.data), columns=columns
    )
    examination = _examine(figure, Answers({"suggested": answer}, {}, (), {}), pages)
    return not _findings(examination) and _binds(examination, drafts)


def _text(value: str) -> Text:
    return Text.of(Source("", value))


def _examine(figure: Figure, answers: Answers, pages: Loaded) -> Examination:
    paths = tuple(_text(path) for path in pages.pages)
    section = Section(Source("", ""), paths, (figure,))
    return examine_all(replace(pages, sections=(section,)), answers)


def _findings(examination: Examination) -> frozenset[str]:
    """The rules that find something against what is tried."""
    return frozenset(finding.rule for finding in judge(examination)) - _ELSEWHERE


def _binds(examination: Examination, drafts: Sequence[Draft]) -> bool:
    """Whether all numbers of the drafts are bound where they stand."""
    wanted = {(draft.passage, said.at) for draft in drafts for said in draft.said}
    return wanted <= set(_bound(examination, drafts[0]))


def _bound(examination: Examination, draft: Draft) -> Iterator[tuple[int, int]]:
    """The numbers of the draft's page that are bound, as passage and token."""
    for number in examination.coverage.numbers:
        if number.corpus is draft.corpus and number.status == "bound":
            yield number.key[1:]
