"""What a new capture would do to the pages: which sentences hold, change, or are false. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal as OneOf

from proseproof.concern import concerns
from proseproof.finding import Edit, Finding
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome, Proof
from proseproof.source import Span
from proseproof.update import Key, Update, finding_key

Effect = OneOf["holds", "slack", "rewritten", "false", "unmeasured"]

EFFECTS: tuple[Effect, ...] = ("false", "unmeasured", "rewritten", "slack", "holds")
"""The worst first."""


@dataclass(frozen=True, eq=False)
class Prospect:
    """What becomes of one sentence, or of one cell of a table; or what is wrong beside them.

    id: of its proof; beside the sentences, the rule of what is wrong. page: the path of its page.
    says: its words; those of a cell (`is_cell`) behind what its row begins with. place: where they
    stand, None where they stand nowhere. edits: the numbers that would be written. why: what is
    wrong, a line each. now, then: the values before rounding, as they are and as they would be.
    """

    id: str
    page: str
    says: str
    place: Span | None
    effect: Effect
    edits: tuple[Edit, ...] = ()
    why: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    beside: bool = False
    is_cell: bool = False


@dataclass(frozen=True, eq=False)
class WhatIf:
    """captures: the new file of each capture, by name. prospects: of all that rests on one of
    these captures, and of all that only they bring, in the order of the pages."""

    captures: Mapping[str, str]
    prospects: tuple[Prospect, ...]

    @property
    def stands(self) -> bool:
        """Whether every sentence would be true, with other numbers at most."""
        return not any(one.effect in ("false", "unmeasured") for one in self.prospects)


def what_if(now: Outcome, update: Update, captures: Mapping[str, str]) -> WhatIf:
    """Compares the project as it is with what it would be.

    now: the check as it is. update: that of the project with the new captures, which are named by
    the path of their file in `captures`.
    """
    then, about = update.before, concerns(update.before)
    proofs = {proof.id: proof for proof in now.proofs}
    made = {finding_key(finding) for change in update.changes for finding in change.findings}
    reasons = {finding_key(left.finding): left.why for left in update.left}
    prospects = [
        _of_proof(proof, proofs.get(proof.id), about.findings[proof.id], made, reasons, then)
        for proof in then.proofs
        if _rests_on(proof, proofs.get(proof.id), captures)
    ]
    known = {finding_key(finding) for finding in now.findings}
    prospects += [
        _of_finding(finding, reasons)
        for finding in about.others
        if finding.severity == "error"
        and finding.rule not in _OF_THE_TEXT
        and finding_key(finding) not in known
    ]
    pages = list(then.pages)
    prospects.sort(key=lambda one: _order(one, pages))
    return WhatIf(captures, tuple(prospects))


def _rests_on(proof: Proof, now: Proof | None, captures: Mapping[str, str]) -> bool:
    """Whether a proof is drawn from one of the captures; one without an answer may be."""
    origins = {*proof.captures, *(now.captures if now is not None else ())}
    return not origins or not origins.isdisjoint(captures)


def _order(prospect: Prospect, pages: Sequence[str]) -> tuple[int, str, int]:
    rank = pages.index(prospect.page) if prospect.page in pages else len(pages)
    return rank, prospect.page, prospect.place.start if prospect.place is not None else -1


def _of_proof(
    proof: Proof, now: Proof | None, findings: Sequence[Finding], made: Collection[Key],
    reasons: Mapping[Key, str], outcome: Outcome,
) -> Prospect:  # fmt: skip
    mended = [finding for finding in findings if finding_key(finding) in made]
    others = [finding for finding in findings if finding_key(finding) not in made]
    effects = [_effect(finding.rule) for finding in others]
    if mended:
        effects.append("rewritten")
    if not findings and proof.verdict == "fails" and not proof.values:
        effects.append("unmeasured")
    edits = {(*edit.span.order, edit.text): edit for one in mended for edit in one.edits}
    why = dict.fromkeys(
        f"{_told(one)}; {reasons[finding_key(one)]}" if finding_key(one) in reasons
        else _told(one)
        for one in others
    )  # fmt: skip
    place = _place(proof, outcome)
    return Prospect(
        proof.id,
        _page(proof, place, outcome),
        f"{proof.row}: {proof.says}" if proof.row else proof.says,
        place,
        min(effects, key=EFFECTS.index, default="holds"),
        tuple(edits[order] for order in sorted(edits)),
        tuple(why),
        now.values if now is not None else (),
        proof.values,
        is_cell=proof.claim is None,
    )


def _told(finding: Finding) -> str:
    """The message, with the row that goes against the words where there is one."""
    row = finding.labels[0].text if finding.rule == "does-not-hold" and finding.labels else ""
    return f"{finding.message}: {row}" if " = " in row else finding.message


_FALSE = frozenset(
    "does-not-hold incomparable range-reversed stale-name stale-number stale-table wrong-change "
    "wrong-count".split()
)


# What is wrong with the text alone, whatever the captures hold.
_OF_THE_TEXT = frozenset({"coverage", "idle-allow", "invalid-claims", "unbound-number"})


def _effect(rule: str) -> Effect:
    if rule == "slack":
        return "slack"
    return "false" if rule in _FALSE else "unmeasured"


def _place(proof: Proof, outcome: Outcome) -> Span | None:
    """The first place on a page, else in a figure's own texts."""
    on_page = (place for place in proof.places if place.source.path in outcome.pages)
    return next(on_page, proof.places[0] if proof.places else None)


def _page(proof: Proof, place: Span | None, outcome: Outcome) -> str:
    """The page that says it; for what stands in a figure alone, or nowhere, that of its section."""
    if place is not None and place.source.path in outcome.pages:
        return place.source.path
    plate = outcome.plates.get(proof.figure.id)
    pages = plate.section.pages if plate is not None else ()
    return pages[0].value if pages else proof.figure.span.source.path


def _of_finding(finding: Finding, reasons: Mapping[Key, str]) -> Prospect:
    """What is wrong beside the sentences, such as a table with other rows."""
    why = reasons.get(finding_key(finding))
    at = finding.span.first
    recorded = finding.rule == "invalid-capture"  # a few characters of data say nothing
    return Prospect(
        finding.rule,
        finding.span.source.path,
        f"{at.line}:{at.column}" if recorded else " ".join(finding.span.text.split()),
        finding.span,
        _effect(finding.rule),
        why=(f"{finding.message}; {why}" if why else finding.message,),
        beside=True,
    )
