"""A page that covers fewer of its numbers than the project asks.

`coverage: 100%` in project.yml asks it of every page, and `coverage: {"**": 100%, GLOB: 90%}` asks
less of some; the glob that fits a page best counts. Covered is what is bound, given or allowed. On
a page that may have uncovered numbers each of them is a warning, and only a share below the limit
is an error.
"""

from collections.abc import Iterator

from proseproof.finding import Finding
from proseproof.judge.examination import Examination
from proseproof.judge.paths import coverage_of
from proseproof.source import Source

NAME = "coverage"


def check(examination: Examination) -> Iterator[Finding]:
    """Each page below its limit, where that is less than every number."""
    counts: dict[str, list[bool]] = {}
    sources: dict[str, Source] = {}
    for number in examination.coverage.numbers:
        page = number.corpus.page
        if page is not None:
            counts.setdefault(page, []).append(number.status != "unbound")
            if number.span.source.path == page:
                sources[page] = number.span.source
    for page, covered in counts.items():
        limit = coverage_of(examination.project, page)
        share = sum(covered) / len(covered)
        if limit < 1 and share < limit and page in sources:
            yield Finding(
                NAME, sources[page].span(0, 0),
                f"{sum(covered)} of {len(covered)} numbers are covered, {share:.1%}; "
                f"{float(limit):.1%} is asked",
            )  # fmt: skip
