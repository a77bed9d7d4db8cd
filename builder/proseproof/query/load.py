"""Rows of Python values into a DuckDB table, and DuckDB's values back to plain ones."""

from __future__ import annotations

import glob
import json
import struct
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from proseproof.nouns import dataclass
from proseproof.sql_type import Listing, Scalar, SqlType, Struct, Union, parse_type, quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

CHUNK = 50_000
"""Rows that are handed over at once; more would only need more memory."""

Members = tuple[tuple[str, SqlType], ...]

_CARRIED = ("BIGNUM", "JSON")
"""Types whose values travel as text."""

_PLAIN = (bool, int, str, Decimal, date, time, timedelta)


@dataclass(frozen=True)
class Table:
    """A table to load: `columns` with their DuckDB `types` and `rows`, or `parquet` files.

    stored: a database file that holds the rows in its place, and the name of the table in it.
    """

    name: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    parquet: tuple[str, ...] = ()
    stored: tuple[str, str] | None = None


def load(connection: DuckDBPyConnection, table: Table) -> None:
    """Makes the table in the session; files stay where they are, and become a view."""
    if table.parquet:
        # A name with a bracket is no pattern, and a folder named `run=a` gives no column.
        files = ", ".join(text_literal(glob.escape(path)) for path in table.parquet)
        source = f"read_parquet([{files}], hive_partitioning = false)"
        connection.execute(f"CREATE VIEW {quoted(table.name)} AS SELECT * FROM {source}")
        return
    if table.stored is not None:
        source = f"{_beside(table)}.main.{quoted(table.stored[1])}"
        connection.execute(f"CREATE VIEW {quoted(table.name)} AS SELECT * FROM {source}")
        return
    create(connection, table)
    for start in range(0, len(table.rows), CHUNK):
        append(connection, table, table.rows[start : start + CHUNK])


def attach(connection: DuckDBPyConnection, table: Table) -> None:
    """Opens the database file that holds the table's rows, where one does."""
    if table.stored is not None:
        place = text_literal(table.stored[0])
        connection.execute(f"ATTACH {place} AS {_beside(table)} (READ_ONLY)")


def _beside(table: Table) -> str:
    return quoted(f"stored {table.name}")


def create(connection: DuckDBPyConnection, table: Table) -> None:
    """Makes the table, empty."""
    columns = ", ".join(
        f"{quoted(name)} {parse_type(kind)}"
        for name, kind in zip(table.columns, table.types, strict=True)
    )
    connection.execute(f"CREATE TABLE {quoted(table.name)} ({columns})")


