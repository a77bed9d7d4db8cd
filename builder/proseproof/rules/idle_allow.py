"""A `given` or an `allow` that silences nothing.

It was written for a number that has gone, or that a claim binds by now. Left in place it would
silence the next number that happens to fit.
"""

from collections.abc import Iterator

from proseproof.finding import Finding
from proseproof.judge.examination import Examination

NAME = "idle-allow"


def check(examination: Examination) -> Iterator[Finding]:
    """Each `given` and `allow` without a number of its own, where all that it may be about was
    read."""
    for given in examination.coverage.idle_given:
        if examination.lacks_a_page(given):
            continue  # its words may stand there
        words = " ".join(given.says.value.split())
        yield Finding(
            NAME, given.says.span(), f'no unbound number stands under "{words}"',
            help="remove the entry",
        )  # fmt: skip
    for allow in examination.coverage.idle_allow:
        if allow.wide or examination.pages_lost or examination.unread:
            continue
        yield Finding(
            NAME, allow.match.span(), f"`{allow.match.value}` allows no number of any page",
            help="remove the entry",
        )  # fmt: skip
