"""What is wrong with a chart, as far as it shows without drawing it."""

from __future__ import annotations

from proseproof.finding import Finding
from proseproof.kept import NOTHING_KEPT, Kept
from proseproof.model import DecimalMark, Figure
from proseproof.query import Answer
from proseproof.site.chart.job import Job
from proseproof.site.chart.values import value_mistakes


def mistakes(
    figure: Figure, answer: Answer, kept: Kept = NOTHING_KEPT, mark: DecimalMark = "."
) -> tuple[Finding, ...]:
    """What is wrong with a chart as far as can be told without drawing it.

    A chart that was looked at before over the same columns, and had no mistake, is not looked at
    again.
    """
    job = Job(figure, answer, mark)
    found = value_mistakes(figure, job.chart, answer)
    if found or kept.get("sound chart", job.chart_by):
        return found
    found = looked_at(job)
    if not found:
        kept.put(True, "sound chart", job.chart_by)
    return found


def looked_at(job: Job) -> tuple[Finding, ...]:
    """What is wrong with the chart itself, whatever the rows are."""
    # Imported here because most charts were looked at before.
    from proseproof.site.chart.mistakes import (
        field_mistakes,
        grammar_mistakes,
        refused_mistakes,
    )

    found = refused_mistakes(job.figure, job.spec, job.names)
    found += field_mistakes(job.figure, job.chart, job.names)
    return found + grammar_mistakes(job.figure, job.spec)
