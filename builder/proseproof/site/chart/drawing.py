"""A chart's SVG in the page's colours, or why there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from proseproof.finding import Finding
from proseproof.kept import NOTHING_KEPT, Kept
from proseproof.model import DecimalMark, Figure
from proseproof.nouns import dataclass
from proseproof.query import Answer
from proseproof.site.chart.job import Job
from proseproof.site.chart.looking import looked_at
from proseproof.site.chart.mistakes import (
    empty_mistake,
    engine_mistake,
    heavy_mistake,
    loading_mistake,
)
from proseproof.site.chart.narrow import is_readable, narrowed
from proseproof.site.chart.pen import ChartError, CostError, Pen
from proseproof.site.chart.svg import is_empty, loads, tidied
from proseproof.site.chart.values import value_mistakes


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
    job = Job(figure, answer, mark)
    if (known := kept.get("drawing", job.chart_by, job.rows)) is not None:
        svg, narrow = known
        return Drawn(svg, narrow=narrow)
    found = value_mistakes(figure, job.chart, answer) + looked_at(job)
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
