"""The log and the heat of a run to its steps: each value with its own step, each phase judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proseproof.miles.clock import SECOND
from proseproof.miles.fields import INSIDE_WAIT, METRICS, OPTIMIZER, PHASES, Metric, Phase
from proseproof.miles.heat import Clean, Heat, judge
from proseproof.miles.log import Entry, Log
from proseproof.miles.measured import Measured, exact, logged, put
from proseproof.miles.stretch import Stretch
from proseproof.nouns import dataclass

TIMER_SLACK_S = 2
"""How far a timer's lines and its value may differ: they are not the same clock reading."""


@dataclass(frozen=True, eq=False)
class Steps:
    """rows: a mapping per step, in order. phases: those that the rows tell of.

    startup: what ran before the first step. optimizer: a mapping per line `step N`, which counts
    optimizer steps.
    """

    rows: tuple[dict[str, Any], ...]
    phases: tuple[Phase, ...]
    startup: dict[str, Any]
    optimizer: tuple[dict[str, Any], ...]


def read_steps(log: Log, heat: Heat | str, begins: int | None) -> Steps:
    """Puts a run together.

    heat: what the telemetry says, or why nothing can be said of heat.
    begins: the number of the run's first step, None where that is not known. Only the `perf` line
    of that step holds start-up values where later ones hold those of the step before.
    """
    told = {
        key
        for one in (log.rollouts, log.trainers)
        for entry in one.values()
        for key in entry.values
    }

    def has_place(one: Phase | Metric) -> bool:
        return one.core or one.key in told

    phases = tuple(phase for phase in PHASES if has_place(phase))
    metrics = tuple(metric for metric in METRICS if has_place(metric))
    table = _Table(log, heat, begins, phases, metrics, _by_perf(log))
    numbers = sorted({*log.rollouts, *log.trainers, *table.told_by_the_next()})
    return Steps(
        tuple(table.row(step) for step in numbers),
        phases,
        table.startup(),
        tuple(_optimizer_row(log, number) for number in sorted(log.optimizer)),
    )


def _by_perf(log: Log) -> Mapping[tuple[str, int | None], Sequence[Stretch | None]]:
    """(timer, N of the `perf N` that sums it up) -> when it ran."""
    ran: dict[tuple[str, int | None], list[Stretch | None]] = {}
    for interval in log.intervals:
        ran.setdefault((interval.timer, interval.perf), []).append(interval.stretch)
    return ran


@dataclass(frozen=True, eq=False)
class _Table:
    log: Log
    heat: Heat | str
    begins: int | None
    phases: tuple[Phase, ...]
    metrics: tuple[Metric, ...]
    ran: Mapping[tuple[str, int | None], Sequence[Stretch | None]]

    def told_by_the_next(self) -> set[int]:
        """The steps that only the shifted values in the next step's line tell of."""
        keys = [phase.key for phase in PHASES if phase.shifted]
        first = min(self.log.trainers, default=0) if self.begins is None else self.begins
        return {
            number - 1
            for number, entry in self.log.trainers.items()
            if number > first and any(key in entry.values for key in keys)
        }

    def row(self, step: int) -> dict[str, Any]:
        row: dict[str, Any] = {"step": step}
        for phase in self.phases:
            measured = self._duration(phase, step)
            put(row, f"{phase.name}_s", measured.value, measured.reason)
            if phase.judged:
                clean = self._clean(phase, step, measured)
                put(row, f"{phase.name}_clean", clean.value, clean.reason)
        for metric in self.metrics:
            entry, line = self._entry(metric.role, step)
            measured = logged(entry, metric.key, line, duration=False)
            put(row, metric.name, measured.value, measured.reason)
        rest = self._unattributed(step)
        put(row, "unattributed_s", rest.value, rest.reason)
        return row

    def startup(self) -> dict[str, Any]:
        """The shifted values of the first step's line: they belong to no step."""
        row: dict[str, Any] = {}
        for name, key in (
            ("init_sleep_s", "perf/sleep_time"),
            ("initial_update_weights_s", "perf/update_weights_time"),
        ):
            if self.begins is None:
                put(row, name, None, "it is not known which step was the first")
            else:
                entry, line = self._entry("trainer", self.begins)
                measured = logged(entry, key, line, duration=True)
                put(row, name, measured.value, measured.reason)
        return row

    def _entry(self, role: str, number: int) -> tuple[Entry | None, str]:
        entries = self.log.rollouts if role == "rollout" else self.log.trainers
        return entries.get(number), f"perf {number} of the {role}"

    def _duration(self, phase: Phase, step: int) -> Measured:
        entry, line = self._entry(phase.role, step + phase.shifted)
        if entry is None and phase.shifted:
            return Measured(None, f"it is logged with the next step, and the log has no {line}")
        return logged(entry, phase.key, line, duration=True)

    def _clean(self, phase: Phase, step: int, measured: Measured) -> Clean:
        if measured.value is None:
            return Clean(None, measured.reason)
        if isinstance(self.heat, str):
            return Clean(None, self.heat)
        if phase.timer is None:
            parts = self._rollout(step, measured.value)
        else:
            parts = self.ran.get((phase.timer, step + phase.shifted), ())
            if not parts:
                return Clean(None, f"the log has no line of the timer {phase.timer} for the step")
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return Clean(None, "the log's time zone is not known")
        clean = judge(known, self.heat)
        length = sum(part.end - part.start for part in known) / SECOND
        if clean.value and abs(length - measured.value) > TIMER_SLACK_S * len(known):
            return Clean(None, f"the timer's lines are {length:.1f} s apart, its value is another")
        return clean

    def _rollout(self, step: int, duration_s: float) -> Sequence[Stretch | None]:
        """A rollout has no timer lines: it is the time before its own line."""
        entry = self.log.rollouts[step]
        if entry.at is None:
            return [None]
        start = entry.at - round(duration_s * SECOND)
        return [Stretch(start, entry.at + entry.resolution)]

    def _unattributed(self, step: int) -> Measured:
        """What of the trainer's wait no timer covers: the engine's release and load, and idling."""
        first = min(self.log.trainers, default=step) if self.begins is None else self.begins
        if step <= first:
            return Measured(None, "the first step's line mixes start-up values with its own")
        entry, line = self._entry("trainer", step)
        wait = logged(entry, "perf/train_wait_time", line, duration=True)
        other, other_line = self._entry("rollout", step)
        rollout = logged(other, "perf/rollout_time", other_line, duration=True)
        if entry is None or wait.value is None or rollout.value is None:
            return Measured(None, wait.reason or rollout.reason)
        rest = exact(wait.value) - exact(rollout.value)
        for name in INSIDE_WAIT:
            key = f"perf/{name}_time"
            if key not in entry.values:
                continue  # the timer did not run during this wait
            part = logged(entry, key, line, duration=True)
            if part.value is None:
                return part
            rest -= exact(part.value)
        if rest < 0:
            # Two processes measure them, each with its own clock; or the rollout ran ahead.
            return Measured(None, f"the wait is {-rest:.2g} s shorter than the parts inside it")
        return Measured(float(rest))


def _optimizer_row(log: Log, number: int) -> dict[str, Any]:
    row: dict[str, Any] = {"optimizer_step": number}
    owner = log.owner.get(number)
    put(row, "step", owner, "no perf line of the trainer follows it")
    for metric in OPTIMIZER:
        measured = logged(log.optimizer[number], metric.key, f"step {number}", duration=False)
        put(row, metric.name, measured.value, measured.reason)
    return row
