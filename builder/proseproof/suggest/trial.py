"""Ideas put to the test: each is asked, held against the page as a claim, and kept if it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from proseproof.answers import Answers
from proseproof.judge.claim import Examined
from proseproof.judge.corpus import Corpus
from proseproof.judge.examination import Examination
from proseproof.judge.quantity import Quantity
from proseproof.load import Loaded
from proseproof.model import Claim, Figure, Section, TableColumn
from proseproof.nouns import dataclass
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
    """An idea that holds: the phrase to quote, and its values as the judge read them.

    places: at how many places the phrase stands, if it has no word beside its numbers; else 0.
    """

    idea: Idea
    says: str
    values: tuple[Quantity, ...]
    places: int = 0


@dataclass(frozen=True, eq=False)
class Stage:
    """Where claims are tried, alone: the pages on which they are looked for, and a block for them.

    pages: those of the section. figure: the block whose own texts are drafted, None for those of a
    page. rows: the answer to its `data`, where it has any. figure_texts: those of the section.
    """

    pages: Loaded
    figure: Figure | None = None
    rows: Answer | Refusal | None = None
    figure_texts: Sequence[Corpus] = ()

    @property
    def data(self) -> str | None:
        """The SQL whose rows a query here sees as the table `data`."""
        text = self.figure.data if isinstance(self.rows, Answer) and self.figure else None
        return text.value if text is not None else None

    def examine(self, claim: Claim | None, by_sql: dict[int, Answer | Refusal]) -> Examination:
        """The pages and the block, with this one claim."""
        if self.figure is None:
            phrase = claim.says if claim is not None else _text("")
            bare = Figure("suggested", "text", phrase.span())
        else:
            bare = replace(self.figure, claims=())
        figure = replace(bare, claims=(claim,) if claim is not None else ())
        data = {figure: self.rows} if self.rows is not None else {}
        return _examine(figure, Answers(data, by_sql, (), {}), self.pages)

    def rules_against(self, examination: Examination) -> frozenset[str]:
        """The rules that find something against the claim that is tried."""
        found = Counter((one.rule, one.message) for one in judge(examination))
        return frozenset(rule for rule, _ in found - self._known) - _ELSEWHERE

    @cached_property
    def _known(self) -> Counter[tuple[str, str]]:
        """What is wrong with the block without any claim."""
        if self.figure is None:
            return Counter()
        return Counter((one.rule, one.message) for one in judge(self.examine(None, {})))

    def places(self, claim: Examined) -> int:
        """At how many places of the section's texts a phrase stands that is numbers and units
        alone, so that a claim of it would speak for all of them; 0 where it has a word."""
        if claim.phrase.words:
            return 0
        texts = (*(page.corpus for page in self.pages.pages.values()), *self.figure_texts)
        return sum(len(text.find(claim.phrase)) for text in texts)

    def corpus(self, draft: Draft, examination: Examination) -> Corpus:
        """The texts of a draft as an examination of this stage has them."""
        if self.figure is None:
            return draft.corpus
        (figure,) = examination.figures
        return examination.figure_texts[figure]


def try_idea(idea: Idea, answer: Answer | Refusal, draft: Draft, stage: Stage) -> Tried | None:
    """The idea with the first phrase under which it raises no finding and binds the whole draft."""
    if isinstance(answer, Refusal):
        return None
    for says in phrases_of(draft):
        sql = _text(idea.sql)
        phrase = _text(says)
        claim = Claim(phrase, phrase.span(), **{idea.kind: sql})  # type: ignore[arg-type]
        examination = stage.examine(claim, {id(sql): answer})
        findings = stage.rules_against(examination)
        if _DECIDED & findings:
            return None  # fewer words would hide what speaks against it
        corpus, tried = stage.corpus(draft, examination), examination.claims[0]
        if (places := stage.places(tried)) > 1 and _is_right_at(tried, draft, corpus):
            return Tried(idea, says, tried.values, places)
        if not findings and _binds(examination, [draft], corpus):
            return Tried(idea, says, tried.values, places)
    return None


def holds_block(
    block: TableBlock, answer: Answer | Refusal, drafts: Sequence[Draft], stage: Stage
) -> bool:
    """Whether the block makes a whole table of a page right, all of its drafts included."""
    if isinstance(answer, Refusal):
        return False
    title = _text(block.title)
    columns = tuple(TableColumn(_text(head), _text(cell)) for head, cell in block.columns)
    figure = Figure(
        "suggested", "table", title.span(), title=title, data=_text(block.data), columns=columns
    )
    examination = _examine(figure, Answers({figure: answer}, {}, (), {}), stage.pages)
    against = stage.rules_against(examination)
    return not against and _binds(examination, drafts, drafts[0].corpus)


def _text(value: str) -> Text:
    return Text.of(Source("", value))


def _examine(figure: Figure, answers: Answers, pages: Loaded) -> Examination:
    paths = tuple(_text(path) for path in pages.pages)
    section = Section(Source("", ""), paths, (figure,))
    # What is wrong with a capture itself says nothing of a claim, and takes long to find.
    return examine_all(replace(pages, sections=(section,), captures={}), answers)


def _binds(examination: Examination, drafts: Sequence[Draft], corpus: Corpus) -> bool:
    """Whether all numbers of the drafts are bound where they stand."""
    wanted = {(draft.passage, said.at) for draft in drafts for said in draft.said}
    return wanted <= set(_bound(examination, corpus))


def _is_right_at(claim: Examined, draft: Draft, corpus: Corpus) -> bool:
    """Whether the claim makes the numbers of the draft right, be they right elsewhere or not."""
    wanted = {(id(corpus), draft.passage, said.at) for said in draft.said}
    return any(judged.right and wanted <= claim.keys(judged.place) for judged in claim.places)


def _bound(examination: Examination, corpus: Corpus) -> Iterator[tuple[int, int]]:
    """The numbers of a text that are bound, in words too, as passage and token."""
    for of, passage, at in examination.verdicts.bound:
        if of == id(corpus):
            yield passage, at
