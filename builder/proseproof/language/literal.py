"""A number as written: its value, its places, and how to write another in its style."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import cache, cached_property
from math import inf
from unicodedata import numeric

from proseproof.language.numeral import write_numeral
from proseproof.model import DecimalMark
from proseproof.nouns import dataclass

THIN = "\u2009\u202f\u00a0"  # thin, narrow no-break and no-break space part thousands
MINUS = "-\u2212\u2013\u2010\u2011"
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_SCALES = {
    "k": 3, "K": 3, "M": 6, "hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12,
    "bn": 9,
}  # fmt: skip
_CURRENCY = "$€£¥"
_PARTS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"


@dataclass(frozen=True)
class Literal:
    """A number of a text, `start` and `end` being its characters there, sign included.

    value: what it says, exactly. step: one in the last place written (`12k`: 1000; `0.60`: 1/100).
    grain: one in the last significant place (trailing zeros of an integer are not significant).
    sign: as written, "" for none. words: it is written in words. fraction: as a part (two thirds).
    factor: the word itself multiplies (twice). weak: the word often counts nothing ("one").
    twin: the digits of a quantity said twice, `fifteen (15)`. raised: the power of ten that a later
    number lends, in `3 to 5 million`.
    """

    start: int
    end: int
    written: str
    value: Fraction
    step: Fraction
    grain: Fraction
    sign: str = ""
    words: bool = False
    fraction: bool = False
    factor: bool = False
    weak: bool = False
    twin: Literal | None = None
    raised: int = 0

    @cached_property
    def size(self) -> float:
        """The value, as near as a float is to it."""
        return nearest_float(self.value)

    @cached_property
    def width(self) -> float:
        """The step, as near as a float is to it."""
        return nearest_float(self.step)

    @property
    def disagrees(self) -> bool:
        """Whether it is said twice, and the word and the digits are not the same number."""
        return self.twin is not None and self.twin.value != self.value

    @property
    def money(self) -> str:
        """The sign of currency that is written with it, or nothing."""
        return next((char for char in self.written if char in _CURRENCY), "")

    @property
    def places(self) -> int:
        """Decimal places written; negative where the last place written is tens, hundreds, …"""
        return _exponent(self.step)


def nearest_float(value: Fraction) -> float:
    """A number as a float; an infinite one where there is none so big."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def _pattern(mark: DecimalMark) -> re.Pattern[str]:
    group = rf"[,_{THIN}]" if mark == "." else rf"[._{THIN}]"
    point = re.escape(mark)
    # No more places: `1e9999999` is a name, not a number of ten million digits.
    exponent, raised = r"\d{1,3}(?!\d)", "[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?![⁰¹²³⁴⁵⁶⁷⁸⁹])"
    power = rf"[ {THIN}]?[×x·][ {THIN}]?10(?:\^[-−]?{exponent}|[⁻⁺]?{raised})"
    return re.compile(
        rf"(?P<sign>[+{re.escape(MINUS)}](?=[{_CURRENCY}]?(?:{point}?\d|[{_PARTS}])))?"
        rf"(?P<money>[{_CURRENCY}](?={point}?\d))?"
        rf"(?:(?P<ten>10(?:\^[-−]?{exponent}|[⁻⁺]?{raised}))"
        rf"|(?P<mixed>\d{{0,9}}[{_PARTS}])"
        rf"|(?:(?P<whole>\d{{1,3}}(?:{group}\d{{3}})+(?!\d)|\d+)(?P<part>{point}\d+)?|(?P<bare>{point}\d+))"
        rf"(?P<power>{power}|[eE][-+−]?\d{{1,3}}(?![\w]))?"
        rf"(?P<scale>(?:[kKM]|[ {THIN}]?bn|[ {THIN}](?:hundred|thousand|million|billion|trillion))"
        r"(?![^\W_]))?)"
    )


_PATTERNS: dict[str, re.Pattern[str]] = {".": _pattern("."), ",": _pattern(",")}

