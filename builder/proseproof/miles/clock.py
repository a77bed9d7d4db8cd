"""Local times without a zone, placed on UTC: a zone given by name or offset, and its DST."""

from __future__ import annotations

import calendar
import re
from dataclasses import field
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from proseproof.nouns import dataclass

SECOND = 1_000_000
"""Every instant and duration inside this package is a whole number of microseconds."""

_OFFSET = re.compile(r"(?:UTC)?([+-])(\d{1,2}):?(\d{2})?")
_MINUTE = re.compile(r"(\d{4})[-/](\d\d)[-/](\d\d)[ T](\d\d):(\d\d)")
_SECOND = re.compile(r":([0-5]\d|60)")
_FRACTION = re.compile(r"[.,](\d{1,6})")
_STEP_BACK = 60 * SECOND
_MICRO = timedelta(microseconds=1)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class BadZone:
    """Why a text names no zone."""

    reason: str


@dataclass(frozen=True)
class BadTime:
    """Why a local time has no place on UTC."""

    reason: str


class Stamp(NamedTuple):
    """A local time as it was written, in microseconds as if it were UTC.

    resolution: how much later the moment itself may have been: 1 s for a stamp of whole seconds.
    """

    local: int
    resolution: int


def read_zone(text: str) -> tzinfo | BadZone:
    """`UTC`, an offset such as `+02:00`, or a name of the IANA database such as Europe/Berlin."""
    written = text.strip()
    if written in ("UTC", "Z"):
        return UTC
    offset = _OFFSET.fullmatch(written)
    if offset is not None:
        hours, minutes = int(offset[2]), int(offset[3] or 0)
        if hours > 23 or minutes > 59:
            return BadZone(f"{written!r} is no offset from UTC")
        delta = timedelta(hours=hours, minutes=minutes)
        return timezone(-delta if offset[1] == "-" else delta)
    try:
        return ZoneInfo(written)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return BadZone(f"{written!r} is no time zone known here; an offset such as +02:00 is one")


# The parts of a stamp come again and again: the seconds in a row, and few fractions.
@lru_cache(maxsize=1024)
def _second(text: str) -> int | None:
    minute, second = _minute(text[:16]), _SECOND.fullmatch(text, 16)
    return None if minute is None or second is None else minute + int(second[1]) * SECOND


@lru_cache(maxsize=1024)
def _minute(text: str) -> int | None:
    found = _MINUTE.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute = (int(part) for part in found.groups())
    if not (1970 <= year < 9000 and 1 <= month <= 12 and hour < 24 and minute < 60):
        return None
    if not 1 <= day <= calendar.monthrange(year, month)[1]:
        return None
    return calendar.timegm((year, month, day, hour, minute, 0)) * SECOND


@lru_cache(maxsize=4096)
def _fraction(text: str) -> tuple[int, int] | None:
    """The microseconds, and those of the last digit that is written."""
    if not text:
        return 0, SECOND
    found = _FRACTION.fullmatch(text)
    return (int(found[1].ljust(6, "0")), SECOND // 10 ** len(found[1])) if found else None


def read_stamp(text: str) -> Stamp | None:
    """A local time such as `2026-11-30 04:02:23.958`, or with slashes; None where it is none."""
    second, fraction = _second(text[:19]), _fraction(text[19:])
    if second is None or fraction is None:
        return None
    return Stamp(second + fraction[0], fraction[1])


@dataclass
class LocalClock:
    """Places the stamps of one file on UTC, in the file's order.

    The order decides an hour that the clock shows twice: time goes on, so after 02:59 a 02:00 is
    the second one.
    """

    zone: tzinfo
    _last: int | None = None
    _minute: int = -1
    _offset: int = 0
    _offsets: dict[int, tuple[int, int]] = field(default_factory=dict)

    def utc(self, stamp: Stamp) -> int | BadTime:
        """The stamp in microseconds since 1970 UTC, or why the zone has no one answer."""
        minute = stamp.local // (60 * SECOND)
        if minute == self._minute:
            # As most lines are: within the same minute as the one before, whose offset is clear.
            at = stamp.local - self._offset
            if self._last is None or at > self._last:
                self._last = at
            return at
        first, second = self._offsets.get(minute) or self._both(minute)
        if first == second:
            at = stamp.local - first
            self._minute, self._offset = minute, first
        elif first < second:
            return BadTime(
                f"{_show(stamp.local)} does not exist in {self.zone}: the clock skips it"
            )
        else:
            # The offset is the larger one before the clock goes back: that reading comes first.
            readings = (stamp.local - first, stamp.local - second)
            onward = [at for at in readings if self._last is not None and self._follows(at)]
            if not onward:
                return BadTime(
                    f"{_show(stamp.local)} happens twice in {self.zone} and no line before it "
                    "tells which; a zone such as +02:00 does"
                )
            at = min(onward)
        self._last = at if self._last is None else max(at, self._last)
        return at

    def _follows(self, at: int) -> bool:
        # A day without a line cannot tell one reading from the other.
        assert self._last is not None
        return -_STEP_BACK <= at - self._last < 3600 * SECOND * 24

    def _both(self, minute: int) -> tuple[int, int]:
        """The zone's offset in microseconds at a local minute, by both readings of it."""
        naive = datetime(1970, 1, 1) + timedelta(minutes=minute)
        readings = (naive.replace(tzinfo=self.zone, fold=fold) for fold in (0, 1))
        first, second = ((at.utcoffset() or timedelta()) // _MICRO for at in readings)
        # A week of minutes is enough to look back upon, and bounds the memory of a long file.
        if len(self._offsets) > 10_080:
            self._offsets.clear()
        self._offsets[minute] = first, second
        return first, second


def _show(local: int) -> str:
    return (datetime(1970, 1, 1) + timedelta(microseconds=local)).isoformat(" ")


def utc_text(at: int) -> str:
    """Microseconds since 1970 as `2026-11-30T04:02:23.958000Z`, without an empty fraction."""
    moment = _EPOCH + timedelta(microseconds=at)
    return moment.isoformat().replace("+00:00", "Z")
