"""Formulas: a number in one is a number of the page, algebra is a formula."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from tests.prose.read import prose, said, written


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        (r"it is $2.1\times$ as fast", "it is 2.1× as fast"),
        (r"it is 2.1$\times$ as fast", "it is 2.1× as fast"),
        (r"\(41\) s", "41 s"),
        (r"$41\,\text{ms}$", "41\u2009ms"),
        (r"$\approx 41~\mathrm{ms}$", "≈ 41 ms"),
        (r"$41 \pm 2$ ms", "41 ± 2 ms"),
        (r"$1{,}234$ or $1\,234$", "1,234 or 1\u2009234"),
        (r"$3\times10^{5}$ and $10^{-3}$", "3×10⁵ and 10⁻³"),
        (r"up $3\%$", "up 3%"),
        (r"$\frac{1}{2}$ of it", "1/2 of it"),
        (r"$25^\circ$C", "25°C"),
        (r"$0.6$--$1.8$ s", "0.6--1.8 s"),
        (r"$12k$ rows", "12k rows"),
        (r"$n = 200$, $p < 0.05$", "n = 200, p < 0.05"),
        (r"$n=200, R^2 \geq 0.98$", "n=200, R² ≥ 0.98"),
        ("$$\n\\text{time} = 41 \\text{ s}\n$$", "\ufffc"),
        ("$$\nt = 41 \\text{ s}\n$$", "t = 41 s"),
        ("It costs 5$, and 6 $.", "It costs 5$, and 6 $."),
        ("from $5 a run, and later 6$", "from 5 a run, and later 6"),
    ],
)
def test_a_number_is_read(markdown: str, text: str) -> None:
    assert " ".join(said(markdown)) == ("" if text == "\ufffc" else text)


@pytest.mark.parametrize(
    "tex",
    [r"x_1^2 + 2y", r"\sum_{i=1}^{N} x_i", "O(n^2)", "E=mc^2", "[0, 1]", r"\{1, 2\}", "a_{12}",
     "x^{10}", "2x + 3", r"\sqrt{2}", ""],
)  # fmt: skip
def test_algebra_is_a_formula(tex: str) -> None:
    assert said(f"the ${tex}$ fell" if tex else "the $$ fell")[0] in (
        "the \ufffc fell",
        "the $$ fell",
    )


def test_a_number_knows_its_digits_and_its_formula() -> None:
    page = prose(r"it is $2.1\times$ as fast, not $x^2$")
    assert written(page.passages[0], "2.1×") == r"2.1\times"
    assert [span.text for span in page.formulas] == [r"$2.1\times$"]


@given(st.text(alphabet="0159.,xkab{}^_\\$ ~%-+=<>/()[]'&\n*`tims", max_size=40))
def test_no_formula_raises(tex: str) -> None:
    prose(f"a ${tex}$ b \\({tex}\\) c\n\n$${tex}$$")