_YEAR = r"(?:19|20)\d\d"
_DAY = r"(?:0[1-9]|1[0-2])(?:[-/](?:0[1-9]|[12]\d|3[01]))"
_NO_NUMBER = re.compile(
    rf"{_YEAR}[-/]{_DAY}(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\d])"
    rf"|{_YEAR}-(?:0[1-9]|1[0-2])(?![\d-])"
    r"|\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?!\d)"
    r"|\d+(?:\.\d+){2,}[^\s()=/,;]*"
    r"|\d+(?:\.\d+)*\.x(?![^\W_])"
    r"|0[xX][0-9a-fA-F]+"
    r"|\d+(?:\.\d+)?(?:st|nd|rd|th|D)(?![^\W_])"
    r"|(?!\d+x\d)(?!\d+(?:h|min|m|s)\d+(?:min|ms|m|s)?(?![\w]))(?!\d+[eE]\d{1,3}(?![\w]))\d+[^\W\d_]+\d[^\s=(/)\]}>,;]*"
    rf"|\d[\d.,_{THIN}]{{400,}}"
)


def no_number(text: str, at: int, mark: DecimalMark) -> int | None:
    """The end of a date, time, version, hash, ordinal or endless row that begins at `at`."""
    found = _NO_NUMBER.match(text, at)
    if found is None:
        return None
    if mark == "," and re.fullmatch(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?", found.group()):
        return None
    return found.end()


def read_literal(text: str, at: int, mark: DecimalMark = ".") -> Literal | None:
    """The number written at `at` (a sign, a currency sign, a digit or a decimal point), or None."""
    found = _PATTERNS[mark].match(text, at)
    if found is None:
        return None
    sign = found["sign"] or ""
    if found["ten"]:
        digits = "1"
        value = step = _power_of_ten(_superscript(found["ten"][2:]))
    elif found["mixed"]:
        digits, step = found["mixed"][:-1], Fraction(1, 100)  # as a half in words
        part = Fraction(numeric(found["mixed"][-1])).limit_denominator(10)
        value = int(digits or "0") + part
    else:
        places = (found["part"] or found["bare"] or "")[1:]
        digits = re.sub(r"\D", "", found["whole"] or "") + places
        exponent = _power(found["power"]) + _scale(found["scale"])
        step = _power_of_ten(exponent - len(places))
        value = int(digits) * step
    if sign and sign != "+":
        value = -value
    written = text[at : found.end()]
    grain, is_part = _grain(digits, step), bool(found["mixed"])
    return Literal(at, found.end(), written, value, step, grain, sign, fraction=is_part)


def raise_to(literal: Literal, after: Literal) -> Literal:
    """A number as the next one of its range or list means it: 3 million, in `3 to 5 million`.

    Only where it is the smaller one and of three digits at most has it the scale of the next.
    """
    exponent = after.raised or _written_scale(after)
    if not exponent or literal.words or not _BARE.fullmatch(literal.written):
        return literal
    size = _power_of_ten(exponent)
    if not 0 < literal.value < 1000 or literal.value * size > after.value:
        return literal
    value, step, grain = literal.value * size, literal.step * size, literal.grain * size
    return replace(literal, value=value, step=step, grain=grain, raised=exponent)


def _written_scale(literal: Literal) -> int:
    found = None if literal.words else _SCALED.search(literal.written)
    return _scale(found[0]) if found else 0


_BARE = re.compile(rf"[{_CURRENCY}]?[\d.,]+")
_SCALED = re.compile(
    rf"[kKM]$|[ {THIN}]?bn$|[ {THIN}](?:hundred|thousand|million|billion|trillion)$"
)


def _power(written: str | None) -> int:
    if not written:
        return 0
    if written[0] in "eE":
        return int(written[1:].replace("−", "-"))
    return _superscript(written[written.index("10") + 2 :])


def _scale(written: str | None) -> int:
    """The power of ten that `k` or ` million` stands for."""
    return _SCALES[written.strip()] if written else 0


def _superscript(written: str) -> int:
    return int(written.lstrip("^").replace("−", "-").translate(_SUPERSCRIPTS))


def _grain(digits: str, step: Fraction) -> Fraction:
    """One in the last place of the digits that is not a trailing zero, where the last counts 1."""
    significant = digits.rstrip("0")
    if step < 1 or not significant:
        return step
    return step * _power_of_ten(len(digits) - len(significant))


@cache
def _power_of_ten(exponent: int) -> Fraction:
    return Fraction(10) ** exponent


def _exponent(step: Fraction) -> int:
    places = 0
    while step < 1:
        step, places = step * 10, places + 1
    while step >= 10:
        step, places = step / 10, places - 1
    return places


def round_to(value: Fraction, step: Fraction) -> Fraction:
    """The multiple of `step` nearest to `value`; at an exact half the even one."""
    return round(value / step) * step


def decimal_text(value: Fraction, places: int, mark: DecimalMark = ".") -> str:
    """`value` rounded to `places` decimal places, in plain digits (`-0.60`), however long."""
    scaled = round(value * Fraction(10) ** places)
    digits = str(abs(scaled)).rjust(max(places, 0) + 1, "0")
    whole = digits[:-places] if places > 0 else digits + "0" * (-places if scaled else 0)
    part = f"{mark}{digits[-places:]}" if places > 0 else ""
    return f"{'-' if scaled < 0 else ''}{whole}{part}"


def write_like(literal: Literal, value: Fraction, mark: DecimalMark = ".") -> str | None:
    """`value` written as `literal` is: its places, separators, sign, scale, words up to twelve.

    None where that style cannot write it (a word for 13, a negative behind no sign of its own).
    """
    if literal.twin is not None:
        return _write_twin(literal, value, mark)
    if literal.words:
        return _write_words(literal, value)
    found = _PATTERNS[mark].fullmatch(literal.written)
    if found is None or found["ten"] or found["mixed"]:
        return None
    whole = found["whole"] or "0"
    scale = _power(found["power"]) + _scale(found["scale"]) + literal.raised
    part = len(found["part"] or found["bare"] or ".") - 1
    digits = decimal_text(abs(value) / Fraction(10) ** scale, part, mark)
    rounded_to_zero = not digits.strip("0.,")
    head, _, tail = digits.partition(mark)
    separator = re.sub(r"\d", "", whole)[:1]
    if separator:
        head = _grouped(head, separator)
    elif len(whole) > 3 and found["power"] is None:
        separator = ""
    if found["bare"]:
        head = "" if head == "0" else head
    sign = _sign(literal, value, rounded_to_zero)
    if sign is None:
        return None
    return (
        f"{sign}{found['money'] or ''}{head}{mark if tail else ''}{tail}"
        f"{found['power'] or ''}{found['scale'] or ''}"
    )


def _sign(literal: Literal, value: Fraction, zero: bool) -> str | None:
    if value < 0 and not zero:
        return literal.sign if literal.sign not in ("", "+") else "\u2212"
    if literal.sign in ("", "+"):
        return literal.sign
    return literal.sign if zero else "+"


def _grouped(digits: str, separator: str) -> str:
    first = len(digits) % 3 or 3
    return separator.join(
        [digits[:first], *(digits[i : i + 3] for i in range(first, len(digits), 3))]
    )


def _write_words(literal: Literal, value: Fraction) -> str | None:
    if literal.fraction or literal.factor or (literal.weak and literal.written.lower() != "one"):
        return None
    word = write_numeral(round_to(value, literal.step))
    if word is None:
        return None
    return word.capitalize() if literal.written[:1].isupper() else word


def _write_twin(literal: Literal, value: Fraction, mark: DecimalMark) -> str | None:
    assert literal.twin is not None
    word = _write_words(replace(literal, twin=None, words=True), value)
    digits = write_like(literal.twin, value, mark)
    return None if word is None or digits is None else f"{word} ({digits})"
