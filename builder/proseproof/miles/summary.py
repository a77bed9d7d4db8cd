"""Recorded runs to the summary: one document that says what was measured, and from what."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from proseproof.miles.clock import utc_text
from proseproof.miles.config import read_config
from proseproof.miles.definitions import definitions
from proseproof.miles.heat import Heat, read_heat
from proseproof.miles.heat_summary import heat_summary
from proseproof.miles.measured import plain, put, statistic
from proseproof.miles.recorded import Recorded
from proseproof.miles.refusal import Refusal
from proseproof.miles.steps import Steps, read_steps
from proseproof.miles.telemetry import Telemetry
from proseproof.miles.version import GENERATOR, VERSION
from proseproof.nouns import dataclass

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Made:
    """How a summary came to be, apart from its inputs.

    created_utc: None takes the time of the last line of the logs. argv: with the names that
    provenance gives to files. git_commit: None with the reason why it is not known.
    """

    argv: tuple[str, ...]
    created_utc: str | None = None
    git_commit: str | None = None
    git_commit_reason: str = "not given"


def summarise(runs: Sequence[Recorded], made: Made) -> dict[str, Any] | tuple[Refusal, ...]:
    """The summary as plain data for `to_text`, or everything that stands against it.

    A run id that occurs twice, a log that is given to two runs, and settings that contradict each
    other are refusals; so is a summary that nothing gives a date.
    """
    refusals = [*_shared(runs)]
    members: dict[str, Any] = {}
    for run in runs:
        member = _run(run)
        if isinstance(member, Refusal):
            refusals.append(member)
        else:
            members[run.file.run] = member
    last = max((run.log.ended for run in runs if run.log.ended is not None), default=None)
    created = made.created_utc or (None if last is None else utc_text(last))
    if created is None and not refusals:
        reason = "no time zone is given, so the summary has no date: --created gives it one"
        refusals.append(Refusal(runs[0].file.path, 0, reason))
    if refusals:
        return tuple(refusals)
    return {
        "schema_version": SCHEMA_VERSION,
        "created_utc": created,
        "definitions": definitions(),
        "provenance": _provenance(runs, made, members),
        "runs": members,
    }


def to_text(document: Mapping[str, Any]) -> str:
    """Strict JSON with sorted keys and a final line end: the same document gives the same bytes."""
    return (
        json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2, sort_keys=True) + "\n"
    )


def _shared(runs: Sequence[Recorded]) -> list[Refusal]:
    """What two runs may not share: their id, or the bytes of a log."""
    wrong: list[Refusal] = []
    owner: dict[str, Recorded] = {}
    logs: dict[str, str] = {}
    for run in runs:
        first = owner.setdefault(run.file.run, run)
        if first is not run:
            message = f"the run id {run.file.run} is also that of {first.file.path}"
            wrong.append(Refusal(run.file.path, 0, message))
            continue
        for one in run.inputs:
            if one.role == "log" and logs.setdefault(one.digest.sha256, one.run) != one.run:
                message = (
                    f"the same log is given to the runs {logs[one.digest.sha256]} and {one.run}"
                )
                wrong.append(Refusal(one.path, 0, message))
    return wrong


def _run(run: Recorded) -> dict[str, Any] | Refusal:
    config = read_config(run.arguments, run.file.config)
    if isinstance(config, str):
        return Refusal(run.file.path, 0, config)
    host = _host(run)
    if isinstance(host, Refusal):
        return host
    heat = read_heat(run.telemetry) if isinstance(run.telemetry, Telemetry) else None
    steps = read_steps(run.log, _placed(run, heat), _begins(run, config))
    member: dict[str, Any] = {
        "config": config,
        "host": host,
        "optimizer_steps": list(steps.optimizer),
        "startup": steps.startup,
        "statistics": _statistics(steps),
        "steps": list(steps.rows),
    }
    put(member, "status", *_status(run, config))
    for key, at in (("started_utc", run.log.started), ("ended_utc", run.log.ended)):
        put(member, key, None if at is None else utc_text(at), "the log's time zone is not given")
    without = run.telemetry if isinstance(run.telemetry, str) else "none was recorded"
    told = (
        None
        if heat is None or isinstance(run.telemetry, str | None)
        else heat_summary(run.telemetry, heat)
    )
    put(member, "telemetry", told, without)
    if run.log.cut:
        member["cut_logs"] = list(run.log.cut)
    if run.file.note:
        member["note"] = run.file.note
    return member


def _placed(run: Recorded, heat: Heat | None) -> Heat | str:
    """The heat where it can be laid beside the log, else why it cannot."""
    if heat is None:
        return run.telemetry if isinstance(run.telemetry, str) else "the run has no telemetry"
    if run.file.zone is None:
        return "the log's time zone is not given"
    if not run.file.clocks_aligned:
        return "the clocks of log and telemetry are not aligned"
    return heat


def _begins(run: Recorded, config: Mapping[str, Any]) -> int | None:
    start = config.get("start_rollout")
    if isinstance(start, int):
        return start
    return 0 if 0 in run.log.trainers or 0 in run.log.rollouts else None


def _status(run: Recorded, config: Mapping[str, Any]) -> tuple[str | None, str]:
    rollouts = config.get("rollouts")
    if not isinstance(rollouts, int):
        return None, "the number of rollouts is not recorded"
    return ("completed" if rollouts - 1 in run.log.trainers else "incomplete"), ""


def _statistics(steps: Steps) -> dict[str, Any]:
    """By phase, over all steps that have a value; `{phase}_clean` over the clean ones of them."""
    found: dict[str, Any] = {}
    rows = steps.rows
    for phase in steps.phases:
        if not phase.judged:
            continue
        value, flag = f"{phase.name}_s", f"{phase.name}_clean"
        timed = [row for row in rows if row[value] is not None]
        clean = [row[value] for row in timed if row[flag]]
        paused = sum(row[flag] is False for row in timed)
        unknown = len(timed) - len(clean) - paused
        why = f"no step is clean: {paused} with a heat pause, {unknown} not known"
        none = "no step has a value"
        found[phase.name] = statistic([row[value] for row in timed], len(rows), none)
        found[flag] = statistic(clean, len(rows), why if timed else none)
        found[flag].update(paused_n=paused, unknown_n=unknown)
    return found


def _host(run: Recorded) -> dict[str, Any] | Refusal:
    """gpu, driver and time zone: by the telemetry, and by the run file where that is silent."""
    seen = run.telemetry if isinstance(run.telemetry, Telemetry) else None
    host: dict[str, Any] = {key: plain(value) for key, value in run.file.host.items()}
    reported = {"gpu": seen.gpu, "driver": seen.driver} if seen else {}
    for key, value in (*reported.items(), ("time_zone", run.file.time_zone)):
        if value is None:
            continue
        if host.setdefault(key, value) != value:
            message = f"host.{key} is {host[key]!r} here and {value!r} elsewhere"
            return Refusal(run.file.path, 0, message)
    for key in ("gpu", "driver", "time_zone"):
        put(host, key, host.get(key), "not recorded")
    return host


def _provenance(runs: Sequence[Recorded], made: Made, members: Mapping[str, Any]) -> dict[str, Any]:
    generator: dict[str, Any] = {"path": GENERATOR, "version": VERSION, "argv": list(made.argv)}
    put(generator, "git_commit", made.git_commit, made.git_commit_reason)
    provenance: dict[str, Any] = {
        "generator": generator,
        "inputs": [
            {
                "bytes": one.digest.size,
                "path": one.path,
                "role": one.role,
                "run": one.run,
                "sha256": one.digest.sha256,
            }
            for run in runs
            for one in run.inputs
        ],
        "kind": "measured",
    }
    hosts = [member["host"] for member in members.values()]
    softwares = [dict(run.file.software) for run in runs]
    provenance["host"] = _common(hosts)
    provenance["software"] = plain(_common(softwares))
    return provenance


def _common(several: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What all tell alike; what they tell differently is null, and each run has its own."""
    common: dict[str, Any] = {}
    for key in sorted({key for one in several for key in one if not key.endswith("_reason")}):
        values = [one.get(key) for one in several]
        alike = all(value == values[0] for value in values)
        reason = several[0].get(f"{key}_reason", "not recorded") if alike else "the runs differ"
        put(common, key, values[0] if alike else None, str(reason))
    return common
