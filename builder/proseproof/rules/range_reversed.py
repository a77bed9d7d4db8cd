"""A range whose ends stand the wrong way round.

`A–B` and `between A and B` are two values, the smaller first. This finding stands alone where
swapping the ends makes the range right. `A to B` may also be a move, and stands in either order.
"""

from collections.abc import Iterator

from proseproof.finding import Finding
from proseproof.judge.examination import Examination
from proseproof.judge.verdict import Report
from proseproof.rules.wording import evidence, origin_label, said
from proseproof.source import Span

NAME = "range-reversed"


def check(examination: Examination) -> Iterator[Finding]:
    """Each range that is reversed."""
    reports = [one for one in examination.verdicts.reports if one.check.fault == "reversed"]
    for low in reports:
        high = next((one for one in reports if _follows(one, low)), None)
        if low.check.said.tie in ("dash", "between") and high is not None:
            span = Span(low.span.source, low.span.start, high.span.end)
            yield Finding(
                NAME, span, f"the range runs from {said(low)} to {said(high)}",
                origin_label(low), evidence(low), ("the smaller end stands first",),
                "swap the two ends",
            )  # fmt: skip


def _follows(high: Report, low: Report) -> bool:
    same_text = high.origin is low.origin and high.span.source is low.span.source
    return same_text and high.span.start > low.span.start and high.check.said.at > low.check.said.at
