"""A check that found nothing is told again, while no byte of what it looked at has changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.project import small_project, write_files

import proseproof.run
from proseproof.cli import main
from proseproof.disk import Disk
from proseproof.kept import Kept
from proseproof.query import Worker
from proseproof.unchanged import WatchedDisk, recall, remember

SCHEMA = {
    "capture/schema.json": '{"type": "object"}',
    "docs/part.txt": "Another part.\n",
}
PAGE = 'It takes 5.5 s.\n\n--8<-- "docs/part.txt"\n'
FILES = {
    **small_project(PAGE, [{"says": "takes 5.5 s", "query": "SELECT time_s FROM runs"}]),
    **SCHEMA,
}
FILES["claims/project.yml"] = FILES["claims/project.yml"].replace(
    '"file": "capture/lab.json"', '"file": "capture/lab.json", "schema": "capture/schema.json"'
)


@pytest.fixture
def checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A project in a folder of its own, a cache of its own; a word for each check that is made."""
    made: list[str] = []
    study = proseproof.run.study

    def noted(*arguments: object, **named: object) -> object:
        made.append("checked")
        return study(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(proseproof.run, "study", noted)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    write_files(tmp_path / "project", FILES)
    return made


def check(tmp_path: Path, *arguments: str) -> int:
    return main(["check", "--root", str(tmp_path / "project"), *arguments])


def test_the_second_time_nothing_is_done(
    tmp_path: Path, checks: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(tmp_path) == 0
    first = capsys.readouterr().out
    assert check(tmp_path) == 0
    assert capsys.readouterr().out == first
    assert first.startswith("no errors in 1 claim")
    assert len(checks) == 1


@pytest.mark.parametrize(
    ("file", "text", "status"),
    [
        ("docs/page.md", PAGE.replace("5.5", "5.6"), 1),
        ("docs/page.md", PAGE + "\n", 0),
        ("docs/part.txt", "Another 7.\n", 1),
        ("docs/new.md", "A new page, with 7.\n", 1),
        ("claims/page.yml", FILES["claims/page.yml"].replace("5.5", "5.7"), 1),
        ("claims/more.yml", "page: docs/page.md\ngiven:\n  - says: 8\n    why: so\n", 1),
        ("claims/project.yml", FILES["claims/project.yml"] + " ", 0),
        ("capture/lab.json", FILES["capture/lab.json"].replace("5.5", "5.8"), 1),
        ("capture/lab.json", FILES["capture/lab.json"] + "\n", 0),
        ("capture/schema.json", '{"type": "array"}', 1),
    ],
)
def test_a_change_is_checked(
    tmp_path: Path, checks: list[str], file: str, text: str, status: int
) -> None:
    check(tmp_path)
    write_files(tmp_path / "project", {file: text})
    assert check(tmp_path) == status
    assert len(checks) == 2


@pytest.mark.parametrize("file", ["docs/part.txt", "docs/page.md", "capture/lab.json"])
def test_a_file_that_is_gone_is_missed(tmp_path: Path, checks: list[str], file: str) -> None:
    check(tmp_path)
    (tmp_path / "project" / file).unlink()
    assert check(tmp_path) == 1
    assert len(checks) == 2


@pytest.mark.parametrize(
    ("file", "at_once"),
    [("docs/page.md", False), ("claims/page.yml", True), ("capture/lab.json", True)],
)
def test_the_session_starts_at_once_where_queries_may_have_changed(
    tmp_path: Path,
    checks: list[str],
    monkeypatch: pytest.MonkeyPatch,
    file: str,
    at_once: bool,
) -> None:
    """It takes a quarter of a second to start, and of an edited page no query is asked."""
    check(tmp_path)
    started: list[bool] = []

    class Noting(Worker):
        def __init__(self, *, at_once: bool = True) -> None:
            started.append(at_once)
            super().__init__(at_once=at_once)

    monkeypatch.setattr("proseproof.query.Worker", Noting)
    write_files(tmp_path / "project", {file: FILES[file] + "\n"})
    assert check(tmp_path) == 0
    assert started == [at_once]


def test_a_change_that_is_taken_back_is_none(tmp_path: Path, checks: list[str]) -> None:
    check(tmp_path)
    page = tmp_path / "project/docs/page.md"
    write_files(tmp_path / "project", {"docs/page.md": PAGE.replace("5.5", "5.6")})
    assert check(tmp_path) == 1
    write_files(tmp_path / "project", {"docs/page.md": PAGE})
    os.utime(page, (0, 0))
    assert check(tmp_path) == 0
    assert len(checks) == 2


def test_a_check_with_findings_is_made_each_time(tmp_path: Path, checks: list[str]) -> None:
    write_files(tmp_path / "project", {"docs/page.md": PAGE.replace("5.5", "5.6")})
    assert [check(tmp_path), check(tmp_path)] == [1, 1]
    assert len(checks) == 2


def test_another_report_is_another_matter(
    tmp_path: Path, checks: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    check(tmp_path)
    assert check(tmp_path, "--format", "json") == 0
    assert '"findings": []' in capsys.readouterr().out
    assert check(tmp_path, "docs/page.md") == 0
    assert check(tmp_path, "--output", str(tmp_path / "report.txt")) == 0
    assert (tmp_path / "report.txt").read_text(encoding="utf-8").startswith("no errors")
    assert len(checks) == 4


def test_another_program_checks_anew(
    tmp_path: Path, checks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    check(tmp_path)
    monkeypatch.setattr("proseproof.unchanged.program", lambda: "another")
    assert check(tmp_path) == 0
    monkeypatch.setattr("proseproof.unchanged.environment", lambda: "other packages")
    assert check(tmp_path) == 0
    assert len(checks) == 3


def test_another_project_with_the_same_files_is_another_project(
    tmp_path: Path, checks: list[str]
) -> None:
    check(tmp_path)
    write_files(tmp_path / "other" / "project", FILES)
    assert main(["check", "--root", str(tmp_path / "other" / "project")]) == 0
    assert len(checks) == 2


def test_what_two_looks_saw_otherwise_is_not_remembered(tmp_path: Path) -> None:
    """A file that changed during a check: nobody knows which of its texts the report is of."""
    file = tmp_path / "a.log"
    kept = Kept(tmp_path / "kept")
    for second in ("one", "two"):
        file.write_text("one", encoding="utf-8")
        disk = WatchedDisk(tmp_path)
        disk.digest("a.log")
        file.write_text(second, encoding="utf-8")
        disk.bytes("a.log")
        remember(kept, disk, f"seen as {second}", "check")
    assert recall(kept, Disk(tmp_path), "check").moved == ("digest", "a.log")
    file.write_text("one", encoding="utf-8")
    assert recall(kept, Disk(tmp_path), "check").result == "seen as one"
