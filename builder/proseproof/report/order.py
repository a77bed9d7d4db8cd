"""The findings in the order of a report, each once; a place in one word; evidence in words."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

from proseproof.finding import Finding
from proseproof.source import Span


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings by file and place; the same words at the same place are said once."""
    by_place = sorted(findings, key=attrgetter("order"))
    return tuple({finding.order: finding for finding in by_place}.values())


def place(span: Span) -> str:
    """The first character of the span as `file:line:column`."""
    return f"{span.source.path}:{span.first.line}:{span.first.column}"


def facts(finding: Finding) -> tuple[str, ...]:
    """What a finding says beside its message, a line each: evidence with its place, notes, help."""
    evidence = [f"{place(label.span)}: {label.text or label.span.text}" for label in finding.labels]
    notes = [f"note: {note}" for note in finding.notes]
    return (*evidence, *notes, *([f"help: {finding.help}"] if finding.help else []))
