"""Asks a query of another engine and lays its rows down as a Parquet file, batch by batch."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proseproof.engine.connect import one_line
from proseproof.nouns import dataclass
from proseproof.query.answer import Refusal
from proseproof.query.load import text_literal
from proseproof.query.place import refuse_whole
from proseproof.sql_type import quoted

if TYPE_CHECKING:
    from adbc_driver_manager.dbapi import Connection as Opened
    from duckdb import DuckDBPyConnection

_CENTS = "money"
_EXACT = "numeric"


# How many digits stand before and behind the point, and whether all are numbers.
_DIGITS = r"""
    SELECT max(length(ltrim(split_part(v, '.', 1), '-'))), max(length(split_part(v, '.', 2))),
           coalesce(bool_and(regexp_full_match(v, '-?[0-9]+([.][0-9]+)?')), true)
    FROM (SELECT {name} AS v FROM {rows})
"""


@dataclass(frozen=True)
class Arrived:
    """A column as it arrived. native: its type by the engine's own name, where that tells it."""

    name: str
    native: str


def fetch(
    opened: Opened, engine: str, sql: str, duck: DuckDBPyConnection, place: Path
) -> tuple[Arrived, ...] | Refusal:
    """The columns of the query's rows, which now lie in a Parquet file at `place`, in their order.

    A refusal where the engine does not answer it, or where its rows would not be kept as they are.
    """
    import duckdb
    import nanoarrow
    from adbc_driver_manager import Error

    asked = sql.rstrip("; \t\r\n")
    with opened.cursor() as cursor:
        try:
            if engine == "postgresql":
                cursor.execute("SET TRANSACTION READ ONLY")
            cursor.execute(asked)
            stream = cursor.fetch_arrow()
        except Error as error:
            return _refused(error, engine, asked)
        schema = nanoarrow.c_schema(stream)
        columns = tuple(_arrived(child) for child in schema.children)
        fault = _fault(columns)
        if fault is not None:
            return refuse_whole(asked, fault)
        duck.register("fetched", stream)
        try:
            duck.execute(f"COPY (FROM fetched) TO {text_literal(str(place))} (FORMAT parquet)")
        except duckdb.Error as error:
            # DuckDB's words stand before the driver's, and the engine's behind them.
            said = re.split(r"failed: |ERROR: ", one_line(str(error), []))[-1].strip()
            return refuse_whole(asked, f"{engine} breaks off: {said}")
        finally:
            duck.unregister("fetched")
    return columns


def _arrived(field: Any) -> Arrived:
    metadata = dict(field.metadata.items()) if field.metadata else {}
    native = metadata.get(b"POSTGRESQL:type") or metadata.get(b"ADBC:postgresql:typname") or b""
    return Arrived(field.name, native.decode())


def _fault(columns: Sequence[Arrived]) -> str | None:
    if not columns:
        return "the query gives no columns"
    counts = Counter(column.name.lower() for column in columns)
    for column in columns:
        if counts[column.name.lower()] > 1:
            return f"two columns are named `{column.name}`"
        if column.native == _CENTS:
            return f"`{column.name}` is money, which arrives in cents: cast it to numeric"
    return None


def _refused(error: Any, engine: str, sql: str) -> Refusal:
    """The engine's words, at the place that it tells."""
    details = {_text(key): _text(value) for key, value in error.details or ()}
    said = details.get("PG_DIAG_MESSAGE_PRIMARY") or one_line(str(error), [])
    hint = details.get("PG_DIAG_MESSAGE_HINT")
    notes = (f"its hint: {hint.rstrip('.')}",) if hint else ()
    message = f"{engine} says: {said}"
    at = details.get("PG_DIAG_STATEMENT_POSITION", "")
    if at.isdigit() and 0 < int(at) <= len(sql):
        start = int(at) - 1
        word = len(sql[start:].split(maxsplit=1)[0].rstrip(",;()")) or 1
        return Refusal(message, start, start + word, notes)
    return refuse_whole(sql, message, *notes)


def _text(value: bytes | str) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else value


def exactly(
    columns: Sequence[Arrived],
    types: Sequence[tuple[str, str]],
    duck: DuckDBPyConnection,
    rows: str,
) -> list[str] | str:
    """The columns as SQL that keeps each value; else why there is none.

    types: name and DuckDB type of each. rows: SQL that reads them. A number of PostgreSQL's type
    `numeric` arrives as text and becomes a decimal, or a double where it has more digits than one
    holds, or is not finite.
    """
    wanted = []
    for column, (name, kind) in zip(columns, types, strict=True):
        if kind == "INTERVAL":
            return f"`{column.name}` is an interval, which Parquet cuts: cast it to seconds"
        if column.native != _EXACT or kind != "VARCHAR":
            wanted.append(quoted(name))
            continue
        found = duck.execute(_DIGITS.format(name=quoted(name), rows=rows)).fetchone()
        assert found is not None
        whole, places, finite = found[0] or 1, found[1] or 0, found[2]
        decimal = f"DECIMAL({whole + places}, {places})" if finite and whole + places <= 38 else ""
        wanted.append(f"CAST({quoted(name)} AS {decimal or 'DOUBLE'}) AS {quoted(name)}")
    return wanted
