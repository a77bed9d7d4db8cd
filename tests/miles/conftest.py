"""A run of 12 steps whose every number is known, and a folder to summarise it in.

Second 0 is 2026-11-30 04:00:00 in a zone two hours ahead of UTC. Step k begins at 100 k + 10:

    rollout         from +0, 40 + k seconds
    wake_up         from +55, 1 + 0.01 k
    train           from +57, 30 - k
    sleep           from +90, 0.50 + 0.01 k
    update_weights  from +92, 0.60 + 0.02 k

Before step 0 the trainer sleeps for 2 seconds and writes its weights in 4.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from proseproof.miles.command import main

ZERO = datetime(2026, 11, 30, 4, 0, 0)
TRAINER, ROLLOUT = "actor_cell0_rank0", "rollout_manager"
HEADING = (
    "timestamp, uuid, name, driver_version, clocks.current.sm [MHz], utilization.gpu [%], "
    "clocks_event_reasons.sw_thermal_slowdown, "
    "clocks_event_reasons_counters.sw_thermal_slowdown [us]"
)


def stamp(second: float) -> str:
    """The local time of a second, as the log writes it."""
    return (ZERO + timedelta(seconds=second)).isoformat(" ", "milliseconds")


def new_line(second: float, name: str, where: str, message: str) -> str:
    """A line of today's generation."""
    return f"[{stamp(second)} {name}] {where} - {message}"


def old_line(second: float, _name: str, where: str, message: str) -> str:
    """A line of the older generation: no name, whole seconds."""
    return f"[{stamp(second)[:19]}] {where} - {message}"


Writer = Callable[[float, str, str, str], str]


def timer(write: Writer, name: str, start: float, seconds: float) -> Iterator[str]:
    """The two lines of a timer."""
    end = start + seconds
    yield write(start, TRAINER, "timer.py:33", f"Timer {name} start")
    yield write(end, TRAINER, "timer.py:46", f"Timer {name} end (elapsed: {seconds:.1f}s)")


def step_lines(write: Writer, k: int, late: Mapping[str, float], wait: float) -> Iterator[str]:
    """The lines of step k; `late` are the shifted values that its perf line carries."""
    begin, rollout, train = 100 * k + 10, 40.0 + k, 30.0 - k
    wake = round(1 + 0.01 * k, 2)
    values: dict[str, Any] = {"rollout/response_len/mean": 800 - 10 * k}
    values["perf/rollout_time"] = rollout
    yield write(begin + rollout, ROLLOUT, "metrics.py:89", f"perf {k}: {values}")
    yield from timer(write, "wake_up", begin + 55, wake)
    yield write(begin + 57, TRAINER, "timer.py:46", f"Timer train_wait end (elapsed: {wait:.1f}s)")
    yield write(begin + 57, TRAINER, "timer.py:33", "Timer train start")
    loss = {"train/loss": 0.5, "train/grad_norm": 1.0, "train/step": k}
    end = begin + 57 + train
    yield write(end - 1, TRAINER, "log_utils.py:542", f"step {k}: {loss}")
    yield write(end, TRAINER, "timer.py:46", f"Timer train end (elapsed: {train:.1f}s)")
    yield write(end, TRAINER, "timer.py:33", "Timer train_wait start")
    perf = {f"perf/{name}_time": value for name, value in late.items()}
    perf |= {"perf/wake_up_time": wake, "perf/train_wait_time": wait, "perf/train_time": train}
    yield write(end + 0.01, TRAINER, "train_metric_utils.py:56", f"perf {k}: {perf}")
    yield from timer(write, "sleep", begin + 90, 0.5 + 0.01 * k)
    yield from timer(write, "update_weights", begin + 92, 0.6 + 0.02 * k)


