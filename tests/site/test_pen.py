"""A chart that takes too much is one finding, and costs no other chart its drawing."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from tests.site.made import answer, figure

from proseproof.site.chart.drawing import draw
from proseproof.site.chart.pen import Pen
from proseproof.site.chart.process import Process

ROWS = answer("step offload_s", (0, 69.4), (1, 58.5))
BARS = figure("mark: bar\nencoding: {x: step:O, y: offload_s}")
BINS = figure("mark: bar\nencoding: {x: {field: step, bin: {step: 1.0e-8}}, y: count()}")
LISTS = figure(
    "transform: [{calculate: 'length(sequence(datum.step, 4e8))', as: n}]\n"
    "mark: bar\nencoding: {x: step:O, y: n:Q}"
)


@pytest.fixture
def pen() -> Iterator[Pen]:
    with Pen() as one:
        yield one


@pytest.fixture
def hasty() -> Iterator[Pen]:
    with Pen(seconds=3) as one:
        yield one


def test_a_chart_that_takes_too_long_is_told_and_the_next_one_is_drawn(hasty: Pen) -> None:
    first = draw(BARS, ROWS, pen=hasty)
    late = draw(LISTS, ROWS, pen=hasty)
    assert [finding.message for finding in late.findings] == [
        "drawing the chart of `fig-1` takes longer than 3 s"
    ]
    assert late.findings[0].span.text == "chart"
    assert draw(BARS, ROWS, pen=hasty) == first


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux caps what a process writes to")
def test_a_chart_that_takes_too_much_memory_is_told_and_the_next_one_is_drawn(pen: Pen) -> None:
    with Pen(seconds=60, memory_gb=0.7) as small:
        spent = draw(BINS, ROWS, pen=small)
        assert [finding.message for finding in spent.findings] == [
            "drawing the chart of `fig-1` takes too much memory"
        ]
        assert spent.findings[0].rule == "invalid-chart"
        assert draw(BARS, ROWS, pen=small) == draw(BARS, ROWS, pen=pen)


def test_what_others_left_behind_in_the_process_is_tried_again(pen: Pen) -> None:
    first = draw(BARS, ROWS, pen=pen)
    assert pen._process is not None
    pen._process._process.kill()
    assert draw(BARS, ROWS, pen=pen) == first


def test_many_rows_are_drawn(pen: Pen) -> None:
    many = answer("step offload_s", *((at, at % 7.5) for at in range(20_000)))
    assert draw(figure("mark: bar\nencoding: {x: step:Q, y: offload_s}"), many, pen=pen).svg


def test_an_engine_that_does_not_start_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proseproof.site.chart.process.WORKER", "proseproof.nowhere")
    with pytest.raises(RuntimeError, match=r"does not start: .*No module named proseproof.nowhere"):
        Process(memory_gb=2)


def test_a_pen_that_drew_nothing_has_nothing_to_end() -> None:
    with Pen() as pen:
        pass
    pen.close()
