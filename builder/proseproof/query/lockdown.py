"""A DuckDB connection that holds the project's tables and can reach nothing else."""

from __future__ import annotations

import glob
from collections.abc import Sequence

import duckdb

from proseproof.kept import Kept, version_of
from proseproof.query.answer import SessionLimits
from proseproof.query.load import Table, attach, load, text_literal

DEPTH = 150
"""How deep an expression may nest, so that whoever walks its tree needs no care."""

_UNSTABLE = """
    SELECT DISTINCT lower(function_name) AS name FROM duckdb_functions()
    WHERE stability = 'VOLATILE'
       OR (stability = 'CONSISTENT_WITHIN_QUERY' AND len(parameters) = 0)
"""


def connect() -> duckdb.DuckDBPyConnection:
    """An empty database, to be locked once it is known what it will hold.

    One thread, because with more the last digits of a sum differ from run to run.
    """
    return duckdb.connect(
        ":memory:",
        config={
            "threads": 1,
            "preserve_insertion_order": True,
            "temp_directory": "",
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "allow_community_extensions": False,
            "python_enable_replacements": False,
            "max_expression_depth": DEPTH,
            "errors_as_json": True,
        },
    )


def lock(
    connection: duckdb.DuckDBPyConnection, tables: Sequence[Table], limits: SessionLimits
) -> None:
    """Puts the tables in; then no file, network, setting or extension is in reach.

    The time is UTC, because dates would else depend on the machine. Only Parquet files that a table
    names stay readable, and the database files that were opened for one.
    """
    connection.execute(f"SET memory_limit = '{limits.memory_gb * 1e9:.0f}B'")
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


def unstable_functions(connection: duckdb.DuckDBPyConnection, kept: Kept) -> frozenset[str]:
    """The functions, in lower case, that DuckDB itself says give other values on other runs.

    kept: knows those of a version, which take a while to list.
    """
    made_of = ("unstable functions", version_of("duckdb"), _UNSTABLE)
    names = kept.get(*made_of) if made_of[1] is not None else None
    if names is None:
        names = [name for (name,) in connection.execute(_UNSTABLE).fetchall()]
        if made_of[1] is not None:
            kept.put(names, *made_of)
    return frozenset(names)
