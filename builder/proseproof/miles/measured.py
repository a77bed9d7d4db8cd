"""A number that a log gives, or the reason why there is none; and the median of several."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from proseproof.miles.log import Entry
from proseproof.miles.payload import Odd
from proseproof.nouns import dataclass

EXACT = 2**53
"""Whole numbers beyond this are written as text: a reader of JSON may hold doubles."""


@dataclass(frozen=True)
class Measured:
    """A value, or None and why."""

    value: float | int | None
    reason: str = ""


def logged(entry: Entry | None, key: str, line: str, *, duration: bool) -> Measured:
    """What `entry` says under `key`; `line` names it in reasons, as in `the trainer's perf 3`.

    A duration is above zero: a timer that never ran is absent, and nothing takes no time.
    """
    if entry is None:
        return Measured(None, f"the log has no {line}")
    if key not in entry.values:
        return Measured(None, f"{line} holds no {key}")
    value = entry.values[key]
    if isinstance(value, bool) or not isinstance(value, int | float):
        shown = value.text if isinstance(value, Odd) else repr(value)
        return Measured(None, f"{line} logs {key} as {shown[:40]}, which is no number")
    if not math.isfinite(value):
        return Measured(None, f"{line} logs {key} as {value}")
    if duration and value <= 0:
        return Measured(None, f"{line} logs {key} as {value}, which is no duration")
    return Measured(value)


def exact(value: float) -> Decimal:
    """The number as it is written, so that sums and means of such numbers stay clean."""
    return Decimal(repr(value))


def median(values: Sequence[float]) -> float:
    """The middle value, or the mean of the two middle ones. Raises IndexError without a value."""
    ordered = sorted(exact(value) for value in values)
    half = len(ordered) // 2
    return float(ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2)


def put(row: dict[str, Any], key: str, value: Any, reason: str = "") -> None:
    """Sets `key`; a None gets its reason beside it, under `{key}_reason`."""
    row[key] = value
    if value is None:
        assert reason, f"{key} is null without a reason"
        row[f"{key}_reason"] = reason


def statistic(values: Sequence[float], total: int, reason: str) -> dict[str, Any]:
    """Median, least and largest of `values` in seconds, their count n, and the steps there were."""
    row: dict[str, Any] = {"n": len(values), "total_n": total}
    for key, of in (("median_s", median), ("min_s", min), ("max_s", max)):
        put(row, key, of(values) if values else None, reason)
    return row


def plain(value: object) -> object:
    """A value as strict JSON can hold it: whole numbers past 2**53 as text, the rest as it is."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and abs(value) > EXACT:
        return str(value)
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value
