"""What the summary tells of a run's telemetry: its extent, its heat pauses, what is not known."""

from __future__ import annotations

from typing import Any

from proseproof.miles.clock import SECOND, utc_text
from proseproof.miles.heat import Heat
from proseproof.miles.measured import put
from proseproof.miles.stretch import Stretch
from proseproof.miles.telemetry import Telemetry


def heat_summary(telemetry: Telemetry, heat: Heat) -> dict[str, Any]:
    """Plain data; durations in seconds, times in UTC."""
    told: dict[str, Any] = {
        "evidence": list(heat.evidence),
        "heat_pauses": [_told(pause) for pause in heat.pauses],
        "samples": len(telemetry.at),
        "unknown": [
            {**_told(stretch), "reason": reason}
            for reason, stretches in sorted(heat.unknown.items())
            for stretch in stretches
        ],
    }
    few = "there are fewer than two samples"
    put(told, "uuid", telemetry.uuid, "not recorded")
    put(told, "period_s", None if heat.period_us is None else heat.period_us / SECOND, few)
    covered = heat.covered
    put(told, "from_utc", None if covered is None else utc_text(covered.start), few)
    put(told, "to_utc", None if covered is None else utc_text(covered.end), few)
    busy = "no busy sample has a clock"
    put(told, "busy_clock_mhz", heat.busy_clock_mhz, busy)
    slow = None if heat.slow is None else [_told(stretch) for stretch in heat.slow]
    put(told, "unexplained_slow", slow, busy)
    return told


def _told(stretch: Stretch) -> dict[str, Any]:
    duration = (stretch.end - stretch.start) / SECOND
    return {"start_utc": utc_text(stretch.start), "duration_s": duration}
