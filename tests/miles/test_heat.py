"""Heat pauses, unexplained slowness, gaps and resets; and the three answers for a phase."""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from datetime import UTC
from itertools import pairwise
from pathlib import Path

from hypothesis import given, strategies as st

from proseproof.miles.clock import SECOND
from proseproof.miles.heat import Clean, find_loads, judge, read_heat
from proseproof.miles.stretch import Stretch, merge, overlapping
from proseproof.miles.telemetry import UNKNOWN, Telemetry, read_telemetry


def samples(
    counter: Sequence[int] = (),
    flag: Sequence[int] = (),
    at: Sequence[float] | None = None,
    load: Sequence[float] = (),
    clock: Sequence[float] = (),
) -> Telemetry:
    """A sample a second, from second 0, unless `at` says otherwise."""
    n = max(len(counter), len(flag), len(load))
    moments = range(n) if at is None else at
    return Telemetry(
        "gpu.csv",
        array("q", [round(moment * SECOND) for moment in moments]),
        array("d", load or [0] * n),
        array("d", clock or [math.nan] * n),
        {"flag": array("q", flag)} if flag else {},
        {"counter": array("q", counter)} if counter else {},
    )


def seconds(stretches: Sequence[Stretch]) -> list[tuple[float, float]]:
    return [(one.start / SECOND, one.end / SECOND) for one in stretches]


def phase(start: float, end: float) -> list[Stretch]:
    return [Stretch(round(start * SECOND), round(end * SECOND))]


def test_a_counter_that_rises_is_a_pause_though_no_flag_was_seen() -> None:
    heat = read_heat(samples(counter=[0, 0, 50_000, 50_000, 50_000], flag=[0] * 5))
    assert seconds(heat.pauses) == [(1, 2)]


def test_a_flag_is_a_pause_on_both_sides_of_its_sample() -> None:
    assert seconds(read_heat(samples(flag=[0, 0, 1, 0, 0])).pauses) == [(1, 3)]


def test_pauses_up_to_two_seconds_apart_are_one() -> None:
    heat = read_heat(samples(counter=[0, 1, 1, 1, 2, 2, 2, 2, 3]))
    assert seconds(heat.pauses) == [(0, 4), (7, 8)]


def test_a_pause_decides_and_its_edge_belongs_to_it() -> None:
    heat = read_heat(samples(counter=[0, 0, 0, 0, 5, 5, 5, 5, 5, 5]))
    assert judge(phase(2, 3.5), heat) == Clean(False)
    assert judge(phase(1, 3), heat) == Clean(False)
    assert judge(phase(1, 2.9), heat) == Clean(True)
    assert judge([*phase(0, 1), *phase(5, 6)], heat) == Clean(True)


def test_a_counter_that_falls_is_a_reset_and_unknown() -> None:
    heat = read_heat(samples(counter=[7, 7, 0, 0, 0]))
    assert judge(phase(1.2, 1.8), heat) == Clean(
        None, "a thermal counter fell: the driver was reset"
    )
    assert judge(phase(2.5, 3), heat) == Clean(True)


def test_a_gap_is_more_than_three_periods() -> None:
    three = read_heat(samples(flag=[0] * 7, at=[0, 1, 2, 3, 6, 7, 8]))
    more = read_heat(samples(flag=[0] * 7, at=[0, 1, 2, 3, 6.1, 7, 8]))
    assert judge(phase(4, 5), three) == Clean(True)
    assert judge(phase(4, 5), more) == Clean(None, "the telemetry has a gap")
    assert judge(phase(7, 8), more) == Clean(True)
    # What a pause says is not lost in a gap.
    lost = read_heat(samples(counter=[0, 0, 0, 0, 9, 9, 9], at=[0, 1, 2, 3, 60, 61, 62]))
    assert judge(phase(30, 31), lost) == Clean(False)


def test_a_phase_outside_the_samples_is_unknown() -> None:
    heat = read_heat(samples(flag=[0] * 5))
    outside = Clean(None, "the telemetry does not cover the phase")
    assert judge(phase(-0.1, 2), heat) == outside
    assert judge(phase(3, 4.1), heat) == outside
    assert judge(phase(0, 4), heat) == Clean(True)


