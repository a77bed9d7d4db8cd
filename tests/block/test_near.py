"""Near names: which are offered for a misspelt one, and how names stand in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from proseproof.near import listing, nearest


@pytest.mark.parametrize(
    ("written", "candidates", "offered"),
    [
        ("titel", ["id", "kind", "title", "claim"], ("title",)),  # two letters swapped
        ("qurey", ["says", "query"], ("query",)),
        ("rollout", ["step", "rollout_s"], ("rollout_s",)),  # a word of it
        ("Total_MS", ["id", "total_ms"], ("total_ms",)),  # capitals
        ("stale_number", ["stale-name", "stale-number"], ("stale-number",)),
        ("sleep_s", ["sleep_ms", "steps", "sleep"], ("sleep_ms",)),  # the nearest only
        ("latency", ["id", "region", "status", "total_ms"], ()),  # nothing like it
        ("s", ["ms", "h"], ()),  # every letter would change
        ("", ["a"], ()),
        ("a", [], ()),
    ],
)
def test_the_nearest_name(written: str, candidates: list[str], offered: tuple[str, ...]) -> None:
    assert nearest(written, candidates) == offered


def test_several_near_names_come_nearest_first_and_once() -> None:
    assert nearest("step", ["stop", "steps", "step", "steps", "run"], 3) == (
        "step",
        "stop",
        "steps",
    )


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ([], "none"),
        (["id"], "id"),
        (["id", "status"], "id and status"),
        (["id", "region", "status"], "id, region, and status"),
        (["id", "id", "status"], "id and status"),
    ],
)
def test_names_in_a_sentence(names: list[str], sentence: str) -> None:
    assert listing(names) == sentence


def test_a_long_list_is_cut_and_counted() -> None:
    columns = [f"column_{letter}" for letter in "abcdefghij"]
    assert listing(columns, most=3) == "column_a, column_b, column_c, and 7 more"


def test_no_list_hides_a_single_name() -> None:
    assert listing("abcd", most=3) == "a, b, c, and d"
    assert listing("abcde", near="e", most=3) == "a, b, e, and 2 more"


def test_a_long_list_keeps_what_is_near() -> None:
    columns = [*"abcdefgh", "rollout_s", "sleep_s"]
    assert listing(columns, near="rolout_s", most=3) == "a, b, rollout_s, and 7 more"


@given(st.text(max_size=20), st.lists(st.text(max_size=20), max_size=8), st.integers(0, 9))
def test_only_candidates_are_offered(name: str, candidates: list[str], most: int) -> None:
    found = nearest(name, candidates, most)
    assert len(found) <= most
    assert set(found) <= set(candidates)
    assert isinstance(listing(candidates, near=name, most=max(most, 1)), str)
