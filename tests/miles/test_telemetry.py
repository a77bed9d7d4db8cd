"""A CSV of nvidia-smi: the forms that are read, and the faults that are told."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from proseproof.miles.refusal import Refusal
from proseproof.miles.telemetry import UNKNOWN, Telemetry, read_telemetry

HEADING = (
    "timestamp, uuid, clocks.current.sm [MHz], utilization.gpu [%], "
    "clocks_event_reasons.hw_thermal_slowdown, "
    "clocks_event_reasons_counters.hw_thermal_slowdown [us]"
)
FLAG = "clocks_event_reasons.hw_thermal_slowdown"
COUNTER = "clocks_event_reasons_counters.hw_thermal_slowdown"
ROW = "2026/11/30 03:51:46.213, GPU-1, 1980 MHz, 97 %, Not Active, 742445 us"


def read(*lines: str, gpu: str | None = None) -> Telemetry | Refusal:
    text = "".join(f"{line}\n" for line in lines)
    return read_telemetry("gpu.csv", text.encode().splitlines(keepends=True), UTC, gpu)


def good(*lines: str, gpu: str | None = None) -> Telemetry:
    found = read(*lines, gpu=gpu)
    assert isinstance(found, Telemetry), found
    return found


def refused(*lines: str, gpu: str | None = None) -> str:
    found = read(*lines, gpu=gpu)
    assert isinstance(found, Refusal)
    return str(found)


def test_values_with_their_units() -> None:
    found = good(HEADING, ROW)
    assert list(found.at) == [1796010706_213000]
    assert list(found.clock_mhz) == [1980]
    assert list(found.load_pct) == [97]
    assert found.flags == {FLAG: found.flags[FLAG]}
    assert list(found.flags[FLAG]) == [0]
    assert list(found.counters[COUNTER]) == [742445]


@pytest.mark.parametrize(
    "row",
    [
        "2026/11/30 03:51:46.213, GPU-1, 1980, 97, Not Active, 742445",
        "2026/11/30 03:51:46.213,GPU-1,1980 MHz,97 %,Not Active,742445 us",
        # A unit of its own goes before the heading's.
        "2026/11/30 03:51:46.213, GPU-1, 1.98 GHz, 97 %, Not Active, 742.445 ms",
        "2026-11-30 03:51:46.213, GPU-1, 1980 MHz , 97 %, not active, 742445 us\r",
    ],
)
def test_other_forms_of_the_same(row: str) -> None:
    found, same = good(HEADING, row), good(HEADING, ROW)
    for one, other in (
        (found.at, same.at),
        (found.clock_mhz, same.clock_mhz),
        (found.load_pct, same.load_pct),
        (found.counters[COUNTER], same.counters[COUNTER]),
        (found.flags[FLAG], same.flags[FLAG]),
    ):
        assert list(one) == list(other)


def test_a_heading_may_be_the_asked_one_have_no_units_and_trailing_blanks() -> None:
    heading = "timestamp , uuid, clocks.sm, utilization.gpu , x, y"
    assert list(good(heading, ROW).clock_mhz) == [1980]


def test_columns_have_an_older_name() -> None:
    older = HEADING.replace("event", "throttle")
    assert set(good(older, ROW).counters) == {COUNTER.replace("event", "throttle")}


def test_the_mask_of_reasons_serves_where_no_flag_was_asked() -> None:
    mask = "clocks_event_reasons.active"
    rows = [f"2026/11/30 03:51:4{i}.213, {bits}" for i, bits in enumerate(("0x04", "0x20", "0x40"))]
    assert list(good(f"timestamp, {mask}", *rows).flags[mask]) == [0, 1, 1]


def test_not_available_is_unknown_and_never_zero() -> None:
    row = "2026/11/30 03:51:46.713, GPU-1, [N/A], [Unknown Error], [N/A], [N/A]"
    found = good(HEADING, ROW, row)
    assert math.isnan(found.clock_mhz[1])
    assert math.isnan(found.load_pct[1])
    assert found.flags[FLAG][1] == found.counters[COUNTER][1] == UNKNOWN


def test_a_column_that_never_says_anything_is_no_evidence() -> None:
    row = "2026/11/30 03:51:46.713, GPU-1, 1980 MHz, 97 %, [N/A], 5 us"
    found = good(HEADING, row, row)
    assert not found.flags
    assert set(found.counters) == {COUNTER}


def test_the_last_line_of_a_killed_sampler_is_left_out() -> None:
    text = f"{HEADING}\n{ROW}\n{ROW[:-3]}"
    found = read_telemetry("gpu.csv", text.encode().splitlines(keepends=True), UTC)
    assert isinstance(found, Telemetry)
    assert len(found.at) == 1


def test_a_restarted_sampler_writes_its_heading_again() -> None:
    assert len(good(HEADING, ROW, "", HEADING, ROW).at) == 2


def test_a_byte_order_mark_is_passed_over() -> None:
    lines = [b"\xef\xbb\xbf" + HEADING.encode() + b"\n", ROW.encode() + b"\n"]
    assert isinstance(read_telemetry("gpu.csv", lines, UTC), Telemetry)


OTHER = ROW.replace("GPU-1", "GPU-2")


def test_two_gpus_need_a_name() -> None:
    assert refused(HEADING, ROW, OTHER) == "gpu.csv:3: uuid is GPU-2 here and GPU-1 above"
    assert good(HEADING, ROW, OTHER, gpu="GPU-2").uuid == "GPU-2"
    assert refused(HEADING, ROW, gpu="GPU-3") == "gpu.csv: no sample is of GPU-3"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "gpu.csv: holds no line"),
        ([ROW], "gpu.csv:1: no column is named timestamp"),
        ([HEADING, ROW + ", 5"], "gpu.csv:2: 7 values stand under 6 columns"),
        (
            [HEADING, ROW, "Unable to determine the device handle for GPU0"],
            "gpu.csv:3: 1 values stand under 6 columns",
        ),
        (
            [HEADING.replace("[us]", "[min]")],
            f"gpu.csv:1: the unit [min] of {COUNTER} is not known",
        ),
        (
            [HEADING + ", timestamp"],
            "gpu.csv:1: the column timestamp stands twice",
        ),
        (
            [HEADING, ROW.replace("742445 us", "many us")],
            f"gpu.csv:2: 'many us' is no value of {COUNTER}",
        ),
        (
            [HEADING, ROW.replace("1980 MHz", "1980 W")],
            "gpu.csv:2: '1980 W' is no value of clocks.current.sm",
        ),
        (
            [HEADING, ROW.replace("Not Active", "Maybe")],
            f"gpu.csv:2: 'Maybe' is no value of {FLAG}",
        ),
        ([HEADING, ROW.replace("/11/", "/13/")], "gpu.csv:2: '2026/13/30 03:51:46.213' is no time"),
    ],
)
def test_a_fault_has_its_line(lines: Sequence[str], message: str) -> None:
    assert refused(*lines) == message


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (HEADING.encode("utf-16"), "gpu.csv:1: the text is UTF-16, not UTF-8"),
        (HEADING.encode() + b"\n\xff\n", "gpu.csv:2: the text is not UTF-8"),
    ],
)
def test_other_encodings_are_told(raw: bytes, message: str) -> None:
    assert str(read_telemetry("gpu.csv", raw.splitlines(keepends=True), UTC)) == message


cells = st.sampled_from(ROW.split(", ")) | st.text(
    alphabet="[N/A]Activeus 0123456789.%", max_size=9
)


@given(st.lists(st.lists(cells, min_size=4, max_size=7)), st.binary(max_size=60))
def test_reading_never_raises(rows: list[list[str]], junk: bytes) -> None:
    read(HEADING, *(", ".join(row) for row in rows))
    read_telemetry("gpu.csv", junk.splitlines(keepends=True), UTC)
    lines = (HEADING.encode() + b"\n" + junk).splitlines(keepends=True)
    read_telemetry("gpu.csv", lines, UTC)


def test_the_capture_of_a_real_h200_is_read() -> None:
    path = Path(__file__).parent / "data" / "h200-loads.csv"
    with path.open("rb") as stream:
        found = read_telemetry(path.name, stream, UTC)
    assert isinstance(found, Telemetry)
    assert (found.gpu, found.driver, len(found.at)) == ("NVIDIA H200", "580.159.04", 258)
