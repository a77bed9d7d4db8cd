"""A claim whose numbers and values do not pair.

The numbers of the phrase, left to right, are the values of the query, row by row and left to
right. If the digits alone do not make up the count, number words join in. A count that still
differs is this finding, and it lists both sides. A chain of number words that is no numeral, such
as `thirty-three-six`, is no number.
"""

from collections.abc import Iterator

from proseproof.finding import Finding, Label
from proseproof.judge.claim import Examined
from proseproof.judge.examination import Examination
from proseproof.judge.quantity import show
from proseproof.near import listing
from proseproof.rules.wording import claim_label, first_line, with_unit

NAME = "wrong-count"


def check(examination: Examination) -> Iterator[Finding]:
    """Each claim whose numbers do not pair with its values."""
    for examined in examination.claims:
        if examined.values and examined.pairing is None and not examined.missing:
            if examined.misread is None:
                yield _finding(examined)
        elif not examined.values and examined.names and examined.digits:
            yield _finding(examined)


def _finding(examined: Examined) -> Finding:
    numbers = [said.literal.written for said in examined.numbers]
    values = [with_unit(show(value.number), value.unit) for value in examined.values]
    query = examined.claim.query or examined.claim.change
    malformed = [token.written for token in examined.phrase.tokens if token.malformed]
    message = (
        f"the phrase says {_count(len(numbers), 'number')}, "
        f"the query gives {_count(len(values), 'value')}"
    )
    span = examined.claim.says.span()
    if malformed:
        message = f'"{malformed[0]}" is no number, the query gives {", ".join(values)}'
        if examined.places:
            span = examined.places[0].place.whole
    notes = tuple(
        f"{what} {listing(items)}"
        for what, items in (("the numbers are", numbers), ("the values are", values))
        if items
    )
    labels = (Label(first_line(query)),) if query is not None else ()
    return Finding(NAME, span, message, claim_label(examined), labels, notes)


def _count(number: int, what: str) -> str:
    return f"no {what}" if number == 0 else f"{number} {what}{'' if number == 1 else 's'}"
