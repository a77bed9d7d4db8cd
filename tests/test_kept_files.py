"""Big files that are kept: which of them stay."""

from __future__ import annotations

import os
from pathlib import Path

from proseproof.kept_files import AT_WORK, MOST, KeptFiles


def make(files: KeptFiles, *names: int) -> list[Path]:
    """A file for each name."""
    return [files.made(Path.touch, name) for name in names]


def test_files_used_longest_ago_go(tmp_path: Path) -> None:
    files = KeptFiles(tmp_path / "tables")
    made = make(files, *range(MOST))
    for age, path in enumerate(made):
        then = path.stat().st_mtime - 2 * AT_WORK - age
        os.utime(path, (then, then))
    (new,) = make(files, MOST)
    oldest = made[-1]
    assert not oldest.exists()
    assert not oldest.with_suffix(".sha256").exists()
    assert all(path.exists() for path in [*made[:-1], new])


def test_what_one_session_reads_stays_however_much_it_is(tmp_path: Path) -> None:
    files = KeptFiles(tmp_path / "tables")
    made = make(files, *range(2 * MOST))
    assert all(path.exists() for path in made)
