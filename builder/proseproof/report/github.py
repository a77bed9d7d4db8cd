"""Findings as annotations of a pull request on GitHub, then the summary line."""

from __future__ import annotations

from proseproof.finding import Finding
from proseproof.outcome import Outcome
from proseproof.report.order import facts, in_order
from proseproof.report.summary import summary


def render(outcome: Outcome, *, base: str = "") -> str:
    """A workflow command a finding, in a line each, and the summary behind them."""
    lines = [_command(finding, base) for finding in in_order(outcome.findings)]
    return "".join(f"{line}\n" for line in (*lines, summary(outcome)))


def _command(finding: Finding, base: str) -> str:
    first, last = finding.span.first, finding.span.last
    properties = {"file": base + finding.span.source.path, "line": first.line, "endLine": last.line}
    if first.line == last.line:  # columns of two lines would be read as columns of the first
        properties |= {"col": first.column, "endColumn": max(last.column, first.column + 1)}
    properties["title"] = finding.rule
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{finding.severity} {listed}::{_data(_words(finding))}"


def _words(finding: Finding) -> str:
    label = [finding.label] if finding.label else []
    return "\n".join([finding.message, *label, *facts(finding)])


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
