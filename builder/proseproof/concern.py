"""Which proofs the findings of a check are about."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import field

from proseproof.finding import Finding
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome, Proof
from proseproof.source import Span


@dataclass(frozen=True, eq=False)
class Concerns:
    """findings: those about each proof, by its id. others: those about no proof, such as a number
    that nothing checks."""

    findings: Mapping[str, tuple[Finding, ...]]
    others: tuple[Finding, ...]


def concerns(outcome: Outcome) -> Concerns:
    """Sorts the findings of an outcome by the proofs that they are about.

    A finding about a claim stands in the claim's entry, or shows its query as evidence. One about
    a cell stands in the cell. One in the `data` of a figure is about all that reads these rows.
    """
    entries, cells, data = _Regions(), _Regions(), _Regions()
    for proof in outcome.proofs:
        if proof.claim is not None:
            entries.add(proof.claim.span, proof.id)
        for place in proof.places if proof.claim is None else ():
            cells.add(place, proof.id)
        if proof.figure.data is not None and _reads_data(proof):
            data.add(proof.figure.data.span(), proof.id)
    found: dict[str, list[Finding]] = {proof.id: [] for proof in outcome.proofs}
    others = []
    for finding in outcome.findings:
        spans = (finding.span, *(label.span for label in finding.labels))
        ids = (
            tuple(dict.fromkeys(name for span in spans for name in entries.at(span)))
            or cells.at(finding.span)
            or data.at(finding.span)
        )
        for name in ids:
            found[name].append(finding)
        if not ids:
            others.append(finding)
    return Concerns({name: tuple(each) for name, each in found.items()}, tuple(others))


def _reads_data(proof: Proof) -> bool:
    return proof.claim is None or any(sql.startswith("-- data\n") for sql in proof.sql)


@dataclass
class _Regions:
    """Stretches of files that do not overlap, each with the ids of the proofs it belongs to."""

    _files: dict[str, dict[tuple[int, int], list[str]]] = field(default_factory=dict)
    _sorted: dict[str, Sequence[tuple[int, int]]] = field(default_factory=dict)

    def add(self, span: Span, name: str) -> None:
        """Adds a stretch."""
        stretches = self._files.setdefault(span.source.path, {})
        stretches.setdefault((span.start, span.end), []).append(name)

    def at(self, span: Span) -> tuple[str, ...]:
        """The ids where the first character of the span stands."""
        path = span.source.path
        stretches = self._files.get(path)
        if stretches is None:
            return ()
        if path not in self._sorted:
            self._sorted[path] = sorted(stretches)
        order = self._sorted[path]
        index = bisect_right(order, (span.start, float("inf"))) - 1
        if index < 0 or span.start >= order[index][1]:
            return ()
        return tuple(stretches[order[index]])
