"""Which number of a phrase stands for which value of its query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from proseproof.judge.quantity import Quantity
from proseproof.language.reading import Said
from proseproof.language.token import Token
from proseproof.language.units import FACTOR, conversion


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


def pair(
    tokens: Sequence[Token], numbers: Sequence[Said], values: Sequence[Quantity], each: bool
) -> Pairing | None:
    """Pairs the numbers of a phrase with the numeric `values`; None where they do not pair.

    Digits first; if they do not make up the count, number words join in, those that often count
    nothing ("one", "a minute") last. Then two numbers of `4 of 12` may be one ratio; then one
    number may stand for every value, where the phrase says each, every, both or all.
    """
    tiers = [[i for i, said in enumerate(numbers) if _tier(said) <= tier] for tier in range(4)]
    for chosen in tiers:
        if len(chosen) == len(values):
            return Pairing(tuple((ordinal,) for ordinal in chosen))
    for chosen in tiers:
        slots = _with_ratios(tokens, numbers, chosen, values)
        if slots is not None:
            return Pairing(slots)
    if each or any(token.norm in _EACH for token in tokens):
        for chosen in tiers:
            if len(chosen) == 1 and values:
                return Pairing(tuple((chosen[0],) for _ in values))
    return None


def _tier(said: Said) -> int:
    literal = said.literal
    if not literal.words or literal.twin is not None:
        return 0
    if not literal.weak:
        return 1
    return 3 if literal.written.lower() in ("a", "an") else 2


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


def _is_quotient(tokens: Sequence[Token], top: Said, bottom: Said) -> bool:
    between = [token.norm for token in tokens[top.at + 1 : bottom.at]]
    return between in (["/"], ["of"], ["of", "the"], ["out", "of"]) and bottom.literal.value != 0


def quotient(top: Said, bottom: Said) -> Fraction:
    """The ratio that `29/30` says."""
    return top.literal.value / bottom.literal.value
