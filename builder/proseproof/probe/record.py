"""The lines of the probe's log: what each kind of record holds, as strict JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TextIO


@dataclass(frozen=True)
class Timing:
    """How long a piece of work took, in seconds, with the device idle before and after.

    start_unix_s: seconds since 1970, UTC, so that telemetry can be laid beside it.
    device_s: between two CUDA events around the work; None without a GPU.
    """

    start_unix_s: float
    wall_s: float
    device_s: float | None


@dataclass(frozen=True)
class Memory:
    """Bytes on the GPU after a phase; None without a GPU.

    used_bytes: of the whole GPU, as the driver counts it (total less free).
    allocated_bytes, reserved_bytes: of the probe's tensors, and what its allocator holds for them.
    peak_allocated_bytes: the most that tensors took during the phase.
    """

    used_bytes: int | None
    allocated_bytes: int | None
    reserved_bytes: int | None
    peak_allocated_bytes: int | None


def phase_record(
    run: str,
    step: int,
    phase: str,
    timing: Timing,
    memory: Memory,
    moved: Mapping[str, int],
    kind: str,
) -> dict[str, Any]:
    """A phase of a step. kind: `phase`, or `warmup` for a step that no statistic counts.

    moved: kind of move -> bytes; the kinds are host_to_device, device_to_host, device_to_device,
    allocated and freed.
    """
    return {
        "record": kind,
        "run": run,
        "step": step,
        "phase": phase,
        "moved": dict(moved),
        **asdict(timing),
        **asdict(memory),
    }


def link_record(
    memory: str, direction: str, size: int, repeat: int, timing: Timing
) -> dict[str, Any]:
    """One copy of `size` bytes. memory: pinned, pageable, pageable_new or device."""
    return {
        "record": "link",
        "memory": memory,
        "direction": direction,
        "bytes": size,
        "repeat": repeat,
        **asdict(timing),
    }


def encode(record: Mapping[str, Any]) -> str:
    """A record as one line, keys sorted. Raises ValueError for NaN and infinity."""
    return json.dumps(record, sort_keys=True, allow_nan=False)


@dataclass(frozen=True)
class Log:
    """A log that is whole up to its last line, whenever the probe is stopped."""

    stream: TextIO

    def write(self, record: Mapping[str, Any]) -> None:
        """Appends the record and hands it to the system at once."""
        self.stream.write(encode(record) + "\n")
        self.stream.flush()
