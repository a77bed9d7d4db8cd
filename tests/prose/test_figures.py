"""Fences that place a figure."""

from __future__ import annotations

import pytest
from tests.prose.read import prose, said

FENCE = "```figure\nfig-2-2\n```"


def test_a_figure_is_placed() -> None:
    page = prose(f"Before\n\n{FENCE}\n\nAfter")

    (placed,) = page.placements
    assert placed.figure.value == placed.figure.span().text == "fig-2-2"
    assert placed.span.text == FENCE
    assert said(f"Before\n\n{FENCE}\n\nAfter") == ["Before", "After"]


@pytest.mark.parametrize("opener", ["- item\n\n", '!!! note "T"\n', '=== "T"\n\n', "1. item\n\n"])
def test_a_figure_within(opener: str) -> None:
    indented = "\n".join(f"    {line}" for line in FENCE.splitlines())
    (placed,) = prose(opener + indented).placements

    assert placed.figure.span().text == "fig-2-2"


@pytest.mark.parametrize(
    "markdown",
    [f"````\n{FENCE}\n````", f"<!--\n{FENCE}\n-->", "    ```figure\n    fig-2-2\n    ```"],
)
def test_a_figure_in_code_or_a_comment_is_not_placed(markdown: str) -> None:
    assert prose(f"text\n\n{markdown}").placements == ()


def test_a_fence_that_names_nothing_is_still_placed() -> None:
    (placed,) = prose("```figure\n```").placements

    assert placed.figure.value == ""
    assert placed.span.text == "```figure\n```"


def test_other_fences_place_nothing() -> None:
    assert prose("```python\nfig-2-2\n```\n\n```ledger\n```").placements == ()
