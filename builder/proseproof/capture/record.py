"""What a recorded file becomes: tables of rows, with the file's digest and provenance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class CaptureFile:
    """One recorded file: path from the root, SHA-256 in hex, size in bytes."""

    path: str
    sha256: str
    size: int


@dataclass(frozen=True, eq=False)
class Rows:
    """A table as it goes into the session: column names, DuckDB types, rows in the file's order.

    A column whose values are of several kinds has a UNION type: `value = 'fsdp'`, `value = 0.25`
    and IS DISTINCT FROM compare by kind, `value.number`, `value.text` and `value.boolean` give
    the values of one kind, and what comes back is the value itself.
    parquet: absolute paths of files that the session reads in place instead of `rows`.
    """

    table: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]] = field(repr=False, default=())
    parquet: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Capture:
    """A capture as it was read. document: the parsed JSON of a single JSON file, else None.

    provenance: the member `provenance` of the document, where it has one.
    """

    name: str
    files: tuple[CaptureFile, ...]
    tables: tuple[Rows, ...]
    document: Any = field(repr=False, default=None)
    provenance: Mapping[str, Any] = field(default_factory=dict)
