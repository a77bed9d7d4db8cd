"""What a query may not do, read off its tree before DuckDB sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from proseproof.near import listing, nearest
from proseproof.query.answer import Refusal
from proseproof.query.place import NOWHERE, refuse_at
from proseproof.query.scope import Catalog, origins_at
from proseproof.query.tree import NODES, Tree, base_tables, children

ROW_FUNCTIONS = ("generate_series", "json_each", "json_tree", "range", "repeat", "unnest")
"""The functions that may stand in FROM; all others read files, settings or other queries."""

UNSTABLE = frozenset({"ago", "reservoir_quantile"})
"""Unstable functions that DuckDB's own list takes for stable."""

_SESSION = re.compile(
    r"(pg|has|inet|current|duckdb|pragma|_*internal)_.*|json_(de)?serialize_.*|json_execute_.*"
    r"|.*obj_description|col_description|error|format_type|get_block_size|getvariable"
    r"|in_search_path|setseed|session_user|setval|nextval|currval|sleep_ms|stats|txid_current|user"
    r"|vector_type|version|write_log|hive_partition_component|parse_duckdb_log_message"
)
"""The functions about the database, its settings or its user; none of them is about the rows."""

_CLOCKS = ("current_date", "current_time", "current_timestamp", "localtime", "localtimestamp")
_BARE = frozenset(
    {*_CLOCKS, "current_catalog", "current_role", "current_schema", "current_user"}
    | {"session_user", "user"}
)
"""What DuckDB calls as a function though it reads like a column, where no column is so named."""


def screen(tree: Tree, sql: str, catalog: Catalog) -> Refusal | None:
    """The first thing in the text of a query that it may not do; None when it may run.

    Refused: WITH queries that write; tables that are not the session's; functions in FROM but
    ROW_FUNCTIONS; whatever gives another value on another run or machine; TRY_CAST and its like,
    which hide what could not be read behind NULL; parameters; SHOW, DESCRIBE and SUMMARIZE.
    """
    refusals = [
        *_refused_tables(tree, sql, catalog),
        *_refused_parts(tree, tree, sql, catalog),
    ]
    return min(refusals, key=lambda refusal: refusal.start, default=None)


def _refused_tables(tree: Tree, sql: str, catalog: Catalog) -> Iterator[Refusal]:
    names = catalog.names
    for table in base_tables(tree):
        name = table["table_name"]
        if "schema_name" in table or "catalog_name" in table:
            whole = ".".join(filter(None, (table.get("schema_name"), name)))
            yield refuse_at(sql, table, f"`{whole}` names a schema", _tables(names))
        elif reason := catalog.broken.get(name.lower()):
            yield refuse_at(sql, table, f"the view `{name}` is refused", reason.message)
        elif name.lower() not in catalog.tables:
            near = nearest(name, names, 3)
            notes = (f"near it: {listing(near)}",) if near and len(names) > 8 else ()
            missing = refuse_at(
                sql, table, f"there is no table `{name}`", *notes, _tables(names, name)
            )
            yield replace(missing, help=f"write `{near[0]}`") if near else missing


def _tables(names: list[str], near: str | None = None) -> str:
    if not names:
        return "the project has no tables"
    return f"the tables are {listing(names, near=near)}"


def _refused_parts(part: Tree, tree: Tree, sql: str, catalog: Catalog) -> Iterator[Refusal]:
    """What is wrong with a piece of a tree, or with a piece of the piece."""
    message = _fault(part, tree, catalog)
    if message:
        text, *notes = message
        yield refuse_at(sql, part, text, *notes)
    # The function of a TABLE_FUNCTION has no place of its own, and has been judged with it.
    inside = children(part["function"]) if part.get("type") == "TABLE_FUNCTION" else children(part)
    for child in inside:
        yield from _refused_parts(child, tree, sql, catalog)


def _fault(part: Tree, tree: Tree, catalog: Catalog) -> tuple[str, ...] | None:
    """The message and the notes against one piece of a tree, if anything is wrong with it."""
    if "sample" in part:
        return ("a sample gives other rows on each run",)
    if "at_clause" in part:
        return ("a capture has one version",)
    kind = part.get("type")
    if "cte_map" in part and kind not in NODES:
        # A WITH query may delete and copy, and counts as a SELECT all the same.
        return (f"a query is one SELECT, this holds {str(kind).partition('_')[0]}",)
    match kind, part.get("class"):
        case "SHOW_REF", _:
            return ("SHOW, DESCRIBE and SUMMARIZE tell of the database, not of the captures",)
        case "TABLE_FUNCTION", _:
            name = part["function"]["function_name"]
            if name.lower() not in ROW_FUNCTIONS:
                known = f"the functions that FROM takes are {listing(ROW_FUNCTIONS)}"
                return (f"`{name}` reads from outside the captures", known)
        case "VALUE_PARAMETER", _:
            return ("a parameter has no value here",)
        case "OPERATOR_TRY", _:
            return ("TRY turns what it cannot compute into NULL",)
        case _, "CAST" if part.get("try_cast"):
            return ("TRY_CAST turns what it cannot read into NULL",)
        case _, "COLUMN_REF":
            name = part["column_names"][-1].lower()
            if (
                len(part["column_names"]) == 1
                and name in _BARE
                and not _is_column(part, tree, catalog)
            ):
                fault = _function_fault(name, catalog)
                return (fault,) if fault else None
        case _, "FUNCTION" if part["function_name"].lower() == "age":
            # With one date it counts to today.
            return ("`age` of one date changes by the day",) if len(_arguments(part)) < 2 else None
        case _, "FUNCTION" | "WINDOW":
            fault = _function_fault(part["function_name"].lower(), catalog)
            return (fault,) if fault else None
    return None


def _is_column(part: Tree, tree: Tree, catalog: Catalog) -> bool:
    """Whether a table in FROM has a column of this name, which then is no function."""
    name = part["column_names"][-1].lower()
    origins = origins_at(tree, part.get("query_location", NOWHERE), catalog)
    return any(name == column.lower() for origin in origins for column in origin.columns or ())


def _arguments(part: Tree) -> list[Tree]:
    arguments: list[Tree] = part.get("arguments", [])
    return arguments


def _function_fault(name: str, catalog: Catalog) -> str | None:
    if name in _CLOCKS:
        return f"`{name}` gives another value on each run"
    if _SESSION.fullmatch(name):
        return f"`{name}` tells of the database, not of the captures"
    if name in UNSTABLE or name in catalog.unstable:
        return f"`{name}` gives another value on each run"
    if name.startswith("try_"):
        return f"`{name}` turns what it cannot read into NULL"
    return None
