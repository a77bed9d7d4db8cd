"""Regular expressions of authors: what they fit, and that none of them takes for ever."""

from __future__ import annotations

import re
import warnings

import pytest
from hypothesis import given, strategies as st

from proseproof.expression import Expression, TooLarge, TooSlow

PIECES = (
    *"ab1 .{}[](|)?*+^$-\\", r"\d", r"\w+", r"\b", "[^a]", "[a-b]", "{2}", "{1,}", "{,3}", "{e}",
    "{e<=1}", "(?:", "(?=", "(?<!a)", "(?i:", "(?#", "*?", "++", r"\1", r"\{", "[{]",
    r"\N{DIGIT ONE}",
)  # fmt: skip


def spans_in_python(pattern: str, text: str) -> tuple[tuple[int, int], ...] | None:
    """Where Python's own engine finds the pattern; None where it does not read it."""
    with warnings.catch_warnings(action="ignore"):
        try:
            return tuple(found.span() for found in re.finditer(pattern, text))
        except re.error:
            return None


@pytest.mark.parametrize(
    "pattern",
    [
        r"[Ss]ection \d+\.\d+", r"(?<=v)\d+", r"\bÜber \d", r"a{e}", "{e<=1}", r"x{1}{", r"[{e}]+",
        r"\{e\}", r"(?i)ÜBER", r"(?m)^\d$", r"\N{DIGIT ONE}", "", r"\b", r"(?x) \d  # { a digit",
    ],
)  # fmt: skip
def test_it_fits_what_pythons_own_engine_fits(pattern: str) -> None:
    text = "Section 4.2, v12\nÜber 3\n1\na{e} a{e<=1} x{ {e<=1}"
    assert Expression(pattern, 10).spans(text) == spans_in_python(pattern, text)


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), st.text("ab1{e} ", max_size=12))
def test_it_reads_what_python_reads(pattern: str, text: str) -> None:
    expected = spans_in_python(pattern, text)
    try:
        found = Expression(pattern, 10).spans(text)
    except re.error:
        assert expected is None
    else:
        assert found == expected


@pytest.mark.parametrize("pattern", ["(a|a)+$", "(a|aa)+$", "(?=(?:a|a)*b)", "((a|a)*)*$"])
def test_it_ends_when_its_time_is_over(pattern: str) -> None:
    expression = Expression(pattern, 0.2)
    with pytest.raises(TooSlow, match=r"takes longer than 0\.2 s"):
        expression.spans("a" * 60 + "!")
    with pytest.raises(TooSlow):  # it has one time for all texts
        expression.spans("a")


@pytest.mark.parametrize("pattern", ["(a+)+$", r"^(\w+\s?)*$", "(a|a)+"])
def test_what_only_looks_slow_is_no_mistake(pattern: str) -> None:
    text = "a" * 60 + "!"
    assert Expression(pattern, 10).spans(text) in ((), ((0, 60),))


@pytest.mark.parametrize(
    "pattern",
    [
        "((a{1000}){1000}){1000}", "(?:" * 60 + "a" + "+)" * 60, "(?:(?:ab|c)+){1000000}",
        "(" * 5000 + ")" * 5000, "a{99999999999999999999}", "(?x)(?:a{1000} #)\n){1000}",
        "(?#[)((a{1000}){1000}){1000}(?#])",
    ],
)  # fmt: skip
def test_what_would_not_fit_into_memory_is_too_large(pattern: str) -> None:
    with pytest.raises(TooLarge):
        Expression(pattern, 10)


@pytest.mark.parametrize(
    "pattern", [r"(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}[ ,]+)+", "(?:\\w+ )*" * 200]
)
def test_a_long_one_is_not_too_large(pattern: str) -> None:
    assert Expression(pattern, 10).spans("nothing of this") is not None
