"""Drawn tables: which columns are set flush right."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.site.made import answer
from tests.site.test_figures import made

from proseproof.site.cells import Cells, drawn_cells
from proseproof.source import Source, Text


@pytest.mark.parametrize(
    ("cells", "numeric"),
    [(["1 s", "–"], True), (["—", "2.5", " n/a "], True), (["–", "—"], False),
     (["1", "none"], True), (["1", "nothing"], False), ([""], False)],
)  # fmt: skip
def test_a_column_of_numbers_may_say_that_there_is_none(cells: list[str], numeric: bool) -> None:
    table = made().plates["tab-1"].figure
    form = Text.of(Source("claims/it.yml", "{run}"), 0, 5)
    block = replace(table, columns=(replace(table.columns[0], format=form),))
    drawn = drawn_cells(block, answer("run", *([cell] for cell in cells)))
    assert isinstance(drawn, Cells)
    assert drawn.numeric == (numeric,)


def test_a_text_stands_under_the_name_that_the_block_gives_it() -> None:
    table = made().plates["tab-1"].figure
    form = Text.of(Source("claims/it.yml", "the {run} cache"), 0, 15)
    column = replace(table.columns[0], format=form)
    block = replace(table, columns=(column,), names={"lru": "LRU", "true": "warm", "7": "seven"})
    drawn = drawn_cells(block, answer("run", ["lru"], ["fifo"], [True], [7]))
    assert isinstance(drawn, Cells)
    shown = ["the LRU cache", "the fifo cache", "the warm cache", "the 7 cache"]
    assert [cell for (cell,) in drawn.rows] == shown
