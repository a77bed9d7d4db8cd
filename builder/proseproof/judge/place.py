"""One place where a phrase stands: each of its numbers held against the value it stands for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Literal as OneOf

from proseproof.judge.agree import judge_number
from proseproof.judge.pair import Pairing, quotient
from proseproof.judge.quantity import Quantity
from proseproof.language.literal import Literal
from proseproof.language.reading import Said, read_numbers, tie
from proseproof.language.token import Token
from proseproof.language.units import FACTOR, Unit, conversion
from proseproof.model import Limits
from proseproof.nouns import dataclass

_FLOAT = 1e-9
"""More than floats lose of a number."""

CheckFault = OneOf["stale", "slack", "unit", "reversed", "disagree"]


@dataclass(frozen=True)
class Check:
    """One number of a place against one value.

    said: the number (for `29/30` as one ratio the numerator; `bottom` is the other). unit: the one
    compared in, None for a plain number. wanted: the value in that unit. fault: None when right;
    "unit" where the units do not convert, "reversed" for the ends of a range the wrong way round,
    "disagree" where a quantity said twice differs from itself.
    """

    said: Said
    value: Quantity
    unit: Unit | None
    wanted: Fraction
    fault: CheckFault | None
    bottom: Said | None = None


def check_place(
    tokens: Sequence[Token], start: int, end: int, pairing: Pairing,
    values: Sequence[Quantity], limits: Limits, unit: Unit | None = None,
) -> tuple[Check, ...]:  # fmt: skip
    """Holds the numbers of `tokens[start:end]` against the values paired with them.

    unit: that of the numbers which have none of their own.
    """
    said = read_place(tokens, start, end, pairing.ordinals, unit)
    return check_numbers(said, pairing, values, limits)


def read_place(
    tokens: Sequence[Token], start: int, end: int, ordinals: Collection[int],
    unit: Unit | None = None,
) -> dict[int, Said]:  # fmt: skip
    """The numbers of `tokens[start:end]` that stand for values, by ordinal, tied to one another."""
    numbers = read_numbers(tokens, start, end)
    chosen = sorted(ordinals)
    tied = tie(tokens, [numbers[ordinal] for ordinal in chosen], start)
    return {
        ordinal: one if one.unit is not None or unit is None else replace(one, unit=unit)
        for ordinal, one in zip(chosen, tied, strict=True)
    }


def check_numbers(
    said: Mapping[int, Said], pairing: Pairing, values: Sequence[Quantity], limits: Limits
) -> tuple[Check, ...]:
    """Holds the numbers of a place against the values paired with them."""
    checks = tuple(
        check_said(tuple(said[ordinal] for ordinal in slot), value, limits)
        for slot, value in zip(pairing.slots, values, strict=True)
    )
    return _ranges(_together(checks), limits)


def _together(checks: tuple[Check, ...]) -> tuple[Check, ...]:
    """A bound over several values says enough where it is near to one of them."""
    near = {check.said.at for check in checks if check.fault is None}
    return tuple(
        replace(check, fault=None) if check.fault == "slack" and check.said.at in near else check
        for check in checks
    )


def is_plainly_wrong(
    said: Mapping[int, Said], pairing: Pairing, values: Sequence[Quantity]
) -> bool:
    """Whether a number is off by more than any rounding, which is seen without exact arithmetic.

    Where hundreds of claims have the same words, each is held against the places of all others.
    """
    for slot, value in zip(pairing.slots, values, strict=True):
        one = said[slot[0]]
        literal = one.literal
        off = abs(literal.size - value.size)
        if (
            off > literal.width + abs(value.size) * _FLOAT
            and one.hedge is None
            and len(slot) == 1
            and (value.unit is one.unit or value.unit == one.unit)
            and not literal.words
            and literal.twin is None
        ):
            return True
    return False


def check_said(said: tuple[Said, ...], value: Quantity, limits: Limits) -> Check:
    """Holds one number (two for a quotient such as `29/30`) against the value it stands for."""
    first = said[0]
    if len(said) == 2:
        return _check_quotient(said[0], said[1], value)
    unit, factor = _unit_of(first, value)
    if factor is None:
        return Check(first, value, unit, value.number, "unit")
    wanted = value.number * factor
    if first.literal.disagrees:
        return Check(first, value, unit, wanted, "disagree")
    is_factor = unit is not None and unit.code == FACTOR.code
    fault = judge_number(first.literal, first.hedge, wanted, value.noisy, limits, is_factor)
    return Check(first, value, unit, wanted, fault)


def _check_quotient(top: Said, bottom: Said, value: Quantity) -> Check:
    assert value.unit is not None
    factor = conversion(value.unit, FACTOR)
    assert factor is not None
    wanted = value.number * factor
    right = abs(quotient(top, bottom) - wanted) <= abs(wanted) / 10**9
    return Check(top, value, FACTOR, wanted, None if right else "stale", bottom)


def _unit_of(said: Said, value: Quantity) -> tuple[Unit | None, Fraction | None]:
    """The unit to compare in and the factor to bring the value there; no factor: no comparison."""
    own = said.unit
    if own is not None and value.unit is None:
        return (None, Fraction(1)) if own.soft or said.literal.factor else (own, None)
    unit = own or (said.lent if value.unit is not None else None)
    if unit is None:
        share = said.literal.fraction and said.literal.value <= 1
        if not share or value.unit is None or conversion(value.unit, FACTOR) is None:
            return value.unit, Fraction(1)
        unit = FACTOR  # a third is a third of one, whatever the column counts in
    assert value.unit is not None
    return unit, conversion(value.unit, unit)


def _ranges(checks: tuple[Check, ...], limits: Limits) -> tuple[Check, ...]:
    """Marks both ends of a range that stands the wrong way round."""
    result = list(checks)
    for index, (low, high) in enumerate(pairwise(checks)):
        if low.said.tie not in ("dash", "between") or high.said is low.said:
            continue
        if low.fault == "unit" or high.fault == "unit" or low.bottom or high.bottom:
            continue
        right = low.fault is None and high.fault is None
        written_down = _size(low) > _size(high)
        if (right and written_down) or (not right and _swapped_is_right(low, high, limits)):
            result[index] = replace(low, fault="reversed")
            result[index + 1] = replace(high, fault="reversed")
    return tuple(result)


def _size(check: Check) -> Fraction:
    """The written number in the unit of its value, so that the ends of a range compare."""
    literal: Literal = check.said.literal
    if check.unit is None or check.value.unit is None:
        return literal.value
    factor = conversion(check.unit, check.value.unit)
    return literal.value if factor is None else literal.value * factor


def _swapped_is_right(low: Check, high: Check, limits: Limits) -> bool:
    swapped = (
        check_said((low.said,), high.value, limits),
        check_said((high.said,), low.value, limits),
    )
    return all(check.fault is None for check in swapped)
