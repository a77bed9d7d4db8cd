"""What holds for whole checks, whatever the sentences, the data and the pages are."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.project import check_files, lines, small_project
from tests.sentences import Sentence, sentences
from tests.soup import soup

from proseproof.finding import Finding
from proseproof.query import Worker

FEW = settings(
    max_examples=20, deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip


def project_of(
    told: tuple[Sentence, ...], page: str | None = None, says: dict[int, str] | None = None
) -> dict[str, str]:
    """A page with the sentences, their claims, and the capture that makes them right."""
    text = "".join(f"{sentence.text}.\n\n" for sentence in told) if page is None else page
    tables: dict[str, list[dict[str, Any]]] = {}
    claims = []
    for index, sentence in enumerate(told):
        row = {f"v{i}_{one.column}": one.value for i, one in enumerate(sentence.numbers)}
        tables[f"t{index}"] = [row]
        words = (says or {}).get(index, sentence.text)
        claims.append({"says": words, "query": f"SELECT {', '.join(row)} FROM t{index}"})
    return small_project(text, claims, tables)


@FEW
@given(told=sentences())
def test_a_page_that_the_data_wrote_is_right(
    tmp_path: Path, worker: Worker, told: tuple[Sentence, ...]
) -> None:
    """Numbers in the library's own writing of the values raise nothing."""
    outcome = check_files(tmp_path, project_of(told), worker)
    assert lines(outcome) == []
    assert outcome.numbers.bound == sum(len(sentence.numbers) for sentence in told)


@FEW
@given(told=sentences(), data=st.data())
def test_another_digit_is_one_error_at_its_place(
    tmp_path: Path, worker: Worker, told: tuple[Sentence, ...], data: st.DataObject
) -> None:
    """Change a digit of a number on the page, or in the claim too: one error, which names both."""
    which = data.draw(st.integers(0, len(told) - 1))
    sentence = told[which]
    number = data.draw(st.sampled_from(sentence.numbers))
    if number.half:
        return
    digits = [at for at, char in enumerate(number.written.split("e")[0]) if char.isdigit()]
    at = data.draw(st.sampled_from(digits))
    other = data.draw(st.sampled_from([d for d in "0123456789" if d != number.written[at]]))
    changed = number.written[:at] + other + number.written[at + 1 :]
    text = "".join(f"{one.text}.\n\n" for one in told)
    start = text.index(sentence.text)
    start += sentence.text.index(number.written + number.unit)
    page = text[:start] + changed + text[start + len(number.written) :]
    wrong = sentence.text.replace(number.written + number.unit, changed + number.unit, 1)
    says = {which: wrong} if data.draw(st.booleans()) else {}
    outcome = check_files(tmp_path, project_of(told, page, says), worker)
    (finding,) = outcome.findings
    assert finding.rule == "stale-number"
    assert (finding.span.source.path, finding.span.start) == ("docs/page.md", start)
    assert f"page says {changed}" in finding.message
    assert ", capture says " in finding.message


@FEW
@given(told=sentences(), seed=st.integers(0, 10**6))
def test_the_order_of_pages_and_claims_changes_nothing(
    tmp_path: Path, worker: Worker, told: tuple[Sentence, ...], seed: int
) -> None:
    """The findings of a project are the same, whichever page and claim comes first."""
    spoilt = project_of(told, says={0: f"{told[0].text} and so on"})
    section = json.loads(spoilt["claims/page.yml"])
    pages = {f"docs/p{index}.md": f"{one.text}.\n\nUnbound 7.\n" for index, one in enumerate(told)}
    found = []
    for turn in (False, True):
        order = list(pages)
        claims = list(section["figures"][0]["claims"])
        if turn:
            random.Random(seed).shuffle(order)
            random.Random(seed).shuffle(claims)
        section |= {"page": order, "figures": [{"id": "t", "kind": "text", "claims": claims}]}
        files = {**spoilt, **pages, "docs/page.md": "", "claims/page.yml": json.dumps(section)}
        outcome = check_files(tmp_path, files, worker)
        found.append(sorted(_without_place(finding) for finding in outcome.findings))
    assert found[0] == found[1]


def _without_place(finding: Finding) -> tuple[str, str, str]:
    on_page = finding.span.source.path.startswith("docs/")
    return finding.rule, finding.message, f"{finding.span.first}" if on_page else ""


@pytest.mark.parametrize("seed", range(40))
def test_no_project_raises_and_each_message_reads_well(
    tmp_path: Path, worker: Worker, seed: int
) -> None:
    """Phrases, queries, values and tables thrown together: findings, never an exception."""
    for finding in check_files(tmp_path, soup(random.Random(seed)), worker).findings:
        message = finding.message
        assert not message.endswith(".")
        assert "\n" not in message
        for word in ("Decimal(", "Fraction(", "datetime", "Traceback", "object at"):
            assert word not in message
