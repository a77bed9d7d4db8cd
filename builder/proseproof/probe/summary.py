"""Logs of the probe, with the telemetry beside them, to one summary."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from proseproof.miles.clock import SECOND, utc_text
from proseproof.miles.heat import Clean, Heat, judge
from proseproof.miles.measured import put, statistic
from proseproof.miles.refusal import Refusal
from proseproof.miles.stretch import Stretch
from proseproof.nouns import dataclass
from proseproof.probe.definitions import DEFINITIONS
from proseproof.probe.plan import FIRST
from proseproof.probe.read import ProbeLog, Record
from proseproof.probe.version import GENERATOR, VERSION

PHASES = (
    "rollout",
    "release",
    "wake_up",
    "train",
    "sleep",
    "pause",
    "resume_weights",
    "update_weights",
    "resume_kv",
    "capture_graphs",
)
_NOTE = (
    "The probe is a stand-in for a colocated run, not one: a trainer and an engine with random "
    "weights in one process, moving the bytes that such a run moves."
)


@dataclass(frozen=True, eq=False)
class Probe:
    """One run of the probe as it was read.

    heat: what its telemetry says, or why there is none. environment: the record of where it ran.
    inputs: role, path, bytes and sha256 of each file.
    """

    log: ProbeLog
    heat: Heat | str
    environment: Mapping[str, Any]
    inputs: tuple[Mapping[str, Any], ...]


def summarize(
    probes: Sequence[Probe], argv: Sequence[str], commit: str | None
) -> dict[str, Any] | Refusal:
    """The summary, ready to be written. argv, commit: of the summariser, for the provenance.

    Refused where a run stands in two logs, or where two logs come from unlike machines.
    """
    first = probes[0].environment
    runs: dict[str, Any] = {}
    for probe in probes:
        for key in ("software", "host"):
            fault = _unlike(key, first[key], probe.environment[key])
            if fault is not None:
                return Refusal(probe.log.path, 0, fault)
        for run in probe.log.runs:
            if run in runs:
                return Refusal(probe.log.path, 0, f"the run {run} stands in another log too")
            runs[run] = _run(run, probe)
    return {
        "schema_version": 1,
        "created_utc": utc_text(max(_last(probe) for probe in probes)),
        "provenance": _provenance(probes, argv, commit),
        "definitions": DEFINITIONS,
        "runs": runs,
        "link": _link(record for probe in probes for record in probe.log.links),
    }


def _unlike(key: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> str | None:
    """What tells two environments apart; readings that change from minute to minute do not."""

    def lasting(facts: Mapping[str, Any]) -> dict[str, Any]:
        card = facts.get("gpu") or {}
        whole = {name: value for name, value in facts.items() if name != "memory_bytes"}
        return whole | {"gpu": {name: card.get(name) for name in ("name", "driver_version")}}

    left, right = lasting(one), lasting(other)
    for name in sorted({*left, *right}):
        if left.get(name) != right.get(name):
            was, is_now = left.get(name), right.get(name)
            return f"the {key}'s {name} is {is_now} here and {was} in the first log"
    return None


def _last(probe: Probe) -> int:
    """The latest moment that the log speaks of, in microseconds: the same at each reading."""
    ends = [
        row["start_unix_s"] + row["wall_s"] for rows in probe.log.phases.values() for row in rows
    ]
    ends += [row["start_unix_s"] + row["wall_s"] for row in probe.log.links]
    if probe.log.end is not None:
        ends.append(probe.log.end["end_unix_s"])
    return round(max(ends, default=0) * SECOND)


def _provenance(probes: Sequence[Probe], argv: Sequence[str], commit: str | None) -> dict[str, Any]:
    first = probes[0].environment
    generator: dict[str, Any] = {
        "path": GENERATOR,
        "version": VERSION,
        "argv": list(argv),
    }
    put(generator, "git_commit", commit, "the commit was not given")
    host: dict[str, Any] = {"time_zone": first["host"].get("time_zone")}
    card = first["host"].get("gpu") or {}
    put(host, "gpu", card.get("name"), "nvidia-smi named no GPU")
    put(host, "driver", card.get("driver_version"), "nvidia-smi named no driver")
    return {
        "kind": "measured",
        "note": _NOTE,
        "generator": generator,
        "inputs": [item for probe in probes for item in probe.inputs],
        "software": first["software"],
        "host": host,
        "measured_by": [
            {"log": probe.log.path, "ended": (probe.log.end or {}).get("reason", "killed")}
            | {key: probe.environment[key] for key in ("argv", "git_commit", "sources", "host")}
            for probe in probes
        ],
    }


def _run(run: str, probe: Probe) -> dict[str, Any]:
    log = probe.log
    said = {k: v for k, v in log.runs[run].items() if k not in ("record", "run")}
    config = {"series": FIRST, **said}
    whole = [step for name, step in log.steps if name == run]
    row: dict[str, Any] = {"config": config}
    refused = log.refused.get(run)
    if refused is not None:
        row["status"] = "does_not_fit"
        facts = ("phase", "step", "message", "used_bytes", "peak_allocated_bytes")
        row["does_not_fit"] = {key: refused[key] for key in facts}
    elif len(whole) == config["rollouts"]:
        row["status"] = "completed"
    else:
        row["status"] = "stopped"
        row["status_reason"] = log.end["reason"] if log.end is not None else "it was killed"
    steps = [_Step.read(probe, run, step) for step in sorted(whole)]
    starts = [phase["start_unix_s"] for step in steps for phase in step.phases]
    started = utc_text(round(min(starts) * SECOND)) if starts else None
    put(row, "started_utc", started, "no step of it is whole")
    row["steps"] = [step.row() for step in steps]
    row["phases"] = [phase for step in steps for phase in step.phase_rows()]
    row["statistics"] = _statistics(row["steps"])
    return row


@dataclass(frozen=True)
class _Step:
    record: Record
    phases: tuple[Record, ...]
    clean: tuple[Clean, ...]

    @classmethod
    def read(cls, probe: Probe, run: str, step: int) -> _Step:
        phases = tuple(probe.log.phases.get((run, step), ()))
        return cls(
            probe.log.steps[run, step],
            phases,
            tuple(_judge(phase, probe.heat) for phase in phases),
        )

    def row(self) -> dict[str, Any]:
        """The step as one row: each phase under its name, with its clean flag."""
        facts = ("step", "answer_tokens", "longest_answer_tokens", "decode_steps")
        row: dict[str, Any] = {key: self.record[key] for key in (*facts, "trained_tokens", "loss")}
        for phase, clean in zip(self.phases, self.clean, strict=True):
            row[f"{phase['phase']}_s"] = _seconds(phase["wall_s"])
            put(row, f"{phase['phase']}_clean", clean.value, clean.reason)
        walls = {phase["phase"]: phase["wall_s"] for phase in self.phases}
        walls.pop("pause", None)
        row["step_s"] = _seconds(sum(walls.values()))
        row["moves_s"] = _seconds(
            sum(wall for name, wall in walls.items() if name not in ("rollout", "train"))
        )
        return row

    def phase_rows(self) -> Iterable[dict[str, Any]]:
        """A row per phase, with its memory and its bytes."""
        for phase, clean in zip(self.phases, self.clean, strict=True):
            row: dict[str, Any] = {"step": self.record["step"], "phase": phase["phase"]}
            row["wall_s"] = _seconds(phase["wall_s"])
            device = phase["device_s"]
            put(row, "device_s", None if device is None else _seconds(device), "no GPU")
            for key in ("used_bytes", "peak_allocated_bytes"):
                put(row, key, phase[key], "no GPU")
            put(row, "clean", clean.value, clean.reason)
            row |= {f"{kind}_bytes": size for kind, size in sorted(phase["moved"].items())}
            host = sum(phase["moved"].get(f"{way}", 0) for way in _HOST)
            if host and phase["wall_s"]:
                row["host_gb_per_s"] = round(host / phase["wall_s"] / 1e9, 3)
            yield row


_HOST = ("host_to_device", "device_to_host")


def _judge(phase: Record, heat: Heat | str) -> Clean:
    if isinstance(heat, str):
        return Clean(None, heat)
    start = phase["start_unix_s"]
    return judge([Stretch(round(start * SECOND), round((start + phase["wall_s"]) * SECOND))], heat)


def _statistics(steps: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Median, least and largest of each phase over all steps, and over the clean ones."""
    whole: dict[str, Any] = {}
    for name in (*PHASES, "step", "moves"):
        rows = [row for row in steps if f"{name}_s" in row]
        if not rows:
            continue
        whole[name] = statistic([row[f"{name}_s"] for row in rows], len(steps), "no step has it")
        if name in PHASES:
            clean = [row[f"{name}_s"] for row in rows if row[f"{name}_clean"]]
            whole[f"{name}_clean"] = statistic(clean, len(steps), "no step was clean")
    return whole


