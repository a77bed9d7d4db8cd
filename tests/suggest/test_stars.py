"""What stands out may be taken without a question: the words agree, and not the digits alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.suggest.cache_lab import CACHE
from tests.suggest.lab import proposals_for

from proseproof.query import Worker
from proseproof.suggest import Proposal

RIGHT = {
    "The hit rate of TinyLFU lies between 69.8% and 72.5% on warm runs.": (
        "SELECT min(hit_pct), max(hit_pct) FROM cache WHERE policy = 'tinylfu' AND start = 'warm'"
    ),
    "The memory of TinyLFU is never more than 280 MiB, and that of LRU is small.": (
        "SELECT max(memory_mib) FROM cache WHERE policy = 'tinylfu'"
    ),
    "The memory of LRU is at most 258 MiB.": (
        "SELECT max(memory_mib) FROM cache WHERE policy = 'lru'"
    ),
    "On warm runs the median p95 with TinyLFU is 8.4 ms.": (
        "SELECT median(p95_ms) FROM cache WHERE policy = 'tinylfu' AND start = 'warm'"
    ),
    "On warm runs the p95 of LRU is 12.2 ± 0.4 ms.": (
        "SELECT avg(p95_ms), stddev(p95_ms) FROM cache WHERE policy = 'lru' AND start = 'warm'"
    ),
    "On warm runs the median evictions of LRU are 46.2 percent more than those of TinyLFU.": (
        "SELECT median(evictions) FILTER (WHERE policy = 'tinylfu'),"
        " median(evictions) FILTER (WHERE policy = 'lru') FROM cache WHERE start = 'warm'"
    ),
}

# Each has a query that gives the number, and none that says what the sentence says.
WRONG = [
    "LRU evicts roughly 37 percent more entries.",  # the least and the greatest of another column
    "The p95 of TinyLFU is 8.4 ms.",  # that of one run, which nothing names
    "We set the budget to 256 MiB.",  # the one run that failed
    "The maximum p95 with LRU is 12.3 ms.",  # the median of warm runs
    "The hit rate of LRU is 70.6%.",  # a run of the other policy
    "The disk is 62.8% full.",  # a median that nothing says
    "Of the runs, 8 took place on a Monday.",
    "Each policy ran ten times, and 2 runs had a cold start.",  # run 10 has two rows
]


def proposed(text: str, root: Path, worker: Worker) -> Proposal:
    """The one proposal for a page of this text."""
    found = proposals_for(f"# Caches\n\n{text}\n", root, worker, tables=CACHE).proposals
    return next(one for one in found if not one.drafts[0].is_worded)


@pytest.mark.parametrize("sentence", RIGHT)
def test_a_query_that_says_what_the_sentence_says_stands_out(
    sentence: str, tmp_path: Path, worker: Worker
) -> None:
    one = proposed(sentence, tmp_path, worker)
    assert (one.choices[0].sql, one.clear) == (RIGHT[sentence], True)


@pytest.mark.parametrize("sentence", WRONG)
def test_a_query_that_agrees_with_the_digits_alone_does_not_stand_out(
    sentence: str, tmp_path: Path, worker: Worker
) -> None:
    assert not proposed(sentence, tmp_path, worker).clear


def test_a_change_between_two_numbers_of_the_sentence_is_a_change_of_their_queries(
    tmp_path: Path, worker: Worker
) -> None:
    text = (
        "We replaced LRU by TinyLFU. On warm runs the median p95 went from 12.3 to 8.4 ms, "
        "which is 32 percent less.\n"
    )
    ends, change = proposals_for(text, tmp_path, worker, tables=CACHE).proposals
    assert ends.choices[0].sql == (
        "SELECT median(p95_ms) FROM cache WHERE start = 'warm' AND policy IN ('lru', 'tinylfu')"
        " GROUP BY policy ORDER BY policy"
    )
    assert change.choices[0].sql == (
        "SELECT median(p95_ms) FILTER (WHERE policy = 'lru'),"
        " median(p95_ms) FILTER (WHERE policy = 'tinylfu') FROM cache WHERE start = 'warm'"
    )
    assert (ends.clear, change.clear) == (True, True)


def test_a_name_with_a_capital_inside_is_that_of_the_capture(
    tmp_path: Path, worker: Worker
) -> None:
    one = proposed("The least hit rate of TinyLFU is 62.3%.", tmp_path, worker)
    assert one.choices[0].sql == "SELECT min(hit_pct) FROM cache WHERE policy = 'tinylfu'"


def test_a_median_of_something_else_does_not_stand_out(tmp_path: Path, worker: Worker) -> None:
    runs = [{"run": "base", "wake": {"median_s": 1.37}, "sleep": {"median_s": 2.9}}]
    for noun, clear in (("saving", False), ("sleep", False), ("wake", True)):
        text = f"With `base` the median {noun} took 1.4 s.\n"
        (one,) = proposals_for(text, tmp_path / noun, worker, tables={"runs": runs}).proposals
        assert (one.choices[0].sql, one.clear) == ("SELECT wake.median_s FROM runs", clear)
