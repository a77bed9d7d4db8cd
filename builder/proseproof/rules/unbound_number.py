"""A number of the prose that nothing checks.

Each number in digits that a reader meets outside code must be bound by a claim, listed under
`given` with a reason (it was chosen, not measured), or allowed by the project. Dates, times,
versions, names with digits, list markers and footnote labels are no numbers. Where a claims file
cannot be read, its pages wait: nobody knows yet what it binds.
"""

from collections.abc import Iterator

from proseproof.finding import Finding
from proseproof.judge.examination import Examination

NAME = "unbound-number"


def check(examination: Examination) -> Iterator[Finding]:
    """Each number that is not bound, given or allowed."""
    for number in examination.coverage.numbers:
        page = number.corpus.page
        if number.status == "unbound" and (page is None or examination.speaks_of(page)):
            yield Finding(
                NAME,
                number.span,
                f"nothing checks the number {number.written}",
                help="bind it with a claim, or list it under `given` with a reason",
            )
