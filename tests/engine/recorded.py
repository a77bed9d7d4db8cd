"""A project for a test that records from PostgreSQL, and what comes of recording."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.project import write_files

from proseproof.block import read_project
from proseproof.disk import PROJECT_FILE, Disk
from proseproof.engine import Recorded, record
from proseproof.finding import Finding
from proseproof.source import Source

NOW = datetime(2026, 11, 30, 5, 30, tzinfo=UTC)
SQL = "SELECT id, region, total_ms, cost, at FROM requests ORDER BY id"


@dataclass(frozen=True)
class Lab:
    """A project with a capture `nights` that is recorded from the connection `lab`."""

    root: Path
    address: str
    file: str = "capture/nights.parquet"

    def files(self, sql: str = SQL, **connection: Any) -> dict[str, str]:
        """The project's files."""
        whole = {"engine": "postgresql", "dsn_env": "LAB_DSN", **connection}
        declared = {
            "pages": ["docs/*.md"],
            "connections": {"lab": {key: value for key, value in whole.items() if value}},
            "captures": {"nights": {"file": self.file, "connection": "lab", "sql": sql}},
        }
        return {"claims/project.yml": json.dumps(declared, indent=1), "docs/page.md": "Words.\n"}

    def record(
        self, sql: str = SQL, environ: Mapping[str, str] | None = None, **connection: Any
    ) -> Recorded | Finding:
        """Writes the project's files and records."""
        disk = write_files(self.root, self.files(sql, **connection))
        source = disk.source(PROJECT_FILE)
        assert isinstance(source, Source)
        project, findings = read_project(source)
        assert project is not None
        assert findings == ()
        given = {"LAB_DSN": self.address} if environ is None else environ
        return record(project.captures[0], project.connections[0], Disk(self.root), given, NOW)

    def refused(self, sql: str) -> str:
        """What is said of a query that is not recorded: the words it is about, and the message."""
        found = self.record(sql)
        assert isinstance(found, Finding)
        assert not list(self.root.glob("capture/**/*.*"))
        return "; ".join([f"{found.span.text}: {found.message}", *found.notes])
