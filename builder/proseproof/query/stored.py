"""Rows that are too many to hold, put once into a database file that sessions read in place."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import duckdb

from proseproof.capture import Rows
from proseproof.capture.big import BigRows
from proseproof.capture.big_csv import BigCsv
from proseproof.capture.big_lines import BigLines
from proseproof.capture.csv_plain import LONGEST_ROW
from proseproof.kept import default_folder, program, version_of
from proseproof.kept_files import KeptFiles
from proseproof.query.load import Table, append, create, text_literal
from proseproof.sql_type import Listing, Scalar, SqlType, Struct, parse_type, quoted

NAME = "rows"
"""The name of the one table in such a file."""

_PLAIN = ("BIGINT", "BOOLEAN", "DOUBLE", "VARCHAR")
_SMALLEST_BUFFER = 16 * 2**20


def stored(rows: Rows, files: KeptFiles) -> Path:
    """The database file that holds the rows, made where there is none.

    Raises OSError, and RuntimeError where a file of the capture changes meanwhile.
    """
    assert rows.big is not None
    made = ("query", program(), version_of("duckdb"), rows.columns, rows.types)
    return files.made(partial(_make, rows, rows.big), *made, *rows.big.made_of)


def kept_tables() -> KeptFiles:
    """The database files in the user's own cache."""
    return _files(default_folder().with_name("tables"))


_files = cache(KeptFiles)  # one for each folder, since files that cannot be kept go with it


def _make(rows: Rows, big: BigRows, place: Path) -> None:
    # One thread keeps the rows in their order; beyond the limit DuckDB goes to the disk. It holds a
    # line of JSON whole, and some of them.
    config: dict[str, str | bool | int | float | list[str]] = {
        "threads": 1,
        "memory_limit": "1GB" if isinstance(big, BigLines) else "512MB",
    }
    with duckdb.connect(str(place), config=config) as connection:
        if big.is_plain and all(map(_is_plain, map(parse_type, rows.types))):
            connection.execute(f"CREATE TABLE {quoted(NAME)} AS {_read(rows, big)}")
            big.check_unchanged()
            return
        table = Table(NAME, rows.columns, rows.types, ())
        create(connection, table)
        for some in big:
            append(connection, table, some)


def _read(rows: Rows, big: BigRows) -> str:
    """The rows by DuckDB's own reader, which gives what ours would where all is plain."""
    blanks = isinstance(big, BigCsv) and big.blanks
    columns = list(zip(rows.columns, rows.types, strict=True))
    files = ", ".join(map(text_literal, big.places))
    kinds = ", ".join(
        f"{quoted(name)}: {text_literal('VARCHAR' if blanks else kind)}" for name, kind in columns
    )
    told = f"[{files}], columns = {{{kinds}}}, hive_partitioning = false"
    if isinstance(big, BigLines):
        room = max(2 * big.longest, _SMALLEST_BUFFER)
        source = f"read_json({told}, format = 'newline_delimited', maximum_object_size = {room})"
    else:
        source = (
            f"read_csv({told}, auto_detect = false, header = false, skip = 1, delim = ',',"
            f""" quote = '"', escape = '"', nullstr = '', parallel = false,"""
            f" max_line_size = {4 * LONGEST_ROW})"
        )
    if not blanks:
        return f"FROM {source}"
    bare = ((f"nullif(ltrim({quoted(name)}, ' '), '')", name, kind) for name, kind in columns)
    cells = ", ".join(f"CAST({cell} AS {kind}) AS {quoted(name)}" for cell, name, kind in bare)
    return f"SELECT {cells} FROM {source}"


def _is_plain(kind: SqlType) -> bool:
    match kind:
        case Listing(item):
            return _is_plain(item)
        case Struct(fields):
            return all(_is_plain(field) for _, field in fields)
        case Scalar(name):
            return name in _PLAIN
        case _:
            return False
