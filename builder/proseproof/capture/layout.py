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
    told = document if isinstance(document, dict) else {}
    provenance, written = told.get("provenance"), told.get("created_utc")
    capture = Capture(
        name, files, tuple(tables), document,
        provenance if isinstance(provenance, Mapping) else {},
        written if isinstance(written, str) else "",
        _configs(told.get("runs")),
    )  # fmt: skip
    return capture, ()


def _configs(runs: Any) -> dict[str, Mapping[str, Any]]:
    """The settings of runs, by name; none of what has no `config`."""
    entries = runs.items() if isinstance(runs, dict) else ()
    return {
        name: entry["config"]
        for name, entry in entries
        if isinstance(entry, dict) and isinstance(entry.get("config"), dict)
    }
