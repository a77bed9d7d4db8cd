"""The summary of a probe: medians computed by hand, clean flags, what did not fit, refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from proseproof.disk import Disk
from proseproof.miles.refusal import Refusal
from proseproof.probe.files import read_probe, written
from proseproof.probe.summary import Probe, summarize

from .logs import (
    GB,
    announced,
    both_kept,
    copies,
    end,
    phase,
    place,
    samples,
    step,
    telemetry,
)

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "capture/gpu/summary/offload-probe.schema.json").read_text())


def summary(folder: Path, *logs: str) -> dict[str, Any]:
    """The summary of the logs, which must satisfy the schema."""
    whole = either(folder, *logs)
    assert not isinstance(whole, Refusal), whole
    document: dict[str, Any] = json.loads(written(whole))
    jsonschema.validate(document, SCHEMA)
    return document


def either(folder: Path, *logs: str) -> dict[str, Any] | Refusal:
    probes: list[Probe] = []
    for log in logs:
        probe = read_probe(log, Disk(folder))
        if isinstance(probe, Refusal):
            return probe
        probes.append(probe)
    return summarize(probes, list(logs), "1" * 40)


def test_medians_are_those_computed_by_hand(tmp_path: Path) -> None:
    log = place(
        tmp_path, "probe", [telemetry(), *both_kept(), *copies(), end()], samples(20, set())
    )
    whole = summary(tmp_path, log)
    run = whole["runs"]["both-kept-seed1"]
    assert run["status"] == "completed"
    # 2, 1 and 4 s: the middle one is 2 s.
    rollout = {"median_s": 2.0, "min_s": 1.0, "max_s": 4.0, "n": 3, "total_n": 3}
    assert run["statistics"]["rollout"] == run["statistics"]["rollout_clean"] == rollout
    # A step is its rollout and 0.5 s and 0.25 s: 2.75, 1.75 and 4.75 s; its moves are 0.25 s.
    assert [row["step_s"] for row in run["steps"]] == [2.75, 1.75, 4.75]
    assert run["statistics"]["step"]["median_s"] == 2.75
    assert run["statistics"]["moves"]["max_s"] == 0.25
    # 0.05, 0.04 and 0.08 s for 2 GB: the median 0.05 s is 40 GB/s.
    (row,) = whole["link"]
    assert (row["median_s"], row["gb_per_s"], row["n"]) == (0.05, 40.0, 3)


def test_a_phase_that_a_setting_does_not_have_is_absent_not_zero(tmp_path: Path) -> None:
    whole = summary(tmp_path, place(tmp_path, "probe", [*both_kept(), end()]))
    run = whole["runs"]["both-kept-seed1"]
    assert "sleep_s" not in run["steps"][0]
    assert "sleep" not in run["statistics"]


def test_a_heat_pause_takes_a_phase_out_of_the_clean_ones(tmp_path: Path) -> None:
    # The first rollout runs from 0 to 2 s, the second from 3 to 4 s, the third from 5 to 9 s. The
    # counter rises between 3 and 4 s: the second is not clean. The rise at 12 s touches no phase.
    csv = samples(20, {4, 12})
    log = place(tmp_path, "probe", [*both_kept(), telemetry(), end()], csv)
    run = summary(tmp_path, log)["runs"]["both-kept-seed1"]
    assert [row["rollout_clean"] for row in run["steps"]] == [True, False, True]
    # Clean are 2 and 4 s: the median of an even count is the mean of the middle two.
    clean = {"median_s": 3.0, "min_s": 2.0, "max_s": 4.0, "n": 2, "total_n": 3}
    assert run["statistics"]["rollout_clean"] == clean


@pytest.mark.parametrize(
    ("records", "csv", "reason"),
    [
        ([], None, "the run has no telemetry"),
        (
            [telemetry("missing", "nvidia-smi is not on this machine")],
            None,
            "nvidia-smi is not on this machine",
        ),
        (
            [telemetry("failed", "exit 9: no devices")],
            "No devices were found\n",
            "exit 9: no devices",
        ),
        ([telemetry()], samples(1, set()), "the telemetry does not cover the phase"),
    ],
)
def test_without_telemetry_nothing_is_clean_and_the_reason_says_why(
    tmp_path: Path, records: list[dict[str, Any]], csv: str | None, reason: str
) -> None:
    log = place(tmp_path, "probe", [*both_kept(), *records, end()], csv)
    run = summary(tmp_path, log)["runs"]["both-kept-seed1"]
    last = run["steps"][-1]
    assert (last["rollout_clean"], last["rollout_clean_reason"]) == (None, reason)
    assert run["statistics"]["rollout_clean"]["n"] == 0
    assert run["statistics"]["rollout_clean"]["median_s"] is None
    assert run["statistics"]["rollout_clean"]["median_s_reason"] == "no step was clean"


def test_what_does_not_fit_says_so_with_its_sizes(tmp_path: Path) -> None:
    refused = {
        "record": "does_not_fit",
        "run": "both-kept-seed1",
        "step": 0,
        "phase": "train",
        "message": "CUDA out of memory. Tried to allocate 7.49 GiB.",
        "used_bytes": 149 * GB,
        "allocated_bytes": 148 * GB,
        "reserved_bytes": 148 * GB,
        "peak_allocated_bytes": 148 * GB,
    }
    records = [announced("both-kept-seed1"), phase("both-kept-seed1", 0, "rollout", 0, 1), refused]
    run = summary(tmp_path, place(tmp_path, "probe", [*records, end()]))["runs"]["both-kept-seed1"]
    assert (run["status"], run["steps"], run["statistics"]) == ("does_not_fit", [], {})
    assert run["does_not_fit"]["phase"] == "train"
    assert run["does_not_fit"]["used_bytes"] == 149 * GB
    assert run["config"]["trainer_state_bytes"] == 56 * GB
    assert run["started_utc_reason"] == "no step of it is whole"


@pytest.mark.parametrize(
    ("last", "reason"), [([end("time budget")], "time budget"), ([], "it was killed")]
)
def test_a_run_cut_short_keeps_its_whole_steps(
    tmp_path: Path, last: list[dict[str, Any]], reason: str
) -> None:
    run = "both-kept-seed1"
    records = [*both_kept(rollouts=12), phase(run, 3, "rollout", 11, 1), *last]
    row = summary(tmp_path, place(tmp_path, "probe", records))["runs"][run]
    assert (row["status"], row["status_reason"]) == ("stopped", reason)
    assert [step["step"] for step in row["steps"]] == [0, 1, 2]


def test_a_move_over_the_link_has_a_rate_and_one_within_the_gpu_has_none(tmp_path: Path) -> None:
    run = "default-seed1"
    records = [
        announced(run, 1),
        phase(run, 0, "wake_up", 0, 1.4, {"host_to_device": 56 * GB, "allocated": 56 * GB}),
        phase(run, 0, "rollout", 2, 1),
        phase(run, 0, "train", 3, 1),
        phase(run, 0, "update_weights", 4, 1, {"device_to_device": 8 * GB}),
        step(run, 0, state_intact=True),
        end(),
    ]
    rows = summary(tmp_path, place(tmp_path, "probe", records))["runs"][run]["phases"]
    wake, _, _, update = rows
    assert wake["host_gb_per_s"] == 40.0  # 56 GB in 1.4 s
    assert wake["host_to_device_bytes"] == 56 * GB
    assert "host_gb_per_s" not in update


def test_two_logs_make_one_summary_of_the_same_bytes_each_time(tmp_path: Path) -> None:
    first = place(tmp_path, "a", [*both_kept(), end(at=20)])
    second = place(tmp_path, "b", [*both_kept("both-kept-seed2"), end(at=30)], memory_bytes=2)
    whole = summary(tmp_path, first, second)
    assert sorted(whole["runs"]) == ["both-kept-seed1", "both-kept-seed2"]
    assert whole["created_utc"] == "2026-11-30T02:13:50Z"  # the end of the later one
    assert [item["path"] for item in whole["provenance"]["inputs"]] == [
        "a.jsonl",
        "a.environment.json",
        "b.jsonl",
        "b.environment.json",
    ]
    assert whole == summary(tmp_path, first, second)


def test_a_wait_on_purpose_is_in_no_sum(tmp_path: Path) -> None:
    run = "default-wait-seed1"
    records = [
        announced(run, 1),
        phase(run, 0, "rollout", 0, 2.0),
        phase(run, 0, "train", 2, 0.5),
        phase(run, 0, "pause", 3, 1.0),
        phase(run, 0, "update_weights", 4, 0.25),
        step(run, 0),
        end(),
    ]
    (row,) = summary(tmp_path, place(tmp_path, "a", records))["runs"][run]["steps"]
    assert (row["pause_s"], row["step_s"], row["moves_s"]) == (1.0, 2.75, 0.25)


def test_a_run_that_names_no_series_is_of_the_first(tmp_path: Path) -> None:
    later = [announced("both-kept-seed2") | {"series": "second"}, end()]
    logs = [place(tmp_path, "a", [*both_kept(), end()]), place(tmp_path, "b", later)]
    runs = summary(tmp_path, *logs)["runs"].values()
    assert [run["config"]["series"] for run in runs] == ["first", "second"]


def test_one_run_in_two_logs_is_refused(tmp_path: Path) -> None:
    logs = [place(tmp_path, name, [*both_kept(), end()]) for name in ("a", "b")]
    assert str(either(tmp_path, *logs)) == (
        "b.jsonl: the run both-kept-seed1 stands in another log too"
    )


def test_logs_of_two_cards_are_refused(tmp_path: Path) -> None:
    first = place(tmp_path, "a", [*both_kept(), end()])
    other = {"name": "NVIDIA GB10", "driver_version": "580.1"}
    second = place(tmp_path, "b", [*both_kept("both-kept-seed2"), end()], gpu=other)
    assert str(either(tmp_path, first, second)).startswith("b.jsonl: the host's gpu is ")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    log = place(tmp_path, "a", [end()])
    (tmp_path / "a.environment.json").unlink()
    assert str(either(tmp_path, log)) == (
        "a.environment.json: cannot be read: No such file or directory"
    )


def test_telemetry_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    csv = samples(20, set()).replace("02:13:25", "25 past")
    log = place(tmp_path, "a", [telemetry(), *both_kept(), end()], csv)
    assert str(either(tmp_path, log)).startswith("a.telemetry.csv:8: ")
