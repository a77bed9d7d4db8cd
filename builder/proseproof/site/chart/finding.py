"""A finding of rule `invalid-chart`, at its place in the YAML of the chart."""

from __future__ import annotations

from proseproof.finding import Finding
from proseproof.model import Figure
from proseproof.site.chart.fields import Path
from proseproof.source import Span

RULE = "invalid-chart"


def chart_finding(
    figure: Figure,
    path: Path,
    message: str,
    notes: tuple[str, ...] = (),
    advice: str = "",
    word: str | None = None,
) -> Finding:
    """What is wrong at a path of the chart, or at a word of what stands there."""
    span = _place(figure, path, word)
    return Finding(RULE, span, message, label=f"figure `{figure.id}`", notes=notes, help=advice)


def _place(figure: Figure, path: Path, word: str | None) -> Span:
    """Where the path stands in the YAML, or what it stands in; narrowed to a word of it."""
    spans = figure.chart_spans or {}
    places = (spans.get(path[:length]) for length in range(len(path), -1, -1))
    span = next((place for place in places if place is not None), figure.span)
    if word is None:
        span = (figure.chart_keys or {}).get(path, span)
    at = span.text.find(word) if word else -1
    if at < 0 or word is None or "\n" in span.text:
        return span
    return Span(span.source, span.start + at, span.start + at + len(word))


def short(text: str) -> str:
    """A text of the author's as a message shows it: in one line, and not without end."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"
