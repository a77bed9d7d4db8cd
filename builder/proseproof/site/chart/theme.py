"""How charts look: the page's own colours as CSS variables, sizes for a column of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SERIES = ("#3d7be0", "#dd7210", "#0a5c48", "#8429a6", "#938d4e", "#8c1232")
"""The colours of series on white. Each has a contrast above 3 to 1, and the first four stay apart
for readers who confuse red and green or blue and yellow, since they differ in lightness as well.
The style sheet has their partners for dark pages, under the same variables."""

FONT = "Liberation Sans"
"""What texts are measured with: the engine brings this font along, so a chart has the same bytes
on every machine. Its letters are as wide as those of Arial and Helvetica. A page draws the texts in
its own font."""

WIDTH = 560
"""The width of a plot that has none of its own, in CSS pixels; axes and legends come to it."""

_TEXT = "var(--md-default-fg-color, #212121)"
_QUIET = "var(--md-default-fg-color--light, #666666)"
_LINE = "var(--md-default-fg-color--lighter, #a6a6a6)"
_GRID = "var(--md-default-fg-color--lightest, #e6e6e6)"


def series(number: int) -> str:
    """The CSS colour of the series of that number, counted from 1."""
    return f"var(--pp-series-{number}, {SERIES[number - 1]})"


def theme(*, opacities: bool = False) -> dict[str, Any]:
    """The Vega-Lite config of every chart. opacities: a legend tells opacities apart."""
    label = {"labelFontSize": 12, "labelColor": _QUIET}
    title = {"titleFontSize": 12, "titleColor": _TEXT, "titleFontWeight": 600}
    return {
        "aria": False,
        "background": "transparent",
        "font": FONT,
        "padding": 2,
        "view": {
            "stroke": None,
            "continuousWidth": WIDTH,
            "continuousHeight": 260,
            "discreteWidth": WIDTH,
            "discreteHeight": {"step": 28},
        },
        "axis": {
            **label,
            **title,
            "domainColor": _LINE,
            "gridColor": _GRID,
            "tickColor": _LINE,
            "labelPadding": 6,
            "titlePadding": 10,
            "tickSize": 4,
            "labelAngle": 0,
            "labelLimit": 220,
        },
        "axisQuantitative": {"domain": False, "ticks": False, "tickCount": 6},
        "axisDiscrete": {"grid": False, "ticks": False},
        "axisX": {"titleAnchor": "middle"},
        "legend": {
            **label,
            **title,
            "orient": "top",
            "direction": "horizontal",
            "labelColor": _TEXT,
            "symbolSize": 110,
            "symbolStrokeWidth": 2,
            # Of a legend of shapes, sizes or dashes beside one of colours; black where none is set.
            "symbolBaseFillColor": _QUIET,
            "symbolBaseStrokeColor": _QUIET,
            "labelLimit": 260,
            "titleLimit": 260,
            "columnPadding": 16,
            # Between two legends more room than between the columns of one; a word of Vega's.
            "layout": {"margin": 40},
            # Faint marks overlap, and where they do they are of the colour of the legend.
            **({} if opacities else {"symbolOpacity": 1}),
        },
        "header": {**label, **title, "labelColor": _TEXT},
        "title": {"color": _TEXT, "subtitleColor": _QUIET, "anchor": "start", "fontSize": 13},
        "mark": {"color": series(1)},
        "line": {"strokeWidth": 2},
        "point": {"size": 64, "filled": True},
        "rule": {"color": _QUIET},
        "text": {"color": _TEXT, "fontSize": 12},
        "errorbar": {"rule": {"color": _QUIET}},
        "boxplot": {"median": {"color": "var(--md-default-bg-color, #ffffff)"}},
        "range": {
            "category": [series(number + 1) for number in range(len(SERIES))],
            # A scale that blends colours computes with them, so it needs colours, not variables.
            "ramp": {"scheme": "viridis"},
            "heatmap": {"scheme": "viridis"},
            "diverging": {"scheme": "purpleorange"},
        },
    }


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`base` with the members of `over` in it, mapping by mapping; `over` wins."""
    both = dict(base)
    for key, value in over.items():
        old = both.get(key)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            both[key] = merged(old, value)
        else:
            both[key] = value
    return both
