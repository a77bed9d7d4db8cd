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
from proseproof.judge.verdict import Report
from proseproof.rules import unread_change, wrong_change
from proseproof.rules.change_words import both_sides
from proseproof.rules.disagreement import disagreements
from proseproof.rules.meaning import IN_ANOTHER_UNIT, broken_meaning
from proseproof.rules.mending import Mend, mend
from proseproof.rules.other_mark import mark_note
from proseproof.rules.other_unit import OtherUnit, other_unit, spot
from proseproof.rules.wording import (
    evidence,
    hedge_of,
    origin_label,
    part_range,
    said,
    speaker,
    unit_words,
)

NAME = "stale-number"


def check(examination: Examination) -> Iterator[Finding]:
    """Each written number that its value does not round to."""
    limits = examination.project.limits
    reports = examination.verdicts.reports
    told = {(id(one.origin), spot(one.place, one.check)) for one in reports}
    for report in reports:
        if report.check.fault in ("stale", "disagree") and not (
            wrong_change.applies(report, limits) or unread_change.applies(report)
        ):
            unit = other_unit(report, limits)
            own = spot(report.place, report.check)
            speaks = (unit.told_at if unit is not None else None) or own
            if speaks == own or (id(report.origin), speaks) not in told:
                yield _finding(report, examination, unit)
    yield from disagreements(examination, NAME, {report.span for report in reports})


def _finding(report: Report, examination: Examination, unit: OtherUnit | None) -> Finding:
    check = report.check
    mended = mend(report, examination)
    left = broken_meaning(report, examination)
    if isinstance(mended, str):
        left = left or mended
    where = speaker(report)
    here, there = both_sides(report)
    message = f"{where} says {here}, capture says {there}"
    if check.fault == "disagree":
        message = f"{where} says {said(report)}: the word and the digits differ"
    notes, advice = _reading(report), ""
    if unit is not None:
        # The number is right and its unit is not: another number is not what the author means.
        notes, advice = (*notes, unit.note), unit.help
        left = left or IN_ANOTHER_UNIT
    marks = _marks(report)
    if marks:
        notes, advice = (*notes, *marks), _ONE_NUMBER
        left = left or "it is read as two numbers"
    mends = () if isinstance(mended, str) else mended.edits
    return Finding(
        NAME, report.span, message, origin_label(report), evidence(report), notes,
        advice or _help(report, examination, mended, left),
        tuple(replace(edit, safe=not left) for edit in mends), left=left,
    )  # fmt: skip


_ONE_NUMBER = "write the page's decimal mark, or set `decimal` for the page"


def _marks(report: Report) -> tuple[str, ...]:
    place = report.place
    return mark_note(place.corpus, place.passage, report.check.said.at) if place is not None else ()


def _reading(report: Report) -> tuple[str, ...]:
    """How the number was held against its value, in the words of its place."""
    check, hedge = report.check, report.check.said.hedge
    words = f'"{hedge_of(report)}"'
    if hedge == "about":
        return (f"{words} is right at the digits written, and within a tenth of the number",)
    if hedge == "nearly":
        return (f"{words} is right below the number, and within a tenth of it",)
    if hedge is not None and hedge != "up to":
        than = " than" if hedge in ("more", "less") else ""
        return (f"{words} asks for {hedge}{than} the number",)
    literal, places = check.said.literal, check.said.literal.places
    if literal.fraction:
        return (f'"{literal.written.lower()}" is right from {part_range(check)}',)
    if check.bottom is not None or places < 0:
        return ()
    if places == 0:
        return ("compared as a whole number",)
    return (f"compared to {_COUNTS.get(places, str(places))} decimal place{'s' * (places > 1)}",)


_COUNTS = {1: "one", 2: "two", 3: "three", 4: "four"}


def _help(report: Report, examination: Examination, mended: Mend | str, left: str) -> str:
    if isinstance(mended, str):
        return _near_part(report, examination)
    if left:
        return "rewrite the sentence: a new number alone would not make it true"
    return f"write `{mended.literal.written}{unit_words(report)}`, or run `proseproof update`"


def _near_part(report: Report, examination: Examination) -> str:
    """What to write for a part in words that the value is only near to."""
    check = report.check
    literal, limits = check.said.literal, examination.project.limits
    if not literal.fraction or check.said.hedge is not None:
        return ""
    near = judge_number(literal, "about", check.wanted, check.value.noisy, limits) is None
    words = f'"about {literal.written.lower()}" or ' if near else ""
    return f"write {words}the number in digits"
