"""One written number against one value: whether it is right, and if not, in what way."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal as OneOf

from proseproof.language.hedge import Hedge
from proseproof.language.literal import Literal
from proseproof.model import Limits

Fault = OneOf["stale", "slack"]


def noise(value: Fraction, step: Fraction) -> Fraction:
    """How far a float may be off without meaning it.

    An IEEE 754 double keeps 53 bits, about 1.1e-16 of its size; a few operations make that 1e-14.
    A difference of near numbers loses more, for which a billionth of the written step stands in.
    """
    return abs(value) / 10**14 + step / 10**9


def judge_number(
    literal: Literal, hedge: Hedge | None, value: Fraction, noisy: bool,
    limits: Limits, factor: bool = False,
) -> Fault | None:  # fmt: skip
    """Whether `literal` may stand for `value`, which is in the unit that the phrase says.

    None: right. "stale": wrong. "slack": on the right side of its bound, but so far that it no
    longer says anything. factor: the number is a factor (`2.1x`), whose slack counts the excess
    over 1. The meaning of each hedge is the table "Hedges" of the reference.
    """
    written = literal.value
    if hedge is None or hedge == "up to":
        off, half = abs(value - written), literal.step / 2
        right = off <= half or (noisy and off <= half + noise(value, literal.step))
        return None if right else "stale"
    slip = noise(value, literal.step) if noisy else Fraction(0)
    if hedge == "about":
        return None if _is_about(literal, value, slip, limits) else "stale"
    if hedge == "nearly":
        below = value < written - slip and value >= written - abs(written) * _share(limits)
        return None if below else "stale"
    return _judge_bound(hedge, written, value, slip, limits, factor)


def _share(limits: Limits) -> Fraction:
    return Fraction(limits.about)


def _is_about(literal: Literal, value: Fraction, slip: Fraction, limits: Limits) -> bool:
    off = abs(value - literal.value)
    if off > abs(literal.value) * _share(limits) + slip:
        return False
    return literal.fraction or off <= literal.grain / 2 + slip


def _judge_bound(
    hedge: Hedge, written: Fraction, value: Fraction, slip: Fraction, limits: Limits, factor: bool
) -> Fault | None:
    inclusive = hedge in ("at least", "at most")
    upward = hedge in ("more", "at least")
    ahead = value - written if upward else written - value
    if ahead < -slip or (not inclusive and ahead <= slip):
        return "stale"
    sizes = [(written, value)]
    if factor and written > 1 and value > 1:
        sizes.append((written - 1, value - 1))
    limit = Fraction(limits.slack)
    return "slack" if any(_far(one, other, limit, slip) for one, other in sizes) else None


def _far(written: Fraction, value: Fraction, limit: Fraction, slip: Fraction) -> bool:
    """Whether one is more than `limit` times the other; from 0 nothing is far."""
    if written == 0 or value == 0:
        return False
    if (written > 0) != (value > 0):
        return True
    near, far = sorted((abs(value), abs(written)))
    return far > near * limit + slip
