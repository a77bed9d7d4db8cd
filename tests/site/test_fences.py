"""A fence that the check takes for a figure's is one that the site fills, in whatever form."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.site.made import answer, outcome, page
from tests.site.test_processors import engine

from proseproof.prose import read_prose
from proseproof.source import Text

BLOCK = """
page: docs/it.md
figures:
  - {id: fig-1, kind: table, title: A figure, data: SELECT 1, columns: {Step: "{step}"}}
"""
ROWS = {"fig-1": answer("step", (0,), (1,))}

FILLED = [
    "```figure\nfig-1\n```",
    "~~~~ figure\nfig-1\n~~~~",
    '```figure title="Steps"\nfig-1\n```',
    '```figure hl_lines="1"\nfig-1\n```',
    "```{.figure}\nfig-1\n```",
    "```{ .figure #steps }\nfig-1\n```",
    "!!! note\n\n    ```figure\n    fig-1\n    ```",
    "- one\n\n    ```figure\n    fig-1\n    ```\n\n- two",
    "> ```figure\n> fig-1\n> ```\n>\n> more",
    "[^1]: A note\n\n    ```figure\n    fig-1\n    ```\n\n    and more of it.\n\nIt is so[^1].",
    "It is so[^1].\n\n[^1]: A note\n\n    ```figure\n    fig-1\n    ```\n",
]
LEFT = [
    "```python\nfig-1\n```",
    "```figures\nfig-1\n```",
    "```{.python .figure}\nfig-1\n```",
    "````\n```figure\nfig-1\n```\n````",
    "```figure\nfig-1\n````",
]


def figures(text: str) -> tuple[int, int]:
    """How many figures the check sees on a page, and how many the site shows."""
    made = page("docs/it.md", text)
    prose = read_prose(Text.of(made.source))
    html = engine(outcome([replace(made, prose=prose)], BLOCK, ROWS)).convert(text)
    return len(prose.placements), html.count('id="fig-1"')


@pytest.mark.parametrize("text", FILLED)
def test_a_fence_that_places_a_figure_is_filled(text: str) -> None:
    assert figures(f"# It\n\n{text}\n") == (1, 1)


@pytest.mark.parametrize("text", LEFT)
def test_a_fence_that_places_none_is_left(text: str) -> None:
    assert figures(f"# It\n\n{text}\n") == (0, 0)


def test_what_stands_in_a_note_behind_a_figure_stays_in_the_note() -> None:
    made = page("docs/it.md", FILLED[-2])
    html = engine(outcome([made], BLOCK, ROWS)).convert(FILLED[-2])
    assert html.index("and more of it") > html.index('id="fig-1"') > html.index('class="footnote"')
