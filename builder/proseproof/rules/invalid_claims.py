"""A claims file that cannot be read as it stands.

YAML that is broken, a key that the format does not know, a missing key, a value of the wrong kind,
an id that is used twice, an unknown rule. The finding names the near key. Nothing is taken from a
file with such a mistake, so the rest of its claims is checked once it is mended. A regular
expression of `allow` that takes longer than a query may is one, too, or that fits any number.
So are `names` by which two values of the data are said in the same words, and a claim that is a
number alone where a page has that number several times: words beside it have to say which is meant.
"""

from collections.abc import Iterator, Mapping

from proseproof.finding import Finding, Label
from proseproof.judge.examination import Examination
from proseproof.judge.names import find_alike
from proseproof.query import Answer
from proseproof.source import Span

NAME = "invalid-claims"

SHOWN = 3
"""Places of a number that are shown."""


def check(examination: Examination) -> Iterator[Finding]:
    """Each `allow` that could not be held against every text in time, names of two values, and
    claims that do not say which number they are about."""
    for allow, taken in examination.coverage.slow_allow:
        yield Finding(
            NAME, allow.match.span(), f"`{allow.match.value}` {taken}",
            help="let nothing be repeated that could be cut into repeated parts in several ways",
        )  # fmt: skip
    for figure, answer in examination.data.items():
        if figure.kind == "table" and isinstance(answer, Answer):
            columns = zip(*answer.rows, strict=True)
            texts = ([one for one in column if isinstance(one, str)] for column in columns)
            pairs = filter(None, (find_alike(column, figure.names) for column in texts))
            for alike in pairs:
                yield from _alike(alike, figure.names, figure.span)
    for examined in examination.claims:
        if examined.named.alike is not None:
            names = examined.claim.names or {}
            yield from _alike(examined.named.alike, names, examined.claim.says.span())
        if places := examination.verdicts.crowded.get(id(examined)):
            words = " ".join(examined.claim.says.value.split())
            yield Finding(
                NAME, examined.claim.says.span(),
                f'"{words}" stands at {len(places)} places, and no word says which is meant',
                labels=tuple(Label(place.whole) for place in places[:SHOWN]),
                help="quote words beside the number",
            )  # fmt: skip


def _alike(values: tuple[str, str], names: Mapping[str, str], span: Span) -> Iterator[Finding]:
    """That a name stands for two values; of two keys of `names` it is told where they stand."""
    one, other = values
    if not {*values} <= names.keys():
        yield Finding(
            NAME, span, f"`{names.get(one, one)}` stands for `{one}` and for `{other}` of the data",
            help="let `names` give each value a name of its own",
        )  # fmt: skip
