"""A change whose words say no reading, or a bound in another language.

The words of a phrase under `change:` say how its number reads the two values: less, more, faster,
slower, a sign, times, percentage points. Words that the table of changes does not read are this
finding. "Improvement" has two readings and is refused with both.

Bounds such as "more than" and "about" are read in English. Behind "höchstens" or "plus de" a number
that fits says nothing yet; a `holds` of the claim may say what the words do.
"""

from collections.abc import Iterator

from proseproof.finding import Finding
from proseproof.judge.claim import Examined, phrase_span
from proseproof.judge.examination import Examination
from proseproof.judge.pair import Pairing
from proseproof.judge.verdict import Report
from proseproof.language.foreign import foreign_hedge
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
    for examined in examination.claims:
        if examined.claim.holds is None and examined.pairing is not None:
            yield from _foreign(examined, examined.pairing)


def applies(report: Report) -> bool:
    """Whether a number that does not fit stands behind words that are not read, and is told so."""
    place, origin = report.place, report.origin
    if place is None or not report.exact or not isinstance(origin, Examined):
        return False
    return origin.claim.holds is None and bool(foreign_hedge(place.tokens, report.check.said.at))


def _foreign(examined: Examined, pairing: Pairing) -> Iterator[Finding]:
    """The first number of a claim that stands behind words of another language."""
    for judged in examined.places:
        place = judged.place
        for ordinal in sorted(pairing.ordinals):
            at = place.match.numbers[ordinal]
            found = foreign_hedge(place.tokens, at)
            if found is not None:
                words = place.span(*found)
                yield Finding(
                    NAME, words, f'"{words.text}" before {place.tokens[at].written} is not read',
                    claim_label(examined), notes=("bounds are read in English",),
                    help="let `holds` say what the words do, or write the number alone",
                )  # fmt: skip
                return