def test_a_clock_that_goes_back_is_unknown_there() -> None:
    heat = read_heat(samples(flag=[0] * 6, at=[0, 1, 2, 1.5, 2.5, 3.5]))
    assert judge(phase(1.6, 1.9), heat) == Clean(None, "the telemetry's clock went back")
    assert judge(phase(2.6, 3), heat) == Clean(True)


def test_what_the_gpu_did_not_report_is_unknown() -> None:
    heat = read_heat(samples(flag=[0, 0, UNKNOWN, 0, 0], counter=[0, 0, 0, 0, 0]))
    reason = "the GPU did not report a thermal flag or counter"
    assert judge(phase(1.5, 1.6), heat) == Clean(None, reason)
    assert judge(phase(3.5, 3.6), heat) == Clean(True)


def test_no_evidence_is_no_answer() -> None:
    assert judge(phase(0, 1), None) == Clean(None, "the run has no telemetry")
    without = read_heat(samples(load=[50, 50, 50]))
    assert judge(phase(0, 1), without).reason == (
        "the telemetry records no thermal flag or counter"
    )
    single = read_heat(samples(flag=[0]))
    assert judge(phase(0, 0), single).reason == "the telemetry has fewer than two samples"


def test_slow_without_heat_is_told_apart() -> None:
    # The usual busy clock is 2000 MHz; 0.85 of it is 1700.
    clock = [2000] * 8 + [1699] * 4 + [2000] * 2 + [1600] * 3 + [300] * 4
    load = [95.0] * 17 + [10.0] * 4
    heat = read_heat(samples(flag=[0] * 21, clock=clock, load=load))
    assert heat.busy_clock_mhz == 2000
    # From 8 to 11 it is 3 s; from 14 to 16 only 2; idle, a low clock is nothing.
    assert heat.slow is not None
    assert seconds(heat.slow) == [(8, 11)]
    hot = read_heat(samples(counter=[0] * 10 + [5] * 11, clock=clock, load=load))
    assert hot.slow == ()
    assert seconds(hot.pauses) == [(9, 10)]


def test_the_three_loads_of_a_real_capture_are_found() -> None:
    path = Path(__file__).parent / "data" / "h200-loads.csv"
    with path.open("rb") as stream:
        telemetry = read_telemetry(path.name, stream, UTC)
    assert isinstance(telemetry, Telemetry)
    ran = [(716.4, 726.5), (730.5, 740.5), (744.5, 754.5)]
    found = [(a - 1796010000, b - 1796010000) for a, b in seconds(find_loads(telemetry))]
    assert len(found) == len(ran)
    for (start, end), (begun, ended) in zip(found, ran, strict=True):
        # The utilization lags by about half a second, and samples are 0.2 s apart.
        assert 0 <= start - begun < 0.8
        assert -0.8 < end - ended < 0.8
    # The power cap slowed its clock; heat did not, and its clock is the usual one under load.
    heat = read_heat(telemetry)
    assert (heat.pauses, heat.slow, dict(heat.unknown)) == ((), (), {})
    assert judge([Stretch(telemetry.at[0], telemetry.at[-1])], heat) == Clean(True)


stretches = st.lists(
    st.tuples(st.integers(0, 60), st.integers(0, 9)).map(lambda p: Stretch(p[0], sum(p)))
)


@given(stretches, st.integers(0, 5), st.integers(0, 60), st.integers(0, 9))
def test_merged_stretches_cover_the_same_and_lie_apart(
    some: list[Stretch], gap: int, start: int, length: int
) -> None:
    merged = merge(some, gap)
    assert all(b.start - a.end > gap for a, b in pairwise(merged))
    assert all(any(a.start <= one.start and one.end <= a.end for a in merged) for one in some)
    wanted = Stretch(start, start + length)
    plain = [one for one in merged if one.overlaps(wanted)]
    assert overlapping(merged, wanted) == (plain[0] if plain else None)
