"""A small log of the probe, made by hand, and the files that lie beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from proseproof.probe.plan import parse_settings
from proseproof.probe.record import Memory, Timing, encode, link_record, phase_record

START = 1796004800.0  # 2026-11-30T02:13:20Z, a whole second
GB = 10**9
HEADING = (
    "timestamp, uuid, driver_version, clocks.current.sm [MHz], utilization.gpu [%], "
    "clocks_event_reasons.sw_thermal_slowdown, "
    "clocks_event_reasons_counters.sw_thermal_slowdown [us]"
)


def announced(run: str, rollouts: int = 3) -> dict[str, Any]:
    """The record that opens a run."""
    (setting,) = parse_settings(run.rpartition("-")[0], 0.25)
    return {
        "record": "run",
        "run": run,
        "setting": setting.name,
        "seed": int(run.rpartition("-seed")[2]),
        "rollouts": rollouts,
        "offload_train": setting.offload_train,
        "offload_rollout": setting.release != "none",
        "offload_rollout_level": setting.release,
        "mem_fraction_static": setting.fraction,
        "host_memory": "pinned",
        "trainer_state_bytes": 56 * GB,
        "kv_cache_bytes": 29 * GB,
    }


def phase(
    run: str, step: int, name: str, at: float, wall: float, moved: dict[str, int] | None = None
) -> dict[str, Any]:
    """A phase that began `at` seconds after START and left 60 GB in use."""
    memory = Memory(60 * GB, 50 * GB, 55 * GB, 58 * GB)
    timing = Timing(START + at, wall, wall)
    return phase_record(run, step, name, timing, memory, moved or {}, "phase")


def step(run: str, number: int, **facts: Any) -> dict[str, Any]:
    """The record that closes a step."""
    return {
        "record": "step",
        "run": run,
        "step": number,
        "answer_tokens": 7000,
        "longest_answer_tokens": 160,
        "trained_tokens": 4096,
        "decode_steps": 160,
        "loss": 11.5,
        "weights_match": True,
    } | facts


def both_kept(run: str = "both-kept-seed1", rollouts: int = 3) -> list[dict[str, Any]]:
    """A run of three steps: rollouts of 2, 1 and 4 s; each trains for 0.5 s, updates in 0.25 s."""
    records = [announced(run, rollouts)]
    at = 0.0
    for number, wall in enumerate((2.0, 1.0, 4.0)):
        records += [
            phase(run, number, "rollout", at, wall),
            phase(run, number, "train", at + wall, 0.5),
            phase(run, number, "update_weights", at + wall + 0.5, 0.25),
            step(run, number),
        ]
        at += wall + 1
    return records


def copies() -> list[dict[str, Any]]:
    """Three copies of 2 GB from pinned memory: 0.05, 0.04 and 0.08 s."""
    return [
        link_record("pinned", "host_to_device", 2 * GB, n, Timing(START, wall, wall))
        for n, wall in enumerate((0.05, 0.04, 0.08))
    ]


def telemetry(status: str = "complete", reason: str | None = None) -> dict[str, Any]:
    """The record that says how the sampler ended."""
    return {
        "record": "telemetry",
        "file": "probe.telemetry.csv",
        "interval_ms": 500,
        "time_zone": "UTC",
        "status": status,
        "reason": reason,
    }


def end(reason: str = "complete", at: float = 20.0) -> dict[str, Any]:
    """The last record."""
    return {"record": "end", "reason": reason, "end_unix_s": START + at}


def raw(records: list[dict[str, Any]]) -> bytes:
    """The records as the file holds them."""
    return "".join(encode(record) + "\n" for record in records).encode()


def samples(seconds: int, hot: set[int]) -> str:
    """A sample a second from one second before START; the counter rises before each of `hot`."""
    rows, counter = [HEADING], 0
    for second in range(-1, seconds):
        counter += 1000 if second in hot else 0
        clock = f"2026/11/30 02:13:{20 + second:02d}.000"
        rows.append(f"{clock}, GPU-0, 580.1, 1980 MHz, 99 %, Not Active, {counter} us")
    return "\n".join(rows) + "\n"


def environment(**host: Any) -> dict[str, Any]:
    """Where the run was made."""
    card = {"name": "NVIDIA H200", "driver_version": "580.1", "clocks.sm": "345 MHz"}
    return {
        "argv": ["--out", "OUT"],
        "git_commit": "0" * 40,
        "created_utc": "2026-11-30T02:13:00+00:00",
        "sources": {},
        "software": {"torch": "2.11.0"},
        "host": {"gpu": card, "time_zone": "UTC", "memory_bytes": 1} | host,
    }


def place(
    folder: Path, name: str, records: list[dict[str, Any]], csv: str | None = None, **host: Any
) -> str:
    """Writes the three files of a run into the folder. Returns the log's path in it."""
    (folder / f"{name}.jsonl").write_bytes(raw(records))
    (folder / f"{name}.environment.json").write_text(json.dumps(environment(**host)))
    if csv is not None:
        (folder / f"{name}.telemetry.csv").write_text(csv)
    return f"{name}.jsonl"
