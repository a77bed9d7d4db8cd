"""Findings as an editor's diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType

from lsprotocol.types import (
    CodeDescription,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
)

from proseproof.finding import Finding
from proseproof.lsp.places import Places
from proseproof.report.order import facts, in_order
from proseproof.rules import RULES

SOURCE = "proseproof"
_SEVERITIES = {"error": DiagnosticSeverity.Error, "warning": DiagnosticSeverity.Warning}
_RULES: Mapping[str, ModuleType] = {rule.NAME: rule for rule in RULES}


def diagnostics(
    findings: Iterable[Finding], places: Places, related: bool = True
) -> dict[str, list[Diagnostic]]:
    """The diagnostics of each file that has findings, by project path, in the order of the file.

    related: whether the editor shows evidence at other places; if not, the message tells it.
    """
    by_file: dict[str, list[Diagnostic]] = {}
    for finding in in_order(findings):
        found = by_file.setdefault(finding.span.source.path, [])
        found.append(diagnostic(finding, places, related))
    return by_file


def diagnostic(finding: Finding, places: Places, related: bool = True) -> Diagnostic:
    """One finding: its message, notes and help as lines, its rule as the code."""
    evidence = [
        DiagnosticRelatedInformation(places.location(label.span), label.text or label.span.text)
        for label in finding.labels
    ]
    shown = facts(finding)
    lines = [finding.message, finding.label, *shown[len(evidence) if related else 0 :]]
    page = manual(finding.rule)
    return Diagnostic(
        places.range(finding.span),
        "\n".join(line for line in lines if line),
        severity=_SEVERITIES[finding.severity],
        code=finding.rule,
        code_description=CodeDescription(page) if page else None,
        source=SOURCE,
        related_information=evidence if related and evidence else None,
    )


def manual(rule: str) -> str | None:
    """Where a rule is explained: the file that states it begins with its manual page.

    It is part of every installation, of the version that runs, and needs no network.
    """
    module = _RULES.get(rule)
    return Path(module.__file__).as_uri() if module is not None and module.__file__ else None
