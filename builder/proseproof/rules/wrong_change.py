"""A change whose words are not the ones that make its number right.

"82% faster" over 97 s and 17 s is wrong, since 97/17 is 5.7 times as fast, 471% faster; "82% less
time" is right. Where another reading of the table of changes, for the same kind of column and with
the same sign, makes the written number right, this finding replaces stale-number and names both.
So it does where the words go the wrong way: "rose by 69 percent" over a time that fell by as much,
or "3 times as few" where there are 3 times as many.
Percents, factors and points are readings of one another: "a reduction of 74x" may be one of 74%.
"""

from collections.abc import Iterator
from fractions import Fraction

from proseproof.finding import Finding
from proseproof.judge.agree import judge_number
from proseproof.judge.change import other_readings
from proseproof.judge.claim import Examined
from proseproof.judge.examination import Examination
from proseproof.judge.quantity import Quantity, quantities, show, with_unit
from proseproof.judge.readings import are_opposed
from proseproof.judge.verdict import Report
from proseproof.language.units import PERCENT, POINTS, conversion
from proseproof.model import Limits
from proseproof.query import Answer
from proseproof.rules.change_words import in_words, turned_round
from proseproof.rules.wording import computed, evidence, origin_label, said, speaker

NAME = "wrong-change"


def check(examination: Examination) -> Iterator[Finding]:
    """Each stale change that another reading makes right."""
    limits = examination.project.limits
    for report in examination.verdicts.reports:
        other = _right_reading(report, limits)
        if other is None:
            continue
        told, right = report.check.value.told, _in_other_words(report, other)
        gives = f", capture says {in_words(told, computed(report))}"
        turned = report.check.value.number < 0  # no number of these words would be right
        yield Finding(
            NAME, report.span,
            f"{speaker(report)} says {in_words(told, said(report))}"
            f"{'' if turned else gives}; {right} is right",
            origin_label(report), evidence(report), _as_factors(report),
            f'say "{right}"' + ("" if turned else f", or write `{computed(report)}`"),
        )  # fmt: skip


def _in_other_words(report: Report, other: Quantity) -> str:
    """The written number in words that make it right; in the phrase's own, turned round, where
    they only go the wrong way."""
    check = report.check
    number = said(report) if other.unit == check.value.unit else _number(report, other)
    turned = turned_round(check.value.told)
    if turned is not None and are_opposed(check.value.reading, other.reading):
        return in_words(turned, number)
    return f"{number} {other.reading}"


def _number(report: Report, other: Quantity) -> str:
    """The written number as the other reading takes it."""
    written = report.check.said.literal.written
    points = other.unit == POINTS
    return f"{written} percentage points" if points else with_unit(written, other.unit)


def _as_factors(report: Report) -> tuple[str, ...]:
    """What "82% faster" comes to, as a factor, beside what the two values are."""
    check = report.check
    if check.value.reading != "faster" or check.unit != PERCENT:
        return ()
    written, value = (show(1 + size / 100, 3) for size in (check.said.literal.value, check.wanted))
    return (f"{said(report)} faster would be {written}x as fast, it is {value}x",)


def applies(report: Report, limits: Limits) -> bool:
    """Whether a wrong number is this finding, and no stale number."""
    return _right_reading(report, limits) is not None


def _right_reading(report: Report, limits: Limits) -> Quantity | None:
    origin, check = report.origin, report.check
    if check.fault != "stale" or not isinstance(origin, Examined) or origin.claim.change is None:
        return None
    if not isinstance(origin.asked.binding, Answer):
        return None
    values = quantities(origin.asked.binding)
    for other in other_readings(check.said, values, check.value):
        same_kind = (
            other.unit is not None and check.unit is not None and check.value.unit == other.unit
        )
        factor = conversion(other.unit, check.unit) if same_kind else Fraction(1)
        literal, hedge = check.said.literal, check.said.hedge
        if factor and judge_number(literal, hedge, other.number * factor, True, limits) is None:
            return other
    return None
