"""A page that is typed behind a command: one of the project, or why it is not looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project import small_project, write_files

from proseproof.cli import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project whose pages are those of docs/, with a README beside them."""
    conflict = "<<<<<<< ours\nIt took 5 s.\n=======\n>>>>>>> theirs\n"
    other = {"README.md": "It took 4 s.\n", "docs/both.md": conflict}
    write_files(tmp_path, small_project("Words.\n") | other)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", ["check", "suggest"])
def test_a_file_that_the_project_does_not_have_names_the_key(command: str, capsys: Capture) -> None:
    assert main([command, "README.md"]) == 2
    told = "proseproof: README.md is not among the `pages` of claims/project.yml\n"
    assert capsys.readouterr() == ("", told)


@pytest.mark.parametrize("command", ["check", "suggest"])
def test_a_file_that_is_not_there_is_no_page(command: str, capsys: Capture) -> None:
    assert main([command, "docs/pag.md"]) == 2
    told = "proseproof: docs/pag.md is no page of this project; the nearest is docs/page.md\n"
    assert capsys.readouterr() == ("", told)


def test_a_page_that_could_not_be_read_is_a_page_all_the_same(capsys: Capture) -> None:
    assert main(["check", "docs/both.md", "--format", "text"]) == 1
    assert "an unresolved merge conflict stands here" in capsys.readouterr().out
    assert main(["suggest", "docs/both.md"]) == 2
    told = "proseproof: docs/both.md was not read; `proseproof check` says why\n"
    assert capsys.readouterr() == ("", told)
