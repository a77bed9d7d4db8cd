"""A Markdown table that nothing checks: one block for the whole of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.suggest.lab import proposals_for

from proseproof.query import Worker
from proseproof.suggest.telling import as_text

NAMED = """\
| Night | Files | Time |
|---|---|---|
| Monday | 1,204 | 41.0 s |
| Thursday | 2,412 | 96.2 s |
"""

RENAMED = """\
# How quick it is

| Setting | p50, ms | Batch |
|---|---|---|
| with the cache | 44.1 | 64 |
| without it | 180 | 32 |
"""

NUMBERED = """\
| Step | Loss of base-v1 |
|---|---|
| 1 | 0.91 |
| 3 | 0.44 |
"""

TYPICAL = """\
| Run | Median rate | Rate, best of all steps |
|---|---|---|
| base-v1 | 129/s | 131.5 per second |
| cached-v2 | 498.5/s | 512.25 per second |
"""


def test_rows_are_found_by_their_names(tmp_path: Path, worker: Worker) -> None:
    (one,) = proposals_for(NAMED, tmp_path, worker).proposals
    block = one.choices[0].block
    assert block is not None
    assert block.data.split("\n") == [
        "SELECT night,",
        "       files,",
        "       time_s",
        "FROM nights",
        "WHERE night IN ('Monday', 'Thursday')",
        "ORDER BY list_position(['Monday', 'Thursday'], night)",
    ]
    assert block.columns == (("Night", "{night}"), ("Files", "{files}"), ("Time", "{time_s:.1f} s"))
    assert len(one.numbers) == 4


def test_rows_with_names_of_their_own_are_found_by_their_numbers(
    tmp_path: Path, worker: Worker
) -> None:
    (one,) = proposals_for(RENAMED, tmp_path, worker).proposals
    block = one.choices[0].block
    assert block is not None
    assert block.title == "How quick it is"
    assert block.data.startswith(
        "SELECT CASE run WHEN 'cached-v2' THEN 'with the cache'"
        " WHEN 'base-v1' THEN 'without it' END AS setting,"
    )
    assert block.columns[1:] == (("p50, ms", "{p50_ms:.1f}"), ("Batch", "{batch}"))


def test_rows_that_stand_for_several_are_grouped(tmp_path: Path, worker: Worker) -> None:
    (one,) = proposals_for(TYPICAL, tmp_path, worker).proposals
    block = one.choices[0].block
    assert block is not None
    assert "median(rate_per_s) AS median_rate_per_s" in block.data
    assert "max(rate_per_s) AS max_rate_per_s" in block.data
    assert "GROUP BY run" in block.data


@pytest.mark.parametrize(
    "changed",
    [("41.0 s", "41.0 s, cold"), ("41.0 s", "-"), ("1,204", "9,999"), ("2,412", "2,412 in all")],
)
def test_a_table_that_no_block_makes_right_is_proposed_cell_by_cell(
    changed: tuple[str, str], tmp_path: Path, worker: Worker
) -> None:
    proposals = proposals_for(NAMED.replace(*changed), tmp_path, worker).proposals
    assert len(proposals) >= 3
    assert all(choice.block is None for one in proposals for choice in one.choices)
    firsts = [one.choices[0].sql for one in proposals if one.choices]
    assert "SELECT time_s FROM nights WHERE night = 'Thursday'" in firsts


def test_rows_are_found_by_the_numbers_that_name_them(tmp_path: Path, worker: Worker) -> None:
    (one,) = proposals_for(NUMBERED, tmp_path, worker).proposals
    block = one.choices[0].block
    assert block is not None
    assert block.data.split("\n") == [
        "SELECT step,",
        "       loss",
        "FROM steps",
        "WHERE run = 'base-v1' AND step IN (1, 3)",
        "ORDER BY list_position([1, 3], step)",
    ]


REASONS = {
    ("41.0 s", "-"): "column `Time` has not as many numbers in each row",
    ("1,204", "9,999"): "nothing in the captures gives `9,999` (row 1, `Files`)",
    ("2,412", "1,310"): "no query of one table or view gives all of its cells, a row for each",
    ("2,412", "2,412 in all"): "the cells of a column are not worded alike",
}


@pytest.mark.parametrize("changed", REASONS)
def test_why_a_table_is_no_block_is_told(
    changed: tuple[str, str], tmp_path: Path, worker: Worker
) -> None:
    proposals = proposals_for(NAMED.replace(*changed), tmp_path, worker)
    (left,) = proposals.left
    assert left.why.startswith(REASONS[changed])
    assert f"docs/page.md:1:1: no block for this table\n   {left.why}\n" in as_text(proposals)


def test_no_table_is_left_where_a_block_is_proposed(tmp_path: Path, worker: Worker) -> None:
    assert proposals_for(NAMED, tmp_path, worker).left == ()


def test_a_cell_does_not_stand_out_for_no_word_says_which_number_is_meant(
    tmp_path: Path, worker: Worker
) -> None:
    text = NAMED.replace("1,204", "9,999") + "\nIn all it took 96.2 s.\n"
    cells = {one.span.text: one for one in proposals_for(text, tmp_path, worker).proposals[:4]}
    twice, once = cells["96.2 s"], cells["41.0 s"]
    assert (twice.choices[0].places, once.choices[0].places) == (2, 1)
    assert (twice.clear, once.clear) == (False, False)
