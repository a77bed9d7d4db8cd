"""The words of a phrase that say which way a change goes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal as OneOf

from proseproof.language.hedge import read_hedge
from proseproof.language.reading import Said
from proseproof.language.token import Token

Direction = OneOf["less", "more", "faster", "slower", "signed", "improvement", "level", "part"]

_WORDS: dict[Direction, str] = {
    "less": (
        "less fewer lower smaller shorter cheaper lighter fall falls fell fallen falling down cut"
        " cuts cutting save saves saved saving savings reduce reduces reduced reducing reduction"
        " reductions drop drops dropped dropping decrease decreases decreased decreasing decline"
        " declines declined shrink shrinks shrank shrunk halve halves halved halving trim trims"
        " trimmed lose loses lost lowers lowered lowering slash slashes slashed shave shaves shaved"
        " plunge plunges plunged sink sinks sank"
    ),
    "more": (
        "more higher larger longer bigger greater heavier rise rises rose risen rising up grow"
        " grows grew grown growing growth increase increases increased increasing gain gains"
        " gained lift lifts lifted climb climbs climbed double doubles doubled doubling triple"
        " triples tripled tripling quadruple quadruples"
        " quadrupled quadrupling raise raises raised raising boost boosts boosted"
        " boosting jump jumps jumped surge surges surged"
    ),
    "faster": (
        "faster quicker speedup speedups speed-up speed-ups sped accelerate accelerates accelerated"
        " acceleration"
    ),
    "slower": "slower slowdown slowdowns slow-down slow-downs slows slowed slowing",
    "improvement": "improvement improvements improve improves improved improving better",
}
_DIRECTIONS = {word: name for name, words in _WORDS.items() for word in words.split()}
COMPARATIVES = frozenset(_DIRECTIONS)
"""The words that compare one number with another."""

_AS: dict[str, Direction] = {
    "fast": "faster", "quick": "faster", "quickly": "faster", "slow": "slower", "slowly": "slower",
}  # fmt: skip
# "Speeds up" and "slows down" are one word in two, between which something short may stand.
_IN_TWO: dict[str, tuple[frozenset[str], Direction]] = {
    "up": (frozenset({"speeds", "sped", "speeding"}), "faster"),
    "down": (frozenset({"slows", "slowed", "slowing"}), "slower"),
}
_APART = 4
_CLAUSE_ENDS = frozenset({";", ".", ":", "?", "!", ",", "(", ")"})
_NEXT_CLAUSE = frozenset({"and", "but", "while", "whereas", "then", "or", "with"})
_ARTICLES = frozenset({"the", "a", "an", "by"})


def direction_of(
    tokens: Sequence[Token], said: Said, group: Sequence[Said], measure: str
) -> Direction | None:
    """Which way the number `said` reads a change; None where no word or sign says it.

    group: the numbers that share its words, itself among them: "12 and 5 percent less". What
    counts is the nearest word behind the group in its clause, else the nearest before it. A hedge
    ("more than") is no direction. "Times" that nothing turns multiplies: more. "Level" is a number
    that says where a move arrives ("fell to 17 s"), "part" one that says how much of the whole is
    left ("a third of the time").
    """
    own = said.literal.written.lower()
    if own in _DIRECTIONS:
        return _DIRECTIONS[own]  # the number is the word: halved, doubled
    first, last = group[0], group[-1]
    found = _nearest(tokens, range(last.after, len(tokens)), first, _NEXT_CLAUSE)
    if found is None:
        found = _nearest(tokens, range(first.at - 1, -1, -1), first, frozenset())
        if found is not None and _arrives(tokens, first):
            return "level"
    signed = bool(said.literal.sign) and found in (None, "less", "more")
    if signed and measure != "factor":
        return "signed"
    if found is not None:
        return found
    if measure == "points":
        return "signed"
    if measure == "factor" and (_is_times(tokens, last) or said.literal.factor):
        return "more"
    return "part" if measure == "share" and _is_part(tokens, last) else None


def _nearest(
    tokens: Sequence[Token], order: Iterable[int], said: Said, ends: frozenset[str]
) -> Direction | None:
    hedge = read_hedge(tokens, said.at)
    hedged = range(hedge[1], said.at) if hedge is not None else range(0)
    for index in order:
        norm = tokens[index].norm.lower()
        if index in hedged:
            continue
        if norm == "as" and index + 1 < len(tokens) and tokens[index + 1].norm in _AS:
            return _AS[tokens[index + 1].norm]
        if norm in _IN_TWO:
            verbs, in_two = _IN_TWO[norm]
            before = tokens[max(index - _APART, 0) : index]
            if any(token.norm.lower() in verbs for token in before):
                return in_two
        if norm in _DIRECTIONS and not (norm == "up" and _next(tokens, index) == "to"):
            return _DIRECTIONS[norm]
        if tokens[index].kind == "number" or norm in _CLAUSE_ENDS or norm in ends:
            return None
    return None


def _next(tokens: Sequence[Token], index: int) -> str:
    return tokens[index + 1].norm if index + 1 < len(tokens) else ""


def _arrives(tokens: Sequence[Token], said: Said) -> bool:
    """Whether "to" stands before the number, and no number before that."""
    at = said.at
    hedge = read_hedge(tokens, at)
    at = hedge[1] if hedge is not None else at
    while at > 0 and tokens[at - 1].norm in _ARTICLES:
        at -= 1
    return at > 0 and tokens[at - 1].norm == "to"


def _is_times(tokens: Sequence[Token], said: Said) -> bool:
    """Whether a factor multiplies: 5.7 times, 5.7x as much, 5.7x the rate."""
    behind = [token.norm for token in tokens[said.at + 1 : said.at + 3]]
    return behind[:1] == ["times"] or behind[1:] in (["as"], ["the"], ["that"])


def _is_part(tokens: Sequence[Token], said: Said) -> bool:
    """Whether a part is left of the whole: a third of the time, half as long, half the time."""
    return said.after < len(tokens) and tokens[said.after].norm in ("of", "as", "the")
