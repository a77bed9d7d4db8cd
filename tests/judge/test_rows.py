"""Which row of a page's table is which row of the data."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from proseproof.judge.rows import Alignment, align


def aligned(data: str, page: str, *, keyed: bool = False) -> Alignment:
    """Aligns rows written as words: `b5` is row b with a 5. Kin rows have the letter in common.

    keyed: the letters are told as their keys.
    """
    here, there = data.split(), page.split()
    keys = [([one[0] for one in here], [one[0] for one in there])] if keyed else []
    return align(
        len(here),
        len(there),
        lambda i, j: here[i] == there[j],
        lambda i, j: here[i][0] == there[j][0],
        keys,
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
@pytest.mark.parametrize("keyed", [False, True])
def test_rows_that_belong_together(data: str, page: str, pairs: str, keyed: bool) -> None:
    """Right rows first, then those that say enough to be meant; the others are missing or extra."""
    found = aligned(data, page, keyed=keyed)
    assert found.pairs == tuple((int(pair[0]), int(pair[1])) for pair in pairs.split())
    assert {i for i, _ in found.pairs} | {*found.missing} == set(range(len(data.split())))
    assert {j for _, j in found.pairs} | {*found.extra} == set(range(len(page.split())))
    assert not found.moved


@pytest.mark.parametrize(
    ("data", "page", "pairs", "moved"),
    [
        ("a1 b2 c3", "b2 a1 c3", "10 22", "01"),  # one row was moved down
        ("a1 b2 c3", "c3 a1 b2", "01 12", "20"),
        ("a1 b2 c3", "c3 b2 a1", "20", "02 11"),
        ("a1 b2 c3", "c3 a1 b7", "01 12", "20"),  # another one is wrong as well
        ("a1 b2 c3", "c3 a1", "20", "01"),  # another one is missing
    ],
)
@pytest.mark.parametrize("keyed", [False, True])
def test_as_few_rows_as_can_be_are_moved(
    data: str, page: str, pairs: str, moved: str, keyed: bool
) -> None:
    found = aligned(data, page, keyed=keyed)
    assert " ".join(f"{i}{j}" for i, j in found.pairs) == pairs
    assert " ".join(f"{i}{j}" for i, j in found.moved) == moved


@given(st.permutations(range(7)))
def test_any_order_of_the_rows_is_told_as_moved_rows(order: list[int]) -> None:
    """Each row is found once, and those that stay are in order on both sides."""
    data = "a1 b2 c3 d4 e5 f6 g7"
    found = aligned(data, " ".join(data.split()[i] for i in order))
    assert sorted((*found.pairs, *found.moved)) == sorted((i, order.index(i)) for i in range(7))
    assert list(found.pairs) == sorted(found.pairs)
    assert [j for _, j in found.pairs] == sorted(j for _, j in found.pairs)
    assert (found.missing, found.extra) == ((), ())
