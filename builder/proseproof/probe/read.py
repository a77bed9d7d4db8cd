"""A log of the probe to its records, each checked: what is missing or odd is refused by line."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from proseproof.miles.refusal import Refusal
from proseproof.miles.strict import read_json
from proseproof.nouns import dataclass

Record = Mapping[str, Any]


def _text(value: object) -> bool:
    return isinstance(value, str)


def _count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _number(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and math.isfinite(value)
        and value >= 0
    )


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _counts(value: object) -> bool:
    return isinstance(value, dict) and all(_count(item) for item in value.values())


def _or_null(check: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: value is None or check(value)


_TIMED = {"start_unix_s": _number, "wall_s": _number, "device_s": _or_null(_number)}
_MEMORY = {
    f"{kind}_bytes": _or_null(_count)
    for kind in ("used", "allocated", "reserved", "peak_allocated")
}
_PLACE = {"run": _text, "step": _count}
_STEP = {
    **_PLACE,
    "answer_tokens": _count,
    "longest_answer_tokens": _count,
    "trained_tokens": _count,
    "decode_steps": _count,
    "loss": _number,
    "weights_match": _flag,
}
_PHASE = {**_PLACE, "phase": _text, "moved": _counts, **_TIMED, **_MEMORY}
_FIELDS: Mapping[str, Mapping[str, Callable[[object], bool]]] = {
    "run": {"run": _text, "setting": _text, "seed": _count, "rollouts": _count},
    "phase": _PHASE,
    "warmup": _PHASE,
    "step": _STEP,
    "warmup_step": _STEP,
    "does_not_fit": {**_PLACE, "phase": _text, "message": _text, **_MEMORY},
    "link": {
        "memory": _text,
        "direction": _text,
        "bytes": _count,
        "repeat": _count,
        **_TIMED,
    },
    "telemetry": {"file": _text, "status": _text, "time_zone": _text, "reason": _or_null(_text)},
    "sizes": {"parameters": _count, "trainer_bytes": _counts, "startup_s": _number},
    "end": {"reason": _text, "end_unix_s": _number},
}


@dataclass(frozen=True)
class ProbeLog:
    """The records of one log, as they were written, without the warm-up.

    runs: by run id. phases: by (run, step), in order. steps: by (run, step); a step that was cut
    short has phases and no entry here. refused: by run id, what did not fit. telemetry: the last
    record about it, None where there is none. end: why the probe ended, None where it was killed.
    """

    path: str
    runs: dict[str, Record] = field(default_factory=dict)
    phases: dict[tuple[str, int], list[Record]] = field(default_factory=dict)
    steps: dict[tuple[str, int], Record] = field(default_factory=dict)
    refused: dict[str, Record] = field(default_factory=dict)
    links: list[Record] = field(default_factory=list)
    telemetry: Record | None = None
    end: Record | None = None


def read_log(path: str, raw: bytes) -> ProbeLog | Refusal:
    """The records in `raw`. A last line without its end is left out: the probe was killed there.

    Refused: what is no record, a record of an unknown kind or without one of its fields, a record
    of a run that was not announced, anything said twice, and a step whose moves changed a value.
    """
    log = ProbeLog(path)
    telemetry = end = None
    lines = raw.split(b"\n")[:-1]
    for number, line in enumerate(lines, 1):
        record = read_json(path, line, "line")
        if isinstance(record, Refusal):
            return Refusal(path, number, record.message)
        fault = _fault(record) or _file(log, record)
        if fault is not None:
            return Refusal(path, number, fault)
        if record["record"] == "telemetry":
            telemetry = record
        elif record["record"] == "end":
            end = record
    return ProbeLog(path, log.runs, log.phases, log.steps, log.refused, log.links, telemetry, end)


def _fault(record: object) -> str | None:
    """Why this is no record of the probe, or None."""
    if not isinstance(record, dict):
        return "a line holds no object"
    kind = record.get("record")
    fields = _FIELDS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        return f"the record's kind {kind!r} is unknown"
    for name, check in fields.items():
        if name not in record:
            return f"the record {kind} has no {name}"
        if not check(record[name]):
            return f"the record {kind} has {record[name]!r} as {name}"
    return None


def _file(log: ProbeLog, record: Record) -> str | None:
    """Puts the record in its place in `log`; says why it has none."""
    kind, run = record["record"], record.get("run", "")
    if kind in ("phase", "step", "does_not_fit") and run not in log.runs:
        return f"the run {run} was not announced"
    if kind == "link":
        log.links.append(record)
    elif kind == "run":
        return _once(log.runs, run, record, f"the run {run}")
    elif kind == "does_not_fit":
        return _once(log.refused, run, record, f"the refusal of {run}")
    elif kind == "phase":
        rows = log.phases.setdefault((run, record["step"]), [])
        if any(row["phase"] == record["phase"] for row in rows):
            return f"step {record['step']} of {run} has {record['phase']} twice"
        rows.append(record)
    elif kind == "step":
        if not record["weights_match"]:
            return f"step {record['step']} of {run} left the engine with other weights"
        if not record.get("state_intact", True):
            return f"step {record['step']} of {run} changed the trainer's state while it moved"
        key = (run, record["step"])
        return _once(log.steps, key, record, f"step {record['step']} of {run}")
    return None


def _once(place: dict[Any, Record], key: object, record: Record, name: str) -> str | None:
    if key in place:
        return f"{name} stands twice"
    place[key] = record
    return None
