"""The numbers that a run of tokens says, each with its unit, its hedge and its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal as OneOf

from proseproof.language.hedge import Hedge, read_hedge
from proseproof.language.literal import Literal, raise_to
from proseproof.language.token import Token, may_be_counted
from proseproof.language.units import (
    FACTOR,
    POINTS,
    Unit,
    is_time,
    rate,
    unit_of_spelling,
)
from proseproof.nouns import dataclass

Tie = OneOf["dash", "to", "between", "list"]


@dataclass(frozen=True)
class Said:
    """One number of a text. at: its token's index; after: the index behind the number and its unit.

    unit: the unit written right behind it, or lent by a later number of its list (then `lent`).
    tie: how it hangs together with the next number, where it does.
    """

    literal: Literal
    at: int
    after: int
    unit: Unit | None = None
    lent: Unit | None = None
    hedge: Hedge | None = None
    tie: Tie | None = None


_CONNECTORS = frozenset({"to", "and", "or", "vs", "versus", "against", ",", "-", "±", "→"})
_POINTS = (["-", "points"], ["-", "point"])
_EACH_TIME = frozenset({"a", "an", "every", "each"})
_GAP_WORDS = frozenset({"the", "a", "an", "at"})


def unit_behind(tokens: Sequence[Token], number: int) -> tuple[Unit, int] | None:
    """The unit of the number at index `number`, and the index behind it; or None.

    Behind a part an article may stand before it: half a second, a quarter of an hour.
    """
    unit = unit_at(tokens, number + 1)
    literal = tokens[number].literal
    if unit is not None or literal is None or not literal.fraction:
        return unit
    at = number + 1
    at += at < len(tokens) and tokens[at].norm == "of"
    if at < len(tokens) and tokens[at].norm in ("a", "an"):
        return unit_at(tokens, at + 1)
    return None


def unit_at(tokens: Sequence[Token], at: int) -> tuple[Unit, int] | None:
    """The unit written from index `at` on, behind a number, and the index behind it; or None."""
    if at >= len(tokens) or tokens[at].kind == "number":
        return None
    first = tokens[at]
    if first.norm == "-" and _touching(tokens, at - 1) and _touching(tokens, at):
        if at + 1 < len(tokens) and tokens[at + 1].norm not in ("to", "and", "or"):
            hyphenated = unit_at(tokens, at + 1)  # a 5-second pause
            return hyphenated if hyphenated and tokens[at + 1].kind == "word" else None
        return None
    words = [token.written for token in tokens[at : at + 3]]
    if words[0] in ("x", "×") and _multiplies(tokens, at):
        return None
    if words[0] == "%" and [word.lower() for word in words[1:]] in _POINTS:
        return POINTS, at + 3
    rated = _rate(words, tokens, at)
    if rated is not None:
        return rated
    of_a_noun = _rate_of_a_noun(words) if first.kind == "word" else None
    if of_a_noun is not None:
        return of_a_noun, at + 3
    if len(words) > 1:
        joint = "" if _touching(tokens, at) else " "
        unit = unit_of_spelling(joint.join(words[:2])) or unit_of_spelling(" ".join(words[:2]))
        if unit is not None:
            return unit, at + 2
    unit = unit_of_spelling(words[0])
    return (unit, at + 1) if unit is not None else None


def _rate(words: list[str], tokens: Sequence[Token], at: int) -> tuple[Unit, int] | None:
    """`/s`, `q/s`, `GB/s`, `per second`, `tokens per minute`."""
    counted = int(tokens[at].kind == "word" and words[0] != "per")
    behind = words[counted : counted + 2]
    if len(behind) < 2 or not (
        behind[0] == "per" or (behind[0] == "/" and _touching(tokens, at + counted))
    ):
        return None
    unit = unit_of_spelling(f"{words[0] if counted else ''}/{behind[1]}")
    return (unit, at + counted + 2) if unit is not None else None


def _rate_of_a_noun(words: list[str]) -> Unit | None:
    """`runs a minute`, `tokens every second`. Over a column without a unit it is none, for the time
    may stand for itself: "took 3 steps a minute apart"."""
    if len(words) < 3 or words[1] not in _EACH_TIME or not may_be_counted(words[0]):
        return None
    time = unit_of_spelling(words[2])
    named = time is not None and is_time(time) and len(words[2]) > 2
    return replace(rate(None, time), soft=True) if time is not None and named else None


def _touching(tokens: Sequence[Token], at: int) -> bool:
    """Whether no space stands between the token at `at` and the next."""
    return 0 <= at < len(tokens) - 1 and tokens[at].end == tokens[at + 1].start


def _multiplies(tokens: Sequence[Token], at: int) -> bool:
    """Whether `x` multiplies what follows: between two numbers that are spaced alike on both sides
    (`16 × 300`, `2x2`), or before a name (`8×H100`, `8 × H100`)."""
    if at + 1 >= len(tokens):
        return False
    if tokens[at + 1].kind == "word":
        name = any(char.isdigit() for char in tokens[at + 1].written)
        return name or _touching(tokens, at)
    return tokens[at + 1].kind == "number" and _touching(tokens, at - 1) == _touching(tokens, at)


def read_numbers(tokens: Sequence[Token], start: int = 0, end: int | None = None) -> list[Said]:
    """Every number of `tokens[start:end]`, digits and words, with its own unit and hedge."""
    stop = len(tokens) if end is None else end
    inside = tokens[:stop]
    numbers: list[Said] = []
    for at in range(start, stop):
        literal = tokens[at].literal
        if literal is None:
            continue
        unit = unit_behind(inside, at)
        if unit is None and literal.factor:
            unit = FACTOR, at + 1
        hedge = read_hedge(tokens, at, start)
        numbers.append(
            Said(
                literal, at, unit[1] if unit else at + 1,
                unit[0] if unit else None, None, hedge[0] if hedge else None,
            )
        )  # fmt: skip
    return numbers


def tie(tokens: Sequence[Token], numbers: Sequence[Said], start: int = 0) -> tuple[Said, ...]:
    """The numbers, told how each hangs together with the next, and lent the unit of a later one.

    A hedge before a range is only a word, but "about" hedges both of its ends.
    """
    tied = [
        replace(said, tie=_tie(tokens, said, after, start)) for said, after in pairwise(numbers)
    ]
    tied += numbers[len(tied) :]
    for index in range(len(tied) - 2, -1, -1):
        here, after = tied[index], tied[index + 1]
        if here.unit is None and here.tie is not None:
            literal = raise_to(here.literal, after.literal)
            tied[index] = replace(here, literal=literal, lent=after.unit or after.lent)
    for index, here in enumerate(tied):
        if here.tie in ("dash", "to", "between"):
            hedge = here.hedge if here.hedge == "about" else None
            tied[index] = replace(here, hedge=hedge)
            if hedge or here.tie != "to":
                tied[index + 1] = replace(tied[index + 1], hedge=hedge)
    return tuple(tied)


def _tie(tokens: Sequence[Token], here: Said, after: Said, start: int) -> Tie | None:
    end = after.at
    hedge = read_hedge(tokens, after.at, here.after)
    if hedge is not None:
        end = hedge[1]
    gap = [token.norm for token in tokens[here.after : end] if token.written != "—"]
    if len(gap) < end - here.after:
        return None  # a dash between clauses ties nothing
    if gap[:2] == ["vs", "."]:
        del gap[1]
    while gap and gap[-1] in _GAP_WORDS and gap[-1] != "at":
        gap.pop()
    if not gap or any(word not in _CONNECTORS for word in gap):
        return None
    if gap == ["-"]:
        return "dash"
    if gap in (["to"], ["→"]):
        return "to"
    if gap == ["and"] and here.at > start and tokens[here.at - 1].norm == "between":
        return "between"
    return "list"
