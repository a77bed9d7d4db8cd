"""Why a claim or a cell holds or fails: its numbers, its queries with their rows, its captures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proseproof.capture import Capture
from proseproof.explain.judgement import Judgement, judge_names, judge_number, judge_rows
from proseproof.finding import Finding
from proseproof.judge.claim import Examined, Judged
from proseproof.judge.corpus import Place
from proseproof.judge.examination import Examination
from proseproof.judge.place import Check
from proseproof.judge.table import Cell
from proseproof.language.token import Token
from proseproof.model import Limits
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome, Proof
from proseproof.query import Answer, Refusal
from proseproof.source import Span


@dataclass(frozen=True, eq=False)
class Query:
    """One query of an explanation. name: `query`, `change`, `holds`, `data`, or a view's name.

    given: its answer, or why there is none; None where it was not asked by itself, as a view.
    """

    name: str
    sql: str
    given: Answer | Refusal | None = None


@dataclass(frozen=True, eq=False)
class Explanation:
    """Why a claim or a cell holds or fails.

    place: where it is judged; None where it is said nowhere. captures: those behind the queries.
    findings: those about it.
    """

    proof: Proof
    place: Span | None
    judgements: tuple[Judgement, ...]
    queries: tuple[Query, ...]
    captures: tuple[Capture, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, eq=False)
class Said:
    """A place where a claim or a cell is said.

    span: all of it. text: what its tokens are cut from. checks: of its numbers.
    """

    span: Span
    text: str
    tokens: Sequence[Token]
    checks: Sequence[Check]


@dataclass(frozen=True, eq=False)
class Subject:
    """A proof beside what was examined for it; `examined` is None for a cell."""

    proof: Proof
    examined: Examined | None
    places: tuple[Said, ...]


def subjects(outcome: Outcome, examination: Examination) -> Iterator[Subject]:
    """The proofs of an outcome, in its order: claims first, then the cells of tables."""
    told = {id(report.place) for report in examination.verdicts.reports}
    claims, count = examination.claims, len(examination.claims)
    for examined, proof in zip(claims, outcome.proofs[:count], strict=True):
        wrong = [judged for judged in examined.shapes if id(judged.place) in told]
        yield Subject(proof, examined, tuple(map(_said, (*examined.places, *wrong))))
    cells = [cell for table in examination.tables for cell in table.cells if cell.place is not None]
    for cell, proof in zip(cells, outcome.proofs[count:], strict=True):
        yield Subject(proof, None, tuple(_said_in(cell)))


def _said(judged: Judged) -> Said:
    return _at(judged.place, judged.checks)


def _at(place: Place, checks: Sequence[Check]) -> Said:
    text = place.corpus.passages[place.passage].text.value
    return Said(place.whole, text, place.tokens, checks)


def _said_in(cell: Cell) -> Iterator[Said]:
    if cell.place is not None and cell.place.tokens:
        yield _at(cell.place, cell.checks)


def explain(
    subject: Subject, outcome: Outcome, examination: Examination, findings: Sequence[Finding],
    at: Said | None = None,
) -> Explanation:  # fmt: skip
    """Explains a proof. at: the place whose numbers are told; by default the first that is wrong,
    else the first. A claim that is said nowhere is judged by its own words."""
    place = at or _telling(subject.places)
    queries = tuple(_queries(subject, examination))
    return Explanation(
        subject.proof,
        place.span if place is not None else None,
        tuple(_judgements(subject, place, examination.project.limits)),
        (*queries, *_views(queries, examination)),
        tuple(outcome.captures[name] for name in subject.proof.captures),
        tuple(findings),
    )


def _telling(places: Sequence[Said]) -> Said | None:
    wrong = (place for place in places if any(check.fault for check in place.checks))
    return next(wrong, places[0] if places else None)


def _judgements(subject: Subject, place: Said | None, limits: Limits) -> Iterator[Judgement]:
    examined = subject.examined
    if place is not None:
        for check in place.checks:
            yield judge_number(check, place.text, place.tokens, limits)
    elif examined is not None:
        for check in examined.says:
            yield judge_number(check, examined.phrase.text, examined.phrase.tokens, limits)
    if examined is not None:
        yield from judge_names(examined)
        if isinstance(examined.asked.holds, Answer):
            yield judge_rows(examined.asked.holds)


def _queries(subject: Subject, examination: Examination) -> Iterator[Query]:
    figure, claim = subject.proof.figure, subject.proof.claim
    reads_data = claim is None
    if subject.examined is not None and claim is not None:
        asked = subject.examined.asked
        for name, sql, given in (
            ("query", claim.query, asked.binding),
            ("change", claim.change, asked.binding),
            ("holds", claim.holds, asked.holds),
        ):
            if sql is not None:
                yield Query(name, sql.value.strip(), given)
                reads_data |= isinstance(given, Answer) and "data" in given.names
                reads_data |= isinstance(given, Refusal) and given.in_data
    if reads_data and figure.data is not None:
        yield Query("data", figure.data.value.strip(), examination.data.get(figure))


def _views(queries: Sequence[Query], examination: Examination) -> Iterator[Query]:
    for view in examination.views_behind(query.given for query in queries):
        yield Query(view.name, view.query.value.strip())
