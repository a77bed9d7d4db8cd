"""What a recorded file becomes: tables of rows, with the file's digest and provenance."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from proseproof.capture.made_of import OF_NOTHING, MadeOf
from proseproof.nouns import dataclass

if TYPE_CHECKING:
    from proseproof.capture.big import BigRows


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
    parquet: absolute paths of files that the session reads in place instead of `rows`. big: where
    the rows are read from, in place of `rows`, when a session is asked.
    """

    table: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]] = field(repr=False, default=())
    parquet: tuple[str, ...] = ()
    big: BigRows | None = None


@dataclass(frozen=True, eq=False)
class Capture:
    """A capture as it was read. document: the parsed JSON of a single JSON file, else None.

    provenance: the member `provenance` of the document, where it has one. made_of: what is at hand
    of the files and programs that its documents were made of.
    """

    name: str
    files: tuple[CaptureFile, ...]
    tables: tuple[Rows, ...]
    document: Any = field(repr=False, default=None)
    provenance: Mapping[str, Any] = field(default_factory=dict)
    made_of: MadeOf = OF_NOTHING

    @property
    def transcribed(self) -> bool:
        """Whether its provenance says that it was copied from a published text."""
        return self.provenance.get("kind") == "transcribed"

    @property
    def dated(self) -> str:
        """When it was recorded, if its provenance says so, else when its summary was written.

        Such as `recorded 2026-11-30`; empty where it says neither.
        """
        for key in ("recorded_utc", "recorded", "date"):
            if isinstance(when := self.provenance.get(key), str):
                return f"recorded {_day(when)}"
        written = self.document.get("created_utc") if isinstance(self.document, dict) else None
        return f"written {_day(written)}" if isinstance(written, str) else ""


def _day(when: str) -> str:
    """The day of an ISO 8601 time; other words stay as they are."""
    return when[:10] if re.match(r"\d{4}-\d\d-\d\dT", when) else when
