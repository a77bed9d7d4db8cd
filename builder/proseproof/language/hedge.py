"""Hedges: the words before a number that loosen or bound it (about, nearly, more than, up to)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal as OneOf

from proseproof.language.token import Token
from proseproof.language.units import unit_of_spelling

Hedge = OneOf["about", "nearly", "more", "at least", "less", "at most", "up to"]

_WORDS: dict[Hedge, str] = {
    "about": "about|around|roughly|some|~|≈|approximately",
    "nearly": "nearly|almost|just under",
    "more": "more than|over|above|>",
    "at least": "at least|≥|> =|no less than|no fewer than|not less than|not fewer than",
    "less": "less than|under|below|fewer than|<",
    "at most": "within|at most|no more than|not more than|≤|< =",
    "up to": "up to",
}
_BY_WORDS = {
    tuple(words.split()): hedge for hedge, all_ in _WORDS.items() for words in all_.split("|")
}
_LONGEST = max(map(len, _BY_WORDS))
_ARTICLES = frozenset({"the", "a", "an"})
_NEGATIONS = frozenset(
    {"no", "never", "none", "not", "nothing", "nowhere", "neither", "nor", "nobody", "without",
     "cannot"}
)  # fmt: skip
_CLAUSE_ENDS = frozenset(
    {",", ";", ".", ":", "?", "!", "(", ")", "and", "but", "while", "whereas", "which", "because",
     "so", "yet", "then"}
)  # fmt: skip
_OPPOSITE: dict[Hedge, Hedge] = {
    "more": "at most", "at least": "less", "less": "at least", "at most": "more",
}  # fmt: skip
# "Averaged over 4 runs" counts the runs; so does a number that stands right before: "5 s over 4".
_SPREADING = frozenset(
    {"averaged", "summed", "measured", "taken", "computed", "pooled", "spread", "distributed",
     "counted", "aggregated"}
)  # fmt: skip


def read_hedge(tokens: Sequence[Token], at: int, start: int = 0) -> tuple[Hedge, int] | None:
    """The hedge before the number at index `at`, and the index it begins at; None without one.

    An article may stand between. Nothing before index `start` is part of it. A negation earlier in
    the clause turns a bound round: "no run took less than" is "at least". "Over" that spreads
    something over a number of things is none.
    """
    end = at
    if end > start and tokens[end - 1].norm in _ARTICLES:
        end -= 1
    for width in range(min(_LONGEST, end - start), 0, -1):
        words = tuple(token.norm for token in tokens[end - width : end])
        hedge = _BY_WORDS.get(words)
        if hedge is not None:
            first = end - width
            if words == ("over",) and _spreads(tokens, first):
                return None
            if words[0] in ("no", "not"):
                return hedge, first
            denied = negation_before(tokens, first, start) is not None
            return (_OPPOSITE.get(hedge, hedge) if denied else hedge), first
    return None


def _spreads(tokens: Sequence[Token], over: int) -> bool:
    """Whether the "over" at an index counts what a thing is spread over.

    It looks at all that stands before, of a phrase that begins with it too.
    """
    if over == 0:
        return False
    before = tokens[over - 1]
    if before.kind == "number" or before.norm in _SPREADING:
        return True
    behind_number = over > 1 and tokens[over - 2].kind == "number"
    return behind_number and unit_of_spelling(before.written) is not None


def negation_before(tokens: Sequence[Token], hedge: int, start: int = 0) -> int | None:
    """Where a negation stands, from index `start` on, in the clause of the hedge that begins at
    index `hedge`; None without one."""
    for index in range(hedge - 1, start - 1, -1):
        token = tokens[index]
        if token.norm in _NEGATIONS or token.norm.endswith("n't"):
            return index
        if token.kind == "number" or token.norm in _CLAUSE_ENDS:
            return None
    return None


def denial(tokens: Sequence[Token], number: int, start: int) -> int | None:
    """Where the negation stands that turns round the bound of a number, if the bound begins at
    index `start`; None where it begins elsewhere, and without a negation."""
    hedge = read_hedge(tokens, number)
    if hedge is None or hedge[1] != start or hedge[0] not in _OPPOSITE:
        return None
    return negation_before(tokens, start)
