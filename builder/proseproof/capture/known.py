"""A sound capture known from an earlier run: all of it but its rows, which are read when wanted."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any, overload

from proseproof.capture.documents import Document, Form, read_documents
from proseproof.capture.fault import Findings
from proseproof.capture.files import MOST_HELD, find_files, recorded
from proseproof.capture.made_of import Told, made_of
from proseproof.capture.read import read_capture
from proseproof.capture.record import Capture, CaptureFile, Rows
from proseproof.disk import Disk, Unreadable
from proseproof.finding import Finding
from proseproof.kept import Kept, environment, program
from proseproof.model import CaptureDeclaration
from proseproof.strict_json import Mistake

Row = tuple[Any, ...]

Look = Callable[[CaptureDeclaration, Capture, Disk], Findings]
"""What else may be wrong with a capture that was read."""


def recall_or_read(
    declaration: CaptureDeclaration, disk: Disk, kept: Kept, look: Look
) -> tuple[Capture | None, Findings]:
    """As `read_capture`, with what `look` finds; nothing of a capture in which it finds anything.

    A capture in which nothing was found is known again by the bytes of its files and of its schema,
    by its declaration, and by this program. Then its files are only read where rows of it are
    wanted. Raises OSError.
    """
    files = _files(declaration, disk)
    if not files:
        return _read(declaration, disk, kept, look)
    key = _key(declaration, disk, files)
    known = kept.get(*key)
    if known is not None:
        return _recalled(known, _Late(declaration, disk, kept, files), files), ()
    capture, findings = _read(declaration, disk, kept, look)
    # Not where a file changed meanwhile: nobody knows what was read.
    if (
        kept.folder is not None
        and capture is not None
        and key == _key(declaration, disk, capture.files)
    ):
        kept.put(_learnt(capture), *key)
    return capture, findings


def _read(
    declaration: CaptureDeclaration, disk: Disk, kept: Kept, look: Look
) -> tuple[Capture | None, Findings]:
    capture, findings = read_capture(declaration, disk, kept)
    if capture is not None and (more := look(declaration, capture, disk)):
        return None, more
    return capture, findings


def _files(declaration: CaptureDeclaration, disk: Disk) -> tuple[CaptureFile, ...]:
    """The files whose text would be held; none of a capture that is never held, or is not there.

    Nor of one that cannot be read, of which who reads it tells.
    """
    found = find_files(declaration, disk)
    if isinstance(found, Finding):
        return ()
    paths, kind = found
    try:
        sizes = [disk.size(path) for path in paths]
        if kind == "parquet" or (kind != "json" and sum(sizes) > MOST_HELD):
            return ()
        digests = [disk.digest(path) for path in paths]
    except OSError:
        return ()
    return tuple(map(CaptureFile, paths, digests, sizes))


def _key(
    declaration: CaptureDeclaration, disk: Disk, files: Sequence[CaptureFile]
) -> tuple[Any, ...]:
    """All that decides what a capture is, as JSON values."""
    schema = declaration.schema.value if declaration.schema is not None else ""
    return (
        "capture", program(), environment(), declaration.name, declaration.file.value,
        [[table.name, table.path] for table in declaration.tables],
        declaration.marker.value if declaration.marker is not None else None,
        declaration.nonfinite, declaration.connection is not None,
        [schema, _digest(disk, schema)],
        [[file.path, file.sha256] for file in files],
    )  # fmt: skip


def _digest(disk: Disk, path: str) -> str | None:
    """None of a file that is not there, or cannot be read, of which who reads it tells."""
    try:
        return disk.digest(path) if disk.exists(path) else None
    except OSError:
        return None


def _learnt(capture: Capture) -> dict[str, Any]:
    """A capture without its rows, as JSON values."""
    return {
        "tables": [
            [rows.table, rows.columns, rows.types, sorted(rows.number_texts)]
            for rows in capture.tables
        ],
        "provenance": capture.provenance,
        "written": capture.written,
        "configs": capture.configs,
        "told": [[told.inputs, told.generator] for told in capture.told],
    }


def _recalled(known: dict[str, Any], late: _Late, files: tuple[CaptureFile, ...]) -> Capture:
    tables = tuple(
        Rows(
            table, tuple(columns), tuple(types), _LateRows(late, at),
            learnt=frozenset(map(tuple, number_texts)),
        )
        for at, (table, columns, types, number_texts) in enumerate(known["tables"])
    )  # fmt: skip
    told = tuple(
        Told(
            tuple((path, digest, tuple(where)) for path, digest, where in inputs),
            tuple(generator) if generator is not None else None,
        )
        for inputs, generator in known["told"]
    )
    summaries = (partial(late.document, at) for at in range(len(told)))
    found_now = made_of(zip(told, summaries, strict=True), late.disk)
    return Capture(
        late.declaration.name, files, tables, None, known["provenance"], known["written"],
        known["configs"], told, found_now,
    )  # fmt: skip


class _Late:
    """A capture that is read when its rows are wanted, and then must be the one that is known."""

    def __init__(
        self,
        declaration: CaptureDeclaration,
        disk: Disk,
        kept: Kept,
        files: tuple[CaptureFile, ...],
    ) -> None:
        self.declaration, self.disk, self._kept, self._files = declaration, disk, kept, files

    @cached_property
    def capture(self) -> Capture:
        """All of it. Raises OSError, also where a file is no longer the one that is known."""
        capture, _ = read_capture(self.declaration, self.disk, self._kept)
        if capture is None or capture.files != self._files:
            raise self._changed(self._files[0])
        return capture

    def document(self, at: int) -> Document:
        """The document of one file, where each file is one. Raises OSError as `capture` does."""
        source = self.disk.source(self._files[at].path)
        if isinstance(source, Unreadable) or recorded(source) != self._files[at]:
            raise self._changed(self._files[at])
        documents = read_documents(source, Form(nonfinite=self.declaration.nonfinite))
        assert not isinstance(documents, Mistake)
        return documents[0]

    def _changed(self, file: CaptureFile) -> OSError:
        return OSError(errno.ESTALE, "changed while it was read", file.path)


class _LateRows(Sequence[Row]):
    """The rows of a table, read when the first is wanted."""

    def __init__(self, late: _Late, at: int) -> None:
        self._late, self._at = late, at

    @property
    def _rows(self) -> Sequence[Row]:
        return self._late.capture.tables[self._at].rows

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Row]: ...

    def __getitem__(self, at: int | slice) -> Row | Sequence[Row]:
        return self._rows[at]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
