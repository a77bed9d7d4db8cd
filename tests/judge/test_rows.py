"""Which row of a page's table is which row of the data."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proseproof.judge.rows import Alignment, align


def aligned(data: str, page: str) -> Alignment:
    """Aligns rows written as words: `b5` is row b with a 5. Kin rows have the letter in common."""
    here, there = data.split(), page.split()
    return align(
        len(here),
        len(there),
        lambda i, j: here[i] == there[j],
        lambda i, j: here[i][0] == there[j][0],
    )


@pytest.mark.parametrize(
    ("data", "page", "pairs"),
    [
        ("a1 b2 c3", "a1 b2 c3", "00 11 22"),
        ("a1 b2 c3", "a1 b7 c3", "00 11 22"),
        ("a1 b2 c3", "a1 c3", "00 21"),
        ("a1 c3", "a1 b2 c3", "00 12"),
        ("a1 b2 c3", "a9 b9 c9", "00 11 22"),
        ("a1 b2 c3", "x1 b2 c3", "11 22"),
        ("a1 a2 a3", "a1 a3", "00 21"),
        ("", "", ""),
        ("", "a1", ""),
        ("a1", "", ""),
    ],
)
def test_rows_that_belong_together(data: str, page: str, pairs: str) -> None:
    """Right rows first, then those that say enough to be meant; the others are missing or extra."""
    found = aligned(data, page)
    assert found.pairs == tuple((int(pair[0]), int(pair[1])) for pair in pairs.split())
    assert {i for i, _ in found.pairs} | {*found.missing} == set(range(len(data.split())))
    assert {j for _, j in found.pairs} | {*found.extra} == set(range(len(page.split())))
    assert not found.reordered


@pytest.mark.parametrize("page", ["b2 a1 c3", "c3 a1 b2", "c3 b2 a1"])
def test_the_same_rows_in_another_order_are_told_once(page: str) -> None:
    """Nothing else is told of them; one row that is another makes it no mere reordering."""
    assert aligned("a1 b2 c3", page) == Alignment(reordered=True)
    assert aligned("a1 b2 c9", page) != Alignment(reordered=True)


def test_rows_without_names_are_aligned_by_their_numbers() -> None:
    """Two equal rows stand for two."""
    found = aligned("a1 a1 a2", "a1 a1 a2")
    assert replace(found, pairs=()) == Alignment()
