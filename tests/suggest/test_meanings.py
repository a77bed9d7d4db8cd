"""What the numbers of a sentence could mean: each kind of query that is suggested, in its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.suggest.lab import proposals_for, queries

from proseproof.query import Worker

LATENCIES = "SELECT a.latency.p50_ms, b.latency.p50_ms FROM runs a, runs b"
SENTENCES = [
    ("Thursday took 96.2 s.", "SELECT time_s FROM nights WHERE night = 'Thursday'"),
    ("Wednesday took 0.64 minutes.", "SELECT time_s FROM nights WHERE night = 'Wednesday'"),
    ("The median night took 42.1 s.", "SELECT median(time_s) FROM nights"),
    ("On average a night took 54.7 s.", "SELECT avg(time_s) FROM nights"),
    ("The longest backup took 96 s.", "SELECT max(time_s) FROM nights"),
    ("The shortest time was 38.5 s.", "SELECT min(time_s) FROM nights"),
    ("Complete nights took 38.5 to 43.2 s.", "SELECT min(time_s), max(time_s) FROM nights"),
    ("All nights together packed 6,124 files.", "SELECT sum(files) FROM nights"),
    ("We recorded 4 nights.", "SELECT count(*) FROM nights"),
    ("Of these, 3 of 4 were complete nights.", "SELECT count(*) FILTER (WHERE complete), count(*)"),
    ("Complete were 75% of the nights.", "SELECT count(*) FILTER (WHERE complete) / count(*)"),
    ("Monday packed 1,204 files.", "SELECT files FROM nights WHERE night = 'Monday'"),
    ("The times lie 57.7 s apart.", "SELECT max(time_s) - min(time_s)"),
    ("Each complete night needs about 40 s.", "SELECT time_s FROM nights WHERE complete"),
    (
        "`cached-v2` has a p50 of 44.1 ms.",
        "SELECT latency.p50_ms FROM runs WHERE run = 'cached-v2'",
    ),
    ("Both runs used seed 7.", "SELECT DISTINCT config.seed FROM runs"),
    ("The batch was 32 and 64.", "SELECT config.batch FROM runs"),
    ("`cached-v2` was 4.1x faster in latency.", LATENCIES),
    ("Its latency fell by 76 percent.", LATENCIES),
    ("The latency was 136 ms less.", LATENCIES),
    ("The loss of `base-v1` went 0.91, 0.62 and 0.44.", "SELECT loss FROM steps WHERE run = 'base"),
    ("From first to last the loss of `base-v1` fell by 52%.", "SELECT arg_min(loss, step) AS fir"),
    (
        "At step 2 the loss of `base-v1` was 0.62.",
        "SELECT loss FROM steps WHERE run = 'base-v1' AND step = 2",
    ),
    (
        "The loss of `cached-v2` at step 3 is 55% less than at step 1.",
        "SELECT a.loss, b.loss FROM steps a, steps b WHERE a.step = 1",
    ),
    ("The table has 6 rows in 3 steps.", "SELECT count(DISTINCT step) FROM steps"),
    ("`cached-v2` reached a rate of 512 per second.", "SELECT max(rate_per_s) FROM steps"),
]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory, worker: Worker) -> dict[str, list[list[str]]]:
    """For each sentence, all on one page, the queries of the choices for each of its numbers."""
    text = "# Backups\n\n" + "\n\n".join(sentence for sentence, _ in SENTENCES) + "\n"
    proposals = proposals_for(text, tmp_path_factory.mktemp("lab"), worker)
    held: dict[str, list[list[str]]] = {}
    for one, choices in zip(proposals.proposals, queries(proposals), strict=True):
        line = one.span.source.line(one.span.first.line)
        held.setdefault(line, []).append(choices)
    return held


@pytest.mark.parametrize(("sentence", "query"), SENTENCES)
def test_the_likeliest_meanings_hold_the_right_one(
    sentence: str, query: str, found: dict[str, list[list[str]]]
) -> None:
    choices = found[sentence]
    assert any(sql.startswith(query) for one in choices for sql in one[:3]), choices


def test_each_choice_holds_and_shows_its_exact_values(tmp_path: Path, worker: Worker) -> None:
    text = "With `cached-v2` the p50 latency is 44.1 ms.\n"
    (one,) = proposals_for(text, tmp_path, worker).proposals
    assert (one.choices[0].says, one.choices[0].values) == (
        "cached-v2 the p50 latency is 44.1 ms",
        ("44.0556 ms",),
    )
    assert one.clear


def test_a_number_that_no_capture_gives_has_no_choice(tmp_path: Path, worker: Worker) -> None:
    (one,) = proposals_for("We wrote 77777 lines.\n", tmp_path, worker).proposals
    assert (one.choices, one.clear) == ((), False)


def test_a_number_that_is_bound_or_given_is_not_asked_about(tmp_path: Path, worker: Worker) -> None:
    proposals = proposals_for(
        "Monday took 41.0 s at level 3, with 1,204 files.\n",
        tmp_path,
        worker,
        [{"says": "Monday took 41.0 s", "query": "SELECT time_s FROM nights LIMIT 1"}],
        given=[{"says": "level 3", "why": "chosen"}],
    )
    assert [one.span.text for one in proposals.proposals] == ["1,204"]


def test_a_word_of_another_statistic_rules_a_query_out(tmp_path: Path, worker: Worker) -> None:
    (one,) = proposals_for("The mean time was 42.1 s.\n", tmp_path, worker).proposals
    assert all("median(" not in choice.sql for choice in one.choices)


def test_a_unit_that_does_not_convert_rules_a_column_out(tmp_path: Path, worker: Worker) -> None:
    (one,) = proposals_for("It weighs 41 MB.\n", tmp_path, worker).proposals
    assert all("time_s" not in choice.sql for choice in one.choices)


def test_a_range_whose_ends_have_no_common_query_is_taken_apart(
    tmp_path: Path, worker: Worker
) -> None:
    proposals = proposals_for("It took 41.0 s and 744 MB.\n", tmp_path, worker)
    assert [one.span.text for one in proposals.proposals] == ["41.0 s", "744 MB"]
    assert [one[0] for one in queries(proposals)] == [
        "SELECT time_s FROM nights WHERE night = 'Monday'",
        "SELECT size_mb FROM nights WHERE night = 'Thursday'",
    ]


def test_the_phrase_is_enough_to_be_found_and_holds_no_other_digits(
    tmp_path: Path, worker: Worker
) -> None:
    text = "- On Monday it packed 1,204 files.\n- On Tuesday it packed 1,310 files.\n"
    proposals = proposals_for(text, tmp_path, worker)
    assert [one.choices[0].says for one in proposals.proposals] == [
        "Monday it packed 1,204 files",
        "Tuesday it packed 1,310 files",
    ]


def test_no_choice_makes_another_sentence_stale(tmp_path: Path, worker: Worker) -> None:
    text = "Packing took 41.0 s. Then, at night, packing took 43.2 s.\n"
    first, _ = proposals_for(text, tmp_path, worker).proposals
    assert first.choices == ()


def test_a_relation_that_cannot_be_searched_is_named(tmp_path: Path, worker: Worker) -> None:
    views = {"broken": "SELECT nothing FROM nights"}
    proposals = proposals_for("Monday took 41.0 s.\n", tmp_path, worker, project_views=views)
    assert proposals.proposals[0].choices
    assert [reason[:9] for reason in proposals.unsearched] == ["`broken`:"]
