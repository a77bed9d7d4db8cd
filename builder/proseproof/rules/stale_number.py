"""A written number that is not what the capture gives.

A number is right when the value, rounded to the places written, is that number. Where a hedge
stands before it, the hedge says what is right. The finding points at the number on the page and
names both: what the page says and what the capture says. Where only the claim in the YAML is old
and the page is right, it points at the YAML. A quantity said twice, such as `ten (15) days`, must
agree with itself, with a claim or without.
"""

from collections.abc import Iterator
from dataclasses import replace

from proseproof.finding import Finding
from proseproof.judge.agree import judge_number
from proseproof.judge.examination import Examination
from proseproof.judge.place import Check
from proseproof.judge.verdict import Report
from proseproof.language.units import conversion, siblings
from proseproof.model import Limits
from proseproof.rules import wrong_change
from proseproof.rules.disagreement import disagreements
from proseproof.rules.meaning import broken_meaning
from proseproof.rules.mending import Mend, mend
from proseproof.rules.wording import computed, evidence, origin_label, said, speaker

NAME = "stale-number"


def check(examination: Examination) -> Iterator[Finding]:
    """Each written number that its value does not round to."""
    limits = examination.project.limits
    for report in examination.verdicts.reports:
        if report.check.fault in ("stale", "disagree") and not wrong_change.applies(report, limits):
            yield _finding(report, examination)
    told = {report.span for report in examination.verdicts.reports}
    yield from disagreements(examination, NAME, told)


def _finding(report: Report, examination: Examination) -> Finding:
    check, limits = report.check, examination.project.limits
    mended = mend(report, examination)
    left = broken_meaning(report, examination)
    if isinstance(mended, str):
        left = left or mended
    where = speaker(report)
    message = f"{where} says {said(report)}, capture says {computed(report)}"
    if check.fault == "disagree":
        message = f"{where} says {said(report)}: the word and the digits differ"
    notes, advice = unit_notes(check, limits), ""
    if notes and check.said.unit is not None:
        # The number is right and its unit is not: another number is not what the author means.
        left = left or "the number is right in another unit"
        advice = f"write `{notes[0].rpartition(' ')[2]}`"
    mends = () if isinstance(mended, str) else mended.edits
    return Finding(
        NAME, report.span, message, origin_label(report), evidence(report),
        (*_reading(check), *notes), advice or _help(mended, left),
        tuple(replace(edit, safe=not left) for edit in mends), left=left,
    )  # fmt: skip


def _reading(check: Check) -> tuple[str, ...]:
    hedge = check.said.hedge
    if hedge == "about":
        return ("about is right at the digits written, and within a tenth of the number",)
    if hedge == "nearly":
        return ("nearly is right below the number, and within a tenth of it",)
    if hedge is not None and hedge != "up to":
        return (f"the words say: {hedge} the number",)
    places = check.said.literal.places
    if check.bottom is not None or places < 0:
        return ()
    return (f"compared at the places written, {_COUNTS.get(places, str(places))}",)


_COUNTS = {0: "none", 1: "one", 2: "two", 3: "three", 4: "four"}


def unit_notes(check: Check, limits: Limits) -> tuple[str, ...]:
    """Names the unit in which the written number would be right."""
    if check.value.unit is None or check.unit is None or check.bottom is not None:
        return ()
    for other in siblings(check.unit):
        factor = conversion(check.value.unit, other)
        assert factor is not None
        value = check.value.number * factor
        fault = judge_number(check.said.literal, check.said.hedge, value, check.value.noisy, limits)
        if fault is None:
            return (f"{check.said.literal.written} is right in {other.symbol}",)
    return ()


def _help(mended: Mend | str, left: str) -> str:
    if isinstance(mended, str):
        return ""
    if left:
        return "rewrite the sentence: a new number alone would not make it true"
    return f"write `{mended.literal.written}`, or run `proseproof update`"
