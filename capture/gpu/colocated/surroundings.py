"""What surrounds a run: the environment it ran in, and nvidia-smi's telemetry beside it."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import torch

from colocated.machine import Machine
from proseproof.probe.record import Log

SAMPLED = (
    "timestamp,uuid,driver_version,pstate,clocks.sm,clocks.max.sm,temperature.gpu,"
    "power.draw.instant,utilization.gpu,memory.used,clocks_event_reasons.active,"
    "clocks_event_reasons.sw_thermal_slowdown,clocks_event_reasons.hw_thermal_slowdown,"
    "clocks_event_reasons_counters.sw_power_cap,"
    "clocks_event_reasons_counters.sw_thermal_slowdown,"
    "clocks_event_reasons_counters.hw_thermal_slowdown"
)
INTERVAL_MS = 500
CARD = (
    "name,driver_version,memory.total,clocks.sm,clocks.max.sm,clocks.mem,clocks.max.mem,"
    "power.limit,temperature.gpu,pcie.link.gen.current,pcie.link.gen.max,pcie.link.width.current"
)


@contextmanager
def telemetry(path: Path, log: Log) -> Iterator[None]:
    """Samples the GPU into a CSV file while the body runs, times in UTC.

    The log gets a record when it starts and one when it ends. What does not work is said there and
    stops nothing: the phases are timed without it, only their clean flags are unknown.
    """
    record: dict[str, Any] = {
        "record": "telemetry",
        "file": path.name,
        "interval_ms": INTERVAL_MS,
        "time_zone": "UTC",
    }
    if shutil.which("nvidia-smi") is None:
        reason = "nvidia-smi is not on this machine"
        log.write(record | {"status": "missing", "reason": reason})
        yield
        return
    command = ["nvidia-smi", f"--query-gpu={SAMPLED}", "--format=csv", "-lms", str(INTERVAL_MS)]
    if shutil.which("stdbuf"):
        command = ["stdbuf", "-oL", *command]  # else the last seconds stay in its buffer
    with path.open("x", encoding="utf-8") as stream:
        process = subprocess.Popen(
            command,
            stdout=stream,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "TZ": "UTC"},
        )
        try:
            time.sleep(1.5)
            log.write(record | _state(process, path, "running"))
            yield
        finally:
            time.sleep(1.0)
            log.write(record | _state(process, path, "complete"))
            process.terminate()
            process.wait(timeout=10)


def _state(process: subprocess.Popen[bytes], path: Path, expected: str) -> dict[str, Any]:
    """The expected status while the process lives, else `failed` with what it said last."""
    if process.poll() is None:
        return {"status": expected, "reason": None}
    said = path.read_text(encoding="utf-8", errors="replace").strip()[-300:]
    return {"status": "failed", "reason": f"exit {process.returncode}: {said}"}


def environment(machine: Machine, argv: Sequence[str], commit: str | None) -> dict[str, Any]:
    """Where and how a run was made: one JSON object, missing facts null with the reason beside."""
    root = Path(__file__).parents[1]
    sources = sorted([*root.glob("*.py"), *root.glob("colocated/*.py"), *root.glob("models/*")])
    planned = root.parents[1] / "builder/proseproof"
    return {
        "created_utc": datetime.now(UTC).isoformat(timespec="seconds"),
        "argv": list(argv),
        "git_commit": commit or _said("git", "rev-parse", "HEAD"),
        "sources": {
            path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sources
        }
        | {
            name: hashlib.sha256((planned / name).read_bytes()).hexdigest()
            for name in ("probe/plan.py", "probe/record.py")
        },
        "software": {
            "python": platform.python_version(),
            "torch": torch.__version__,
            "cuda": torch.version.cuda,
            "kernel": platform.release(),
        },
        "host": {
            "machine": platform.machine(),
            "cores": os.cpu_count(),
            "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
            "time_zone": time.tzname[0],
            "gpu": _card(),
            "gpu_total_bytes": machine.total_bytes() if machine.cuda else None,
        },
    }


def _card() -> Mapping[str, str] | None:
    line = _said("nvidia-smi", f"--query-gpu={CARD}", "--format=csv,noheader")
    if line is None:
        return None
    return dict(zip(CARD.split(","), line.splitlines()[0].split(", "), strict=False))


def _said(*command: str) -> str | None:
    """What a command prints, or None where it is missing or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None
