"""Findings as SARIF 2.1.0, for code scanning: results with evidence and fixes."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from proseproof import __version__
from proseproof.finding import Edit, Finding
from proseproof.outcome import Outcome
from proseproof.report.order import facts, in_order
from proseproof.rules import RULES
from proseproof.source import Span

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def render(outcome: Outcome, *, base: str = "") -> str:
    """A log of one run. Columns count characters; a region's end is open."""
    findings = in_order(outcome.findings)
    rules = sorted({finding.rule for finding in findings})
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "Proseproof",
                        "semanticVersion": __version__,
                        "rules": [_rule(rule) for rule in rules],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(each, rules.index(each.rule), base) for each in findings],
            }
        ],
    }
    return json.dumps(log, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _rule(name: str) -> dict[str, Any]:
    """The rule with the page of its manual, which code scanning shows beside the alert."""
    manual = next((rule.__doc__ for rule in RULES if name == rule.NAME), None)
    if not manual:
        return {"id": name}
    first, _, rest = manual.strip().partition("\n\n")
    short, whole = {"text": first.replace("\n", " ")}, {"text": rest.strip() or first}
    return {"id": name, "shortDescription": short, "fullDescription": whole}


def _result(finding: Finding, rule: int, base: str) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": "\n".join([finding.message, *facts(finding)])},
        "locations": [_location(finding.span, finding.label, base)],
    }
    if finding.labels:
        result["relatedLocations"] = [
            {"id": number, **_location(label.span, label.text or label.span.text, base)}
            for number, label in enumerate(finding.labels, 1)
        ]
    if finding.edits:
        result["fixes"] = [_fix(finding, base)]
    return result


def _fix(finding: Finding, base: str) -> dict[str, Any]:
    files: dict[str, list[Edit]] = {}
    for edit in sorted(finding.edits, key=lambda edit: edit.span.order):
        files.setdefault(edit.span.source.path, []).append(edit)
    return {
        "description": {"text": finding.help or "write " + finding.edits[0].text},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(path, base),
                "replacements": [
                    {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
                    for edit in edits
                ],
            }
            for path, edits in files.items()
        ],
    }


def _location(span: Span, text: str, base: str) -> dict[str, Any]:
    physical = {
        "artifactLocation": _artifact(span.source.path, base),
        "region": _region(span),
    }
    return {"physicalLocation": physical, **({"message": {"text": text}} if text else {})}


def _artifact(path: str, base: str) -> dict[str, str]:
    return {"uri": quote(base + path), "uriBaseId": "%SRCROOT%"}


def _region(span: Span) -> dict[str, int]:
    first, last = span.first, span.last
    return {
        "startLine": first.line,
        "startColumn": first.column,
        "endLine": last.line,
        "endColumn": last.column,
    }
