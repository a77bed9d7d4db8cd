"""The run of 12 steps, summarised: every number here is computed by hand from its timetable."""

from __future__ import annotations

from typing import Any

import pytest
from tests.miles.conftest import Lab, Sampler, Writer, log_lines, new_line, old_line

# The rollout of step k runs from 100 k + 10 to 100 k + 50 + k, the training from 100 k + 67 to
# 100 k + 97 - k.
WARM = Sampler(
    rises=(
        230,  # in the rollout of step 2, 210 to 252
        530,  # in the rollout of step 5, 510 to 555
        380,  # in the training of step 3, 367 to 394
        755,  # in the rollout of step 7, 710 to 757, …
        780,  # … and in its training, 767 to 790
    ),
    gaps=((930, 935),),  # in the rollout of step 9, 910 to 959: ten periods without a sample
    resets=(1080,),  # in the training of step 10, 1067 to 1087: the counter falls to zero
)


@pytest.fixture(params=[new_line, old_line], ids=["today's lines", "older lines"])
def summary(lab: Lab, request: pytest.FixtureRequest) -> dict[str, Any]:
    write: Writer = request.param
    log = "\n".join(log_lines(write)) + "\n"
    return lab.summarise(lab.run(log, WARM.text(), config={"rollouts": 12}))


def column(summary: dict[str, Any], key: str) -> list[Any]:
    return [step.get(key) for step in summary["runs"]["base"]["steps"]]


def test_rollouts_are_judged_step_by_step(summary: dict[str, Any]) -> None:
    flags = column(summary, "rollout_clean")
    assert [step for step, clean in enumerate(flags) if clean is False] == [2, 5, 7]
    assert [step for step, clean in enumerate(flags) if clean is None] == [9]
    assert column(summary, "rollout_clean_reason")[9] == "the telemetry has a gap"
    # 12 - 3 - 1 = 8 are clean: 40, 41, 43, 44, 46, 48, 50 and 51 s; the middle two are 44 and 46.
    assert summary["runs"]["base"]["statistics"]["rollout_clean"] == {
        "median_s": 45.0,
        "min_s": 40.0,
        "max_s": 51.0,
        "n": 8,
        "total_n": 12,
        "paused_n": 3,
        "unknown_n": 1,
    }
    # All twelve run from 40 to 51 s; the middle two are 45 and 46.
    assert summary["runs"]["base"]["statistics"]["rollout"]["median_s"] == 45.5


def test_trainings_are_judged_by_themselves(summary: dict[str, Any]) -> None:
    flags = column(summary, "train_clean")
    assert [step for step, clean in enumerate(flags) if clean is False] == [3, 7]
    reason = "a thermal counter fell: the driver was reset"
    assert column(summary, "train_clean_reason")[10] == reason
    # 12 - 2 - 1 = 9 are clean: 30, 29, 28, 26, 25, 24, 22, 21 and 19 s; the fifth is 25.
    statistics = summary["runs"]["base"]["statistics"]
    assert (statistics["train_clean"]["median_s"], statistics["train_clean"]["n"]) == (25.0, 9)
    # All twelve run from 19 to 30 s; the middle two are 24 and 25.
    assert (statistics["train"]["median_s"], statistics["train"]["n"]) == (24.5, 12)


def test_shifted_timers_stand_at_their_own_step(summary: dict[str, Any]) -> None:
    run = summary["runs"]["base"]
    assert run["startup"] == {"init_sleep_s": 2.0, "initial_update_weights_s": 4.0}
    # The line of step k + 1 logs the sleep of step k, and no line logs that of step 11.
    assert column(summary, "sleep_s") == [*[round(0.5 + 0.01 * k, 2) for k in range(11)], None]
    assert column(summary, "sleep_s_reason")[11] == (
        "it is logged with the next step, and the log has no perf 12 of the trainer"
    )
    # Eleven values from 0.50 to 0.60 s and from 0.60 to 0.80 s: the sixth is the middle one.
    assert (run["statistics"]["sleep"]["median_s"], run["statistics"]["sleep"]["n"]) == (0.55, 11)
    assert run["statistics"]["update_weights"]["median_s"] == 0.7
    # The wake-up belongs to its own step: 1.00 to 1.11 s; the middle two are 1.05 and 1.06.
    assert (run["statistics"]["wake_up"]["median_s"], run["statistics"]["wake_up"]["n"]) == (
        1.055,
        12,
    )


def test_what_no_timer_covers_is_the_rest_of_the_wait(summary: dict[str, Any]) -> None:
    # The trainer waits from 100 (k - 1) + 97 - (k - 1) to 100 k + 67: 69 + k seconds. In them lie
    # the rollout, 40 + k, the sleep and the weight update of step k - 1, 1.1 + 0.03 (k - 1), and
    # the wake-up, 1 + 0.01 k. The rest is 26.93 - 0.04 k.
    assert column(summary, "unattributed_s")[1:] == [
        round(26.93 - 0.04 * k, 2) for k in range(1, 12)
    ]
    assert column(summary, "unattributed_s")[0] is None


def test_the_run_is_placed_in_time(summary: dict[str, Any]) -> None:
    run = summary["runs"]["base"]
    assert run["status"] == "completed"
    assert run["started_utc"] == "2026-11-30T02:00:01Z"
    assert summary["created_utc"] == run["ended_utc"]
    assert run["host"] == {"gpu": "NVIDIA GB10", "driver": "580.95.05", "time_zone": "+02:00"}
    # The counter rose between two samples half a second apart, so a pause is that long.
    assert run["telemetry"]["heat_pauses"][0] == {
        "start_utc": "2026-11-30T02:03:49.500000Z",
        "duration_s": 0.5,
    }
    assert len(run["telemetry"]["heat_pauses"]) == 5


def test_optimizer_steps_know_their_step(summary: dict[str, Any]) -> None:
    rows = summary["runs"]["base"]["optimizer_steps"]
    assert rows[3] == {"optimizer_step": 3, "step": 3, "loss": 0.5, "grad_norm": 1.0}
