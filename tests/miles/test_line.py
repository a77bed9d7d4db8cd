"""One line of a log: the two generations, what Ray and bars put around them, what is no record."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from proseproof.miles.clock import read_stamp
from proseproof.miles.line import Metrics, TimerEdge, Unread, read_line

NEW = "[2026-11-30 04:02:23.958 actor_cell0_rank0] timer.py:42 - Timer sleep end (elapsed: 2.1s)"
OLD = "[2026-11-30 04:02:23] timer.py:42 - Timer sleep end (elapsed: 2.1s)"
PERF = (
    "[2026-11-30 04:03:25.101 rollout_manager] metrics.py:89 - perf 1: {'perf/rollout_time': 6.5}"
)


def test_a_line_of_today_names_its_process_and_counts_milliseconds() -> None:
    stamp = read_stamp("2026-11-30 04:02:23.958")
    assert stamp is not None
    assert stamp.resolution == 1000
    assert read_line(NEW) == TimerEdge("sleep", 2.1, stamp, "actor_cell0_rank0")


def test_an_older_line_does_neither() -> None:
    stamp = read_stamp("2026-11-30 04:02:23")
    assert stamp is not None
    assert stamp.resolution == 1_000_000
    assert read_line(OLD) == TimerEdge("sleep", 2.1, stamp, "")


@pytest.mark.parametrize(
    "wrapped",
    [
        "(FSDPTrainRayActor pid=4243) {}",
        "\x1b[36m(FSDPTrainRayActor pid=4243, ip=10.0.0.7)\x1b[0m {}",
        "{} [repeated 3x across cluster]",
        "{}\x1b[32m [repeated 3x across cluster] (Ray deduplicates logs by default.)\x1b[0m",
        "actor_train: 100%|██████████| 4/4 [00:10<00:00,  2.51s/it]{}",
        r"\u001b[36m(FSDPTrainRayActor pid=4243)\u001b[0m {}",
    ],
)
def test_what_stands_around_a_line_changes_nothing(wrapped: str) -> None:
    assert read_line(wrapped.format(NEW)) == read_line(NEW)
    assert isinstance(read_line(NEW), TimerEdge)


PIECES = [
    NEW,
    OLD,
    PERF,
    "[2026-11-30 04:02:23] a.py:1 - step 2: {'a[20': 1}",
    "[2026-11-30 04:02:23 [20] a.py:1 - Timer x start",
    "(TrainRayActor pid=7) ",
    "\x1b[20m",
    " [repeated 3x across cluster]",
    "- Timer y start",
    "- perf 1: {",
    "[20",
    " ",
]


@given(st.lists(st.sampled_from(PIECES), max_size=4).map("".join))
def test_the_short_way_reads_what_the_search_reads(line: str) -> None:
    # A dash in front is no record, and makes the line one that has to be searched.
    assert read_line(line) == read_line(f"- {line}")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (PERF, "rollout"),
        (
            "[2026-11-30 04:03:25.101 actor_cell0_rank0] train_metric_utils.py:56 - perf 1: {}",
            "trainer",
        ),
        # Without a name the file tells them apart, or Ray's prefix, or what they hold.
        ("[2026-11-30 04:03:25] rollout.py:1244 - perf 1: {'a': 1}", "rollout"),
        ("[2026-11-30 04:03:25] train_metric_utils.py:44 - perf 1: {'a': 1}", "trainer"),
        ("(RolloutManager pid=7) [2026-11-30 04:03:25] own.py:1 - perf 1: {'a': 1}", "rollout"),
        (
            "(MegatronTrainRayActor pid=7) [2026-11-30 04:03:25] own.py:1 - perf 1: {'a': 1}",
            "trainer",
        ),
        ("[2026-11-30 04:03:25] own.py:1 - perf 1: {'perf/train_time': 2.5}", "trainer"),
        ("[2026-11-30 04:03:25] model.py:861 - step 4: {'train/loss': nan}", "optimizer"),
    ],
)
def test_two_processes_log_perf_lines(line: str, kind: str) -> None:
    read = read_line(line)
    assert isinstance(read, Metrics)
    assert read.kind == kind


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[2026-11-30 04:03:25.101 rollout_manager] metrics.py:50 - eval 0: {'eval/aime': 0.5}",
        "[2026-11-30 04:03:25.101 rollout_manager] rollout.py:9 - rollout 0: {'a': 1}",
        "(SGLangEngine pid=9) [2026-11-30 04:03:25] Decode batch, #running-req: 129",
        "[2026-11-30 04:02:23.958 actor_cell0_rank0] timer.py:42 - Timer sleep stopped",
        # The trainer is the actor; the critic of PPO logs lines of the same form.
        "[2026-11-30 04:02:23.958 critic_cell0_rank0] timer.py:42 - Timer sleep start",
    ],
)
def test_other_lines_are_no_records(line: str) -> None:
    assert read_line(line) is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (PERF[:-9], "the dict of `perf 1` ends early"),
        (
            "metrics.py:89 - perf 1: {'a': 1}",
            "no [date time] file:line stands before `perf 1`",
        ),
        (
            "[2026-11-30 04:03:25.101] own.py:1 - perf 1: {'a': 1}",
            "`perf 1` names neither the trainer nor the rollout",
        ),
        (PERF.replace("11-30", "11-31"), "'2026-11-31 04:03:25.101' is no time"),
        (
            PERF.replace("6.5}", "6.5, 'perf/rollout_time': 7.5}"),
            "the dict of `perf 1` says 'perf/rollout_time' twice",
        ),
    ],
)
def test_a_broken_record_says_why(line: str, reason: str) -> None:
    read = read_line(line)
    assert isinstance(read, Unread)
    assert read.reason == reason


@given(st.text(), st.integers(0, 200))
def test_reading_never_raises(junk: str, at: int) -> None:
    for line in (NEW, OLD, PERF):
        read_line(line[:at] + junk + line[at:])
