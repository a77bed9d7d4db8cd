"""Times whole commands, one against another, and keeps the result beside the machine's facts."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "results"
PACKAGES = ("proseproof", "mkdocs", "mkdocs-material", "duckdb", "ruamel.yaml", "markdown")


def race(
    commands: Mapping[str, Sequence[str]],
    runs: int,
    folder: Path,
    cache: Path,
    before: Mapping[str, Callable[[], None]] | None = None,
) -> dict[str, list[float]]:
    """Seconds of wall clock of each command, `runs` of them, in turns, run in `folder`.

    cache: stands in for the user's own cache. before: what is done ahead of a run of a command,
    and not timed. A first run of each warms the disk, compiles what is not compiled, and is not
    counted. Raises SystemExit where a command fails: a failed run measures nothing.
    """
    times: dict[str, list[float]] = {name: [] for name in commands}
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1"}
    environment["XDG_CACHE_HOME"] = str(cache)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed package is compiled
    for number in range(runs + 1):
        for name, command in commands.items():
            if before and name in before:
                before[name]()
            start = time.perf_counter()
            done = subprocess.run(
                command, cwd=folder, env=environment, check=False, capture_output=True, text=True
            )
            if done.returncode:
                raise SystemExit(f"{name}: exit status {done.returncode}\n{done.stdout[-2000:]}")
            if number:
                times[name].append(round(time.perf_counter() - start, 4))
    return times


def emptying(folder: Path) -> Callable[[], None]:
    """What makes a cache as it is on a machine that has seen no run."""
    return lambda: shutil.rmtree(folder, ignore_errors=True)


def keep(name: str, times: Mapping[str, Sequence[float]], **facts: Any) -> None:
    """Writes bench/results/NAME.json and prints the medians and the facts."""
    result = {
        "benchmark": name,
        **facts,
        "median_s": {each: median(seconds) for each, seconds in times.items()},
        "runs_s": {each: list(seconds) for each, seconds in times.items()},
        "machine": machine(),
    }
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(result, indent=2, sort_keys=True)
    (RESULTS / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")
    for each, seconds in result["median_s"].items():
        print(f"{name}: {each}: {seconds:.3f} s, the median of {len(times[each])}")
    for fact, value in facts.items():
        print(f"{name}: {fact}: {value}")


def machine() -> dict[str, Any]:
    """What the times depend on: processor, cores, system, Python, packages, commit."""
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "packages": {package: version(package) for package in PACKAGES},
        "commit": commit.stdout.strip() or None,
    }


def _processor() -> str:
    facts = Path("/proc/cpuinfo")
    if facts.is_file():
        for line in facts.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"
