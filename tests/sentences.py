"""Sentences with numbers for the properties: what they say, and the data that makes them right."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

from proseproof.language.literal import read_literal, write_like


@dataclass(frozen=True)
class Told:
    """A number of a sentence: as it is written, with its unit, and the value in the capture."""

    written: str
    unit: str
    column: str
    value: float

    @property
    def half(self) -> bool:
        """Whether two roundings of the value are right, so that another digit may be too."""
        literal = read_literal(self.written, 0)
        assert literal is not None
        off = abs(Fraction(str(self.value)) * FACTORS[self.column, self.unit] - literal.value)
        return off * 2 >= literal.step * Fraction(999, 1000)


@dataclass(frozen=True)
class Sentence:
    """Words with numbers between them."""

    words: tuple[str, ...]
    numbers: tuple[Told, ...]

    @property
    def text(self) -> str:
        """The sentence without its stop."""
        parts = [self.words[0]]
        for number, words in zip(self.numbers, self.words[1:], strict=True):
            parts += [number.written + number.unit, words]
        return " ".join(part for part in parts if part)


# What a value in the column is multiplied by to be in the unit of the page.
FACTORS: dict[tuple[str, str], Fraction] = {
    ("time_s", " s"): Fraction(1), ("time_s", " ms"): Fraction(1000),
    ("wait_ms", " s"): Fraction(1, 1000), ("wait_ms", " milliseconds"): Fraction(1),
    ("size_mib", " MiB"): Fraction(1), ("size_mib", " GiB"): Fraction(1, 1024),
    ("disk_gb", " GB"): Fraction(1), ("part_pct", "%"): Fraction(1),
    ("part_ratio", " percent"): Fraction(100), ("gain_ratio", "x"): Fraction(1),
    ("runs", ""): Fraction(1), ("runs", " runs"): Fraction(1), ("draw_w", " W"): Fraction(1),
    ("link_gb_per_s", " GB/s"): Fraction(1), ("calls_per_s", " calls per second"): Fraction(1),
}  # fmt: skip

_STYLES = st.sampled_from(
    ["1", "1.2", "1.23", "0.001", "1,234", "1\u2009234.5", "1_234", "−1.5", "12k", "1.2e-3"]
)
_MIDDLES = st.sampled_from(["then came", "and it used", "with", "but later it had", "(as told)"])


@st.composite
def told(draw: st.DrawFn) -> Told:
    """A number that the library itself writes for a value, in one of the styles of the format."""
    column, unit = draw(st.sampled_from(sorted(FACTORS)))
    value = draw(st.integers(1, 10**7)) / 10 ** draw(st.integers(0, 4))
    style = read_literal(draw(_STYLES), 0)
    assert style is not None
    if unit == "x" and style.written in ("12k", "1.2e-3"):
        unit, column = "", "runs"  # nobody writes `12kx`
    exact = Fraction(str(value)) * FACTORS[column, unit]
    if style.sign:
        value, exact = -value, -exact
    written = write_like(style, exact)
    assert written is not None
    return Told(written, unit, column, value)


@st.composite
def sentences(draw: st.DrawFn) -> tuple[Sentence, ...]:
    """Sentences of a page, each with a name of its own."""
    made = []
    for index in range(draw(st.integers(1, 4))):
        numbers = tuple(draw(st.lists(told(), min_size=1, max_size=3)))
        middles = tuple(draw(_MIDDLES) for _ in numbers[1:])
        name = f"the job {'abcd'[index] * 3}"
        made.append(Sentence((f"Here {name} had", *middles, "in the end"), numbers))
    return tuple(made)
