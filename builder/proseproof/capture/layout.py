"""A capture from the rows of its tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from proseproof.capture.columns import tabulate
from proseproof.capture.fault import Findings, astray
from proseproof.capture.path import Astray
from proseproof.capture.record import Capture, CaptureFile, Rows
from proseproof.model import Table


def lay_out(
    name: str,
    files: tuple[CaptureFile, ...],
    found: Iterable[tuple[Table, list[dict[str, Any]] | Astray]],
    document: Any = None,
) -> tuple[Capture | None, Findings]:
    """The capture of this name; None with a finding for each table that has no sound rows."""
    tables = []
    findings = []
    for table, rows in found:
        laid = rows if isinstance(rows, Astray) else tabulate(table.name, rows)
        if isinstance(laid, Astray):
            findings.append(astray(table, laid))
        else:
            tables.append(Rows(table.name, *laid))
    if findings:
        return None, tuple(findings)
    provenance = document.get("provenance") if isinstance(document, dict) else None
    if not isinstance(provenance, Mapping):
        provenance = {}
    return Capture(name, files, tuple(tables), document, provenance), ()
