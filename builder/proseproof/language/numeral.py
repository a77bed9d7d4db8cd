"""Number words of English and their values: thirty-three, two thirds, a quarter, twice."""

from __future__ import annotations

from fractions import Fraction

from proseproof.nouns import dataclass

_SMALL = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen seventeen eighteen nineteen".split(),
        range(20),
        strict=True,
    )
)
_TENS = dict(
    zip(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(),
        range(20, 100, 10),
        strict=True,
    )
)
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "dozen": 12}
_PARTS = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5,
    "fifths": 5, "sixth": 6, "sixths": 6, "eighth": 8, "eighths": 8, "tenth": 10, "tenths": 10,
}  # fmt: skip
_FACTORS = {
    "twice": 2, "thrice": 3, "halved": 2, "doubled": 2, "tripled": 3, "quadrupled": 4,
}  # fmt: skip

# These multiply only what follows: "doubles the rate", but "double quotes", "it doubles".
_MULTIPLYING = {
    "double": 2, "doubles": 2, "doubling": 2, "triple": 3, "triples": 3, "tripling": 3,
    "quadruple": 4, "quadruples": 4, "quadrupling": 4, "halves": 2, "halving": 2,
}  # fmt: skip
_MULTIPLIED = frozenset({"the", "that", "what", "its", "their"})

_WHOLE = frozenset({*_SMALL, *_TENS, *_SCALES})
WORDS = frozenset({*_SMALL, *_TENS, *_SCALES, *_PARTS, *_FACTORS, *_MULTIPLYING})
_UP_TO_TWELVE = {value: word for word, value in _SMALL.items() if value <= 12}


@dataclass(frozen=True)
class Numeral:
    """A number in words. value: what it says. words: how many words it takes.

    fraction: a part such as two thirds. factor: it multiplies, as "twice". weak: a word that often
    counts nothing ("one of them", "half").
    """

    value: Fraction
    words: int
    fraction: bool = False
    factor: bool = False
    weak: bool = False


def read_numeral(words: list[str]) -> Numeral | None:
    """The longest numeral that `words` (lower-case, hyphens already split) begin with, or None."""
    first = words[0] if words else ""
    if first in _FACTORS:
        return Numeral(Fraction(_FACTORS[first]), 1, factor=True)
    if first in _MULTIPLYING and words[1:2] and words[1] in _MULTIPLIED:
        return Numeral(Fraction(_MULTIPLYING[first]), 1, factor=True)
    article = first in ("a", "an")
    if article or first == "half":
        return _after_article(words, article)
    whole = _integer(words)
    if whole is None:
        return None
    value, used = whole
    part = words[used] if used < len(words) else ""
    if part in _PARTS and (value == 1) != part.endswith(("s", "ves")):
        return Numeral(Fraction(value, _PARTS[part]), used + 1, fraction=True)
    if words[used : used + 3] == ["and", "a", "half"]:
        return Numeral(value + Fraction(1, 2), used + 3, fraction=True)
    return Numeral(Fraction(value), used, weak=words[:used] == ["one"])


def _after_article(words: list[str], article: bool) -> Numeral | None:
    if not article:
        return Numeral(Fraction(1, 2), 1, fraction=True, weak=True)
    second = words[1] if len(words) > 1 else ""
    if second in _PARTS and not second.endswith(("s", "ves")):
        return Numeral(Fraction(1, _PARTS[second]), 2, fraction=True)
    if second in _SCALES:
        whole = _integer(["one", *words[1:]])
        if whole is not None:
            return Numeral(Fraction(whole[0]), whole[1])
    return None


def _integer(words: list[str]) -> tuple[int, int] | None:
    """Reads `three hundred and five`: value and words used; None where no number begins."""
    total = current = used = 0
    seen = False
    floor = 10**12  # the scale above: "two thousand thousand" does not compose
    while used < len(words):
        word = words[used]
        if word in _TENS and (not seen or current % 100 == 0):
            current, used, seen = current + _TENS[word], used + 1, True
            if used < len(words) and 0 < _SMALL.get(words[used], 0) < 10:
                current, used = current + _SMALL[words[used]], used + 1
        elif word in _SMALL and (not seen or (current % 100 == 0 and _SMALL[word])):
            current, used, seen = current + _SMALL[word], used + 1, True
        elif word in ("hundred", "dozen") and seen and 0 < current < 100:
            current, used = current * _SCALES[word], used + 1
        elif word in _SCALES and seen and current and _SCALES[word] < floor:
            floor = _SCALES[word]
            total, current, used = total + current * floor, 0, used + 1
        elif (
            word == "and" and seen and used + 1 < len(words)
            and words[used - 1] in _SCALES
            and (words[used + 1] in _SMALL or words[used + 1] in _TENS)
        ):  # fmt: skip
            used += 1
        else:
            break
    return (total + current, used) if seen else None


def is_malformed(word: str) -> bool:
    """Whether a hyphened word is a spoilt numeral: `thirty-three-six`, `thirty-twelve`.

    Idioms and ranges of two words (`fifty-fifty`, `ten-twelve`) are not, nor is `one-two-three`.
    """
    parts = word.lower().split("-")
    if len(parts) < 2 or not all(part in _WHOLE for part in parts):
        return False
    numeral = read_numeral(parts)
    if numeral is not None and numeral.words == len(parts):
        return False
    if len(parts) == 2:
        return parts[0] in _TENS and _SMALL.get(parts[1], 0) >= 10
    counted = [_SMALL.get(part, -1) for part in parts]
    return counted != list(range(counted[0], counted[0] + len(parts)))


def write_numeral(value: Fraction) -> str | None:
    """The word for a whole number from zero to twelve; None for any other."""
    return _UP_TO_TWELVE.get(int(value)) if value.denominator == 1 else None
