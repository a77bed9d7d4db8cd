"""A capture for a test: files written, a declaration of them read, its findings as lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proseproof.capture import Capture, Rows, read_capture
from proseproof.disk import Disk
from proseproof.finding import Finding
from proseproof.kept import NOTHING_KEPT, Kept
from proseproof.model import CaptureDeclaration, Table
from proseproof.source import Source, Text


@dataclass(frozen=True)
class Read:
    """A capture that was read, and its findings."""

    capture: Capture | None
    findings: tuple[Finding, ...]

    @property
    def lines(self) -> list[str]:
        """The findings, a line each: place, message, and the notes in brackets."""
        found = []
        for finding in self.findings:
            place = finding.span.first
            notes = "".join(f" ({note})" for note in finding.notes)
            where = f"{finding.span.source.path}:{place.line}:{place.column}"
            found.append(f"{where} {finding.message}{notes}")
        return found

    def table(self, name: str = "lab") -> Rows:
        """The table of this name, of a capture without findings."""
        assert self.lines == []
        assert self.capture
        return next(rows for rows in self.capture.tables if rows.table == name)

    def dicts(self, name: str = "lab") -> list[dict[str, Any]]:
        """The rows of a table, each as a dict by column."""
        table = self.table(name)
        return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def declare(
    root: Path,
    files: Mapping[str, str | bytes],
    file: str | None = None,
    tables: Mapping[str, str] | None = None,
    schema: str | None = None,
    **more: Any,
) -> CaptureDeclaration:
    """Writes the files and declares the capture `lab` of `file`, which is the first if not given.

    The declaration stands in lab.yml: `file` on line 1, `schema` on line 2, tables from line 3.
    more: other fields of the declaration.
    """
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    named = file if file is not None else next(iter(files))
    lines = [named, schema or "", *(tables or {}).values()]
    source = Source("lab.yml", "\n".join(lines))
    spans = [(source.offset(n), source.offset(n) + len(line)) for n, line in enumerate(lines, 1)]
    return CaptureDeclaration(
        "lab",
        Text.of(source, *spans[0]),
        Text.of(source, *spans[1]) if schema else None,
        tuple(
            Table(name, path, source.span(*span))
            for (name, path), span in zip((tables or {}).items(), spans[2:], strict=True)
        ),
        source.span(*spans[0]),
        **more,
    )


def read(
    root: Path,
    files: Mapping[str, str | bytes],
    file: str | None = None,
    tables: Mapping[str, str] | None = None,
    schema: str | None = None,
    kept: Kept = NOTHING_KEPT,
    **more: Any,
) -> Read:
    """Writes the files and reads the capture that `declare` declares of them."""
    declaration = declare(root, files, file, tables, schema, **more)
    return Read(*read_capture(declaration, Disk(root), kept))
