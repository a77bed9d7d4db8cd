"""`proseproof check PAGE`: what is told of one page alone."""

from __future__ import annotations

from pathlib import Path

from tests.project import check_files, lines, small_project

from proseproof.narrow import narrow
from proseproof.query import Worker


def test_a_page_is_told_apart_from_the_others(tmp_path: Path, worker: Worker) -> None:
    files = small_project("It took 5 s.\n") | {"docs/other.md": "It took 6 s.\n"}
    outcome = check_files(tmp_path, files, worker)
    assert len(outcome.findings) == 2
    assert lines(narrow(outcome, ["docs/other.md"])) == [
        "docs/other.md:1:9 unbound-number: nothing checks the number 6"
    ]


def test_what_a_page_includes_is_told_with_it(tmp_path: Path, worker: Worker) -> None:
    """The reader of the page meets it, though the file is a page of its own too."""
    files = small_project('Times:\n\n--8<-- "part.md"\n') | {"docs/part.md": "It took 7 s.\n"}
    outcome = check_files(tmp_path, files, worker)
    told = ["docs/part.md:1:9 unbound-number: nothing checks the number 7"]
    assert lines(outcome) == told
    assert lines(narrow(outcome, ["docs/page.md"])) == told
