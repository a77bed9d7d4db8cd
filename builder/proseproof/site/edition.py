"""A check made ready for readers: each figure drawn once, each mistake of a drawing found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from proseproof.finding import Finding
from proseproof.kept import NOTHING_KEPT, Kept
from proseproof.model import DecimalMark, Limits
from proseproof.near import listing
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome, Plate
from proseproof.rules.wording import first_line
from proseproof.site.cells import drawn_cells
from proseproof.site.chart.drawing import draw
from proseproof.site.chart.pen import Pen
from proseproof.site.chart.svg import named
from proseproof.site.fences import fences
from proseproof.site.figure_html import plot_html, table_html
from proseproof.site.inline import inline_html, plain_text
from proseproof.site.inspection import (
    Place,
    mark_of_figure,
    misplaced,
    placed_ids,
    with_findings,
)
from proseproof.source import Source


@dataclass(frozen=True, eq=False)
class Edition:
    """What a site shows of a check.

    outcome: its findings hold those of the drawings too. bodies: the drawing or the table of a
    figure as HTML, by its id; a figure that could not be drawn has none.
    """

    outcome: Outcome
    bodies: Mapping[str, str] = field(repr=False, default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether nothing stands against publishing."""
        return self.outcome.passed


def compose(outcome: Outcome, kept: Kept = NOTHING_KEPT, others: Iterable[Source] = ()) -> Edition:
    """The edition of a check: draws every chart and formats every table.

    kept: where drawings are looked up and put by. others: pages that a site shows and the check did
    not read, which may place figures as well. A mistake is a finding of the edition's outcome.
    """
    bodies: dict[str, str] = {}
    places = [*placed_ids(outcome), *(place for page in others for place in _fenced(page))]
    found = list(misplaced(outcome, places))
    placed = {span.text for _, span in places}
    limits = outcome.project.limits if outcome.project else Limits()
    with Pen(float(limits.seconds)) as pen:
        for name, plate in outcome.plates.items():
            if plate.figure.kind == "text":
                continue
            match _body(plate, kept, mark_of_figure(outcome, plate), pen):
                case str(body):
                    bodies[name] = body
                case findings if plate.figure.kind == "chart" or name in placed:
                    found.extend(findings)
    return Edition(with_findings(outcome, found), bodies)


def _fenced(page: Source) -> Iterator[Place]:
    """Where a page that was not checked names a figure in a fence."""
    at = 0
    for fence in fences(page.text):
        at = page.text.find(fence.lines[0], at)
        name = fence.content.strip()
        start = page.text.find(name, at) if name else at
        if fence.name == "figure" and start >= 0:
            yield page.path, page.span(start, start + len(name))
        at += len(fence.lines[0])


def _body(plate: Plate, kept: Kept, mark: DecimalMark, pen: Pen) -> str | tuple[Finding, ...]:
    """The drawing or the table of a figure; where its query failed, the check said why."""
    figure, answer = plate.figure, plate.answer
    if answer is None:
        return ()
    if not answer.rows:
        span = first_line(figure.data) if figure.data else figure.span
        return (Finding("no-value", span, f"`data` of `{figure.id}` has no row"),)
    if figure.kind == "table":
        cells = drawn_cells(figure, answer, mark)
        return cells if isinstance(cells, tuple) else table_html(figure, cells)
    drawn = draw(figure, answer, kept, mark, pen)
    if drawn.svg is None:
        return drawn.findings
    sentence = figure.claim or figure.title
    name = plain_text(inline_html(sentence)) if sentence else figure.id
    columns = listing(column.name for column in answer.columns)
    rows = f"{len(answer.rows)} {'row' if len(answer.rows) == 1 else 'rows'}"
    described = f"Drawn from {rows} of {columns}, which stand below as a table."
    svg = named(drawn.svg, figure.id, name, described)
    if drawn.narrow is None:
        return plot_html(svg)
    narrow = named(drawn.narrow, f"{figure.id}--narrow", name, described)
    return f"{plot_html(svg, 'wide')}\n{plot_html(narrow, 'narrow')}"
