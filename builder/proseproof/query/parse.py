"""SQL to its tree, if it is exactly one SELECT."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import duckdb

from proseproof.query.answer import Refusal
from proseproof.query.lacking import lacking
from proseproof.query.place import refuse_whole
from proseproof.query.scope import Catalog
from proseproof.query.tree import Tree
from proseproof.query.wording import read_error

_SERIALIZE = """
    SELECT json_serialize_sql(sql, skip_null := true, skip_empty := true, skip_default := true)
    FROM (SELECT unnest(?::VARCHAR[]) AS sql)
"""


def parse(
    connection: duckdb.DuckDBPyConnection, queries: Sequence[str]
) -> dict[str, Tree | Refusal]:
    """Of each query its tree, or why it is no single SELECT. Raises duckdb.Error out of memory.

    DuckDB takes them all at once, in a tenth of the time that it takes for one after the other.
    """
    found: dict[str, Tree | Refusal] = {}
    kinds: dict[str, str] = {}
    for sql in queries:
        statement = _only_statement(connection, sql)
        if isinstance(statement, Refusal):
            found[sql] = statement
        else:
            kinds[sql] = statement
    replies = connection.execute(_SERIALIZE, [list(kinds)]).fetchall() if kinds else ()
    for (sql, kind), (reply,) in zip(kinds.items(), replies, strict=True):
        found[sql] = _tree(sql, kind, json.loads(reply))
    return found


def _only_statement(connection: duckdb.DuckDBPyConnection, sql: str) -> str | Refusal:
    """What kind of statement the query is, if it is one."""
    if not _is_text(sql):
        return refuse_whole(sql, "the query holds a character that is no text")
    try:
        statements = connection.extract_statements(sql)
    except duckdb.ParserException as error:
        first = read_error(str(error), sql, {}, Catalog({}))
        return lacking(first, sql, lambda text: _syntax_error(connection, text))
    if not statements:
        return refuse_whole(sql, "the query is empty")
    if len(statements) > 1:
        start = len(statements[0].query)
        start += len(sql[start:]) - len(sql[start:].lstrip())
        fault = f"a query is one SELECT, these are {len(statements)} statements"
        return Refusal(fault, min(start, len(sql) - 1), len(sql))
    return str(statements[0].type.name)


def _syntax_error(connection: duckdb.DuckDBPyConnection, sql: str) -> Refusal | None:
    """Why no statement can be read; None where one can."""
    try:
        connection.extract_statements(sql)
    except duckdb.ParserException as error:
        return read_error(str(error), sql, {}, Catalog({}))
    return None


def _tree(sql: str, kind: str, reply: Any) -> Tree | Refusal:
    if reply["error"]:
        if kind in ("MULTI", "SELECT"):
            known = "a PIVOT that lists its values with IN is a SELECT"
            return refuse_whole(sql, "a query is one SELECT, this is several in one", known)
        return refuse_whole(sql, f"a query is one SELECT, this is {kind}")
    node: Tree = reply["statements"][0]["node"]
    return node


def _is_text(sql: str) -> bool:
    """False with a NUL, at which DuckDB would stop reading, or half a surrogate pair."""
    return "\0" not in sql and not any("\ud800" <= character <= "\udfff" for character in sql)
