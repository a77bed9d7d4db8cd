"""A check after a check: what has not changed is not read again, and the findings are the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.project import lines, small_project, write_files

from proseproof.query import Worker
from proseproof.run import Study, study

CLAIM = {"says": "takes 5.5 s", "query": "SELECT time_s FROM runs"}
PAGE = 'It takes 5.5 s. Again 7.\n\n--8<-- "docs/part.txt"\n'
FILES = {
    **small_project(PAGE, [CLAIM]),
    "docs/other.md": "Another 8, and 9,5.\n",
    "docs/part.txt": "A part has 3.\n",
}


def pages(found: Study) -> Mapping[str, int]:
    assert found.loaded is not None
    return {path: id(page) for path, page in found.loaded.pages.items()}


@pytest.mark.parametrize(
    ("changed", "old", "new", "read_again"),
    [
        ("docs/page.md", "5.5", "5.4", ["docs/page.md"]),
        ("docs/other.md", "8", "18", ["docs/other.md", "docs/page.md"]),
        ("docs/part.txt", "3", "4", ["docs/page.md"]),  # its snippet is a file of its own
        ("claims/page.yml", "time_s", "2 * time_s", ["docs/page.md"]),
        ("capture/lab.json", "5.5", "5.6", ["docs/page.md"]),
        (
            "claims/project.yml",
            '{"pages"',
            '{"decimal": ",", "pages"',
            ["docs/other.md", "docs/page.md"],
        ),
    ],
)
def test_a_change_is_seen(
    tmp_path: Path, worker: Worker, changed: str, old: str, new: str, read_again: list[str]
) -> None:
    first = study(write_files(tmp_path, FILES), worker)
    disk = write_files(tmp_path, {changed: FILES[changed].replace(old, new)})
    again = study(disk, worker, before=first)
    assert lines(again.outcome) == lines(study(disk, worker).outcome)
    assert lines(again.outcome) != lines(first.outcome)
    before, after = pages(first), pages(again)
    assert sorted(path for path in after if after[path] != before.get(path)) == read_again


def test_a_page_that_is_gone_is_gone(tmp_path: Path, worker: Worker) -> None:
    disk = write_files(tmp_path, FILES)
    first = study(disk, worker)
    (tmp_path / "docs/other.md").unlink()
    assert pages(study(disk, worker, before=first)).keys() == {"docs/page.md"}
