"""The ledger: every proof of a check, grouped for a reader by page and figure, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from proseproof.capture import Capture
from proseproof.model import Figure
from proseproof.nouns import dataclass
from proseproof.outcome import Excused, Outcome, Proof
from proseproof.source import Span


@dataclass(frozen=True)
class FigureProofs:
    """The proofs of one figure block."""

    figure: Figure
    proofs: tuple[Proof, ...]


@dataclass(frozen=True)
class PageProofs:
    """The proofs that belong to one page, and its numbers that need none.

    path: of its file; title: its first heading as text.
    """

    path: str
    title: str
    figures: tuple[FigureProofs, ...]
    excused: tuple[Excused, ...] = ()


def grouped(
    outcome: Outcome, order: Callable[[Iterable[str]], Iterable[str]] = tuple
) -> tuple[PageProofs, ...]:
    """All proofs, in the order of the pages and, on each, of the figures' blocks.

    A proof belongs to the first page that says it; one that stands only in a figure's own texts
    belongs to the page of its section. order: puts the paths of pages in the order of reading.
    """
    excused: dict[str, list[Excused]] = {}
    for one in outcome.excused:
        excused.setdefault(one.page, []).append(one)
    pages: dict[str, dict[str, list[Proof]]] = {path: {} for path in outcome.pages}
    for proof in outcome.proofs:
        figures = pages.setdefault(home(proof, outcome), {})
        figures.setdefault(proof.figure.id, []).append(proof)
    return tuple(
        PageProofs(
            path,
            _title(outcome, path),
            tuple(FigureProofs(proofs[0].figure, tuple(proofs)) for proofs in pages[path].values()),
            tuple(excused.get(path, ())),
        )
        for path in order(pages)
        if pages[path] or path in excused
    )


def views_read(outcome: Outcome) -> dict[str, str]:
    """The SQL of each view that a proof rests on, by name, in the order of project.yml."""
    read = {view.name for proof in outcome.proofs for view in proof.views}
    views = outcome.project.views if outcome.project else ()
    return {view.name: view.query.value.strip() for view in views if view.name in read}


def home(proof: Proof, outcome: Outcome) -> str:
    """The path of the page that a proof belongs to."""
    for place in proof.places:
        if place.source.path in outcome.pages:
            return place.source.path
    plate = outcome.plates.get(proof.figure.id)
    return plate.section.pages[0].value if plate and plate.section.pages else ""


def ledger_json(outcome: Outcome) -> str:
    """The ledger as strict JSON: sorted keys, two spaces, the same bytes for the same check.

    `{"captures": {name: {files, kind}}, "claims", "numbers", "proofs": [{id, figure, verdict, says,
    values, sql, views, captures, places, why}], "views": {name: sql}, "excused": [{file, line,
    column, written, status, why}], "schema_version": 1}`; a place is a file with line and column,
    both from 1. The views of a proof are all that its queries read, those behind views among them.
    """
    numbers = outcome.numbers
    whole = {
        "schema_version": 1,
        "claims": outcome.claims,
        "numbers": {
            "bound": numbers.bound,
            "given": numbers.given,
            "allowed": numbers.allowed,
            "unbound": numbers.unbound,
        },
        "captures": {name: _capture(capture) for name, capture in outcome.captures.items()},
        "proofs": [_proof(proof) for proof in outcome.proofs],
        "views": views_read(outcome),
        "excused": [
            {
                **_place(one.span),
                "written": one.span.text,
                "status": one.status,
                "why": one.why,
            }
            for one in outcome.excused
        ],
    }
    return json.dumps(whole, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"


def _capture(capture: Capture) -> Mapping[str, Any]:
    kind = capture.provenance.get("kind")
    return {
        "files": [
            {"path": file.path, "sha256": file.sha256, "bytes": file.size} for file in capture.files
        ],
        "kind": kind if isinstance(kind, str) else None,
    }


def _proof(proof: Proof) -> Mapping[str, Any]:
    return {
        "id": proof.id,
        "figure": proof.figure.id,
        "verdict": proof.verdict,
        "says": proof.says,
        "values": list(proof.values),
        "sql": list(proof.sql),
        "views": [view.name for view in proof.views],
        "captures": list(proof.captures),
        "places": [_place(place) for place in proof.places],
        "why": proof.claim.why if proof.claim else None,
    }


def _place(span: Span) -> Mapping[str, Any]:
    return {"file": span.source.path, "line": span.first.line, "column": span.first.column}


def _title(outcome: Outcome, path: str) -> str:
    page = outcome.pages.get(path)
    passages = page.prose.passages if page else ()
    heading = next((p.text.value for p in passages if p.kind == "heading"), "")
    return heading or path
