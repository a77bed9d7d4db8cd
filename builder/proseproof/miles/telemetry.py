"""A CSV of nvidia-smi to columns: time on UTC, load, clock, and the evidence of heat."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import tzinfo

from proseproof.miles.clock import BadTime, LocalClock, read_stamp
from proseproof.miles.gpu_column import (
    BadColumn,
    Column,
    Role,
    missing,
    read_flag,
    read_headings,
    read_number,
)
from proseproof.miles.refusal import Refusal
from proseproof.nouns import dataclass

UNKNOWN = -1
"""Stands in a column of flags or counters for what the GPU did not report."""


@dataclass(frozen=True, eq=False)
class Telemetry:
    """The samples of one GPU, a column each, in the file's order.

    at: microseconds since 1970 UTC. load_pct, clock_mhz: NaN where it was not reported.
    flags: by column, 1 while a thermal slowdown was active, 0 while none was, UNKNOWN.
    counters: by column, the cumulative microseconds of a thermal slowdown, or UNKNOWN.
    A flag or counter that the GPU never reports is left out of both.
    """

    path: str
    at: Sequence[int] = field(repr=False)
    load_pct: Sequence[float] = field(repr=False)
    clock_mhz: Sequence[float] = field(repr=False)
    flags: Mapping[str, Sequence[int]] = field(repr=False)
    counters: Mapping[str, Sequence[int]] = field(repr=False)
    gpu: str | None = None
    uuid: str | None = None
    driver: str | None = None


def read_telemetry(
    path: str, lines: Iterable[bytes], zone: tzinfo, gpu: str | None = None
) -> Telemetry | Refusal:
    """The samples of the one GPU in the file, or of the one that `gpu` names by uuid or index.

    lines: the file's, each with its line end. Values may carry their unit or leave it to the
    heading. A last line without its end is left out: the sampler was killed while it wrote it.
    """
    rows = _rows(path, lines)
    first = next(rows, None)
    if first is None:
        return Refusal(path, 0, "holds no line")
    if isinstance(first, Refusal):
        return first
    number, heading = first
    columns = read_headings(heading)
    if isinstance(columns, BadColumn):
        return Refusal(path, number, columns.reason)
    table = _Table(path, columns, len(heading), LocalClock(zone), gpu)
    for row in rows:
        if isinstance(row, Refusal):
            return row
        number, cells = row
        if cells == heading:
            continue  # the sampler was started again and wrote its heading once more
        bad = table.add(cells)
        if bad is not None:
            return Refusal(path, number, bad.reason)
    return table.whole()


def _rows(path: str, lines: Iterable[bytes]) -> Iterator[tuple[int, list[str]] | Refusal]:
    for number, raw in enumerate(lines, 1):
        if number == 1 and raw.startswith((b"\xff\xfe", b"\xfe\xff")):
            yield Refusal(path, 1, "the text is UTF-16, not UTF-8")
            return
        if not raw.endswith(b"\n"):
            return
        try:
            text = raw.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError:
            yield Refusal(path, number, "the text is not UTF-8")
            return
        if text:
            yield number, [cell.strip() for cell in text.split(",")]


class _Table:
    """Grows the columns row by row: arrays, since a week holds a million samples."""

    def __init__(
        self,
        path: str,
        columns: Sequence[Column],
        width: int,
        clock: LocalClock,
        wanted: str | None,
    ) -> None:
        self.path = path
        self.width = width
        self.clock = clock
        self.wanted = wanted
        self.one: dict[Role, Column] = {column.role: column for column in columns}
        flags = [column for column in columns if column.role == "flag"]
        self.flags = flags or [column for column in columns if column.role == "bits"]
        self.counters = [column for column in columns if column.role == "counter"]
        self.at: array[int] = array("q")
        self.measured: dict[Role, array[float]] = {"load": array("d"), "clock": array("d")}
        self.evidence: dict[str, array[int]] = {
            column.name: array("q") for column in (*self.flags, *self.counters)
        }
        self.words: dict[Role, str] = {}

    def add(self, cells: Sequence[str]) -> BadColumn | None:
        """Takes one row in, or says why it cannot be read."""
        if len(cells) != self.width:
            return BadColumn(f"{len(cells)} values stand under {self.width} columns")
        names = (self._word(cells, "uuid"), self._word(cells, "index"))
        if self.wanted is not None and self.wanted not in names:
            return None
        return self._identify(cells) or self._place(cells) or self._measure(cells)

    def _word(self, cells: Sequence[str], role: Role) -> str | None:
        column = self.one.get(role)
        if column is None or missing(cells[column.index]):
            return None
        return cells[column.index]

    def _identify(self, cells: Sequence[str]) -> BadColumn | None:
        roles: tuple[Role, ...] = ("uuid", "index", "gpu", "driver")
        for role in roles:
            word = self._word(cells, role)
            known = self.words.setdefault(role, word) if word else None
            if known != word:
                name = self.one[role].name
                return BadColumn(f"{name} is {word} here and {known} above")
        return None

    def _place(self, cells: Sequence[str]) -> BadColumn | None:
        written = cells[self.one["time"].index]
        stamp = read_stamp(written)
        if stamp is None:
            return BadColumn(f"{written!r} is no time")
        at = self.clock.utc(stamp)
        if isinstance(at, BadTime):
            return BadColumn(at.reason)
        self.at.append(at)
        return None

    def _measure(self, cells: Sequence[str]) -> BadColumn | None:
        for role, values in self.measured.items():
            column = self.one.get(role)
            value = math.nan if column is None else read_number(column, cells[column.index])
            if isinstance(value, BadColumn):
                return value
            values.append(value)
        for column in self.counters:
            count = read_number(column, cells[column.index])
            if isinstance(count, BadColumn):
                return count
            self.evidence[column.name].append(UNKNOWN if math.isnan(count) else round(count))
        for column in self.flags:
            flag = read_flag(column, cells[column.index])
            if isinstance(flag, BadColumn):
                return flag
            self.evidence[column.name].append(UNKNOWN if flag is None else flag)
        return None

    def whole(self) -> Telemetry | Refusal:
        """All columns; a refusal where the wanted GPU is not in the file."""
        if self.wanted is not None and not self.at:
            return Refusal(self.path, 0, f"no sample is of {self.wanted}")
        return Telemetry(
            self.path,
            self.at,
            self.measured["load"],
            self.measured["clock"],
            self._reported(self.flags),
            self._reported(self.counters),
            self.words.get("gpu"),
            self.words.get("uuid"),
            self.words.get("driver"),
        )

    def _reported(self, columns: Sequence[Column]) -> dict[str, array[int]]:
        # A column that never says anything is no evidence; kept, it would make all unknown.
        known = {column.name: self.evidence[column.name] for column in columns}
        return {name: values for name, values in known.items() if any(v >= 0 for v in values)}
