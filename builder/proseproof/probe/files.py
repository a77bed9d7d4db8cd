"""The files of one run of the probe, read into one `Probe`; a summary as text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC
from typing import Any

from proseproof.disk import Disk
from proseproof.miles.heat import Heat, read_heat
from proseproof.miles.refusal import Refusal
from proseproof.miles.strict import read_json
from proseproof.miles.telemetry import read_telemetry
from proseproof.probe.read import ProbeLog, read_log
from proseproof.probe.summary import Probe

_ENVIRONMENT: Mapping[str, type | tuple[type, ...]] = {
    "argv": list,
    "git_commit": (str, type(None)),
    "sources": dict,
    "software": dict,
    "host": dict,
}


def read_probe(path: str, disk: Disk) -> Probe | Refusal:
    """The run whose log stands at `path` (a project path that ends in .jsonl)."""
    stem = path.removesuffix(".jsonl")
    raw = _bytes(path, disk)
    environment_raw = _bytes(f"{stem}.environment.json", disk)
    for got in (raw, environment_raw):
        if isinstance(got, Refusal):
            return got
    assert isinstance(raw, bytes)
    assert isinstance(environment_raw, bytes)
    log = read_log(path, raw)
    if isinstance(log, Refusal):
        return log
    environment = _environment(f"{stem}.environment.json", environment_raw)
    if isinstance(environment, Refusal):
        return environment
    inputs = [_input("log", path, raw)]
    inputs.append(_input("environment", f"{stem}.environment.json", environment_raw))
    sampled = f"{stem}.telemetry.csv"
    heat = _heat(log, sampled, disk)
    if isinstance(heat, Refusal):
        return heat
    if disk.exists(sampled):
        inputs.append(_input("telemetry", sampled, disk.bytes(sampled)))
    return Probe(log, heat, environment, tuple(inputs))


def written(summary: Mapping[str, Any]) -> str:
    """Strict JSON with sorted keys: the same text for the same summary."""
    text = json.dumps(summary, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return text + "\n"


def _bytes(path: str, disk: Disk) -> bytes | Refusal:
    try:
        return disk.bytes(path)
    except OSError as error:
        return Refusal(path, 0, f"cannot be read: {error.strerror or 'it is outside this folder'}")


def _environment(path: str, raw: bytes) -> Mapping[str, Any] | Refusal:
    document = read_json(path, raw)
    if isinstance(document, Refusal):
        return document
    for key, kind in _ENVIRONMENT.items():
        if not isinstance(document, dict) or not isinstance(document.get(key, 0), kind):
            return Refusal(path, 0, f"the environment has no {key}")
    return dict(document)


def _heat(log: ProbeLog, path: str, disk: Disk) -> Heat | str | Refusal:
    """What the telemetry says, or why it says nothing.

    A sampler that ended early is read as far as it got: the phases behind it are not covered.
    """
    said = log.telemetry
    if said is None:
        return "the run has no telemetry"
    if said["status"] == "missing" or not disk.exists(path):
        return str(said["reason"] or "the telemetry's file is not there")
    telemetry = read_telemetry(path, disk.bytes(path).splitlines(keepends=True), UTC)
    if isinstance(telemetry, Refusal):
        # What nvidia-smi said instead of samples stands in the log; no phase can be judged.
        return str(said["reason"]) if said["status"] == "failed" else telemetry
    return read_heat(telemetry)


def _input(role: str, path: str, raw: bytes) -> dict[str, Any]:
    digest = hashlib.sha256(raw).hexdigest()
    return {"role": role, "path": path, "bytes": len(raw), "sha256": digest}
