"""What is read off a query's tree: its tables, and whether anything orders its rows."""

from __future__ import annotations

import json
from typing import Any

import duckdb
import pytest

from proseproof.query.tree import children, is_unordered_pairing, tables_read

SERIALIZE = (
    "SELECT json_serialize_sql(?, skip_null := true, skip_empty := true, skip_default := true)"
)


def tree(sql: str) -> Any:
    """The tree of a query, as an answer has it."""
    with duckdb.connect() as connection:
        ((text,),) = connection.execute(SERIALIZE, [sql]).fetchall()
    return json.loads(text)["statements"][0]["node"]


@pytest.mark.parametrize(
    ("sql", "tables"),
    [
        ("SELECT 1", set()),
        ("FROM Steps", {"steps"}),
        ("SELECT * FROM a JOIN b USING (x), c", {"a", "b", "c"}),
        ("SELECT (SELECT max(x) FROM b), EXISTS (FROM c) FROM a", {"a", "b", "c"}),
        ("FROM a UNION ALL FROM b EXCEPT FROM c", {"a", "b", "c"}),
        ("WITH w AS (FROM a) SELECT * FROM w, b", {"a", "b"}),
        ("WITH a AS (FROM a WHERE x) FROM a", {"a"}),
        ("WITH w AS (FROM v), v AS (FROM a) FROM w", {"v", "a"}),
        ("WITH v AS (FROM a), w AS (FROM v) FROM w", {"a"}),
        ("WITH w AS (FROM a) SELECT (SELECT max(x) FROM W)", {"a"}),
        ("SELECT (WITH w AS (FROM a) SELECT max(x) FROM w) FROM w", {"a", "w"}),
        ("WITH RECURSIVE r AS (FROM a UNION ALL SELECT x + 1 FROM r) FROM r", {"a"}),
        ("SELECT x FROM a WHERE x IN (FROM b) ORDER BY (SELECT max(x) FROM c)", {"a", "b", "c"}),
        ("FROM a, unnest([1]) u(x), range(3)", {"a"}),
        ("PIVOT a ON x IN (1) USING sum(y)", {"a"}),
        ("FROM (FROM a SEMI JOIN b USING (x)) s", {"a", "b"}),
    ],
)
def test_the_tables_that_a_query_reads(sql: str, tables: set[str]) -> None:
    assert tables_read(tree(sql)) == tables


@pytest.mark.parametrize(
    ("sql", "unordered"),
    [
        ("FROM a", False),
        ("SELECT x FROM a WHERE y", False),
        ("SELECT max(x) FROM a", False),
        ("FROM a JOIN b USING (x)", True),
        ("FROM a, b", True),
        ("FROM a JOIN b USING (x) ORDER BY x", False),
        ("SELECT x FROM a GROUP BY x", True),
        ("SELECT x, sum(y) FROM a GROUP BY ALL", True),
        ("SELECT x FROM a GROUP BY x ORDER BY x", False),
        ("SELECT DISTINCT x FROM a", True),
        ("FROM a UNION FROM b", True),
        ("FROM a UNION ALL FROM b", False),
        ("FROM a UNION ALL (SELECT x FROM b GROUP BY x)", True),
        ("FROM (SELECT x FROM a GROUP BY x)", True),
        ("FROM (SELECT x FROM a GROUP BY x ORDER BY x)", False),
        ("WITH w AS (SELECT x FROM a GROUP BY x) FROM w", True),
        ("WITH w AS (SELECT x FROM a GROUP BY x) FROM w ORDER BY x", False),
        ("WITH a AS (FROM a) FROM a", False),
        ("FROM a, unnest([1, 2])", False),
        ("PIVOT a ON x IN (1) USING sum(y)", True),
    ],
)
def test_whether_anything_orders_the_rows(sql: str, unordered: bool) -> None:
    assert is_unordered_pairing(tree(sql)) is unordered


def test_a_view_that_nothing_orders_orders_nothing() -> None:
    views = {"v": tree("SELECT x FROM a GROUP BY x"), "w": tree("FROM v")}
    assert is_unordered_pairing(tree("FROM w"), views)
    assert not is_unordered_pairing(tree("FROM w ORDER BY x"), views)
    assert not is_unordered_pairing(tree("FROM a"), views)


def test_the_pieces_of_a_tree_come_in_its_order() -> None:
    (first, second) = children({"a": [[{"x": 1}], 2], "b": {"x": 2}, "c": "d"})
    assert (first, second) == ({"x": 1}, {"x": 2})
