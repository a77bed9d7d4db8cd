"""A chart's YAML as plain data with places; whatever reaches outside of it is refused."""

from __future__ import annotations

import pytest
from tests.block.said import said

from proseproof.block import read_section
from proseproof.model import Figure
from proseproof.source import Source

HEAD = """\
page: a.md
figures:
  - {id: fig, kind: chart, title: T, claim: C, data: SELECT 1, chart: \
"""


def chart_of(chart: str) -> tuple[Figure, list[str]]:
    """The figure with a chart in one line, and its findings; the chart starts at 3:71."""
    section, findings = read_section(Source("claims/x.yml", HEAD + chart + "}\n"))
    assert section is not None
    return section.figures[0], said(findings)


def test_a_chart_is_plain_data() -> None:
    figure, findings = chart_of(
        "{mark: bar, height: 260, encoding: {x: 'step:O', y: {field: a_s, title: null}},"
        " layer: [{mark: text}, 0.5], clip: true, no: off, scale: '012'}"
    )
    assert not findings
    assert figure.chart == {
        "mark": "bar",
        "height": 260,
        "encoding": {"x": "step:O", "y": {"field": "a_s", "title": None}},
        "layer": [{"mark": "text"}, 0.5],
        "clip": True,
        "no": "off",
        "scale": "012",
    }


def test_each_part_of_a_chart_has_its_place() -> None:
    figure, _ = chart_of("{mark: bar, encoding: {x: {field: a_s}}, layer: [{mark: text}, two]}")
    assert figure.chart_spans is not None
    assert figure.chart_keys is not None
    assert {path: span.text for path, span in figure.chart_spans.items()} == {
        (): "chart",
        ("mark",): "bar",
        ("encoding",): "encoding",
        ("encoding", "x"): "x",
        ("encoding", "x", "field"): "a_s",
        ("layer",): "layer",
        ("layer", 0): "{mark: text}",
        ("layer", 0, "mark"): "text",
        ("layer", 1): "two",
    }
    assert figure.chart_keys["mark",].text == "mark"
    assert figure.chart_keys["encoding", "x", "field"].text == "field"


REFUSED = {
    "{mark: bar, data: {name: x}}": (
        "3:83 `data` is refused in a chart -> take `data` out"
        " (the rows of a chart are the `data` of its block)"
    ),
    "{layer: [{datasets: {a: []}}]}": (
        "3:81 `datasets` is refused in a chart -> take `datasets` out"
        " (the rows of a chart are the `data` of its block)"
    ),
    "{mark: {type: image, url: x.png}}": (
        "3:92 `url` is refused in a chart -> take `url` out (a chart loads nothing)"
    ),
    "{encoding: {href: {field: a}}}": (
        "3:83 `href` is refused in a chart -> take `href` out (a chart links nowhere)"
    ),
    "{usermeta: {}}": (
        "3:72 `usermeta` is refused in a chart -> take `usermeta` out"
        " (a chart carries nothing but its drawing)"
    ),
    "{transform: [{lookup: a, from: {data: {url: b}, key: c}}]}": (
        "3:103 `data` is refused in a chart -> take `data` out"
        " (the rows of a chart are the `data` of its block)"
    ),
    "{mark: {type: bar, color: 'URL(http://x)'}}": (
        "3:97 `url(…)` is refused in a chart (a chart loads nothing)"
    ),
    "{width: .nan}": "3:79 `.nan` is refused in a chart (a chart draws finite numbers only)",
    "{width: 1e999}": "3:79 `1e999` is refused in a chart (a chart draws finite numbers only)",
}


@pytest.mark.parametrize("chart", REFUSED)
def test_what_reaches_outside_is_refused_at_its_key_and_left_out(chart: str) -> None:
    figure, findings = chart_of(chart)
    assert findings == [REFUSED[chart]]
    assert not any(word in repr(figure.chart).lower() for word in ("url", "data", "href", "nan"))


@pytest.mark.parametrize(
    "chart",
    [
        "{encoding: {x: {field: data}}}",  # a column of that name
        "{title: the url (of a page)}",
        "{title: 'href, data'}",
    ],
)
def test_words_that_only_look_like_it_are_no_matter(chart: str) -> None:
    assert chart_of(chart)[1] == []
