"""When a GPU was held back: heat pauses, unexplained slowness, and what is not known."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from proseproof.miles.clock import SECOND
from proseproof.miles.stretch import Stretch, merge, overlapping
from proseproof.miles.telemetry import UNKNOWN, Telemetry
from proseproof.nouns import dataclass

MERGE_S = 2
"""Heat pauses that lie at most this far apart are one."""
BUSY_PCT = 90
"""A GPU at this utilization or above is busy."""
SLOW_RATIO = 0.85
"""A busy GPU below this share of its median busy clock is slow …"""
SLOW_S = 3
"""… if it stays so for this long."""
GAP_PERIODS = 3
"""Samples further apart than this many sampling periods leave a gap."""


@dataclass(frozen=True, eq=False)
class Heat:
    """What the telemetry of a run says, as stretches that are in order and apart.

    pauses: a thermal counter rose or a thermal flag was active. slow: busy below the usual clock
    without a heat pause; None where load or clock was not recorded. unknown: by reason, where
    neither can be said. covered: from the first sample to the last, None without two samples.
    evidence: the columns that tell of heat. period_us: the median time between two samples.
    """

    pauses: tuple[Stretch, ...] = field(repr=False)
    slow: tuple[Stretch, ...] | None = field(repr=False)
    unknown: Mapping[str, tuple[Stretch, ...]] = field(repr=False)
    covered: Stretch | None
    evidence: tuple[str, ...]
    period_us: int | None = None
    busy_clock_mhz: float | None = None


@dataclass(frozen=True)
class Clean:
    """Whether a phase was free of heat pauses: True, False, or None with the reason."""

    value: bool | None
    reason: str = ""


def read_heat(telemetry: Telemetry) -> Heat:
    """Judges each pair of consecutive samples, and joins what belongs together."""
    evidence = tuple(sorted([*telemetry.flags, *telemetry.counters]))
    at = telemetry.at
    if len(at) < 2:
        return Heat((), None, {}, None, evidence)
    period = round(statistics.median(at[i + 1] - at[i] for i in range(len(at) - 1)))
    pauses: list[Stretch] = []
    unknown: dict[str, list[Stretch]] = {}
    for i in range(len(at) - 1):
        pair = Stretch(min(at[i], at[i + 1]), max(at[i], at[i + 1]))
        if _hot(telemetry, i):
            pauses.append(pair)
        for reason in _doubts(telemetry, i, period):
            unknown.setdefault(reason, []).append(pair)
    busy_clock = _busy_clock(telemetry)
    merged = merge(pauses, MERGE_S * SECOND)
    return Heat(
        merged,
        None if busy_clock is None else _slow(telemetry, busy_clock, merged),
        {reason: merge(pairs) for reason, pairs in unknown.items()},
        Stretch(min(at), max(at)),
        evidence,
        period,
        busy_clock,
    )


def _hot(telemetry: Telemetry, i: int) -> bool:
    for flags in telemetry.flags.values():
        if flags[i] == 1 or flags[i + 1] == 1:
            return True
    # UNKNOWN is below every count; a rise from it would be no rise.
    return any(UNKNOWN < counts[i] < counts[i + 1] for counts in telemetry.counters.values())


def _doubts(telemetry: Telemetry, i: int, period: int) -> Iterator[str]:
    apart = telemetry.at[i + 1] - telemetry.at[i]
    if apart < 0:
        yield "the telemetry's clock went back"
    elif apart > GAP_PERIODS * period:
        yield "the telemetry has a gap"
    for counts in telemetry.counters.values():
        if UNKNOWN < counts[i + 1] < counts[i]:
            yield "a thermal counter fell: the driver was reset"
    for values in (*telemetry.flags.values(), *telemetry.counters.values()):
        if UNKNOWN in (values[i], values[i + 1]):
            yield "the GPU did not report a thermal flag or counter"
            return


def _busy_clock(telemetry: Telemetry) -> float | None:
    pairs = zip(telemetry.load_pct, telemetry.clock_mhz, strict=True)
    clocks = [clock for load, clock in pairs if load >= BUSY_PCT and not math.isnan(clock)]
    return statistics.median(clocks) if clocks else None


def _slow(telemetry: Telemetry, usual: float, pauses: Sequence[Stretch]) -> tuple[Stretch, ...]:
    def slow(i: int) -> bool:
        return telemetry.load_pct[i] >= BUSY_PCT and telemetry.clock_mhz[i] < SLOW_RATIO * usual

    found: list[Stretch] = []
    for i in range(len(telemetry.at) - 1):
        if telemetry.at[i] <= telemetry.at[i + 1] and slow(i) and slow(i + 1):
            pair = Stretch(telemetry.at[i], telemetry.at[i + 1])
            if overlapping(pauses, pair) is None:
                found.append(pair)
    return tuple(one for one in merge(found) if one.end - one.start >= SLOW_S * SECOND)


def find_loads(telemetry: Telemetry) -> tuple[Stretch, ...]:
    """The stretches of consecutive busy samples, from the first to the last busy one of each.

    The reported utilization lags the load by about half a second.
    """
    loads: list[Stretch] = []
    before = False
    for at, load in zip(telemetry.at, telemetry.load_pct, strict=True):
        busy = load >= BUSY_PCT
        if busy and before:
            loads[-1] = Stretch(loads[-1].start, max(at, loads[-1].start))
        elif busy:
            loads.append(Stretch(at, at))
        before = busy
    return tuple(loads)


def judge(phase: Sequence[Stretch], heat: Heat | None) -> Clean:
    """Whether a phase, the stretches in which it ran, was clean; None is no telemetry at all.

    A heat pause decides, whatever else is not known.
    """
    if heat is None:
        return Clean(None, "the run has no telemetry")
    if not heat.evidence:
        return Clean(None, "the telemetry records no thermal flag or counter")
    if heat.covered is None:
        return Clean(None, "the telemetry has fewer than two samples")
    if any(overlapping(heat.pauses, part) for part in phase):
        return Clean(False)
    for part in phase:
        if part.start < heat.covered.start or part.end > heat.covered.end:
            return Clean(None, "the telemetry does not cover the phase")
        for reason, stretches in sorted(heat.unknown.items()):
            if overlapping(stretches, part):
                return Clean(None, reason)
    return Clean(True)
