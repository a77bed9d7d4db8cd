"""The logs of one run, read whole: its metrics by step, and when each timer ran."""

from __future__ import annotations

import gc
import marshal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from datetime import tzinfo
from hashlib import blake2b
from sys import intern
from typing import BinaryIO, NamedTuple

from proseproof.miles.clock import SECOND, BadTime, LocalClock, Stamp
from proseproof.miles.line import Kind, Metrics, TimerEdge, Unread, read_line
from proseproof.miles.payload import Payload
from proseproof.miles.refusal import Refusal
from proseproof.miles.scan import LONGEST, Digest, Line, Scan, TooLong
from proseproof.miles.stretch import Stretch
from proseproof.nouns import dataclass


class Place(NamedTuple):
    """Where a record stands; line counts from 1."""

    path: str
    line: int


class Entry(NamedTuple):
    """What the log says of one step, once.

    values: those of the kept keys. fingerprint: tells whether two lines say the same.
    at: the line's time in microseconds since 1970 UTC, None where the zone is not known.
    resolution: how much later it may have been, in microseconds.
    """

    number: int
    values: Payload
    fingerprint: bytes
    at: int | None
    resolution: int
    place: Place


class Interval(NamedTuple):
    """One run of a timer. perf: the trainer's next `perf N`, None when none follows."""

    timer: str
    stretch: Stretch | None
    perf: int | None


@dataclass(frozen=True, eq=False)
class Log:
    """What the logs of a run hold.

    rollouts, trainers: by the N of `perf N`. optimizer: by the N of `step N`, which counts
    optimizer steps. owner: that N -> the N of the trainer's next `perf N`.
    started, ended: the first and the last record. cut: files whose last line is cut off.
    """

    rollouts: Mapping[int, Entry]
    trainers: Mapping[int, Entry]
    optimizer: Mapping[int, Entry]
    owner: Mapping[int, int]
    intervals: Sequence[Interval] = field(repr=False)
    started: int | None = None
    ended: int | None = None
    cut: tuple[str, ...] = ()


@dataclass
class LogReader:
    """Reads the files of one run, one after the other, and then gives the whole.

    keep, timers: the keys and the timers that are kept; a run logs more than a summary needs.
    refusals: what could not be read, and what contradicts an earlier line.
    """

    zone: tzinfo | None
    keep: frozenset[str]
    timers: frozenset[str]
    refusals: list[Refusal] = field(default_factory=list)
    _entries: dict[Kind, dict[int, Entry]] = field(
        default_factory=lambda: {"rollout": {}, "trainer": {}, "optimizer": {}}
    )
    _owner: dict[int, int] = field(default_factory=dict)
    # A dict for its order: the same interval read from two files is one.
    _intervals: dict[Interval, None] = field(default_factory=dict)
    _started: int | None = None
    _ended: int | None = None
    _cut: list[str] = field(default_factory=list)

    def read(self, path: str, stream: BinaryIO) -> Digest:
        """Reads one file to its end; `path` names it in refusals. Raises OSError."""
        with _uncollected():
            return self._read(path, stream)

    def _read(self, path: str, stream: BinaryIO) -> Digest:
        scan = Scan(stream)
        file = _File(path)
        clock = None if self.zone is None else LocalClock(self.zone)
        found = False
        broken: tuple[Line, Unread] | None = None
        for line in scan.lines():
            if isinstance(line, TooLong):
                reason = f"a line is longer than {LONGEST} bytes"
                self.refusals.append(Refusal(path, line.number, reason))
                continue
            record = read_line(line.raw.decode("utf-8", "replace"))
            if record is None:
                continue
            found = True
            if broken is not None:
                self.refusals.append(Refusal(path, broken[0].number, broken[1].reason))
                broken = None
            if isinstance(record, Unread):
                broken = line, record
                continue
            at = None if clock is None else clock.utc(record.stamp)
            if isinstance(at, BadTime):
                if not file.mistimed:  # the zone is wrong: one cause, told once
                    self.refusals.append(Refusal(path, line.number, at.reason))
                file.mistimed = True
                continue
            if at is not None:
                if self._started is None or at < self._started:
                    self._started = at
                if self._ended is None or at > self._ended:
                    self._ended = at
            if isinstance(record, TimerEdge):
                if record.name in self.timers:
                    file.edge(record, at)
            else:
                self._keep(file, record, at, Place(path, line.number))
        if broken is not None and (broken[1].early or not broken[0].ended):
            self._cut.append(path)  # the run was killed while it wrote the line
        elif broken is not None:
            self.refusals.append(Refusal(path, broken[0].number, broken[1].reason))
        if not found:
            self.refusals.append(Refusal(path, 0, "holds no line of Miles"))
        self._leave(file.close(None))
        return scan.digest()

    def log(self) -> Log:
        """Everything that was read."""
        return Log(
            self._entries["rollout"],
            self._entries["trainer"],
            self._entries["optimizer"],
            self._owner,
            tuple(self._intervals),
            self._started,
            self._ended,
            tuple(dict.fromkeys(self._cut)),
        )

    def _keep(self, file: _File, record: Metrics, at: int | None, place: Place) -> None:
        fingerprint = _fingerprint(record.values)
        values = {intern(key): value for key, value in record.values.items() if key in self.keep}
        resolution = record.stamp.resolution
        entry = Entry(record.number, values, fingerprint, at, resolution, place)
        known = self._entries[record.kind].setdefault(record.number, entry)
        if known.fingerprint != fingerprint:
            name = "step" if record.kind == "optimizer" else f"the {record.kind}'s perf"
            self.refusals.append(
                Refusal(
                    place.path,
                    place.line,
                    f"{name} {record.number} differs from the one in "
                    f"{known.place.path}:{known.place.line}",
                )
            )
        if known is not entry and known.place.path == place.path:
            return  # the same line once more: what ended since the first belongs to the next step
        if record.kind == "trainer":
            for number in file.steps:
                self._owner.setdefault(number, record.number)
            self._leave(file.close(record.number))
        elif record.kind == "optimizer":
            file.steps.append(record.number)

    def _leave(self, intervals: Sequence[Interval]) -> None:
        self._intervals.update(dict.fromkeys(intervals))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for garbage in circles: records make none, and looking takes a tenth."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


