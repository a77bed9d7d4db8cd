"""Numbers in words: proposed where something counts or compares what they say, and else left."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.suggest.lab import proposals_for

from proseproof.query import Worker

TOLD = [
    ("We recorded four nights.", "four nights", "SELECT count(*) FROM nights"),
    ("Three nights were complete.", "Three nights", "SELECT count(*) FROM nights WHERE complete"),
    ("We compared two runs.", "two runs", "SELECT count(*) FROM runs"),
    ("The loss has three steps.", "three steps", "SELECT count(DISTINCT step) FROM steps"),
]


@pytest.mark.parametrize(("sentence", "words", "query"), TOLD)
def test_a_count_in_words_is_proposed(
    sentence: str, words: str, query: str, tmp_path: Path, worker: Worker
) -> None:
    (one,) = proposals_for(f"{sentence}\n", tmp_path, worker).proposals
    assert words in one.choices[0].says
    assert query in [choice.sql for choice in one.choices[:3]]


def test_a_unit_that_is_a_column_is_counted(tmp_path: Path, worker: Worker) -> None:
    rows = [{"month": month, "place": place} for month in ("May", "June") for place in "ab"]
    found = proposals_for("We read it for two months.\n", tmp_path, worker, tables={"reads": rows})
    assert found.proposals[0].choices[0].sql == "SELECT count(DISTINCT month) FROM reads"


def test_a_factor_in_words_is_proposed(tmp_path: Path, worker: Worker) -> None:
    text = "The size of Thursday was more than twice the size of Tuesday.\n"
    (one,) = proposals_for(text, tmp_path, worker).proposals
    assert one.choices[0].sql == (
        "SELECT a.size_mb, b.size_mb FROM nights a, nights b "
        "WHERE a.night = 'Tuesday' AND b.night = 'Thursday'"
    )


def test_an_amount_in_words_has_its_unit(tmp_path: Path, worker: Worker) -> None:
    (one,) = proposals_for("Tuesday took about forty-three seconds.\n", tmp_path, worker).proposals
    assert one.choices[0].sql == "SELECT time_s FROM nights WHERE night = 'Tuesday'"


@pytest.mark.parametrize(
    "sentence",
    [
        "There are four ways to do it.",  # nothing is called a way
        "One of them is enough.",
        "We looked at `four nights` here.",
        "Half the battle is won.",
        "A night is four times as dark.",  # there are four nights, which is no comparison
    ],
)
def test_words_that_measure_nothing_are_left_in_peace(
    sentence: str, tmp_path: Path, worker: Worker
) -> None:
    assert proposals_for(f"# Four nights\n\n{sentence}\n", tmp_path, worker).proposals == ()


def test_words_with_a_claim_or_a_reason_are_not_asked_about(tmp_path: Path, worker: Worker) -> None:
    text = "We recorded four nights. We compared two runs.\n"
    claims = [{"says": "recorded four nights", "query": "SELECT count(*) FROM nights"}]
    given = [{"says": "compared two runs", "why": "the plan"}]
    assert proposals_for(text, tmp_path, worker, claims, given=given).proposals == ()
