"""Findings as JSON for programs: the public contract, in a fixed order of keys."""

from __future__ import annotations

import json
from typing import Any

from proseproof.finding import Edit, Finding
from proseproof.outcome import Outcome
from proseproof.report.order import in_order
from proseproof.source import Span


def render(outcome: Outcome) -> str:
    """One object: `findings`, `numbers`, `claims`. Lines and columns start at 1; ends are open.

    The label of a finding's own place, where there is one, is the first of its `labels`. `edit` is
    the change at the finding's place, or null where the words have to be thought about.
    """
    document = {
        "findings": [_finding(finding) for finding in in_order(outcome.findings)],
        "numbers": {
            "bound": outcome.numbers.bound,
            "given": outcome.numbers.given,
            "allowed": outcome.numbers.allowed,
            "unbound": outcome.numbers.unbound,
        },
        "claims": outcome.claims,
    }
    return json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _finding(finding: Finding) -> dict[str, Any]:
    own = [{**_place(finding.span), "text": finding.label}] if finding.label else []
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "message": finding.message,
        **_place(finding.span),
        "labels": [*own, *({**_place(each.span), "text": each.text} for each in finding.labels)],
        "notes": list(finding.notes),
        "help": finding.help,
        "edit": _edit(finding.edits[0]) if finding.edits else None,
    }


def _edit(edit: Edit) -> dict[str, Any]:
    return {"text": edit.text, **_place(edit.span), "safe": edit.safe}


def _place(span: Span) -> dict[str, Any]:
    first, last = span.first, span.last
    return {
        "file": span.source.path,
        "line": first.line,
        "column": first.column,
        "end_line": last.line,
        "end_column": last.column,
    }
