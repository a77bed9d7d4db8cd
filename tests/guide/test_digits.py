"""One digit of any number of the guide that a claim binds: a finding there, with both values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from tests.guide.conftest import ROOT, Restudy

from proseproof.answers import Answers, ask_all
from proseproof.finding import Finding
from proseproof.load import Loaded
from proseproof.outcome import Mark
from proseproof.query import Worker
from proseproof.rules import judge
from proseproof.run import Study, examine_all
from proseproof.source import Span

LAST_DIGIT = re.compile(r"\d(?=\D*\Z)")
NUMBER = re.compile(r"\d[\d.,\u2009 ]*")
FRACTION = re.compile(r"(?<![\d.])\d+\.\d+(?![\d.])")


def other(written: str) -> str:
    """The same with another last digit."""
    return LAST_DIGIT.sub(lambda digit: "8" if digit[0] == "9" else str(int(digit[0]) + 1), written)


def far(written: str) -> str:
    """The same with a digit more in front: what a hedge may not let pass."""
    return re.sub(r"\d", r"9\g<0>", written, count=1)


def rewritten(span: Span, new: str) -> str:
    """The text of the whole file with `new` in the place of a number."""
    text = span.source.text
    return text[: span.start] + new + text[span.end :]


def tells(finding: Finding, span: Span, new: str) -> bool:
    """Whether a finding points at a number that was changed and names both values."""
    here = finding.span
    place = here.source.path == span.source.path and here.start <= span.start < here.end
    changed = NUMBER.search(new)
    both = len(NUMBER.findall(finding.message)) > 1 or "the word and the digits" in finding.message
    return place and changed is not None and changed[0] in finding.message and both


def in_digits(marks: Iterator[Mark]) -> list[Span]:
    return [mark.span for mark in marks if not mark.words and LAST_DIGIT.search(mark.span.text)]


def test_every_number_of_the_pages(guide: Study, worker: Worker) -> None:
    loaded = guide.loaded
    assert loaded is not None
    answers = ask_all(worker, loaded)
    marks = (mark for page in guide.outcome.pages.values() for mark in page.marks)
    numbers = in_digits(marks)
    # "About 40 s" may still be right with another last digit; with one more in front it is not.
    missed = [
        span
        for span in numbers
        if not any(_is_told(loaded, answers, span, new(span.text)) for new in (other, far))
    ]
    assert [f"{span.source.path}:{span.first.line} {span.text}" for span in missed] == []
    assert len(numbers) > 200


def _is_told(loaded: Loaded, answers: Answers, span: Span, new: str) -> bool:
    """Whether the sections of a page tell a changed number of it; the other pages cannot."""
    path = span.source.path
    sections = tuple(
        section for section in loaded.sections if path in {page.value for page in section.pages}
    )
    pages = {page.value for section in sections for page in section.pages}
    around = {name: page for name, page in loaded.pages.items() if name in pages}
    around[path] = around[path].rewritten(rewritten(span, new))
    changed = replace(loaded, sections=sections, pages=around)
    return any(tells(finding, span, new) for finding in judge(examine_all(changed, answers)))


def test_every_number_of_the_figures(guide: Study, restudy: Restudy) -> None:
    marks = (mark for plate in guide.outcome.plates.values() for mark in plate.marks)
    numbers = in_digits(marks)
    for span in numbers:
        new = other(span.text)
        outcome = restudy({span.source.path: rewritten(span, new)}).outcome
        assert not outcome.passed
        assert any(tells(finding, span, new) for finding in outcome.findings), span.first
    assert numbers


def test_every_value_of_a_capture_that_is_said_as_it_stands(guide: Study, restudy: Restudy) -> None:
    """The leaves of the published figures that a claim says without computing anything."""
    path = "capture/gpu/summary/miles-gb10-lab.json"
    text = (ROOT / path).read_text(encoding="utf-8")
    values = {value.split(" ")[0] for proof in guide.outcome.proofs for value in proof.values}
    said = [leaf for leaf in FRACTION.finditer(text) if leaf[0] in values]
    for leaf in said:
        changed = text[: leaf.start()] + _first_digit(leaf[0]) + text[leaf.end() :]
        json.loads(changed)
        outcome = restudy({path: changed}).outcome
        told = [finding.message for finding in outcome.findings if finding.severity == "error"]
        assert told, leaf[0]
        assert any("capture says" in message or "one value" in message for message in told), told
    assert len(said) > 10


def _first_digit(written: str) -> str:
    digit = re.search(r"[1-9]", written)
    assert digit is not None
    new = "8" if digit[0] == "9" else str(int(digit[0]) + 1)
    return written[: digit.start()] + new + written[digit.end() :]
