"""A recorded file read to the rows of its declared tables, with its digest and provenance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from proseproof.disk import Disk
from proseproof.finding import Finding
from proseproof.model import CaptureDeclaration


@dataclass(frozen=True)
class CaptureFile:
    """One recorded file: path from the root, SHA-256 in hex, size in bytes."""

    path: str
    sha256: str
    size: int


@dataclass(frozen=True, eq=False)
class Rows:
    """A table as it goes into the session: column names, DuckDB types, rows in the file's order.

    parquet: paths of files that the session reads in place instead of `rows`.
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


def read_capture(
    declaration: CaptureDeclaration, disk: Disk
) -> tuple[Capture | None, tuple[Finding, ...]]:
    """The declared capture and what is wrong with it (rule `invalid-capture`).

    None where a table could not be read: nothing may be computed from half a capture.
    """
    raise NotImplementedError
