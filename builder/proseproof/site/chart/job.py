"""What the drawing of a chart is made of."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from proseproof.kept import program
from proseproof.model import DecimalMark, Figure
from proseproof.query import Answer
from proseproof.site.chart.engine import engine
from proseproof.site.chart.spec import has_channel, whole_spec
from proseproof.site.chart.theme import merged, theme
from proseproof.site.readable import json_value


class Job:
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
        config = (
            merged(theme(opacities=has_channel(self.spec, "opacity")), over)
            if isinstance(over, dict)
            else over
        )
        self.whole = {**self.spec, "config": config}
        self.chart_by = (self.chart, self.whole, self.names, mark, engine(), program())

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The rows as the engine takes them."""
        return [
            dict(zip(self.names, map(json_value, row), strict=True)) for row in self._answer.rows
        ]