def append(connection: DuckDBPyConnection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Puts more rows into the table."""
    if not rows:
        return
    kinds = [parse_type(kind) for kind in table.types]
    carried = ", ".join(f"unnest(?::{_parameter(kind)}[]) AS c{i}" for i, kind in enumerate(kinds))
    sources = ", ".join(f"{_carried(kind, f'c{i}')} AS c{i}" for i, kind in enumerate(kinds))
    targets = ", ".join(_build(kind, f"c{i}") for i, kind in enumerate(kinds))
    packs = [_texted(kind) if _is_nested(kind) else _packer(kind) for kind in kinds]
    packed = [
        [pack(value) for value in column] if pack else list(column)
        for pack, column in zip(packs, zip(*rows, strict=True), strict=True)
    ]
    inside = f"SELECT {sources} FROM (SELECT {carried})"
    connection.execute(f"INSERT INTO {quoted(table.name)} SELECT {targets} FROM ({inside})", packed)


def _is_nested(kind: SqlType) -> bool:
    """Whether values of the type travel as JSON, which DuckDB reads far faster than objects."""
    return not isinstance(kind, Scalar)


def _parameter(kind: SqlType) -> SqlType:
    return Scalar("VARCHAR") if _is_nested(kind) else _carrier(kind)


def _carried(kind: SqlType, sql: str) -> str:
    """SQL that makes the carrier of the type from the parameter that `sql` names."""
    if not _is_nested(kind):
        return sql
    return f"from_json_strict(CAST({sql} AS JSON), {text_literal(json.dumps(str(_carrier(kind))))})"


def _texted(kind: SqlType) -> Callable[[Any], Any]:
    pack = _packer(kind) or _same
    return _nullable(lambda value: json.dumps(pack(value)))


def text_literal(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def _carrier(kind: SqlType) -> SqlType:
    """The type that takes a value over: a parameter can be no union, BIGNUM or JSON."""
    match kind:
        case Listing(item):
            return Listing(_carrier(item))
        case Struct(fields):
            return Struct(tuple((name, _carrier(field)) for name, field in fields))
        case Union(members):
            carried = tuple((name, _carrier(member)) for name, member in members)
            return Struct((("kind", Scalar("VARCHAR")), *carried))
        case _:
            return Scalar("VARCHAR") if kind.name in _CARRIED else kind


def _packer(kind: SqlType) -> Callable[[Any], Any] | None:
    """What turns a value into one that its carrier takes; None where it is one already.

    Missing members of an object become None, integers among fractions floats.
    """
    match kind:
        case Listing(item):
            pack = _packer(item)
            return _nullable(lambda value: [pack(one) for one in value]) if pack else None
        case Struct(fields):
            packs = [(name, _packer(field) or _same) for name, field in fields]
            return _nullable(lambda value: {name: pack(value.get(name)) for name, pack in packs})
        case Union(members):
            return _nullable(_union_packer(members))
        case Scalar("DOUBLE"):
            return _nullable(float)
        case Scalar("BIGNUM" | "JSON"):
            return _nullable(json.dumps)
        case _:
            return None


def _union_packer(members: Members) -> Callable[[Any], Any]:
    packs = [(name, member, _packer(member) or _same) for name, member in members]
    nothing = {name: None for name, _ in members}

    def pack(value: Any) -> dict[str, Any]:
        name, chosen = next((n, p) for n, member, p in packs if _takes(member, value))
        return {"kind": name, **nothing, name: chosen(value)}

    return pack


def _takes(kind: SqlType, value: Any) -> bool:
    """Whether a member of a union is the one for a value."""
    match kind:
        case Listing():
            return isinstance(value, list)
        case Struct() | Scalar("JSON"):
            return isinstance(value, dict)
        case Scalar("BOOLEAN"):
            return isinstance(value, bool)
        case Scalar("VARCHAR"):
            return isinstance(value, str)
        case _:
            return isinstance(value, int | float) and not isinstance(value, bool)


def _build(kind: SqlType, sql: str, depth: int = 0) -> str:
    """SQL that makes the value of a type from its carrier, which `sql` names."""
    if kind == _carrier(kind):
        return sql
    match kind:
        case Listing(item):
            return f"list_transform({sql}, lambda x{depth}: {_build(item, f'x{depth}', depth + 1)})"
        case Struct(fields):
            parts = (
                f"{quoted(name)} := {_build(field, f'{sql}.{quoted(name)}', depth)}"
                for name, field in fields
            )
            return f"CASE WHEN {sql} IS NOT NULL THEN struct_pack({', '.join(parts)}) END"
        case Union(members):
            built = {
                name: _build(member, f"{sql}.{quoted(name)}", depth) for name, member in members
            }
            cases = (
                f"WHEN '{name}' THEN CAST(union_value({quoted(name)} := {it}) AS {kind})"
                for name, it in built.items()
            )
            return f'CASE {sql}."kind" {" ".join(cases)} END'
        case _:
            return f"CAST({sql} AS {kind})"


def reader(kind: SqlType) -> Callable[[Any], Any] | None:
    """What turns a fetched value of the type into a plain one; None where it is plain already."""
    match kind:
        case Listing(item):
            # An array comes as a tuple, a list as a list.
            read = reader(item)
            return _nullable(lambda value: [read(one) for one in value] if read else list(value))
        case Struct(fields):
            reads = {name: reader(field) or _same for name, field in fields}
            return _nullable(
                lambda value: {name: reads.get(name, _same)(part) for name, part in value.items()}
            )
        case Union(members):
            return _nullable(_union_reader(members))
        case Scalar("BIGNUM"):
            return _nullable(int)
        case Scalar("JSON"):
            return _nullable(json.loads)
        case Scalar("FLOAT"):
            return _nullable(_from_single)
        case Scalar("BOOLEAN" | "DOUBLE" | "VARCHAR" | "BIGINT" | "HUGEINT" | "INTEGER"):
            return None
        case _:
            return _nullable(_plain)


def _nullable(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else read(value)


def _same(value: Any) -> Any:
    return value


def _union_reader(members: Members) -> Callable[[Any], Any]:
    """A union keeps every number as a DOUBLE; what was a whole number in the file is one again."""
    reads = [(member, reader(member) or _same) for _, member in members]

    def read(value: Any) -> Any:
        if isinstance(value, float):
            return int(value) if value.is_integer() else value
        return next((r(value) for member, r in reads if _takes(member, value)), value)

    return read


def _from_single(value: float) -> float:
    """A single-precision number by its shortest decimal: 0.1, not 0.10000000149011612."""
    for digits in range(6, 10):
        short = float(f"{value:.{digits}g}")
        if struct.pack("f", short) == struct.pack("f", value):
            return short
    return value


def _plain(value: Any) -> Any:
    """A value of a rare type: a moment in UTC, bytes in hex, a list, a dict, or its text."""
    match value:
        case datetime():
            return value.astimezone(UTC) if value.tzinfo else value
        case bytes() | bytearray():
            return value.hex()
        case float():
            return value
        case list() | tuple():
            return [None if one is None else _plain(one) for one in value]
        case dict():
            return {str(key): None if v is None else _plain(v) for key, v in value.items()}
        case _:
            return value if isinstance(value, _PLAIN) else str(value)
