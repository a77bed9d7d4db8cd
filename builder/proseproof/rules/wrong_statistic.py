"""A phrase that names one statistic over a query that computes another.

Median, mean or average, minimum, maximum, total and percentiles such as p95 are compared with the
functions of the query, where the query plainly is one: `SELECT avg(x)` under "the median" is this
finding. A range of min and max is a range of whatever its column holds.
"""

import re
from collections.abc import Iterator

from proseproof.finding import Finding, Label
from proseproof.judge.claim import Examined
from proseproof.judge.examination import Examination
from proseproof.judge.verdict import phrase_span
from proseproof.language.token import Token
from proseproof.near import listing
from proseproof.rules.wording import claim_label, first_line

NAME = "wrong-statistic"
_SAID = {
    "median": "median", "medians": "median", "mean": "mean", "means": "mean", "average": "mean",
    "averages": "mean", "averaged": "mean", "minimum": "minimum", "maximum": "maximum",
    "minima": "minimum", "maxima": "maximum", "total": "total", "totals": "total",
}  # fmt: skip
_PERCENTILE = re.compile(r"p\d{1,2}(?:\.\d+)?")


def check(examination: Examination) -> Iterator[Finding]:
    """Each claim that says a statistic which its query is not."""
    for examined in examination.claims:
        finding = _finding(examined)
        if finding is not None:
            yield finding


def _finding(examined: Examined) -> Finding | None:
    said = [(token, name) for token in examined.phrase.tokens if (name := _statistic(token))]
    computed = {value.statistic for value in examined.values} - {None, "count"}
    if not said or not computed or computed & {name for _, name in said}:
        return None
    if computed == {"minimum", "maximum"}:
        return None
    if any(name in value.column.lower() for value in examined.values for _, name in said):
        return None
    token, name = said[0]
    query = examined.claim.query
    assert query is not None
    span = phrase_span(examined, token.start, token.end)
    if examined.places:
        place = examined.places[0].place
        at = place.match.start + examined.phrase.tokens.index(token)
        span = place.span(at, at + 1)
    kinds = listing(sorted(kind for kind in computed if kind))
    return Finding(
        NAME, span, f"page says {token.written}, the query computes the {kinds}",
        claim_label(examined), (Label(first_line(query)),),
    )  # fmt: skip


def _statistic(token: Token) -> str | None:
    if token.kind != "word":
        return None
    word = token.norm.lower()
    return word if _PERCENTILE.fullmatch(word) else _SAID.get(word)