_NUMBERS = frozenset((int, float))


def _fingerprint(values: Payload) -> bytes:
    """The same for the same values, by their bytes or text, since nan is not equal to nan."""
    if _NUMBERS.issuperset(map(type, values.values())):
        # To write a float as text takes longer than all else that is done with it.
        said = "\0".join(values).encode("utf-8", "replace") + marshal.dumps([*values.values()], 2)
    else:
        said = repr(values).encode("utf-8", "replace")
    return blake2b(said, digest_size=16).digest()


@dataclass
class _File:
    """What reading one file has to remember from line to line."""

    path: str
    steps: list[int] = field(default_factory=list)
    mistimed: bool = False
    _open: dict[tuple[str, str], tuple[Stamp, int | None]] = field(default_factory=dict)
    _last: dict[tuple[str, str], TimerEdge] = field(default_factory=dict)
    _ended: list[tuple[str, Stretch | None]] = field(default_factory=list)

    def edge(self, edge: TimerEdge, at: int | None) -> None:
        """Opens or ends a timer; an edge that is logged twice counts once."""
        key = (edge.process, edge.name)
        if edge.elapsed_s is None:
            # A start over an open start: the first was cut short by an exception, or is the same.
            self._open[key] = (edge.stamp, at)
            return
        begun = self._open.pop(key, None)
        if begun is None and self._last.get(key) == edge:
            return
        self._last[key] = edge
        if at is None:
            self._ended.append((edge.name, None))
            return
        # A log that begins inside the timer: the duration is rounded to a tenth of a second.
        start = begun[1] if begun else at - round((edge.elapsed_s + 0.05) * SECOND)
        end = at + edge.stamp.resolution
        self._ended.append((edge.name, Stretch(at if start is None else start, end)))

    def close(self, perf: int | None) -> list[Interval]:
        """The timers that ended since the last call: they are the ones that `perf N` sums up."""
        closed = [Interval(name, stretch, perf) for name, stretch in self._ended]
        self._ended = []
        if perf is not None:
            self.steps = []
        return closed
