"""Rows of a DuckDB query as a record: Parquet or JSON, with their provenance inside."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proseproof.capture.parquet import KEY
from proseproof.disk import fill
from proseproof.query.load import text_literal

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

CHUNK = 10_000
"""Rows that are held at once."""


def digest_of(duck: DuckDBPyConnection, sql: str) -> tuple[int, str]:
    """How many rows the query gives, and the SHA-256 of them as lines of JSON."""
    digest, count = hashlib.sha256(), 0
    for line in _lines(duck, sql):
        digest.update(line.encode() + b"\n")
        count += 1
    return count, digest.hexdigest()


def write_parquet(
    duck: DuckDBPyConnection, sql: str, provenance: Mapping[str, Any], draft: Path
) -> None:
    """Writes the rows to the file."""
    told = text_literal(json.dumps(provenance, sort_keys=True))
    options = f"FORMAT parquet, COMPRESSION zstd, KV_METADATA {{{KEY}: {told}}}"
    duck.execute(f"COPY ({sql}) TO {text_literal(str(draft))} ({options})")


def write_json(
    duck: DuckDBPyConnection, sql: str, provenance: Mapping[str, Any], draft: Path
) -> None:
    """Writes `{"provenance": …, "rows": […]}` to the file, a row a line."""
    fill(draft, _document(_lines(duck, sql), provenance))


def _document(lines: Iterable[str], provenance: Mapping[str, Any]) -> Iterator[str]:
    yield f'{{"provenance": {json.dumps(provenance, sort_keys=True)},\n"rows": ['
    for number, line in enumerate(lines):
        yield f"{',' if number else ''}\n{line}"
    yield "\n]}\n"


def _lines(duck: DuckDBPyConnection, sql: str) -> Iterator[str]:
    """Each row as a JSON object, in one line."""
    # A column may have the name of what the rows are called, which would then stand for it alone.
    names = {str(row[0]).lower() for row in duck.execute(f"DESCRIBE {sql}").fetchall()}
    alias = "one"
    while alias in names:
        alias += "_"
    duck.execute(f"SELECT to_json({alias})::VARCHAR FROM ({sql}) AS {alias}")
    while rows := duck.fetchmany(CHUNK):
        for (line,) in rows:
            yield line
