"""Local times on UTC: offsets, names, and the two nights of a year."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from proseproof.miles.clock import (
    BadTime,
    BadZone,
    LocalClock,
    read_stamp,
    read_zone,
    utc_text,
)

BERLIN = ZoneInfo("Europe/Berlin")


def place(clock: LocalClock, text: str) -> str:
    stamp = read_stamp(text)
    assert stamp is not None
    at = clock.utc(stamp)
    return at.reason if isinstance(at, BadTime) else utc_text(at)


@pytest.mark.parametrize(
    ("zone", "utc"),
    [
        ("UTC", "2026-11-30T04:00:00Z"),
        ("+02:00", "2026-11-30T02:00:00Z"),
        ("UTC-05:30", "2026-11-30T09:30:00Z"),
        ("+0200", "2026-11-30T02:00:00Z"),
        ("Europe/Berlin", "2026-11-30T03:00:00Z"),
        ("America/Los_Angeles", "2026-11-30T12:00:00Z"),
    ],
)
def test_a_zone_is_an_offset_or_a_name(zone: str, utc: str) -> None:
    read = read_zone(zone)
    assert isinstance(read, tzinfo)
    assert place(LocalClock(read), "2026-11-30 04:00:00") == utc


@pytest.mark.parametrize(
    "zone", ["", "local", "Mars/Olympus", "+99:00", "../../etc/passwd", "CE T"]
)
def test_other_words_are_no_zone(zone: str) -> None:
    assert isinstance(read_zone(zone), BadZone)


def test_an_hour_that_happens_twice_is_told_by_the_order_of_the_lines() -> None:
    clock = LocalClock(BERLIN)
    assert place(clock, "2026-10-25 01:59:59.900") == "2026-10-24T23:59:59.900000Z"
    assert place(clock, "2026-10-25 02:00:00.100") == "2026-10-25T00:00:00.100000Z"
    assert place(clock, "2026-10-25 02:59:59.900") == "2026-10-25T00:59:59.900000Z"
    # The clock goes back to 02:00, and time goes on.
    assert place(clock, "2026-10-25 02:00:00.100") == "2026-10-25T01:00:00.100000Z"
    # Lines of two processes may swap places by a little.
    assert place(clock, "2026-10-25 02:00:00.050") == "2026-10-25T01:00:00.050000Z"
    assert place(clock, "2026-10-25 03:00:00") == "2026-10-25T02:00:00Z"


def test_a_file_that_begins_in_that_hour_does_not_tell() -> None:
    assert place(LocalClock(BERLIN), "2026-10-25 02:30:00") == (
        "2026-10-25 02:30:00 happens twice in Europe/Berlin and no line before it tells which; "
        "a zone such as +02:00 does"
    )
    offset = read_zone("+01:00")
    assert isinstance(offset, tzinfo)
    assert place(LocalClock(offset), "2026-10-25 02:30:00") == "2026-10-25T01:30:00Z"


def test_an_hour_that_does_not_exist_tells_of_a_wrong_zone() -> None:
    clock = LocalClock(BERLIN)
    assert place(clock, "2026-03-29 01:59:59") == "2026-03-29T00:59:59Z"
    reason = "2026-03-29 02:30:00 does not exist in Europe/Berlin: the clock skips it"
    assert place(clock, "2026-03-29 02:30:00") == reason
    assert place(clock, "2026-03-29 03:00:00") == "2026-03-29T01:00:00Z"


@pytest.mark.parametrize(
    "text", ["", "2026-13-01 00:00:00", "2026-02-29 00:00:00", "2026-01-01 24:00:00", "12:30:00"]
)
def test_other_texts_are_no_stamp(text: str) -> None:
    assert read_stamp(text) is None


@given(st.text(alphabet="0123456789-/ :.,T"))
def test_reading_a_stamp_never_raises(text: str) -> None:
    read_stamp(text)


@given(
    st.datetimes(datetime(1971, 1, 2), datetime(2037, 12, 30)),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"]),
)
def test_an_instant_comes_back_from_its_local_time(moment: datetime, name: str) -> None:
    zone = ZoneInfo(name)
    clock = LocalClock(zone)
    before = moment - timedelta(seconds=30)
    shown = [at.replace(tzinfo=UTC).astimezone(zone) for at in (before, moment)]
    stamps = [read_stamp(at.replace(tzinfo=None).isoformat(" ")) for at in shown]
    assert stamps[0] is not None
    assert stamps[1] is not None
    if isinstance(clock.utc(stamps[0]), BadTime):
        return  # the first line stands in an hour that happens twice
    at = clock.utc(stamps[1])
    assert at == int((moment - datetime(1970, 1, 1)) / timedelta(microseconds=1))
