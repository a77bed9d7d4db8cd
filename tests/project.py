"""A project for a test: files written into a folder, checked, its findings as lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from proseproof.disk import Disk
from proseproof.finding import Finding
from proseproof.outcome import Outcome
from proseproof.query import Worker
from proseproof.run import check


def write_files(root: Path, files: Mapping[str, str]) -> Disk:
    """Writes the files below `root` and gives the disk of the project."""
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="")
    return Disk(root)


def check_files(root: Path, files: Mapping[str, str], worker: Worker) -> Outcome:
    """The outcome of checking a project made of `files`."""
    return check(write_files(root, files), worker)


def small_project(
    page: str,
    claims: Iterable[Mapping[str, Any]] = (),
    tables: Mapping[str, list[dict[str, Any]]] | None = None,
    **more: Any,
) -> dict[str, str]:
    """The files of a project with one page, one figure of `claims`, and tables of rows.

    more: other keys of the claims file (`given`, `figures`) or, behind `project_`, of project.yml.
    """
    rows = tables if tables is not None else {"runs": [{"run": "a", "time_s": 5.5}]}
    section: dict[str, Any] = {"page": "docs/page.md"}
    wanted = list(claims)
    figures = list(more.pop("figures", []))
    if wanted:
        figures.append({"id": "text", "kind": "text", "claims": wanted})
    project: dict[str, Any] = {
        "pages": ["docs/*.md"],
        "captures": {
            "lab": {"file": "capture/lab.json", "tables": {name: f"{name}[]" for name in rows}}
        },
    }
    for key in [key for key in more if key.startswith("project_")]:
        project[key.removeprefix("project_")] = more.pop(key)
    files = {
        "docs/page.md": page,
        "capture/lab.json": json.dumps(rows),
        "claims/project.yml": json.dumps(project, ensure_ascii=False),
    }
    if figures or more:
        section |= {"figures": figures, **more} if figures else more
        files["claims/page.yml"] = json.dumps(section, ensure_ascii=False, indent=1)
    return files


def line(finding: Finding) -> str:
    """A finding in one line: `docs/page.md:3:7 stale-number: page says …`."""
    place = finding.span.first
    path = finding.span.source.path
    return f"{path}:{place.line}:{place.column} {finding.rule}: {finding.message}"


def lines(outcome: Outcome) -> list[str]:
    """The findings of an outcome, a line each."""
    return [line(finding) for finding in outcome.findings]
