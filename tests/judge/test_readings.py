"""The table of changes, row by row: a time, a rate, a size and a score, with hand-made numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proseproof.judge.direction import Direction
from proseproof.judge.readings import READINGS, Kind, Measure


@pytest.mark.parametrize(
    ("measure", "direction", "values", "kind", "number"),
    [
        ("percent", "less", (100, 80), "time", "1/5"),
        ("percent", "less", (100, 80), "other", "1/5"),
        ("percent", "more", (100, 125), "rate", "1/4"),
        ("percent", "more", (100, 80), "time", "-1/5"),
        ("percent", "signed", (100, 80), "other", "-1/5"),
        ("percent", "faster", (100, 80), "time", "1/4"),
        ("percent", "faster", (80, 100), "rate", "1/4"),
        ("percent", "faster", (80, 100), "other", None),
        ("percent", "slower", (80, 100), "time", "1/4"),
        ("percent", "slower", (100, 80), "rate", "1/5"),
        ("factor", "more", (40, 100), "other", "5/2"),
        ("factor", "less", (100, 40), "other", "5/2"),
        ("factor", "faster", (100, 40), "time", "5/2"),
        ("factor", "faster", (40, 100), "rate", "5/2"),
        ("factor", "slower", (40, 100), "time", "5/2"),
        ("factor", "slower", (100, 40), "rate", "5/2"),
        ("factor", "slower", (100, 40), "other", None),
        ("points", "signed", (60, 66), "other", "6"),
        ("points", "less", (66, 60), "other", "6"),
        ("amount", "less", (69, 60), "time", "9"),
        ("amount", "more", (60, 69), "other", "9"),
        ("amount", "faster", (69, 60), "time", "9"),
        ("amount", "slower", (60, 69), "time", "9"),
        ("amount", "slower", (69, 60), "rate", "9"),
        ("share", "less", (100, 75), "time", "1/4"),
        ("share", "part", (99, 33), "time", "1/3"),
        ("percent", "less", (0, 5), "time", None),
        ("factor", "faster", (5, 0), "time", None),
    ],
)
def test_a_row_of_the_table(
    measure: Measure, direction: Direction, values: tuple[int, int], kind: Kind, number: str | None
) -> None:
    """What a number of this kind says of two values with a word of this direction."""
    read = READINGS[measure, direction].of(Fraction(values[0]), Fraction(values[1]), kind)
    assert read == (None if number is None else Fraction(number))
