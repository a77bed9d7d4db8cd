"""A wide chart has a second drawing for phones, where it would be scaled until nobody reads it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.site.made import answer, figure

from proseproof.kept import Kept
from proseproof.query import Answer
from proseproof.site.chart.drawing import Drawn, draw
from proseproof.site.chart.narrow import COLUMN
from proseproof.site.chart.pen import Pen
from proseproof.site.chart.svg import size

ROWS = answer("step offload_s setting", (0, 69.4, "base"), (1, 58.5, "kept"), (8, 55.8, "base"))
BARS = "mark: bar\nencoding: {x: step:O, y: offload_s, color: setting}"


@pytest.fixture(scope="module")
def pen() -> Iterator[Pen]:
    with Pen() as one:
        yield one


def drawn(pen: Pen, chart: str, rows: Answer = ROWS) -> Drawn:
    done = draw(figure(chart), rows, pen=pen)
    assert done.svg, done.findings
    return done


def test_a_wide_chart_is_drawn_for_the_column_of_a_phone_as_well(pen: Pen) -> None:
    both = drawn(pen, BARS)
    assert both.svg
    assert both.narrow
    assert size(both.svg)[0] > COLUMN
    assert size(both.narrow)[0] == COLUMN
    assert "kept" in both.narrow


def test_both_drawings_are_kept(pen: Pen, tmp_path: object) -> None:
    kept = Kept(tmp_path)  # type: ignore[arg-type]
    first = draw(figure(BARS), ROWS, kept, pen=pen)
    assert draw(figure(BARS), ROWS, kept) == first


@pytest.mark.parametrize("more", ["width: 250", "width: {step: 20}"])
def test_a_chart_that_fits_needs_no_other(pen: Pen, more: str) -> None:
    assert drawn(pen, f"{BARS}\n{more}").narrow is None


def test_a_chart_of_several_plots_stays_as_it_is(pen: Pen) -> None:
    side = "{mark: bar, encoding: {x: step:O, y: offload_s}}"
    assert drawn(pen, f"hconcat: [{side}, {side}]").narrow is None
    assert drawn(pen, f"{BARS[:-1]}, column: setting}}").narrow is None


def test_texts_that_would_lie_on_one_another_are_left_wide(pen: Pen) -> None:
    rows = answer("name time_s", *((f"a long name {at}", at) for at in range(5)))
    assert drawn(pen, "mark: bar\nencoding: {x: name:N, y: time_s}", rows).narrow is None
    assert drawn(pen, "mark: bar\nencoding: {y: name:N, x: time_s}", rows).narrow


def test_a_long_legend_stands_in_two_columns(pen: Pen) -> None:
    rows = answer("step time_s phase", *((at, at, f"phase {at} of six") for at in range(6)))
    both = drawn(pen, "mark: bar\nencoding: {x: step:Q, y: time_s, color: phase}", rows)
    assert both.svg
    assert both.narrow
    assert size(both.narrow)[1] > size(both.svg)[1]
