"""A column of nvidia-smi's CSV: its role by its heading, and what a cell of it says."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Literal

from proseproof.nouns import dataclass

Role = Literal["time", "uuid", "index", "gpu", "driver", "load", "clock", "flag", "bits", "counter"]


@dataclass(frozen=True)
class Column:
    """A column that is read: its place, its role, its name, the unit of values that show none."""

    index: int
    role: Role
    name: str
    unit: str


@dataclass(frozen=True)
class BadColumn:
    """Why a heading or a cell cannot be read."""

    reason: str


_ROLES: Mapping[str, Role] = {
    "timestamp": "time",
    "uuid": "uuid",
    "gpu_uuid": "uuid",
    "index": "index",
    "name": "gpu",
    "gpu_name": "gpu",
    "driver_version": "driver",
    "utilization.gpu": "load",
    "clocks.sm": "clock",
    "clocks.current.sm": "clock",
}
# The older name of the same columns says throttle for event.
_REASONS = re.compile(r"clocks_(?:event|throttle)_reasons(_counters)?\.(\w+)")
_THERMAL = ("sw_thermal_slowdown", "hw_thermal_slowdown")
_THERMAL_BITS = 0x20 | 0x40  # software and hardware thermal slowdown in NVML's bit mask
_HEADING = re.compile(r"(.*?)(?:\s*\[([^\]]*)\])?")
_VALUE = re.compile(r"([+-]?\d{1,20}(?:\.\d{1,20})?)(?: ?([A-Za-z\u00b5\u03bc%]+))?")
_MISSING = re.compile(r"\[.*\]|N/A|", re.IGNORECASE)
_SCALES: Mapping[Role, Mapping[str, float]] = {
    "load": {"%": 1},
    "clock": {"MHz": 1, "GHz": 1000},
    "counter": {"us": 1, "\u00b5s": 1, "\u03bcs": 1, "ms": 1000, "s": 1_000_000},
}
_USUAL: Mapping[Role, str] = {"load": "%", "clock": "MHz", "counter": "us"}
_FLAGS = {"active": 1, "not active": 0}


def read_headings(heading: Sequence[str]) -> tuple[Column, ...] | BadColumn:
    """The columns that matter here; of the clock reasons only the thermal ones.

    A heading may carry its unit: `clocks.current.sm [MHz]`. A file without a timestamp, with one
    column twice, or with a unit that is not known is a BadColumn.
    """
    columns: list[Column] = []
    for index, written in enumerate(heading):
        found = _HEADING.fullmatch(written)
        assert found is not None, "the pattern matches any text"
        name, unit = found[1], found[2]
        role = _role(name)
        if role is None:
            continue
        several = role in ("flag", "counter")
        if any(one.name == name or (one.role == role and not several) for one in columns):
            return BadColumn(f"the column {name} stands twice")
        unit = unit or _USUAL.get(role, "")
        if role in _SCALES and unit not in _SCALES[role]:
            return BadColumn(f"the unit [{unit}] of {name} is not known")
        columns.append(Column(index, role, name, unit))
    if not any(column.role == "time" for column in columns):
        return BadColumn("no column is named timestamp")
    return tuple(columns)


def _role(name: str) -> Role | None:
    found = _REASONS.fullmatch(name)
    if found is None:
        return _ROLES.get(name)
    if found[2] in _THERMAL:
        return "counter" if found[1] else "flag"
    return "bits" if found[2] == "active" and not found[1] else None


def missing(cell: str) -> bool:
    """Whether the cell says that the GPU does not report this: `[N/A]`, `[Unknown Error]`."""
    return _MISSING.fullmatch(cell) is not None


def read_number(column: Column, cell: str) -> float | BadColumn:
    """A load in percent, a clock in MHz, a counter in microseconds; NaN where it is missing."""
    if missing(cell):
        return math.nan
    found = _VALUE.fullmatch(cell)
    scale = _SCALES[column.role].get(found[2] or column.unit) if found else None
    if found is None or scale is None:
        return BadColumn(f"{cell!r} is no value of {column.name}")
    return float(found[1]) * scale


def read_flag(column: Column, cell: str) -> int | BadColumn | None:
    """1 while a thermal slowdown is active, 0 while none is, None where it is missing."""
    if missing(cell):
        return None
    if column.role == "flag":
        state = _FLAGS.get(cell.lower())
    else:
        try:
            state = int(bool(int(cell, 16) & _THERMAL_BITS))
        except ValueError:
            state = None
    return BadColumn(f"{cell!r} is no value of {column.name}") if state is None else state
