"""What a preview watches: the folders of all that a check reads, wherever it lies."""

from __future__ import annotations

from pathlib import Path

from proseproof.disk import Disk
from proseproof.site.watched import watched

PROJECT = """
pages: [docs/*.md]
captures:
  near: {file: data/near/*.json}
  deep: {file: "data/near/deep/**/*.csv"}
  far: {file: records/far.csv, schema: shapes/far.json}
  loose: {file: loose.csv}
  gone: {file: nowhere/gone.csv}
  outside: {file: ../outside.csv}
released: releases/ledger.json
"""


def made(root: Path, project: str) -> tuple[str, ...]:
    for folder in ("claims", "data/near/deep", "records", "shapes", "releases", "capture"):
        (root / folder).mkdir(parents=True)
    (root / "loose.csv").write_text("time_s\n1\n")
    (root / "claims" / "project.yml").write_text(project)
    return tuple(path.relative_to(root.resolve()).as_posix() for path in watched(Disk(root)))


def test_the_folder_of_each_declared_file_is_watched_once(tmp_path: Path) -> None:
    assert made(tmp_path, PROJECT) == (
        "claims", "data/near", "records", "shapes", "loose.csv", "releases",
    )  # fmt: skip


def test_a_project_that_cannot_be_read_is_watched_itself(tmp_path: Path) -> None:
    assert made(tmp_path, "pages: [") == ("claims",)
