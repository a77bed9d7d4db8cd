"""A phrase that names one statistic over a query that computes another.

Median, mean or average, minimum, maximum, total and percentiles such as p95 are compared with the
functions of the query, where the query plainly is one: `SELECT avg(x)` under "the median" is this
finding. A range of min and max is a range of whatever its column holds. A column may be named after
a statistic itself: "the mean p95" is the mean of a column such as `p95_ms`.
"""

import re
from collections.abc import Iterator, Sequence

from proseproof.finding import Finding, Label
from proseproof.judge.claim import Examined, phrase_span
from proseproof.judge.corpus import Place
from proseproof.judge.examination import Examination
from proseproof.language.token import Token
from proseproof.near import listing
from proseproof.rules.wording import claim_label, first_line
from proseproof.source import Span

NAME = "wrong-statistic"
_SAID = {
    "median": "median", "medians": "median", "mean": "mean", "means": "mean", "average": "mean",
    "averages": "mean", "averaged": "mean", "minimum": "minimum", "maximum": "maximum",
    "minima": "minimum", "maxima": "maximum", "total": "total", "totals": "total",
}  # fmt: skip
_SHORT = {
    "mean": ("avg", "average"), "minimum": ("min",), "maximum": ("max",), "total": ("sum",),
}  # fmt: skip
_PERCENTILE = re.compile(r"p\d{1,2}(?:\.\d+)?")
_ORDINAL = re.compile(r"(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th)")
# Before these, "mean" and "means" are no verbs: "the means are", but "this means", "would mean".
_NOUN_MARKS = frozenset(
    "the a an of and or their its both all two three four with as at in by from".split()
)


def check(examination: Examination) -> Iterator[Finding]:
    """Each claim that says a statistic which its query is not."""
    for examined in examination.claims:
        finding = _finding(examined)
        if finding is not None:
            yield finding


def _finding(examined: Examined) -> Finding | None:
    tokens, query = examined.phrase.tokens, examined.claim.query
    said = [(at, name) for at in range(len(tokens)) if (name := _statistic(tokens, at))]
    columns = {value.column: value.statistic for value in examined.values}
    computed = [one for one in columns.values() if one not in (None, "count")]
    if query is None or not computed or {*computed} == {"minimum", "maximum"}:
        return None
    # "The mean p95" over `avg(p95_ms)` names its column with the one, and a statistic of it.
    named = {word for column in columns for word in _named_in(column)}
    meant = [(at, name) for at, name in said if not named & {name, *_SHORT.get(name, ())}]
    wrong = [(at, name) for at, name in meant if name not in computed]
    if {*computed} <= {name for _, name in meant}:
        # Other words may name what the rows are; a percentile has to be that of the column.
        other = any(map(_PERCENTILE.fullmatch, named))
        wrong = [(at, name) for at, name in wrong if other and _PERCENTILE.fullmatch(name)]
        wrong = wrong or _out_of_order(meant, computed)
    if not wrong:
        return None
    at, name = wrong[0]
    word = name if tokens[at].norm.startswith("percentile") else tokens[at].written
    span = phrase_span(examined, tokens[at].start, tokens[at].end)
    where = "claim"
    if examined.places:
        place = examined.places[0].place
        where = "page" if place.corpus.page is not None else "text"
        span = _same_token(place, tokens[at]) or place.whole
    kinds = listing(dict.fromkeys(computed))
    return Finding(
        NAME, span, f"{where} says {word}, the query computes the {kinds}",
        claim_label(examined), (Label(first_line(query)),),
    )  # fmt: skip


_NAME = re.compile(r"[^\W\d]\w*(?![\w(])")


def _named_in(column: str) -> Iterator[str]:
    """The words of the names in a column, not those of the functions around them."""
    for name in _NAME.findall(column.lower()):
        yield from name.split("_")


def _out_of_order(
    said: Sequence[tuple[int, str]], computed: Sequence[str]
) -> list[tuple[int, str]]:
    """The first statistic that stands where the query gives another, of as many as it gives."""
    if len(said) != len(computed):
        return []
    pairs = zip(said, computed, strict=True)
    return [one for one, statistic in pairs if one[1] != statistic][:1]


def _same_token(place: Place, wanted: Token) -> Span | None:
    """Where a word of the phrase stands at a place, which may write its units otherwise."""
    for at in range(place.match.start, place.match.end):
        if place.tokens[at].norm == wanted.norm:
            return place.span(at, at + 1)
    return None


def _statistic(tokens: Sequence[Token], at: int) -> str | None:
    """The statistic that the word at `at` names, if it does."""
    word = tokens[at].norm.lower()
    before = tokens[at - 1].norm.lower() if at else "the"
    if tokens[at].kind != "word":
        return None
    if word in ("mean", "means"):
        return "mean" if before in _NOUN_MARKS or not before[:1].isalpha() else None
    if word in ("percentile", "percentiles"):
        ordinal = _ORDINAL.fullmatch(tokens[at - 2].norm if before == "-" and at > 1 else before)
        word = f"p{ordinal[1]}" if ordinal else ""
    if word == "total" and before == "in":
        return None  # "5 s in total" is no sum of rows
    if _PERCENTILE.fullmatch(word):
        return "median" if word == "p50" else word
    return _SAID.get(word)
