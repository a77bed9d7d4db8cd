"""What is wrong with a project's figures, as far as it shows without drawing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from proseproof.finding import Finding
from proseproof.judge.paths import mark_of
from proseproof.kept import NOTHING_KEPT, Kept
from proseproof.model import DecimalMark
from proseproof.near import listing, nearest
from proseproof.outcome import Outcome, Plate
from proseproof.site.cells import drawn_cells
from proseproof.site.chart.looking import mistakes
from proseproof.source import Span


def inspected(outcome: Outcome, kept: Kept = NOTHING_KEPT) -> Outcome:
    """The outcome with the mistakes of its figures, as far as they show without drawing.

    It takes a fraction of `compose`, and nearly nothing for charts that were looked at before; what
    only the drawing itself brings up, an expression that cannot be read say, it leaves.
    """
    places = list(placed_ids(outcome))
    found = list(misplaced(outcome, places))
    placed = {span.text for _, span in places}
    for name, plate in outcome.plates.items():
        figure, answer = plate.figure, plate.answer
        if answer is None or not answer.rows:
            continue
        if figure.kind == "chart":
            found.extend(mistakes(figure, answer, kept, mark_of_figure(outcome, plate)))
        elif name in placed and isinstance(cells := drawn_cells(figure, answer), tuple):
            found.extend(cells)
    return with_findings(outcome, found)


Place = tuple[str, Span]
"""The path of a page, and where it names a figure in a fence: in its own file, or in a snippet's.

An empty place where the fence names none.
"""


def placed_ids(outcome: Outcome) -> Iterator[Place]:
    """The fences of the checked pages."""
    for path, page in outcome.pages.items():
        for placement in page.prose.placements:
            fence = placement.span
            empty = fence.source.span(fence.start, fence.start)
            yield path, placement.figure.span() if placement.figure.value else empty


def mark_of_figure(outcome: Outcome, plate: Plate) -> DecimalMark:
    """The decimal mark of the figure's page."""
    page = next((page.value for page in plate.section.pages), "")
    return mark_of(outcome.project, page) if outcome.project else "."


def misplaced(outcome: Outcome, places: Iterable[Place]) -> Iterator[Finding]:
    """A finding for each fence that names no figure, or one that draws nothing, or one twice; and
    for each chart that no fence names."""
    places = tuple(places)
    # A snippet of several pages is told of once.
    wrong = tuple(dict.fromkeys(_wrong_fences(outcome, places)))
    yield from wrong
    if not wrong:  # a fence that should have named a chart is told already
        yield from _unplaced(outcome, {span.text for _, span in places})


def _wrong_fences(outcome: Outcome, places: Iterable[Place]) -> Iterator[Finding]:
    drawable = [name for name, plate in outcome.plates.items() if plate.figure.kind != "text"]
    # A block that could not be read is missing here, and that was said where it stands.
    unread = any(finding.rule == "invalid-claims" for finding in outcome.findings)
    # An id that two blocks have, too: a fence may mean either.
    told = {one.span.text for one in outcome.findings if one.rule == "invalid-claims"}
    seen: set[tuple[str, str]] = set()
    for page, span in places:
        name = span.text
        if not name:
            yield Finding(
                "invalid-claims", _fence_line(span), "the fence names no figure",
                help="write the id of a figure block inside the fence",
            )  # fmt: skip
            continue
        plate = outcome.plates.get(name)
        if plate is None and unread:
            continue
        if plate is None:
            near = nearest(name, drawable)
            yield Finding(
                "invalid-claims",
                span,
                f"no figure block has the id `{name}`",
                notes=(f"the figures are {listing(drawable, near=name)}",),
                help=f"write `{near[0]}`" if near else "",
            )
        elif plate.figure.kind == "text" and name not in told:
            message = f"`{name}` is a text block, which draws nothing"
            yield Finding("invalid-claims", span, message)
        elif (page, name) in seen:
            yield Finding("invalid-claims", span, f"`{name}` is placed twice on this page")
        seen.add((page, name))


def _unplaced(outcome: Outcome, placed: set[str]) -> Iterator[Finding]:
    """A finding for each chart that is drawn nowhere: nobody sees what its own texts claim.

    A table block that no fence names speaks for a table of the page.
    """
    for name, plate in outcome.plates.items():
        figure, pages = plate.figure, {page.value for page in plate.section.pages}
        if figure.kind == "chart" and name not in placed and pages <= outcome.pages.keys():
            yield Finding(
                "invalid-claims", figure.span, f"`{name}` is placed on no page that is checked",
                help=f"place it with a `figure` fence that holds `{name}`, or make it `kind: text`",
            )  # fmt: skip


def _fence_line(inside: Span) -> Span:
    """The first line of a fence that holds nothing; inside: an empty place in it."""
    source, line = inside.source, inside.first.line
    start = source.offset(line)
    return source.span(start, start + len(source.line(line).rstrip()))


def with_findings(outcome: Outcome, found: list[Finding]) -> Outcome:
    """The outcome with more findings, in order; what the check says already is not said again."""
    spoken = {(finding.rule, finding.span.order) for finding in outcome.findings}
    fresh = [finding for finding in found if (finding.rule, finding.span.order) not in spoken]
    whole = sorted((*outcome.findings, *fresh), key=lambda finding: finding.order)
    return replace(outcome, findings=tuple(whole))
