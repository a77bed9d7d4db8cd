"""The words of a phrase that say which way a change goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal as OneOf

from proseproof.language.hedge import read_hedge
from proseproof.language.reading import Said
from proseproof.language.token import Token

Direction = OneOf["less", "more", "faster", "slower", "signed"]

_WORDS: dict[str, str] = {
    "less": (
        "less fewer lower smaller shorter cheaper lighter fall falls fell fallen falling down cut"
        " cuts cutting save saves saved saving savings reduce reduces reduced reducing reduction"
        " reductions drop drops dropped dropping decrease decreases decreased decreasing decline"
        " declines declined shrink shrinks shrank shrunk halve halved halving trim trims trimmed"
        " lose loses lost"
    ),
    "more": (
        "more higher larger longer bigger greater heavier rise rises rose risen rising up grow"
        " grows grew grown growing growth increase increases increased increasing gain gains"
        " gained lift lifts lifted climb climbs climbed double doubled doubling triple tripled tripling"
        " quadrupled"
    ),
    "faster": "faster quicker speedup speedups speed-up speed-ups sped",
    "slower": "slower slowdown slowdowns slow-down slow-downs",
    "improvement": "improvement improvements improve improves improved improving better",
}
_DIRECTIONS = {word: name for name, words in _WORDS.items() for word in words.split()}
_AS = {
    "fast": "faster",
    "quick": "faster",
    "quickly": "faster",
    "slow": "slower",
    "slowly": "slower",
}
_CLAUSE_ENDS = frozenset({";", ".", ":", "?", "!", ","})


def direction_of(
    tokens: Sequence[Token], said: Said, measure: str
) -> Direction | OneOf["improvement"] | None:
    """Which way the number `said` reads a change; None where no word or sign says it.

    The nearest word behind the number in its clause, else the nearest before it. A hedge ("more
    than") is no direction. A bare "times" multiplies: more.
    """
    behind = _first(tokens, range(said.at, len(tokens)), said)
    before = _first(tokens, range(said.at - 1, -1, -1), said)
    found = behind or before
    signed = bool(said.literal.sign) and found in (None, "less", "more")
    if signed and measure != "factor":
        return "signed"
    if found is not None:
        return found  # type: ignore[return-value]
    if measure == "points":
        return "signed"
    if measure == "factor" and (_is_times(tokens, said) or said.literal.factor):
        return "more"
    return None


def _first(tokens: Sequence[Token], order: range, said: Said) -> str | None:
    hedge = read_hedge(tokens, said.at)
    hedged = range(hedge[1], said.at) if hedge is not None else range(0)
    for index in order:
        norm = tokens[index].norm
        ends = norm in _CLAUSE_ENDS or tokens[index].kind == "number"
        if ends and index != said.at and norm not in _DIRECTIONS:
            return None
        if index in hedged:
            continue
        if norm == "as" and index + 1 < len(tokens) and tokens[index + 1].norm in _AS:
            return _AS[tokens[index + 1].norm]
        if norm in _DIRECTIONS and not (norm == "up" and _next(tokens, index) == "to"):
            return _DIRECTIONS[norm]
    return None


def _next(tokens: Sequence[Token], index: int) -> str:
    return tokens[index + 1].norm if index + 1 < len(tokens) else ""


def _is_times(tokens: Sequence[Token], said: Said) -> bool:
    behind = [token.norm for token in tokens[said.at + 1 : said.at + 3]]
    return behind[:1] == ["times"] or behind[1:] == ["as"]
