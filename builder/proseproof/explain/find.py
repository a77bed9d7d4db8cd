"""What a name, or a place of a file, stands for: the proofs there, explained."""

from __future__ import annotations

from collections.abc import Iterator

from proseproof.concern import concerns
from proseproof.explain.explanation import Explanation, Subject, explain, subjects
from proseproof.judge.coverage import WrittenNumber
from proseproof.model import Allow, Given
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome
from proseproof.run import Study
from proseproof.source import Span


@dataclass(frozen=True, eq=False)
class Reason:
    """A written number that no claim binds, and what stands behind it instead, in words."""

    number: WrittenNumber
    why: str


def known_ids(outcome: Outcome) -> tuple[str, ...]:
    """All that can be explained by name: proofs, then figures, in the order of the files."""
    return tuple(dict.fromkeys([*(proof.id for proof in outcome.proofs), *outcome.plates]))


def explain_id(study: Study, name: str) -> tuple[Explanation, ...]:
    """The proof of this id, or all proofs of the figure of this id; nothing where neither is."""
    outcome, examination = study.outcome, study.examination
    if examination is None:
        return ()
    about = concerns(outcome).findings
    found = [
        subject
        for subject in subjects(outcome, examination)
        if name in (subject.proof.id, subject.proof.figure.id)
    ]
    named = [subject for subject in found if subject.proof.id == name] or found
    return tuple(explain(one, outcome, examination, about[one.proof.id]) for one in named)


def explain_place(study: Study, here: Span) -> tuple[tuple[Explanation, ...], tuple[Reason, ...]]:
    """The proofs said or declared at some characters of a file, and the numbers there that no claim
    binds. In the order of the file; of those at a single character the shortest phrase first."""
    outcome, examination = study.outcome, study.examination
    if examination is None:
        return (), ()
    about = concerns(outcome).findings
    found: list[tuple[int, int, int, Explanation]] = []
    is_one = here.end - here.start <= 1
    for subject in subjects(outcome, examination):
        at = next((said for said in subject.places if _meet(said.span, here)), None)
        spans = [at.span] if at is not None else list(_declared(subject, here))
        if spans:
            start, size = spans[0].start, spans[0].end - spans[0].start
            told = explain(subject, outcome, examination, about[subject.proof.id], at)
            found.append((0 if is_one else start, size, len(found), told))
    reasons = [
        Reason(number, _why(number))
        for number in examination.coverage.numbers
        if number.status != "bound" and _meet(number.span, here)
    ]
    return tuple(told for *_, told in sorted(found, key=lambda one: one[:3])), tuple(reasons)


def _declared(subject: Subject, here: Span) -> Iterator[Span]:
    claim = subject.proof.claim
    if claim is not None and _meet(claim.span, here):
        yield claim.span


def _meet(one: Span, here: Span) -> bool:
    """Whether two spans share a character."""
    same = one.source.path == here.source.path
    return same and one.start < max(here.end, here.start + 1) and here.start < one.end


def _why(number: WrittenNumber) -> str:
    match number.reason:
        case Given(says=words, why=why):
            return f"given in {words.source.path}: {why}"
        case Allow(match=words, why=why):
            return f"allowed in {words.source.path}: {why}"
    return "nothing checks it"
