"""A phrase in one unit over a column in another that does not convert, or in none.

The unit of a column is the suffix of its name (`_s`, `_ms`, `_pct`, `_gib`, …), which min, max,
avg, median, sum and quantile keep; any other expression needs `AS name_unit`. Seconds convert to
milliseconds, ratios to percent and factors, bytes among themselves. Percentage points and percent
do not convert.
"""

from collections.abc import Iterator
from dataclasses import replace

from proseproof.finding import Finding
from proseproof.judge.claim import Examined, phrase_span
from proseproof.judge.examination import Examination
from proseproof.judge.verdict import Report
from proseproof.language.units import FACTOR, Unit, suffix_of
from proseproof.rules.other_unit import served
from proseproof.rules.wording import evidence, origin_label, said, speaker
from proseproof.source import Span

NAME = "unit-mismatch"


def check(examination: Examination) -> Iterator[Finding]:
    """Each claim with a number whose unit its column does not have; the first place of each."""
    told: set[tuple[int, str]] = set()
    for report in examination.verdicts.reports:
        key = (id(report.origin), report.check.value.column)
        if report.check.fault == "unit" and key not in told:
            together = [one for one in served(report) if one.fault == "unit"]
            told |= {(id(report.origin), one.value.column) for one in together}
            yield _finding(replace(report, check=together[-1]))
    for examined in examination.claims:
        misread = examined.misread
        if misread is not None and misread.rule == NAME:
            query = examined.claim.change
            assert query is not None
            yield Finding(NAME, query.span(), misread.message)


def _finding(report: Report) -> Finding:
    value = report.check.value
    unit = report.check.unit
    return Finding(
        NAME, _span(report),
        f"{speaker(report)} says {said(report)}, `{value.column}` {_has(value.unit)}",
        origin_label(report), evidence(report), (),
        _help(unit, value.unit),
    )  # fmt: skip


def _has(unit: Unit | None) -> str:
    if unit is None:
        return "has no unit"
    if unit.code == FACTOR.code:
        return "is a ratio"
    return f"is a rate ({unit.symbol})" if unit.symbol.startswith("/") else f"is in {unit.symbol}"


def _span(report: Report) -> Span:
    """The YAML's words where the page says the same; else the page, which alone is wrong."""
    said = report.check.said
    if not report.exact or not isinstance(report.origin, Examined):
        return report.span if report.place is None else report.place.span(said.at, said.after)
    check = next(
        (one for one in report.origin.says if one.value is report.check.value), report.check
    )
    tokens = report.origin.phrase.tokens
    return phrase_span(report.origin, tokens[check.said.at].start, tokens[check.said.after - 1].end)


def _help(unit: Unit | None, own: Unit | None) -> str:
    """The one advice. unit: that is written. own: that of the column."""
    if own is not None:
        return f"say it in {own.symbol}, or ask for a column in the unit that is written"
    return f"give the column its unit, as in `AS name_{suffix_of(unit)}`" if unit else ""
