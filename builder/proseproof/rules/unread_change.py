"""A change whose words say no reading.

The words of a phrase under `change:` say how its number reads the two values: less, more, faster,
slower, a sign, times, percentage points. Words that the table of changes does not read are this
finding. "Improvement" has two readings and is refused with both.
"""

from collections.abc import Iterator

from proseproof.finding import Finding
from proseproof.judge.examination import Examination
from proseproof.judge.verdict import phrase_span
from proseproof.rules.wording import claim_label

NAME = "unread-change"


def check(examination: Examination) -> Iterator[Finding]:
    """Each `change` whose phrase cannot be read."""
    for examined in examination.claims:
        misread = examined.misread
        if misread is None or misread.rule != NAME:
            continue
        span = examined.claim.says.span()
        if misread.ordinal is not None:
            token = examined.phrase.tokens[examined.numbers[misread.ordinal].at]
            span = phrase_span(examined, token.start, token.end)
        yield Finding(
            NAME, span, misread.message, claim_label(examined), (), misread.notes,
            "say less, more, faster or slower",
        )  # fmt: skip
