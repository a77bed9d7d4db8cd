"""No star for a sentence that says something else; each beside a neighbour that has one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.suggest.lab import proposals_for

from proseproof.query import Worker
from proseproof.suggest.telling import pick

RUNS: list[dict[str, Any]] = [
    {"run": run, "engine": engine, "p95_ms": p95, "mean_ms": mean, "rate_per_s": rate, "warm": warm}
    for run, engine, p95, mean, rate, warm in (
        ("a", "vllm", 10.0, 5.0, 70.0, True),
        ("b", "vllm", 20.0, 6.5, 85.0, False),
        ("c", "sglang", 60.0, 9.0, 91.0, True),
        ("d", "sglang", 33.3, 7.7, 64.0, False),
    )
]
IMPORTS: list[dict[str, Any]] = [
    {"run": run, "import_ms": ms} for run, ms in ((4, 12.1), (5, 17.8), (6, 16.2))
]
TABLES = {"bench": RUNS, "imports": IMPORTS}

STARRED = [
    "The largest p95 was 60.0 ms.",
    "The largest p95 was only 60.0 ms.",
    "The largest p95 is never more than 60.0 ms.",
    "Runs that were not warm had a largest p95 of 33.3 ms.",
    "Non-warm runs had a largest p95 of 33.3 ms.",
    "Warm runs had a largest p95 of 60.0 ms.",
    "For sglang: the largest p95 was 60.0 ms.",
    "The p95 of run a was 10.0 ms.",
    "The highest rate was 91.0 per second.",
    "The p95 is up to 60.0 ms.",
    "For sglang, p95 fell from 60.0 to 33.3 ms.",
    "The import of run 6 takes 16.2 ms.",
]

NO_STAR = [
    "Without warm-up the largest p95 was 60.0 ms.",
    "Except for warm runs the largest p95 was 60.0 ms.",
    "Unlike warm runs, cold ones had a largest p95 of 60.0 ms.",
    "Not warm runs had a largest p95 of 60.0 ms.",
    "All but the vllm runs had a p95 of at most 20.0 ms.",
    "Apart from sglang, the largest p95 was 60.0 ms.",
    "Only cold runs were measured; their largest p95 was 60.0 ms.",
    "The largest p95 wasn't 60.0 ms.",
    "The other engines, for sglang, had a largest p95 of 60.0 ms.",
    "The fastest engine, sglang, had a p95 of 10 ms.",
    "For vllm: the largest p95 was 60.0 ms.",
    "The p95 of the slowest run, run a, was 60.0 ms.",
    "Its maximum p95, in run d, was 60.0 ms.",
    "The best rate was 64.0 per second.",
    "The worst rate was 91.0 per second.",
    "The fastest rate was 64.0 per second.",
    "The p95 went up by 60.0 ms.",
    "The p95 summed up to 60.0 ms.",
    "The p95 went up, to 60.0 ms.",
    "The smallest p95 was up to 60.0 ms.",
    "For sglang, p95 rose from 60.0 to 33.3 ms.",
    "For vllm, p95 fell from 10.0 to 20.0 ms.",
    "For sglang, p95 rose from 33.3 to 60.0 ms.",
    "The largest p95 dropped 60.0 ms.",
    "Non-warm runs had a largest p95 of 60.0 ms.",
    "Half of the runs had a largest p95 of 60.0 ms.",
    "The mean of the p95 was at most 60.0 ms.",
    "Each command ran in 6 processes. The import takes about 16.2 ms.",
    "Each command ran in 6 processes, and the import takes about 16.2 ms.",
]

_ROWS = "|---|---|\n| a | 10.0 |\n| b | 20.0 |\n| c | 60.0 |\n| d | 33.3 |"
HEADS = {"p95, ms": True, "Time, ms": True, "Mean, ms": False, "Median p95, ms": False}


def stars(text: str, root: Path, worker: Worker) -> list[str]:
    """What stands out on a page of this text: the phrase, or the query of a table."""
    found = proposals_for(f"# Speed\n\n{text}\n", root, worker, tables=TABLES).proposals
    return [one.choices[0].says or one.choices[0].sql for one in found if one.clear]


@pytest.mark.parametrize("sentence", STARRED)
def test_a_sentence_that_says_what_is_computed_has_a_star(
    sentence: str, tmp_path: Path, worker: Worker
) -> None:
    assert len(stars(sentence, tmp_path, worker)) == 1


@pytest.mark.parametrize("sentence", NO_STAR)
def test_a_sentence_that_says_something_else_has_none(
    sentence: str, tmp_path: Path, worker: Worker
) -> None:
    assert stars(sentence, tmp_path, worker) == []


@pytest.mark.parametrize("head", HEADS)
def test_a_header_that_names_another_column_or_statistic_takes_the_star(
    head: str, tmp_path: Path, worker: Worker
) -> None:
    text = f"| Run | {head} |\n{_ROWS}\n"
    assert bool(stars(text, tmp_path, worker)) is HEADS[head]


def test_a_table_of_other_rows_than_its_lead_names_has_no_star(
    tmp_path: Path, worker: Worker
) -> None:
    table = f"| Run | p95, ms |\n{_ROWS}\n"
    assert stars(f"The results:\n\n{table}", tmp_path / "all", worker)
    assert not stars(f"Results of sglang:\n\n{table}", tmp_path / "some", worker)


@pytest.mark.parametrize(
    ("sentence", "phrase"),
    [
        ("The p95 went up, to 60.0 ms.", "p95 went up, to 60.0 ms"),
        ("In run c, the slowest, was 60.0 ms.", "run c, the slowest, was 60.0 ms"),
    ],
)
def test_a_phrase_is_no_thin_word_beside_its_number(
    sentence: str, phrase: str, tmp_path: Path, worker: Worker
) -> None:
    (one,) = proposals_for(f"# Speed\n\n{sentence}\n", tmp_path, worker, tables=TABLES).proposals
    assert {choice.says for choice in one.choices} == {phrase}


def test_one_phrase_is_taken_once(tmp_path: Path, worker: Worker) -> None:
    text = "In all, the largest p95 was 60.0 ms.\n\nAs said, the largest p95 was 60.0 ms.\n"
    found = proposals_for(f"# Speed\n\n{text}", tmp_path, worker, tables=TABLES)
    assert [one.clear for one in found.proposals] == [True, True]
    assert len(pick(found, [])) == len(pick(found, ["1", "2"])) == 1


def test_one_phrase_with_two_meanings_is_not_taken_unasked(tmp_path: Path, worker: Worker) -> None:
    text = "Warm, the largest p95 was 60.0 ms.\n\nIn all, the largest p95 was 60.0 ms.\n"
    found = proposals_for(f"# Speed\n\n{text}", tmp_path, worker, tables=TABLES)
    assert [one.choices[0].sql for one in found.proposals if one.clear] == [
        "SELECT max(p95_ms) FROM bench WHERE warm",
        "SELECT max(p95_ms) FROM bench",
    ]
    assert pick(found, []) == []
