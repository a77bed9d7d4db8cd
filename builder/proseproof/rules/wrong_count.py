"""A claim whose numbers and values do not pair.

The numbers of the phrase, left to right, are the values of the query, row by row and left to
right. If the digits alone do not make up the count, number words join in. A count that still
differs is this finding, and it lists both sides: no number is left out to make it fit. A chain of
number words that is no numeral, such as `thirty-three-six`, is no number, and told in any prose.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from proseproof.finding import Finding, Label
from proseproof.judge.claim import Examined
from proseproof.judge.corpus import Corpus
from proseproof.judge.examination import Examination
from proseproof.judge.quantity import show
from proseproof.near import first_few
from proseproof.rules.wording import claim_label, first_line, with_unit
from proseproof.source import Span

NAME = "wrong-count"
_HYPHENED = re.compile(r"[A-Za-z]-[A-Za-z]")  # a chain of words


def check(examination: Examination) -> Iterator[Finding]:
    """Each claim whose numbers do not pair, and each spoilt numeral that no claim speaks of."""
    told: set[Span] = set()
    for examined in examination.claims:
        if _pairs_badly(examined):
            finding = _finding(examined)
            told.add(finding.span)
            yield finding
    for corpus in examination.texts:
        yield from _spoilt(corpus, told)


def _pairs_badly(examined: Examined) -> bool:
    """Whether the count is wrong, and nothing else that is told already makes it so."""
    if examined.named.missing is not None or examined.named.as_text or examined.truths:
        return False
    if examined.values:
        told = examined.missing or examined.misread is not None
        return examined.pairing is None and not told
    return bool(examined.names and examined.digits - examined.name_numbers)


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
        gives = _series(values) or _count(0, "value")
        message = f'"{malformed[0]}" is no number, the query gives {gives}'
        if examined.places:
            span = examined.places[0].place.whole
    notes = tuple(
        f"the {what}{' is' if len(items) == 1 else 's are'} {_series(items)}"
        for what, items in (("number", numbers), ("value", values))
        if items
    )
    labels = (Label(first_line(query)),) if query is not None else ()
    return Finding(NAME, span, message, claim_label(examined), labels, notes)


_SHOWN = 8  # numbers that a note lists


def _series(items: Sequence[str]) -> str:
    """The items as words of a sentence, each as often as it comes."""
    shown = [*first_few(items, _SHOWN)]
    if len(shown) < len(items):
        shown.append(f"{len(items) - len(shown)} more")
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _count(number: int, what: str) -> str:
    return f"no {what}" if number == 0 else f"{number} {what}{'' if number == 1 else 's'}"


def _spoilt(corpus: Corpus, told: Collection[Span]) -> Iterator[Finding]:
    for number, tokens in corpus.holding(_HYPHENED):
        for token in tokens:
            if not token.malformed:
                continue
            span = corpus.passages[number].text.span(token.start, token.end)
            if not any(_holds(one, span) for one in told):
                yield Finding(NAME, span, f'"{token.written}" is no number')


def _holds(outer: Span, inner: Span) -> bool:
    same = outer.source is inner.source
    return same and outer.start <= inner.start and inner.end <= outer.end
