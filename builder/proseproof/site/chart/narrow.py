"""A second drawing of a chart for the column of a phone, where its texts have room there."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from proseproof.nouns import dataclass
from proseproof.site.chart.svg import size
from proseproof.site.chart.theme import WIDTH, merged

COLUMN = 358
"""The width of a column of text on a phone, in CSS pixels: 390 without the margins."""

_LEAST = 200
"""A plot that is narrower shows nothing."""

_SHRUNK = 0.8
"""Down to this part of its size a drawing can be read as it is."""

_MOST_LETTERS, _MOST_TEXTS = 300_000, 300
"""Of a drawing: one that is larger is not sent twice, one with more texts is not for a phone."""

_COMPOSED = frozenset({"concat", "hconcat", "vconcat", "repeat", "facet", "spec"})
_SPLIT = frozenset({"facet", "row", "column"})
_PLACE = re.compile(r"translate\((-?[\d.]+),(-?[\d.]+)\)")
# Of the font's size: how wide a letter is on average, and how much of the letters stands below.
_LETTER, _BELOW = 0.52, 0.25


def narrowed(spec: Mapping[str, Any], drawn: str) -> dict[str, Any] | None:
    """The chart so narrow that its drawing fits into COLUMN; None where the wide one does nearly.

    drawn: the wide drawing. None as well for a chart of several plots, whose widths hang
    together, for one whose width is no number, and for a drawing that is too large to send twice.
    """
    width, _ = size(drawn)
    plot = spec.get("width", WIDTH)
    encoding = spec.get("encoding")
    if width * _SHRUNK <= COLUMN or len(drawn) > _MOST_LETTERS:
        return None
    if not isinstance(plot, int | float) or _COMPOSED & spec.keys():
        return None
    if isinstance(encoding, Mapping) and _SPLIT & encoding.keys():
        return None
    # A legend in one line would be wider than the plot, and hold the drawing open; so would two.
    stacked = {"margin": 8, "top": {"direction": "vertical"}}
    legend = {"legend": {"columns": 2, "layout": stacked}}
    config = merged(spec.get("config", {}), legend)
    fitting = max(round(COLUMN - (width - plot)), _LEAST)
    return {**spec, "width": fitting, "config": config}


def is_readable(drawn: str) -> bool:
    """Whether a narrow drawing, tidied, fits nearly, and no text in it lies on another."""
    width, _ = size(drawn)
    boxes = list(_texts(ET.fromstring(drawn), 0, 0))
    if width * _SHRUNK > COLUMN or len(boxes) > _MOST_TEXTS:
        return False
    return not any(one.meets(other) for one, other in combinations(boxes, 2))


@dataclass(frozen=True)
class _Box:
    left: float
    right: float
    top: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def _texts(element: ET.Element, x: float, y: float) -> Iterator[_Box]:
    """About where the level texts of a drawing lie; those that stand upright are by themselves."""
    moved = element.get("transform", "")
    if place := _PLACE.match(moved):
        x, y = x + float(place[1]), y + float(place[2])
    if element.tag.endswith("}text"):
        text = max(element.itertext(), key=len, default="")
        if text and element.get("opacity") != "0" and "rotate" not in moved:
            height = float(element.get("font-size", "12px").removesuffix("px"))
            width = len(text) * height * _LETTER
            shift = {"end": width, "middle": width / 2}.get(element.get("text-anchor", ""), 0)
            bottom = y + height * _BELOW
            yield _Box(x - shift, x - shift + width, bottom - height, bottom)
    for child in element:
        yield from _texts(child, x, y)
