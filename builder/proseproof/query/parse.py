"""SQL to its tree, if it is exactly one SELECT."""

from __future__ import annotations

import json

import duckdb

from proseproof.query.answer import Refusal
from proseproof.query.place import refuse_whole
from proseproof.query.scope import Catalog
from proseproof.query.tree import Tree
from proseproof.query.wording import read_error

_SERIALIZE = (
    "SELECT json_serialize_sql(?, skip_null := true, skip_empty := true, skip_default := true)"
)


def parse(connection: duckdb.DuckDBPyConnection, sql: str) -> Tree | Refusal:
    """The tree of the query, or why it is no single SELECT. Raises duckdb.Error out of memory."""
    if not _is_text(sql):
        return refuse_whole(sql, "the query holds a character that is no text")
    try:
        statements = connection.extract_statements(sql)
    except duckdb.ParserException as error:
        return read_error(str(error), sql, {}, Catalog({}))
    if not statements:
        return refuse_whole(sql, "the query is empty")
    if len(statements) > 1:
        start = len(statements[0].query)
        start += len(sql[start:]) - len(sql[start:].lstrip())
        fault = f"a query is one SELECT, these are {len(statements)} statements"
        return Refusal(fault, min(start, len(sql) - 1), len(sql))
    (text,) = connection.execute(_SERIALIZE, [sql]).fetchall()[0]
    reply = json.loads(text)
    if reply["error"]:
        kind = statements[0].type.name
        if kind in ("MULTI", "SELECT"):
            known = "a PIVOT that lists its values with IN is a SELECT"
            return refuse_whole(sql, "a query is one SELECT, this is several in one", known)
        return refuse_whole(sql, f"a query is one SELECT, this is {kind}")
    node: Tree = reply["statements"][0]["node"]
    return node


def _is_text(sql: str) -> bool:
    """False with a NUL, at which DuckDB would stop reading, or half a surrogate pair."""
    return "\0" not in sql and not any("\ud800" <= character <= "\udfff" for character in sql)
