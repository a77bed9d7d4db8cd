"""A name in the prose that is not the one the query gives.

A text in a row of the query must stand in the phrase, in the order of the row: under "VAE has the
lowest MOD (8.4292)", the query `SELECT arg_min(model, mod), min(mod) …` must give VAE.
`names: {vae_encoder: VAE}` on the claim says how the prose writes a value of the data. Digits in a
name, as in "Qwen 4B", are proved with it.
"""

from collections.abc import Iterator, Sequence

from proseproof.finding import Finding, Label
from proseproof.judge.claim import Examined, phrase_span
from proseproof.judge.examination import Examination
from proseproof.language.token import Token, tokenize
from proseproof.query import Answer
from proseproof.rules.wording import claim_label, first_line
from proseproof.source import Span

NAME = "stale-name"


def check(examination: Examination) -> Iterator[Finding]:
    """Each claim whose phrase lacks a name of its rows."""
    for examined in examination.claims:
        if examined.named.missing is not None:
            yield _finding(examined, examined.named.missing, examination)


def _finding(examined: Examined, name: str, examination: Examination) -> Finding:
    query = examined.claim.query
    words = " ".join(examined.claim.says.value.split())
    where = "page" if examined.places else "claim"
    order = examined.named.order
    gives = ", then ".join(order) if examined.named.swapped else name
    labels = (Label(first_line(query), f"gives {gives}"),) if query is not None else ()
    span, advice = _where(examined, examination)
    return Finding(
        NAME, span, f'{where} says "{words}", capture says {gives or "nothing"}',
        claim_label(examined), labels, (), advice,
    )  # fmt: skip


def _where(examined: Examined, examination: Examination) -> tuple[Span, str]:
    """The place of the name that is wrong, and what to write there; the whole phrase where it names
    more or fewer than the query gives."""
    tokens = _tokens(examined)
    said = list(_mentions(tokens, _words(examined, examination)))
    order = examined.named.order
    wrong = [
        (start, end, name)
        for (start, end), name in zip(said, order, strict=False)
        if _norms(tokens[start:end]) != _norms(tokenize(name))
    ]
    if len(said) != len(order) or not wrong:
        advice = f"name `{examined.named.missing}` where its value stands"
        return _span(examined, 0, len(tokens)), advice
    start, end, name = wrong[0]
    if len(wrong) == 1:
        return _span(examined, start, end), f"write `{name}`"
    names = ", then ".join(f"`{one}`" for one in order)
    return _span(examined, start, end), f"write the names in this order: {names}"


def _tokens(examined: Examined) -> Sequence[Token]:
    """The phrase at its first place, or in the claim where it has none."""
    if not examined.places:
        return examined.phrase.tokens
    place = examined.places[0].place
    return place.tokens[place.match.start : place.match.end]


def _span(examined: Examined, start: int, end: int) -> Span:
    if not examined.places:
        tokens = examined.phrase.tokens
        return phrase_span(examined, tokens[start].start, tokens[end - 1].end)
    place = examined.places[0].place
    return place.span(place.match.start + start, place.match.start + end)


def _words(examined: Examined, examination: Examination) -> list[list[str]]:
    """What the prose may say for the texts of the columns that hold one which the query gives."""
    answer = examined.asked.binding
    given = {str(name.value) for name in examined.names}
    texts = set(given)
    for capture in examination.captures.values():
        for table in capture.tables:
            if isinstance(answer, Answer) and table.table in answer.reads:
                for at, kind in enumerate(table.types):
                    rows = table.rows if "VARCHAR" in kind else ()
                    column = {row[at] for row in rows if isinstance(row[at], str)}
                    texts |= column if column & given else set()
    names = examined.claim.names or {}
    words = {" ".join(names.get(text, text).split()) for text in texts}
    longest = sorted(words, key=lambda one: (-len(one), one))
    return [[norm.lower() for norm in _norms(tokenize(one))] for one in longest if one]


def _mentions(tokens: Sequence[Token], names: Sequence[list[str]]) -> Iterator[tuple[int, int]]:
    """Where names stand, in order, in whatever case; of two that begin at one place the longer."""
    norms = [norm.lower() for norm in _norms(tokens)]
    at = 0
    while at < len(norms):
        found = next((len(name) for name in names if norms[at : at + len(name)] == name), 0)
        if found:
            yield at, at + found
        at += found or 1


def _norms(tokens: Sequence[Token]) -> list[str]:
    return [token.norm for token in tokens]
