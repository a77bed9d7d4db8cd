"""Parquet files, looked at and left in place: the session reads their rows."""

from __future__ import annotations

import glob
from collections.abc import Mapping, Sequence
from typing import Any

from proseproof.capture.fault import Findings, declared
from proseproof.capture.record import Capture, CaptureFile, Rows
from proseproof.disk import Disk
from proseproof.finding import Finding
from proseproof.model import CaptureDeclaration, Table
from proseproof.strict_json import read_json

Columns = tuple[tuple[str, str], ...]

KEY = "proseproof"
"""The key of a file's own metadata under which a record has its provenance, as JSON."""


def read_parquet(
    declaration: CaptureDeclaration, disk: Disk, paths: Sequence[str], tables: Sequence[Table]
) -> tuple[Capture | None, Findings]:
    """The capture of Parquet files that have the same columns of the same types, in order.

    Only the files' footers and digests are read.
    """
    described = _describe(declaration, disk, paths)
    if isinstance(described, Finding):
        return None, (described,)
    for path, columns in zip(paths, described, strict=True):
        if columns != described[0]:
            odd = [name for name, _ in {*columns} ^ {*described[0]}]
            note = f"they differ in `{min(odd)}`" if odd else "they differ in their order"
            message = f"`{paths[0]}` and `{path}` have different columns"
            return None, (declared(declaration.file, message, note),)
    places = [disk.path(path) for path in paths]
    files = tuple(CaptureFile(path, disk.digest(path), disk.size(path)) for path in paths)
    names = tuple(name for name, _ in described[0])
    types = tuple(kind for _, kind in described[0])
    parquet = tuple(str(place) for place in places)
    rows = tuple(Rows(table.name, names, types, (), parquet) for table in tables)
    provenance = _provenance(parquet[0]) if len(parquet) == 1 else {}
    return Capture(declaration.name, files, rows, provenance=provenance), ()


def _reason(error: str) -> str:
    """What DuckDB says: without the kind of the error, which stands in front of most."""
    kind, _, told = error.partition("\n")[0].partition(": ")
    reason = (told or kind).rstrip(".!")
    return reason if reason.isprintable() and reason else "its footer cannot be read"


def _provenance(place: str) -> Mapping[str, Any]:
    """What a record tells of where it comes from; nothing of another Parquet file."""
    import duckdb

    sql = "SELECT value FROM parquet_kv_metadata(?) WHERE key = ?::BLOB"
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        found = connection.execute(sql, [glob.escape(place), KEY]).fetchone()
    read = read_json(found[0].decode(errors="replace")) if found else None
    return read if isinstance(read, Mapping) else {}


def _describe(
    declaration: CaptureDeclaration, disk: Disk, paths: Sequence[str]
) -> list[Columns] | Finding:
    """The columns of each file, as name and DuckDB type."""
    # Imported here because most projects have no Parquet, and it takes a while.
    import duckdb

    described = []
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        for path in paths:
            place = str(disk.path(path))
            try:
                found = connection.execute(
                    "DESCRIBE SELECT * FROM read_parquet([?], hive_partitioning = false)",
                    [glob.escape(place)],
                ).fetchall()
            except duckdb.Error as error:
                reason = _reason(str(error))
                reason = reason[:1].lower() + reason[1:].replace(place, path)
                return declared(declaration.file, f"`{path}` is no Parquet file: {reason}")
            described.append(tuple((str(row[0]), str(row[1])) for row in found))
    return described