def log_lines(write: Writer = new_line, steps: int = 12) -> list[str]:
    """The whole log."""
    lines = [*timer(write, "sleep", 1, 2)]
    lines.append(write(4, TRAINER, "timer.py:33", "Timer train_wait start"))
    lines += timer(write, "update_weights", 5, 4)
    late = {"sleep": 2.0, "update_weights": 4.0}
    wait = 63.0
    for k in range(steps):
        lines += step_lines(write, k, late, wait)
        late = {"sleep": round(0.5 + 0.01 * k, 2), "update_weights": round(0.6 + 0.02 * k, 2)}
        wait = 100 - (30.0 - k)
    return lines


@dataclass
class Sampler:
    """Telemetry of the run, twice a second, in UTC; what is out of the ordinary is added to it.

    rises: seconds at which the thermal counter goes up by 0.1 s. hot: seconds with the flag active.
    resets: seconds at which the counter falls to zero. gaps: from and to.
    """

    rises: tuple[float, ...] = ()
    hot: tuple[float, ...] = ()
    resets: tuple[float, ...] = ()
    gaps: tuple[tuple[float, float], ...] = ()
    first: float = -5
    last: float = 1215
    units: bool = True
    heading: str = HEADING
    tail: str = ""
    _count: int = field(default=0, init=False)

    def text(self) -> str:
        """The whole file."""
        rows = [self.heading]
        moments = [self.first + i / 2 for i in range(int((self.last - self.first) * 2) + 1)]
        for moment in moments:
            self._count += 100_000 * sum(moment - 0.5 < rise <= moment for rise in self.rises)
            if any(moment - 0.5 < reset <= moment for reset in self.resets):
                self._count = 0
            if not any(start < moment < end for start, end in self.gaps):
                rows.append(self._row(moment))
        return "\n".join(rows) + "\n" + self.tail

    def _row(self, moment: float) -> str:
        at = (ZERO - timedelta(hours=2) + timedelta(seconds=moment)).isoformat(" ", "milliseconds")
        mhz, percent, us = (" MHz", " %", " us") if self.units else ("", "", "")
        flag = "Active" if moment in self.hot else "Not Active"
        cells = [at.replace("-", "/"), "GPU-1", "NVIDIA GB10", "580.95.05"]
        cells += [f"2400{mhz}", f"95{percent}", flag, f"{self._count}{us}"]
        return ", ".join(cells)


@dataclass
class Lab:
    """A folder with the inputs of runs, and what summarising them gave."""

    folder: Path
    out: str = ""
    err: str = ""

    def write(self, name: str, text: str) -> Path:
        """Puts a file in the folder, with the line ends as they are."""
        path = self.folder / name
        path.write_bytes(text.encode("utf-8", "replace"))
        return path

    def run(self, log: str, samples: str | None = None, run: str = "base", **more: Any) -> str:
        """Writes the files of one run; gives the name of its run file."""
        declared: dict[str, Any] = {"run": run, "logs": [f"{run}.log"], "time_zone": "+02:00"}
        self.write(f"{run}.log", log)
        if samples is not None:
            self.write(f"{run}.csv", samples)
            declared |= {"telemetry": f"{run}.csv", "telemetry_time_zone": "UTC"}
        declared = {key: value for key, value in (declared | more).items() if value is not None}
        self.write(f"{run}.json", json.dumps(declared))
        return f"{run}.json"

    def summarise(self, *argv: str, status: int = 0, **environ: str) -> dict[str, Any]:
        """Runs the command on run files; the summary, or nothing where it was refused."""
        out, err = io.StringIO(), io.StringIO()
        words = [*argv, "--out", "summary.json", "--git-commit", "0123456789"]
        given = main(words, environ, self.folder, out, err)
        self.out, self.err = out.getvalue(), err.getvalue()
        assert given == status, self.err
        written = self.folder / "summary.json"
        return dict(json.loads(written.read_bytes())) if status == 0 else {}

    def refused(self, *argv: str, **environ: str) -> str:
        """Runs the command, which must refuse and write nothing; the lines it prints."""
        self.summarise(*argv, status=2, **environ)
        assert not (self.folder / "summary.json").exists()
        return self.err


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path)
