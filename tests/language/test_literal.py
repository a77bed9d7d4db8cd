"""A number as written, and another written in its style."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from proseproof.language.literal import read_literal, write_like
from proseproof.language.token import tokenize


@pytest.mark.parametrize(
    ("written", "step", "grain"),
    [
        ("0.60", "1/100", "1/100"),
        ("41.2", "1/10", "1/10"),
        ("1,200", "1", "100"),
        ("12k", "1000", "1000"),
        ("3.4M", "100000", "100000"),
        ("3×10⁵", "100000", "100000"),
        ("1.2e-3", "1/10000", "1/10000"),
        ("100", "1", "100"),
        ("5 bn", "1000000000", "1000000000"),
        ("41½", "1/100", "1/100"),
    ],
)
def test_places_and_significance(written: str, step: str, grain: str) -> None:
    """The last place written, and the last that is significant."""
    literal = read_literal(written, 0)
    assert literal is not None
    assert (literal.step, literal.grain) == (Fraction(step), Fraction(grain))


@pytest.mark.parametrize(
    ("written", "value", "rewritten"),
    [
        ("41.2", "44.0556", "44.1"),
        ("0.60", "0.7", "0.70"),
        ("1,234", "3828.71", "3,829"),
        ("999", "1234", "1234"),
        ("1\u2009234", "1234567", "1\u2009234\u2009567"),
        ("−5", "-8.2", "−8"),
        ("-5", "-8.2", "-8"),
        ("+4.2", "3.14", "+3.1"),
        ("+4.2", "-3.14", "−3.1"),
        ("5", "-3", "−3"),
        ("12k", "15400", "15k"),
        ("3.4M", "2960000", "3.0M"),
        ("1.2e-3", "0.00251", "2.5e-3"),
        ("3×10⁵", "420000", "4×10⁵"),
        ("$6.50", "7", "$7.00"),
        (".5", "0.75", ".8"),
    ],
)
def test_writes_in_the_same_style(written: str, value: str, rewritten: str) -> None:
    """Places, separators, sign, scale and currency stay as the author wrote them."""
    literal = read_literal(written, 0)
    assert literal is not None
    assert write_like(literal, Fraction(value)) == rewritten


@pytest.mark.parametrize(
    ("text", "value", "rewritten"),
    [
        ("seven runs", "9", "nine"),
        ("Seven runs", "9", "Nine"),
        ("one or", "2", "two"),
        ("seven runs", "13", None),
        ("twice as", "3", None),
        ("two thirds", "0.5", None),
        ("2½ hours", "2.7", None),
        ("fifteen (15) days", "10", "ten (10)"),
    ],
)
def test_writes_words_up_to_twelve(text: str, value: str, rewritten: str | None) -> None:
    """A word stays a word while there is one; otherwise the place is left alone."""
    literal = tokenize(text)[0].literal
    assert literal is not None
    assert write_like(literal, Fraction(value)) == rewritten


@given(
    whole=st.integers(0, 10**7),
    places=st.integers(0, 6),
    separator=st.sampled_from(["", ",", "_", "\u2009"]),
    sign=st.sampled_from(["", "-", "−", "+"]),
)
def test_what_was_written_is_read_back(whole: int, places: int, separator: str, sign: str) -> None:
    """write(read(x)) == x for plain numbers of every style."""
    digits = f"{whole:,}".replace(",", separator)
    written = sign + digits + (f".{whole % 10**places:0{places}d}" if places else "")
    literal = read_literal(written, 0)
    assert literal is not None
    assert literal.written == written
    if literal.value or not sign:
        assert write_like(literal, literal.value) == written
