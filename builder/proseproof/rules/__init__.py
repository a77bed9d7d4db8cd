"""The rules, one a file: a name, a docstring that is its manual page, and a check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType

from proseproof.finding import Finding
from proseproof.judge.examination import Examination
from proseproof.judge.paths import coverage_of
from proseproof.rules import (
    coverage,
    does_not_hold,
    idle_allow,
    incomparable,
    invalid_capture,
    invalid_chart,
    invalid_claims,
    invalid_query,
    missing_phrase,
    no_value,
    range_reversed,
    slack,
    stale_capture,
    stale_name,
    stale_number,
    stale_table,
    unbound_number,
    unit_mismatch,
    unread_change,
    wrong_change,
    wrong_count,
    wrong_statistic,
)

RULES: tuple[ModuleType, ...] = (
    stale_number, wrong_count, missing_phrase, does_not_hold, no_value, unit_mismatch,
    range_reversed, slack, stale_name, wrong_change, unread_change, wrong_statistic, stale_table,
    incomparable, unbound_number, coverage, idle_allow, stale_capture, invalid_claims,
    invalid_query, invalid_chart, invalid_capture,
)  # fmt: skip
"""Every rule, in the order of the reference. Those of reading and drawing find while they read."""

NAMES: tuple[str, ...] = tuple(rule.NAME for rule in RULES)


def judge(examination: Examination) -> Iterator[Finding]:
    """All the findings of an examination, by rule; on a page with a lower limit of coverage an
    unbound number is a warning."""
    for rule in RULES:
        if hasattr(rule, "check"):
            for finding in rule.check(examination):
                yield _weighed(finding, examination)


def _weighed(finding: Finding, examination: Examination) -> Finding:
    if finding.rule != unbound_number.NAME:
        return finding
    limit = coverage_of(examination.project, finding.span.source.path)
    return replace(finding, severity="warning") if limit < 1 else finding
