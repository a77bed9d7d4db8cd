"""A DuckDB connection that holds the project's tables and can reach nothing else."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from functools import cache

import duckdb

from proseproof.query.answer import SessionLimits
from proseproof.query.load import Table, attach, load, text_literal

DEPTH = 150
"""How deep an expression may nest, so that whoever walks its tree needs no care."""

_UNSTABLE = """
    SELECT DISTINCT lower(function_name) FROM duckdb_functions()
    WHERE stability = 'VOLATILE'
       OR (stability = 'CONSISTENT_WITHIN_QUERY' AND len(parameters) = 0)
"""


def open_locked(tables: Sequence[Table], limits: SessionLimits) -> duckdb.DuckDBPyConnection:
    """A connection with the tables in it; no file, network, setting or extension is in reach.

    One thread, because with more the last digits of a sum differ from run to run; UTC, because
    dates would else depend on the machine. Only Parquet files that a table names stay readable, and
    the database files that were opened for one.
    """
    connection = duckdb.connect(
        ":memory:",
        config={
            "threads": 1,
            "preserve_insertion_order": True,
            "memory_limit": f"{limits.memory_gb * 1e9:.0f}B",
            "temp_directory": "",
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "allow_community_extensions": False,
            "python_enable_replacements": False,
            "max_expression_depth": DEPTH,
            "errors_as_json": True,
        },
    )
    connection.execute("SET timezone = 'UTC'")
    files = {path for table in tables for path in table.parquet}
    # A file is looked up by its escaped name and then opened by its own.
    named = sorted(files | {glob.escape(path) for path in files})
    allowed = ", ".join(text_literal(path) for path in named)
    connection.execute(f"SET allowed_paths = [{allowed}]")
    for table in tables:
        attach(connection, table)
    connection.execute("SET enable_external_access = false")
    for table in tables:
        load(connection, table)
    connection.execute("SET lock_configuration = true")
    return connection


@cache
def unstable_functions() -> frozenset[str]:
    """The functions, in lower case, that DuckDB itself says give other values on other runs."""
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        return frozenset(name for (name,) in connection.execute(_UNSTABLE).fetchall())
