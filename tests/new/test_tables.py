"""Tables read off a JSON document that declares none, and how values of a column are written."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from proseproof.language.literal import decimal_text
from proseproof.language.units import unit_of_column
from proseproof.new.tables import tables_of
from proseproof.new.words import axis_title, places_for, words_of
from proseproof.suggest.relation import Leaf

RUNS = {
    "base": {"seed": 1, "steps": [{"step": 0, "time_s": 5}], "parts": {}},
    "new": {"seed": 2, "steps": [], "parts": {"load": {"n": 3}, "save": {"n": 4}}},
}


@pytest.mark.parametrize(
    ("document", "tables"),
    [
        ([{"a": 1}], {}),
        ({"a": 1, "b": {"c": 2}}, {}),
        ({"results": [{"command": "a"}]}, {"results": "results[]"}),
        ({"context": {"cpu": 4}, "benchmarks": [{"name": "a"}]}, {"benchmarks": "benchmarks[]"}),
        (
            {"runs": RUNS},
            {
                "runs": "runs.{run}",
                "steps": "runs.{run}.steps[]",
                "parts": "runs.{run}.parts.{part}",
            },
        ),
        ({"cities": {"a": {"t_s": 1}, "b": {"t_s": 2}}}, {"cities": "cities.{city}"}),
        ({"a": {"rows": [{"x": 1}]}, "rows": [{"x": 2}]}, {"rows": "a.rows[]", "rows_1": "rows[]"}),
        ({"settings": {"level": {"value": 3}, "host": {"name": "a"}}}, {}),
        ({"provenance": {"inputs": [{"path": "a"}]}}, {}),
        ("text", {}),
    ],
)
def test_rows_are_found_where_they_stand(document: Any, tables: dict[str, str]) -> None:
    assert tables_of(document) == tables


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=20,
)


@given(JSON)
def test_any_document_has_tables_or_none(document: Any) -> None:
    assert len(tables_of(document)) <= 8


def leaf(*path: str) -> Leaf:
    """A column or a field by its names."""
    return Leaf(".".join(path), path, "number", unit_of_column(path[-1]))


@pytest.mark.parametrize(
    ("path", "words", "title"),
    [
        (("time_s",), "time", "Time, seconds"),
        (("rate_mb_per_s",), "rate", "Rate, MB/s"),
        (("requests_per_s",), "requests", "Requests, /s"),
        (("statistics", "wake_up", "median_s"), "wake up median", "Wake up median, seconds"),
        (("p99_ms",), "p99", "P99, milliseconds"),
        (("latency_50",), "latency", "Latency"),
        (("ms",), "ms", "Ms, milliseconds"),
        (("2026",), "value", "Value"),
    ],
)
def test_a_column_in_words(path: tuple[str, ...], words: str, title: str) -> None:
    assert (words_of(leaf(*path)), axis_title(leaf(*path))) == (words, title)


@pytest.mark.parametrize(
    ("values", "places"),
    [((3, 30), 0), (("3.08", "30.92"), 2), (("0.000012345", "0.5"), 7), (("1.0001", "1.0002"), 4)],
)
def test_three_digits_each_and_more_where_two_would_look_alike(
    values: tuple[str | int, ...], places: int
) -> None:
    assert places_for(*map(Fraction, values)) == places


@given(st.lists(st.decimals(-(10**6), 10**6, places=6).map(Fraction), min_size=1, max_size=4))
def test_what_differs_is_written_differently(values: list[Fraction]) -> None:
    texts = {decimal_text(value, places_for(*values)) for value in values}
    assert len(texts) == len(set(values))
