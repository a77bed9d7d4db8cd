"""What is a number and what is a name: reads, and leaves alone."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from proseproof.language.token import tokenize


def numbers(text: str, mark: str = ".") -> list[Fraction]:
    """The numbers of a text in order."""
    return [token.literal.value for token in tokenize(text, mark) if token.literal is not None]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("saved 0.6 to 1.8 s", ["3/5", "9/5"]),
        ("1,234 rows", [1234]),
        ("1\u2009234 and 1\u202f234 and 1\u00a0234", [1234, 1234, 1234]),
        ("1_234", [1234]),
        ("-5, −5 and (–5)", [-5, -5, -5]),
        ("+4.2%", ["21/5"]),
        (".5 of it", ["1/2"]),
        ("1.2e-3", ["3/2500"]),
        ("3×10⁵ and 3x10^5 and 3 × 10⁻²", [300000, 300000, "3/100"]),
        ("10⁵", [100000]),
        ("12k of 3.4M", [12000, 3400000]),
        ("3.4 million of 2 hundred", [3400000, 200]),
        ("29/30", [29, 30]),
        ("4 of 12", [4, 12]),
        ("11-24%", [11, 24]),
        ("2.8% + 11.3%", ["14/5", "113/10"]),
        ("727-3,829 ms", [727, 3829]),
        ("5ms–7ms", [5, 7]),
        ("1.79x-2.3x", ["179/100", "23/10"]),
        ("0.6 s-1.8 s", ["3/5", "9/5"]),
        ("the 63-tool test on 2-bit codes", [63, 2]),
        ("F1=0.90 at d=3072 (~5%)", ["9/10", 3072, 5]),
        ("16,384 × 300 B", [16384, 300]),
        ("2x2", [2, 2]),
        ("$5 and -$6.50", [5, "-13/2"]),
        ("#3 of 4", [4]),
    ],
)
def test_reads_as_numbers(text: str, values: list[object]) -> None:
    """Each form of a written number, and its exact value."""
    assert numbers(text) == [Fraction(str(value)) for value in values]


@pytest.mark.parametrize(
    "text",
    [
        "v1.2", "0.2.x", "3.x", "2026-11-30", "2026-11-30T04:02:23.958Z", "12:30", "H200", "e3e",
        "fig-2-2",
        "Qwen3-4B", "08752a12", "hit@5", "F1", "gemini-2.5-flash", "1.2.3", "127.0.0.1", "#804",
        "the 3rd run", "2D", "the 99.9th", "8xH100",
        "0x1F", "p95", "31f1ca96", "8f0dca1c-5031-7907", "macro-F1",
        "e3e-base-frac025", "https://example.org/5/6", "no digits at all",
    ],
)  # fmt: skip
def test_leaves_names_alone(text: str) -> None:
    """Names, dates, times, versions and hashes hold no numbers."""
    assert numbers(text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("one or two seconds", [1, 2]),
        ("a quarter of two thirds", ["1/4", "2/3"]),
        ("twice", [2]),
        ("about a minute", [1]),
        ("thirty-three agents", [33]),
        ("Thirty three", [33]),
        ("one hundred and five", [105]),
        ("two thousand three hundred", [2300]),
        ("a dozen", [12]),
        ("one and a half", ["3/2"]),
        ("half of it", ["1/2"]),
        ("within fifteen (15) days", [15]),
        ("every one of them, and any one, and no one", []),
        ("thirty-three-six", []),
        ("the next one, one by one, one another", []),
        ("fifty-fifty, third-quarter, one-two-three", []),
        ("a two-step installer", []),
        ("the third step", []),
        ("the second run", []),
    ],
)
def test_reads_number_words(text: str, values: list[object]) -> None:
    """Number words and their chains; `one` behind every, any, no counts nothing."""
    assert numbers(text) == [Fraction(str(value)) for value in values]


def test_a_decimal_comma_is_asked_for() -> None:
    """`1.234,5` is one number on a page that writes decimal commas, and two elsewhere."""
    assert numbers("1.234,5 ms", ",") == [Fraction("1234.5")]
    assert numbers("0,6 bis 1,8 s", ",") == [Fraction("0.6"), Fraction("1.8")]
    assert numbers("0.6 s") == [Fraction("0.6")]


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=80))
def test_any_text_is_cut_without_a_gap(text: str) -> None:
    """Tokens stand in order, do not overlap, and leave out only white space."""
    at = 0
    for token in tokenize(text):
        assert at <= token.start < token.end <= len(text)
        assert not text[at : token.start].strip()
        assert token.written == text[token.start : token.end] or token.literal is not None
        at = token.end
    assert not text[at:].strip()


@given(st.text(alphabet="0123456789.,-+−–xk% eE×10^⁵/()'\"onetwohird_", max_size=30))
def test_number_soup_never_raises(text: str) -> None:
    """The densest texts for the number reader."""
    for mark in (".", ","):
        tokenize(text, mark)


@pytest.mark.parametrize(
    "text", ["1" * 5000, "0." + "3" * 5000, "1," + "000," * 2000 + "000", "1e9999999"]
)
def test_what_nobody_writes_as_a_number_is_a_name(text: str) -> None:
    """Nor does it take the time and the memory that its digits would."""
    assert [token.kind for token in tokenize(text)] == ["word"]
