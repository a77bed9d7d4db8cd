"""What belongs to a wrong number: the other checks of its place, and the claim's own number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from proseproof.judge.agree import noise
from proseproof.judge.claim import Examined
from proseproof.judge.place import Check
from proseproof.judge.table import ExaminedTable
from proseproof.judge.verdict import Report
from proseproof.language.units import conversion


def checks_beside(report: Report) -> Sequence[Check]:
    """All the checks of the place that a report is about, its own among them."""
    if isinstance(report.origin, ExaminedTable):
        cells = (cell.checks for cell in report.origin.cells if cell.place is report.place)
        return next(cells, (report.check,))
    if report.place is None:
        return report.origin.says
    both = (*report.origin.places, *report.origin.shapes)
    return next((one.checks for one in both if one.place is report.place), (report.check,))


def same_number(report: Report) -> Sequence[Check]:
    """The checks of the number that a report is about: more than one where it stands for each of
    several values."""
    return [
        as_claimed(report, one)
        for one in checks_beside(report)
        if one.said.at == report.check.said.at
    ]


def own_check(report: Report, check: Check) -> Check | None:
    """The number of the claim itself that stands for the value of a check at the report's place;
    None for a cell of a table."""
    beside = list(checks_beside(report))
    if not isinstance(report.origin, Examined) or check not in beside:
        return None
    return report.origin.says[beside.index(check)]


def as_claimed(report: Report, check: Check) -> Check:
    """A check whose value is rounded as the claim rounds it, where that has a choice: at an exact
    half both neighbours are right, and one page is not to say both."""
    own = own_check(report, check)
    if own is None or own.fault is not None or own.bottom or own.said.hedge not in (None, "up to"):
        return check
    factor = Fraction(1)
    if own.unit != check.unit:
        factor = (own.unit and check.unit and conversion(own.unit, check.unit)) or factor
    literal, value = own.said.literal, own.wanted
    off = abs(value - literal.value)
    half = abs(off - literal.step / 2) <= noise(value, literal.step)
    same_places = literal.step * factor == check.said.literal.step
    return replace(check, wanted=literal.value * factor) if half and same_places else check
