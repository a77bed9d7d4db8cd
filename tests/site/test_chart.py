"""Charts: the page's colours and names in the SVG, the same bytes each time, kept drawings."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from altair.utils.core import parse_shorthand
from tests.site.made import answer, figure

from proseproof.kept import Kept
from proseproof.site.chart.drawing import draw
from proseproof.site.chart.looking import mistakes
from proseproof.site.chart.shorthand import UnknownType, read_shorthand
from proseproof.site.chart.spec import whole_spec
from proseproof.site.chart.svg import named
from proseproof.site.readable import column_title

ROWS = answer("step offload_s setting", (0, 69.4, "a"), (1, 58.5, "b"), (8, 55.8, "a"))
BARS = figure("mark: {type: bar, clip: true}\nencoding: {x: step:O, y: offload_s, color: setting}")


def svg_of(chart: str = "", rows: object = None) -> str:
    drawn = draw(figure(chart) if chart else BARS, rows or ROWS)  # type: ignore[arg-type]
    assert drawn.svg, drawn.findings
    return drawn.svg


def test_colours_are_the_pages_own_with_a_fallback_for_each() -> None:
    svg = svg_of()
    assert 'fill="var(--pp-series-1, #3d7be0)"' in svg
    assert 'fill="var(--md-default-fg-color, #212121)"' in svg
    assert not re.search(r'(?:fill|stroke)="#', svg)
    assert "font-family" not in svg


LEGENDS = [
    ("point", "shape: setting, color: step:O"),
    ("point", "size: step:Q, color: setting"),
    ("line", "strokeDash: setting, color: step:O"),
]


@pytest.mark.parametrize(("mark", "more"), LEGENDS)
def test_a_legend_without_colours_of_its_own_has_those_of_the_page(mark: str, more: str) -> None:
    encoding = f"{{x: step:Q, y: offload_s, {more}}}"
    svg = svg_of(f"mark: {{type: {mark}, clip: true}}\nencoding: {encoding}")
    assert svg.count("role-legend-symbol") > 3
    assert not re.search(r'(?:fill|stroke)="(?:black|#)', svg)


FAINT = "mark: {type: circle, opacity: 0.4}"


@pytest.mark.parametrize(
    ("more", "solid"), [("color: setting", True), ("opacity: step:Q, color: setting", False)]
)
def test_a_legend_is_as_solid_as_marks_that_overlap_but_tells_opacities_apart(
    more: str, solid: bool
) -> None:
    svg = svg_of(f"{FAINT}\nencoding: {{x: step:Q, y: offload_s, {more}}}")
    symbols = svg[svg.index("role-legend") :]
    assert ('opacity="0.4"' not in symbols) is solid


def test_two_legends_stand_further_apart_than_the_columns_of_one() -> None:
    chart = "mark: point\nencoding: {x: step:Q, y: offload_s, color: setting, shape: setting:O}"
    svg = svg_of(chart.replace("shape: setting:O", "shape: {field: step, type: nominal}"))
    root = ET.fromstring(svg)
    places = [
        float(legend[0].get("transform", "").removeprefix("translate(").partition(",")[0])
        for legend in root.iter()
        if legend.get("class") == "mark-group role-legend"
    ]
    assert len(places) == 2
    assert places[1] - places[0] > 100


def test_the_root_has_a_name_and_every_id_is_the_figures_own() -> None:
    svg = named(svg_of(), "fig-1", 'It "grows" & <b>', "3 rows")
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "fig-1-name"
    assert root.get("aria-describedby") == "fig-1-desc"
    assert [child.text for child in root[:2]] == ['It "grows" & <b>', "3 rows"]
    assert all(name.startswith("fig-1-") for name in re.findall(r'\bid="([^"]+)"', svg))
    assert "url(#fig-1-part0)" in svg
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"


def test_a_drawing_has_the_same_bytes_whatever_was_drawn_before() -> None:
    first = svg_of()
    svg_of("mark: {type: line, clip: true}\nencoding: {x: step, y: offload_s}")
    assert svg_of() == first


def test_a_drawing_has_the_same_bytes_in_another_process_and_time_zone() -> None:
    code = (
        "from tests.site.test_chart import TIMES, svg_of, answer; import hashlib;"
        "print(hashlib.sha256(svg_of(TIMES, answer('t y', ('2026-03-29T01:30:00', 1),"
        "('2026-03-29T05:30:00', 2))).encode()).hexdigest())"
    )
    zones = ["UTC", "Europe/Berlin", "America/New_York"]
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root), str(root / "builder")])
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "TZ": zone, "PYTHONPATH": path},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for zone in zones
    }
    assert len(said) == 1


TIMES = "mark: line\nencoding: {x: t:T, y: y:Q}"


def test_types_and_titles_come_from_the_columns() -> None:
    chart = {"encoding": {"x": "step:O", "y": {"field": "offload_s"}, "color": "setting"}}
    encoding = whole_spec(chart, ROWS.columns)["encoding"]
    assert encoding["x"] == {"field": "step", "type": "ordinal", "title": "step"}
    assert encoding["y"] == {"field": "offload_s", "type": "quantitative", "title": "offload (s)"}
    assert encoding["color"]["type"] == "nominal"


def test_what_the_author_wrote_stays() -> None:
    chart = {"encoding": {"y": {"field": "offload_s", "type": "ordinal", "axis": {"title": "T"}}}}
    assert whole_spec(chart, ROWS.columns) == chart


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("rollout_s", "rollout (s)"), ("saved_pct", "saved (%)"), ("link_gb_per_s", "link (GB/s)"),
        ("answer_tokens_per_s", "answer tokens/s"), ("speed_ratio", "speed ratio"),
        ("step", "step"), ("gpu_c", "gpu (°C)"), ("x", "x"),
    ],
)  # fmt: skip
def test_an_axis_without_a_title_says_its_column_and_unit(name: str, title: str) -> None:
    assert column_title(name) == title


@pytest.mark.parametrize(
    "shorthand",
    ["a", "a:Q", "min(a)", "mean(a):O", "count()", "count():O", "month(t)", "yearmonth(t):O",
     "a b:N", "foo(a)", "a:quantitative", "utcyear(t)", ""],
)  # fmt: skip
def test_a_shorthand_reads_as_altair_reads_it(shorthand: str) -> None:
    assert read_shorthand(shorthand) == parse_shorthand(shorthand)


def test_a_shorthand_with_an_unknown_type_says_so() -> None:
    assert read_shorthand("a:X") == UnknownType("X")


def test_a_page_with_a_decimal_comma_has_charts_with_one() -> None:
    chart = figure("mark: bar\nencoding: {x: step:O, y: share:Q}")
    rows = answer("step share", (0, 0.5), (1, 1.0))
    assert ">0.2<" in (draw(chart, rows).svg or "")
    assert ">0,2<" in (draw(chart, rows, mark=",").svg or "")


def test_a_kept_drawing_is_not_drawn_again(tmp_path: Path, monkeypatch: Any) -> None:
    kept = Kept(tmp_path)
    drawn = draw(BARS, ROWS, kept).svg
    monkeypatch.setattr("proseproof.site.chart.pen.Pen.draw", lambda *_: pytest.fail("drawn again"))
    assert draw(BARS, ROWS, kept).svg == drawn


def test_other_rows_and_other_charts_have_other_drawings(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    draw(BARS, ROWS, kept)
    draw(BARS, answer("step offload_s setting", (0, 69.5, "a")), kept)
    draw(figure("mark: line\nencoding: {x: step:O, y: offload_s}"), ROWS, kept)
    assert len(list(tmp_path.iterdir())) == 3


def test_a_damaged_drawing_is_drawn_again(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    drawn = draw(BARS, ROWS, kept).svg
    [file] = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    assert draw(BARS, ROWS, kept).svg == drawn
    assert file.read_bytes() == whole


def test_a_chart_without_mistakes_is_not_looked_at_again(tmp_path: Path, monkeypatch: Any) -> None:
    kept = Kept(tmp_path)
    wrong = figure("mark: bar\nencoding: {x: step:O, y: nothing}")
    assert mistakes(BARS, ROWS, kept) == ()
    assert mistakes(wrong, ROWS, kept) == mistakes(wrong, ROWS, kept) != ()
    monkeypatch.setattr(
        "proseproof.site.chart.mistakes.grammar_mistakes", lambda *_: pytest.fail("looked at again")
    )
    assert mistakes(BARS, ROWS, kept) == ()
    # Other rows of the same columns change nothing about the chart itself.
    assert mistakes(BARS, answer("step offload_s setting", (0, 69.5, "a")), kept) == ()
