"""The last line of a check: how many findings, how many update mends, what covers the numbers."""

from __future__ import annotations

from proseproof.outcome import Outcome
from proseproof.report.order import in_order


def summary(outcome: Outcome) -> str:
    """One line without its end, such as `1 error in 1 file · 3 numbers: 2 bound, …, 1 unbound`."""
    numbers = outcome.numbers
    total = numbers.bound + numbers.given + numbers.allowed + numbers.unbound
    return (
        f"{_findings(outcome)} · {count(total, 'number')}: {numbers.bound} bound, "
        f"{numbers.given} given, {numbers.allowed} allowed, {numbers.unbound} unbound"
    )


def _findings(outcome: Outcome) -> str:
    findings = in_order(outcome.findings)
    if not findings:
        return f"no errors in {_checked(outcome)}"
    kinds = [
        count(sum(finding.severity == kind for finding in findings), kind)
        for kind in ("error", "warning")
        if any(finding.severity == kind for finding in findings)
    ]
    files = len({finding.span.source.path for finding in findings})
    text = f"{' and '.join(kinds)} in {count(files, 'file')}"
    mended = sum(
        bool(finding.edits) and all(edit.safe for edit in finding.edits) for finding in findings
    )
    return f"{text}; {mended} can be updated: proseproof update" if mended else text


def _checked(outcome: Outcome) -> str:
    """The claims, and the tables of the pages that were held against their rows."""
    claims = count(outcome.claims, "claim")
    tables = len({proof.figure.id for proof in outcome.proofs if proof.claim is None})
    if not tables:
        return claims
    both = [claims] * bool(outcome.claims) + [count(tables, "table")]
    return " and ".join(both)


def count(number: int, noun: str) -> str:
    """The number and its noun, such as `1 file` and `2 files`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
