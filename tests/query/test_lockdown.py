"""The locked connection, and the lists of functions that the screen lets through or not."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from proseproof.kept import NOTHING_KEPT, Kept
from proseproof.query.answer import SessionLimits
from proseproof.query.lockdown import connect, lock, unstable_functions
from proseproof.query.scope import Catalog
from proseproof.query.screen import screen

LOCKED = connect()
lock(LOCKED, (), SessionLimits())


@pytest.mark.parametrize(
    "sql",
    [
        "FROM '/etc/passwd'",
        "FROM read_text('/etc/passwd')",
        "FROM glob('/*')",
        "COPY (SELECT 1) TO 'x.csv'",
        "WITH x AS (COPY (SELECT 1) TO 'x.csv') FROM x",
        "ATTACH 'x.db'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET threads = 2",
        "SET enable_external_access = true",
        "SET lock_configuration = false",
    ],
)
def test_the_session_refuses_by_itself_what_no_screen_would_stop(sql: str) -> None:
    with pytest.raises(duckdb.Error):
        LOCKED.execute(sql)


def test_no_function_that_duckdb_calls_unstable_passes() -> None:
    unstable = unstable_functions(LOCKED, NOTHING_KEPT)
    assert {"now", "random", "uuid", "today", "nextval"} <= unstable
    for name in unstable:
        tree = {"class": "FUNCTION", "type": "FUNCTION", "function_name": name.upper()}
        assert screen(tree, "x", Catalog({}, {}, unstable)), name


def test_the_unstable_functions_of_a_version_are_listed_once(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "kept")
    first = unstable_functions(LOCKED, kept)
    with duckdb.connect() as empty:
        empty.execute("CREATE MACRO main.dice() AS random()")
        assert unstable_functions(empty, kept) == first == unstable_functions(LOCKED, NOTHING_KEPT)


def test_no_macro_hides_an_unstable_function() -> None:
    macros = LOCKED.execute(
        """SELECT function_name, macro_definition FROM duckdb_functions()
           WHERE function_type = 'macro'
             AND regexp_matches(macro_definition, 'now\\(|random|current_|uuid|today|pg_|getvar')"""
    ).fetchall()
    assert "ago" in {name for name, _ in macros}
    for name, definition in macros:
        tree = {"class": "FUNCTION", "type": "FUNCTION", "function_name": name}
        assert screen(tree, "x", Catalog({})), (name, definition)


def test_only_row_functions_stand_in_from() -> None:
    names = LOCKED.execute(
        """SELECT DISTINCT function_name FROM duckdb_functions()
           WHERE function_type IN ('table', 'table_macro', 'pragma')"""
    ).fetchall()
    passing = set()
    for (name,) in names:
        tree = {"type": "TABLE_FUNCTION", "function": {"function_name": name, "arguments": []}}
        if not screen(tree, "x", Catalog({})):
            passing.add(name)
    assert passing == {"generate_series", "json_each", "json_tree", "range", "repeat", "unnest"}
