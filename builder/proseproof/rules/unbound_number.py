"""A number of the prose that nothing checks.

Each number in digits that a reader meets outside code must be bound by a claim, listed under
`given` with a reason (it was chosen, not measured), or allowed by the project. Dates, times,
versions, names with digits, list markers and footnote labels are no numbers. Where a claims file
cannot be read, its pages wait: nobody knows yet what it binds.
"""

from collections.abc import Iterator

from proseproof.finding import Finding
from proseproof.judge.examination import Examination
from proseproof.rules.other_mark import mark_note

NAME = "unbound-number"


def check(examination: Examination) -> Iterator[Finding]:
    """Each number that is not bound, given or allowed."""
    told = {report.key for report in examination.verdicts.reports}
    for number in examination.coverage.numbers:
        page = number.corpus.page
        if number.status != "unbound" or (page is not None and not examination.speaks_of(page)):
            continue
        _, passage, at = number.key
        ahead = mark_note(number.corpus, passage, at - 2)
        if ahead and (number.key[0], passage, at - 2) in told:
            continue  # the end of a number that is told already
        told.add(number.key)
        yield Finding(
            NAME,
            number.span,
            f"nothing checks the number {number.written}",
            notes=ahead or mark_note(number.corpus, passage, at),
            help="bind it with a claim, or list it under `given` with a reason",
        )