def _link(records: Iterable[Record]) -> list[dict[str, Any]]:
    """One row for each memory, direction and size, smallest first."""
    groups: dict[tuple[str, str, int], list[Record]] = {}
    for record in records:
        key = (record["memory"], record["direction"], record["bytes"])
        groups.setdefault(key, []).append(record)
    rows = []
    for (memory, direction, size), copies in sorted(groups.items()):
        walls = [copy["wall_s"] for copy in copies]
        devices = [copy["device_s"] for copy in copies if copy["device_s"] is not None]
        median = statistics.median(walls)
        row: dict[str, Any] = {
            "memory": memory,
            "direction": direction,
            "size_bytes": size,
            "n": len(copies),
            "median_s": _micro(median),
            "min_s": _micro(min(walls)),
            "max_s": _micro(max(walls)),
        }
        put(row, "gb_per_s", round(size / median / 1e9, 3) if median else None, "no time passed")
        device = _micro(statistics.median(devices)) if devices else None
        put(row, "device_median_s", device, "no GPU")
        rows.append(row)
    return rows


def _seconds(value: float) -> float:
    """To the microsecond: what is below it is the clock's own noise."""
    return round(value, 6)


def _micro(value: float) -> float:
    """To a tenth of a microsecond, for a copy that takes only some of them."""
    return round(value, 7)
