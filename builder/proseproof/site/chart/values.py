"""Values that a chart would show as others."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from proseproof.finding import Finding
from proseproof.model import Figure
from proseproof.query import Answer, Value
from proseproof.site.chart.fields import unknown_fields
from proseproof.site.chart.finding import chart_finding
from proseproof.site.readable import plain


def value_mistakes(figure: Figure, chart: Mapping[str, Any], answer: Answer) -> tuple[Finding, ...]:
    """A finding for each column that the chart reads and that holds a whole number too large.

    The engine has the numbers of JavaScript. Beyond 2⁵³ a label would show other digits, and two
    bars could become one.
    """
    read = {field.name: field.path for field in unknown_fields(chart, ())}
    found = []
    for index, column in enumerate(answer.columns):
        values = (row[index] for row in answer.rows) if column.name in read else ()
        large = next(filter(_is_inexact, values), None)
        if large is not None:
            message = f"`{column.name}` holds {plain(large)}, which a chart would round"
            notes = ("the whole numbers of a chart are exact up to 9,007,199,254,740,992",)
            advice = "cast it to DOUBLE in `data`, or to VARCHAR where it is a name"
            path = read[column.name]
            found.append(chart_finding(figure, path, message, notes, advice, column.name))
    return tuple(found)


def _is_inexact(value: Value) -> bool:
    """Whether it is a whole number, and no float is equal to it."""
    if isinstance(value, Decimal):
        return value.is_finite() and value % 1 == 0 and Decimal(float(value)) != value
    return isinstance(value, int) and (abs(value) >= 2**1000 or float(value) != value)
