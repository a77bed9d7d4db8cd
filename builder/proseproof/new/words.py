"""How a column is called in prose, and how a value of it is written."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from proseproof.judge.quantity import with_unit
from proseproof.language.literal import decimal_text, round_to
from proseproof.language.units import Unit, unit_of_suffix
from proseproof.suggest.relation import Leaf

_LONG = {
    "s": "seconds", "ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds",
    "minute": "minutes", "hour": "hours", "B": "bytes", "percent": "percent", "W": "watts",
    "x": "", "pp": "percentage points",
}  # fmt: skip
_DIGITS = 3


def words_of(leaf: Leaf) -> str:
    """The name of a column as words, without its unit: `wake up median` for `wake_up.median_s`.

    Digits are left out where they are no part of a word: in prose they would be numbers.
    """
    tail = leaf.path[-1]
    if leaf.unit is not None:
        tail = _without_unit(tail)
    names = [*leaf.path[-2:-1], tail] if len(leaf.path) > 1 else [tail]
    words = re.findall(r"[^\W_]+", " ".join(names))
    kept = [word for word in words if not word[0].isdigit()]
    return " ".join(kept) or "value"


def _without_unit(name: str) -> str:
    """`rate` of `rate_mb_per_s`, `requests` of `requests_per_s`; a name that is all unit stays."""
    parts = name.split("_")
    if parts[-2:-1] == ["per"]:
        parts = parts[:-2]
        if len(parts) > 1 and unit_of_suffix(parts[-1].lower()) is not None:
            parts.pop()
    elif len(parts) > 1:
        parts.pop()
    return "_".join(parts)


def axis_title(leaf: Leaf) -> str:
    """The words with the unit spelt out: `Wake up median, seconds`."""
    words = words_of(leaf)
    unit = leaf.unit
    long = "" if unit is None else _LONG.get(unit.code, unit.symbol)
    title = words[:1].upper() + words[1:]
    return f"{title}, {long}" if long else title


def places_for(*values: Fraction) -> int:
    """Decimal places at which each value keeps three digits, and all that differ look different."""
    sizes = [math.floor(math.log10(abs(value))) for value in values if value]
    places = max(0, _DIGITS - 1 - min(sizes, default=0))
    exact = max(_exact_places(value) for value in values)
    places = min(places, exact)
    step = Fraction(1, 10**places)
    while len({round_to(value, step) for value in values}) < len(set(values)) and places < 12:
        places += 1
        step /= 10
    return places


def _exact_places(value: Fraction) -> int:
    """Decimal places that write the value exactly, at most twelve."""
    places = 0
    while (value * 10**places).denominator != 1 and places < 12:
        places += 1
    return places


def written(value: Fraction, places: int, unit: Unit | None) -> str:
    """A value with its unit: `12.4 s`."""
    return with_unit(decimal_text(value, places), unit)


def bare(value: Fraction, places: int) -> str:
    """A value without its unit, for the first of two that share one."""
    return decimal_text(value, places)
