"""What a recorded file becomes: tables of rows, with the file's digest and provenance."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from proseproof.capture.made_of import OF_NOTHING, MadeOf, Told
from proseproof.capture.texts import number_texts
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
    the rows are read from, in place of `rows`, when a session is asked. learnt: `number_texts`,
    where they are known without the rows.
    """

    table: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]] = field(repr=False, default=())
    parquet: tuple[str, ...] = ()
    big: BigRows | None = None
    learnt: frozenset[tuple[str, ...]] | None = field(repr=False, default=None)

    @cached_property
    def number_texts(self) -> frozenset[tuple[str, ...]]:
        """The columns whose numbers are text and in a wrong order: see `texts.number_texts`."""
        if self.learnt is not None:
            return self.learnt
        return number_texts(self.columns, self.types, self.rows)


@dataclass(frozen=True, eq=False)
class Capture:
    """A capture as it was read. document: the parsed JSON of a single JSON file, else None.

    provenance: the member `provenance` of the document, where it has one. written: its member
    `created_utc`, likewise. configs: the member `config` of each of its `runs`, by the run's name.
    told: what each of its documents tells of what it was made of. made_of: what is at hand of that.
    A capture that is known from an earlier run has no document; all else it has.
    """

    name: str
    files: tuple[CaptureFile, ...]
    tables: tuple[Rows, ...]
    document: Any = field(repr=False, default=None)
    provenance: Mapping[str, Any] = field(default_factory=dict)
    written: str = ""
    configs: Mapping[str, Mapping[str, Any]] = field(repr=False, default_factory=dict)
    told: tuple[Told, ...] = ()
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
        return f"written {_day(self.written)}" if self.written else ""


def _day(when: str) -> str:
    """The day of an ISO 8601 time; other words stay as they are."""
    return when[:10] if re.match(r"\d{4}-\d\d-\d\dT", when) else when
