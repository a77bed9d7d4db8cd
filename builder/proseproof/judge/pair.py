"""Which number of a phrase stands for which value of its query."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proseproof.judge.quantity import Quantity
from proseproof.language.reading import Said
from proseproof.language.token import Token
from proseproof.language.units import FACTOR, conversion, is_time
from proseproof.nouns import dataclass


@dataclass(frozen=True)
class Pairing:
    """slots: for each value the ordinals of the phrase's numbers that stand for it.

    One ordinal as a rule; two where `29/30` is one ratio; the same one each time where one number
    stands for every value.
    """

    slots: tuple[tuple[int, ...], ...]

    @property
    def ordinals(self) -> frozenset[int]:
        """The numbers of the phrase that stand for a value."""
        return frozenset(ordinal for slot in self.slots for ordinal in slot)


_EACH = frozenset({"each", "every", "both", "all"})
_NONE: frozenset[int] = frozenset()


def pair(
    tokens: Sequence[Token], numbers: Sequence[Said], values: Sequence[Quantity], each: bool,
    named: frozenset[int] = _NONE,
) -> Pairing | None:  # fmt: skip
    """Pairs the numbers of a phrase with the numeric `values`; None where they do not pair.

    Digits first; if they do not make up the count, number words join in. Then two numbers of
    `4 of 12` or `one in fifty` may be one ratio. One number may stand for every value where the
    claim or the phrase says so. named: ordinals that belong to a name, which stand for no value.
    """
    tiers = _tiers(numbers, named)
    says_each = any(token.norm in _EACH for token in tokens)
    if (each or (says_each and _one_column(values))) and len(tiers[0]) == 1 < len(values):
        return _for_all(tiers[0], values)
    chosen = choose(numbers, values, named)
    if chosen is not None:
        return Pairing(tuple((ordinal,) for ordinal in chosen))
    for tier in tiers:
        slots = _with_ratios(tokens, numbers, tier, values)
        if slots is not None:
            return Pairing(slots)
    if each or says_each:
        for tier in tiers:
            if len(tier) == 1:
                return _for_all(tier, values)
    return None


def choose(
    numbers: Sequence[Said], values: Sequence[Quantity], named: frozenset[int] = _NONE
) -> list[int] | None:
    """The ordinals of the numbers that stand for `values` one by one: digits, or all with words.

    "A minute" steps back where no value is a time: then it is the rate of "twelve runs a minute".
    """
    digits, words = _tiers(numbers, named)
    for tier in (digits, words):
        if len(tier) == len(values):
            return tier
    if any(value.unit is not None and is_time(value.unit) for value in values):
        return None
    counts = [at for at in words if numbers[at].literal.written.lower() not in ("a", "an")]
    return counts if len(counts) == len(values) else None


def _tiers(numbers: Sequence[Said], named: frozenset[int]) -> tuple[list[int], list[int]]:
    """The numbers in digits, and all of them."""
    words = [at for at in range(len(numbers)) if at not in named]
    return [at for at in words if in_digits(numbers[at])], words


def in_digits(said: Said) -> bool:
    """Whether a number is written in digits; one said twice is."""
    return not said.literal.words or said.literal.twin is not None


def _one_column(values: Sequence[Quantity]) -> bool:
    return len({value.row for value in values}) == len(values)


def _for_all(tier: Sequence[int], values: Sequence[Quantity]) -> Pairing:
    return Pairing(tuple((tier[0],) for _ in values))


def _with_ratios(
    tokens: Sequence[Token], numbers: Sequence[Said], chosen: Sequence[int],
    values: Sequence[Quantity],
) -> tuple[tuple[int, ...], ...] | None:  # fmt: skip
    """The slots when each quotient over a `_ratio` column counts once, if then the count fits."""
    slots: list[tuple[int, ...]] = []
    at = 0
    for value in values:
        if at >= len(chosen):
            return None
        here = chosen[at]
        after = chosen[at + 1] if at + 1 < len(chosen) else None
        is_share = value.unit is not None and conversion(value.unit, FACTOR) is not None
        if after is not None and is_share and _is_quotient(tokens, numbers[here], numbers[after]):
            slots.append((here, after))
            at += 2
        else:
            slots.append((here,))
            at += 1
    return tuple(slots) if at == len(chosen) else None


_QUOTIENTS = (["/"], ["of"], ["of", "the"], ["out", "of"], ["out", "of", "the"], ["in"])


def _is_quotient(tokens: Sequence[Token], top: Said, bottom: Said) -> bool:
    between = [token.norm for token in tokens[top.at + 1 : bottom.at]]
    return between in _QUOTIENTS and bottom.literal.value != 0


def quotient(top: Said, bottom: Said) -> Fraction:
    """The ratio that `29/30` says."""
    return top.literal.value / bottom.literal.value
