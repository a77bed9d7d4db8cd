"""Logs with the faults of real ones, summarised: what is kept, what is null and why, what is
refused.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.miles.conftest import Lab, Sampler, log_lines

LINES = log_lines()


def perf_line(number: int, role: str = "trainer") -> int:
    """The index of a `perf` line of the plain log."""
    where = "train_metric_utils" if role == "trainer" else "metrics.py:89"
    return next(i for i, line in enumerate(LINES) if where in line and f"perf {number}: " in line)


def text(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def steps(summary: dict[str, Any], run: str = "base") -> list[dict[str, Any]]:
    return list(summary["runs"][run]["steps"])


def test_what_ray_bars_and_colours_add_changes_nothing(lab: Lab) -> None:
    noisy = []
    for line in LINES:
        noisy.append("(SGLangEngine pid=9) [2026-11-30 04:00:00] Decode batch, #running-req: 12")
        noisy.append(f" 50%|█████     | 6/12\r\x1b[36m(Actor pid=7)\x1b[0m {line}\x1b[0m")
    quiet = lab.summarise(lab.run(text(*LINES), run="quiet"))
    (lab.folder / "summary.json").unlink()
    loud = lab.summarise(lab.run("\r\n".join(noisy) + "\r\n", run="loud"))
    assert quiet["runs"]["quiet"] == loud["runs"]["loud"]


def test_a_line_that_stands_twice_is_one(lab: Lab) -> None:
    twice = [copy for line in LINES for copy in (line, line)]
    once = lab.summarise(lab.run(text(*LINES), run="once"))
    (lab.folder / "summary.json").unlink()
    assert (
        lab.summarise(lab.run(text(*twice), run="twice"))["runs"]["twice"] == (once["runs"]["once"])
    )


def test_megatron_prints_a_step_from_two_files(lab: Lab) -> None:
    at = next(i for i, line in enumerate(LINES) if "step 3: " in line)
    again = LINES[at].replace("log_utils.py:542", "model.py:861")
    assert lab.summarise(lab.run(text(*LINES[:at], again, *LINES[at:])))


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("step 3: ", "step 3"),
        ("metrics.py:89 - perf 3: ", "the rollout's perf 3"),
        ("train_metric_utils.py:56 - perf 3: ", "the trainer's perf 3"),
    ],
)
def test_two_different_lines_for_one_step_contradict(lab: Lab, wanted: str, name: str) -> None:
    at = next(i for i, line in enumerate(LINES) if wanted in line)
    other = LINES[at].replace("}", ", 'more': 1}")
    said = lab.refused(lab.run(text(*LINES[: at + 1], other, *LINES[at + 1 :])))
    assert said == f"error: base.log:{at + 2}: {name} differs from the one in base.log:{at + 1}\n"


def test_a_killed_run_ends_in_the_middle_of_a_line(lab: Lab) -> None:
    cut = text(*LINES[: perf_line(7)]) + LINES[perf_line(7)][:-9]
    summary = lab.summarise(lab.run(cut, config={"rollouts": 12}))
    run = summary["runs"]["base"]
    assert run["cut_logs"] == ["base.log"]
    assert run["status"] == "incomplete"
    assert steps(summary)[7]["rollout_s"] == 47.0
    assert steps(summary)[7]["train_s"] is None
    assert steps(summary)[7]["train_s_reason"] == "the log has no perf 7 of the trainer"
    # The shell's last words behind the cut line change nothing.
    (lab.folder / "summary.json").unlink()
    assert lab.summarise(lab.run(f"{cut}\nKilled\n"))["runs"]["base"]["cut_logs"] == ["base.log"]


def test_a_broken_line_before_others_is_refused(lab: Lab) -> None:
    at = perf_line(7)
    broken = text(*LINES[:at], LINES[at][:-9], *LINES[at + 1 :])
    assert lab.refused(lab.run(broken)) == (
        f"error: base.log:{at + 1}: the dict of `perf 7` ends early\n"
    )


def test_a_trainer_that_keeps_its_memory_logs_no_sleep(lab: Lab) -> None:
    kept = [line for line in LINES if "Timer sleep" not in line and "Timer wake_up" not in line]
    kept = [line.replace("perf/sleep_time", "x").replace("perf/wake_up_time", "y") for line in kept]
    summary = lab.summarise(lab.run(text(*kept)))
    step = steps(summary)[1]
    assert step["sleep_s"] is None
    assert step["sleep_s_reason"] == "perf 2 of the trainer holds no perf/sleep_time"
    assert step["wake_up_s"] is None
    statistic = summary["runs"]["base"]["statistics"]["sleep"]
    assert (statistic["n"], statistic["median_s_reason"]) == (0, "no step has a value")
    # A timer that never ran took nothing from the wait: 70 - 41 - 0.6.
    assert step["unattributed_s"] == 28.4


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("nan", "logs perf/rollout_time as nan"),
        ("np.float64(inf)", "logs perf/rollout_time as inf"),
        ("'41.0'", "logs perf/rollout_time as '41.0', which is no number"),
        ("True", "logs perf/rollout_time as True, which is no number"),
        ("torch.nan_", "logs perf/rollout_time as torch.nan_, which is no number"),
        ("0.0", "logs perf/rollout_time as 0.0, which is no duration"),
        ("None", "logs perf/rollout_time as None, which is no number"),
    ],
)
def test_an_odd_value_is_null_and_says_so(lab: Lab, written: str, reason: str) -> None:
    log = text(*LINES).replace("'perf/rollout_time': 41.0", f"'perf/rollout_time': {written}")
    summary = lab.summarise(lab.run(log, Sampler().text()))
    step = steps(summary)[1]
    assert step["rollout_s"] is None
    assert step["rollout_s_reason"] == f"perf 1 of the rollout {reason}"
    assert step["rollout_clean"] is None
    assert step["unattributed_s_reason"] == f"perf 1 of the rollout {reason}"
    assert summary["runs"]["base"]["statistics"]["rollout"]["n"] == 11


def test_a_tensor_is_its_number(lab: Lab) -> None:
    log = text(*LINES).replace(": 41.0", ": tensor(41., device='cuda:0')")
    assert steps(lab.summarise(lab.run(log)))[1]["rollout_s"] == 41.0


def test_a_log_that_begins_later_has_no_start_up(lab: Lab) -> None:
    tail = text(*LINES[perf_line(4, "rollout") :])
    summary = lab.summarise(lab.run(tail))
    run = summary["runs"]["base"]
    assert run["startup"]["init_sleep_s"] is None
    assert run["startup"]["init_sleep_s_reason"] == "it is not known which step was the first"
    assert [step["step"] for step in steps(summary)] == [4, 5, 6, 7, 8, 9, 10, 11]
    # A run that was resumed at step 4 says so in its arguments: its line holds the start-up.
    (lab.folder / "summary.json").unlink()
    resumed = lab.summarise(lab.run(tail, config={"start_rollout": 4}))
    assert resumed["runs"]["base"]["startup"]["init_sleep_s"] == 0.53
    # Of a run that began at 0, the same line tells of step 3.
    (lab.folder / "summary.json").unlink()
    begun = lab.summarise(lab.run(tail, config={"start_rollout": 0}))
    assert steps(begun)[0]["sleep_s"] == 0.53
    assert steps(begun)[0]["step"] == 3
    assert begun["runs"]["base"]["startup"]["init_sleep_s"] is None


def test_trainer_and_rollout_may_log_to_files_of_their_own(lab: Lab) -> None:
    whole = lab.summarise(lab.run(text(*LINES), Sampler().text()))["runs"]["base"]
    (lab.folder / "summary.json").unlink()
    lab.write("trainer.log", text(*(line for line in LINES if "rollout_manager" not in line)))
    lab.write("rollout.log", text(*(line for line in LINES if "rollout_manager" in line)))
    file = lab.run("", Sampler().text(), logs=["rollout.log", "trainer.log"])
    assert lab.summarise(file)["runs"]["base"] == whole


def test_two_files_may_hold_the_same_lines(lab: Lab) -> None:
    whole = lab.summarise(lab.run(text(*LINES), Sampler().text()))["runs"]["base"]
    (lab.folder / "summary.json").unlink()
    lab.write("worker.log", text(*(f"(Actor pid=7) {line}" for line in LINES)))
    file = lab.run(text(*LINES), Sampler().text(), logs=["base.log", "worker.log"])
    assert lab.summarise(file)["runs"]["base"] == whole


def test_parts_that_overlap_leave_no_rest(lab: Lab) -> None:
    log = text(*LINES).replace("'perf/train_wait_time': 70.0", "'perf/train_wait_time': 41.5")
    step = steps(lab.summarise(lab.run(log)))[1]
    assert step["unattributed_s"] is None
    # 41.5 - 41 - 0.5 - 0.6 - 1.01
    reason = "the wait is 1.6 s shorter than the parts inside it"
    assert step["unattributed_s_reason"] == reason


def test_a_flag_needs_the_lines_of_its_timer(lab: Lab) -> None:
    log = text(*(line for line in LINES if "Timer train " not in line))
    step = steps(lab.summarise(lab.run(log, Sampler().text())))[1]
    assert step["train_s"] == 29.0
    assert step["train_clean_reason"] == "the log has no line of the timer train for the step"


def test_a_timer_that_contradicts_its_value_is_not_clean(lab: Lab) -> None:
    log = text(*LINES).replace("'perf/train_time': 29.0", "'perf/train_time': 12.0")
    step = steps(lab.summarise(lab.run(log, Sampler().text())))[1]
    assert step["train_clean_reason"] == "the timer's lines are 29.0 s apart, its value is another"


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"telemetry": None}, "the run has no telemetry"),
        ({"clocks_aligned": False}, "the clocks of log and telemetry are not aligned"),
        ({"time_zone": None}, "the log's time zone is not given"),
        (
            {"time_zone": None, "telemetry_time_zone": None},
            "the telemetry's time zone is not given",
        ),
        # Laid beside the log an hour off, the telemetry does not cover it.
        ({"telemetry_time_zone": "+01:00"}, "the telemetry does not cover the phase"),
    ],
)
def test_a_flag_needs_clocks_that_can_be_compared(
    lab: Lab, more: dict[str, Any], reason: str
) -> None:
    file = lab.run(text(*LINES), Sampler().text(), **more)
    summary = lab.summarise(file, "--created", "2026-12-01T00:00:00Z")
    assert steps(summary)[3]["rollout_clean"] is None
    assert steps(summary)[3]["rollout_clean_reason"] == reason
    clean = summary["runs"]["base"]["statistics"]["rollout_clean"]
    assert (clean["n"], clean["unknown_n"], clean["total_n"]) == (0, 12, 12)
    assert clean["median_s_reason"] == "no step is clean: 0 with a heat pause, 12 not known"


def test_a_run_through_the_hour_that_happens_twice(lab: Lab) -> None:
    # 20 minutes from 01:50: the 02:00 that follows 01:59 is the first of the two of that night.
    first = [line.replace("2026-11-30 04:", "2026-10-25 01:") for line in LINES]
    moved = []
    for line in first:
        minute = int(line[15:17]) + 50
        local = f"{'02:' if minute >= 60 else '01:'}{minute % 60:02d}"
        moved.append(line[:12] + local + line[17:])
    summary = lab.summarise(lab.run(text(*moved), time_zone="Europe/Berlin"))
    run = summary["runs"]["base"]
    assert run["started_utc"] == "2026-10-24T23:50:01Z"
    assert run["ended_utc"] == "2026-10-25T00:10:02.820000Z"
