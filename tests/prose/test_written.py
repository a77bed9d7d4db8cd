"""Prose that was kept as JSON comes back as it was read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from proseproof.prose import Passage, Prose, read_prose
from proseproof.prose.written import read_written, write_prose
from proseproof.source import Source, Span, Text

ROOT = Path(__file__).parents[2]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
MIXED = """\
---
title: Ten &amp; more
---
# A *heading* of 5 s

Wide&nbsp;space, `code 7`, and
a line that  goes on\\* for 3&nbsp;m.

| a | b |
|---|---|
| 1 | |
| &lt;2 | x |

It is $2.1\\times$ as fast.

```figure
fig-1
```
"""


def text(one: Text) -> Any:
    return one.value, list(one.starts), list(one.ends), one.source.path


def span(one: Span) -> Any:
    return one.order


def passage(one: Passage) -> Any:
    return text(one.text), one.kind, one.code


def plain(prose: Prose) -> Any:
    """All of the prose as plain values; cells by whether they are passages of the page."""
    known = {id(one) for one in prose.passages}
    return (
        [passage(one) for one in prose.passages],
        [
            (
                [[(passage(cell), id(cell) in known) for cell in row]
                 for row in (grid.header, *grid.rows)],
                [span(one) for one in (grid.span, *grid.row_spans)],
            )
            for grid in prose.grids
        ],
        [(text(one.figure), span(one.span)) for one in prose.placements],
        [span(one) for one in prose.missing],
        [span(one) for one in prose.formulas],
    )  # fmt: skip


def there_and_back(written: str) -> None:
    source = Source("docs/page.md", written)
    prose = read_prose(Text.of(source))
    kept = json.loads(json.dumps(write_prose(prose)))
    assert plain(read_written(kept, Source("docs/page.md", written))) == plain(prose)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_of_the_guide(page: Path) -> None:
    there_and_back(page.read_text(encoding="utf-8"))


def test_what_is_longer_in_the_file_than_for_the_reader() -> None:
    there_and_back(MIXED)
    there_and_back(MIXED.replace("\n", "\r\n"))
    there_and_back("")


@settings(max_examples=80)
@given(st.lists(st.sampled_from(MIXED.splitlines(keepends=True)), max_size=20).map("".join))
def test_lines_in_any_order(written: str) -> None:
    there_and_back(written)
