"""Charts: a figure's Vega-Lite and its rows, to an SVG in the page's colours, or to findings.

`draw` does the whole, with a `Pen`; `mistakes` only looks, which needs no engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from proseproof.nouns import dataclass
from functools import cached_property
from typing import Any

from proseproof.finding import Finding
from proseproof.kept import NOTHING_KEPT, Kept, program
from proseproof.model import DecimalMark, Figure
from proseproof.query import Answer
from proseproof.site.chart.engine import engine
from proseproof.site.chart.mistakes import (
    empty_mistake,
    engine_mistake,
    field_mistakes,
    grammar_mistakes,
    heavy_mistake,
    loading_mistake,
    refused_mistakes,
    value_mistakes,
)
from proseproof.site.chart.narrow import is_readable, narrowed
from proseproof.site.chart.pen import ChartError, CostError, Pen
from proseproof.site.chart.spec import whole_spec
from proseproof.site.chart.svg import is_empty, loads, named, tidied
from proseproof.site.chart.theme import merged, theme
from proseproof.site.readable import json_value

__all__ = ["Drawn", "Pen", "draw", "mistakes", "named"]


@dataclass(frozen=True)
class Drawn:
    """A chart: its SVG without a name yet (see `named`), or None and what is wrong with it.

    narrow: a second SVG for the column of a phone; None where the first one does there too.
    """

    svg: str | None
    findings: tuple[Finding, ...] = ()
    narrow: str | None = None


def draw(
    figure: Figure, answer: Answer, kept: Kept = NOTHING_KEPT, mark: DecimalMark = ".",
    pen: Pen | None = None,
) -> Drawn:  # fmt: skip
    """The figure's chart over the answer's rows. Findings are of rule `invalid-chart`.

    figure: of kind chart, with `chart` and `chart_spans`. kept: where drawings are looked up and
    put by. mark: the decimal mark of its page. pen: one for many charts; without it one is started
    and ended. The same chart and rows give the same bytes.
    """
    if pen is None:
        with Pen() as own:
            return draw(figure, answer, kept, mark, own)
    job = _Job(figure, answer, mark)
    if (known := kept.get("drawing", job.chart_by, job.rows)) is not None:
        svg, narrow = known
        return Drawn(svg, narrow=narrow)
    found = value_mistakes(figure, job.chart, answer) + _looked_at(job)
    if found:
        return Drawn(None, found)
    try:
        drawn = pen.draw(job.whole, job.rows, mark)
        narrow = _narrow(job.whole, drawn, lambda spec: pen.draw(spec, job.rows, mark))
    except ChartError as refused:
        return Drawn(None, (engine_mistake(figure, str(refused)),))
    except CostError as took:
        return Drawn(None, (heavy_mistake(figure, str(took)),))
    if is_empty(drawn):
        return Drawn(None, (empty_mistake(figure, len(answer.rows)),))
    if loads(drawn):
        return Drawn(None, (loading_mistake(figure),))
    svg = tidied(drawn)
    kept.put([svg, narrow], "drawing", job.chart_by, job.rows)
    return Drawn(svg, narrow=narrow)


def _narrow(
    whole: Mapping[str, Any], drawn: str, drawing: Callable[[Mapping[str, Any]], str]
) -> str | None:
    """The tidied drawing for a phone, if it needs one of its own and can be read."""
    spec = narrowed(whole, drawn)
    narrow = tidied(drawing(spec)) if spec else None
    return narrow if narrow and is_readable(narrow) else None


def mistakes(
    figure: Figure, answer: Answer, kept: Kept = NOTHING_KEPT, mark: DecimalMark = "."
) -> tuple[Finding, ...]:
    """What is wrong with a chart as far as can be told without drawing it.

    A chart that was looked at before over the same columns, and had no mistake, is not looked at
    again.
    """
    job = _Job(figure, answer, mark)
    found = value_mistakes(figure, job.chart, answer)
    if found or kept.get("sound chart", job.chart_by):
        return found
    found = _looked_at(job)
    if not found:
        kept.put(True, "sound chart", job.chart_by)
    return found


class _Job:
    """What a drawing is made of.

    spec: the author's chart, whole. whole: with the config of every chart. chart_by: all of it but
    the rows, and by which engine.
    """

    def __init__(self, figure: Figure, answer: Answer, mark: DecimalMark) -> None:
        self.figure = figure
        self._answer = answer
        self.chart = figure.chart or {}
        self.names = tuple(column.name for column in answer.columns)
        self.spec = whole_spec(self.chart, answer.columns)
        over = self.spec.get("config", {})
        config = merged(theme(), over) if isinstance(over, dict) else over
        self.whole = {**self.spec, "config": config}
        self.chart_by = (self.chart, self.whole, self.names, mark, engine(), program("site/chart"))

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The rows as the engine takes them."""
        return [
            dict(zip(self.names, map(json_value, row), strict=True)) for row in self._answer.rows
        ]


def _looked_at(job: _Job) -> tuple[Finding, ...]:
    found = refused_mistakes(job.figure, job.spec, job.names)
    found += field_mistakes(job.figure, job.chart, job.names)
    return found + grammar_mistakes(job.figure, job.spec)
