"""A finding in one line, as the tables of these tests show it."""

from __future__ import annotations

from collections.abc import Iterable

from proseproof.finding import Finding


def said(findings: Iterable[Finding]) -> list[str]:
    """Each finding as `line:column message -> help (note) [label at line:column]`."""
    return [_line(finding) for finding in findings]


def _line(finding: Finding) -> str:
    first = finding.span.first
    text = f"{first.line}:{first.column} {finding.message}"
    if finding.help:
        text += f" -> {finding.help}"
    text += "".join(f" ({note})" for note in finding.notes)
    for label in finding.labels:
        place = label.span.first
        text += f" [{label.text} at {place.line}:{place.column}]"
    return text
