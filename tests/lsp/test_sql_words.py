"""The words of a query that can name a table or a column."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from proseproof.lsp.sql_words import sql_words


@pytest.mark.parametrize(
    ("sql", "names"),
    [
        ("FROM steps", ["FROM", "steps"]),
        ("steps.time_s", ["steps"]),  # a member is no name of its own
        ("min(steps)", ["min(", "steps"]),
        ('FROM "my steps"', ["FROM", "my steps"]),
        ('FROM "a""b"', ["FROM", 'a"b']),
        ("time_s AS steps", ["time_s", "AS"]),  # a new name
        ("'steps' -- steps\n/* steps */ 5", []),
        ("'it''s' steps", ["steps"]),
        ("'open steps", []),
        ("größe, 5steps", ["größe"]),
        ("", []),
    ],
)
def test_words(sql: str, names: list[str]) -> None:
    assert [word.name + "(" * word.called for word in sql_words(sql)] == names


@given(st.text())
def test_a_word_stands_where_it_says(sql: str) -> None:
    for word in sql_words(sql):
        assert sql[word.start : word.end].strip('"').replace('""', '"') == word.name.strip('"')
