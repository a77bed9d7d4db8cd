"""`proseproof update`: what it writes, what it only shows, what it asks, and when it stops."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import click
import pytest

from proseproof.cli import main
from proseproof.disk import Disk

PAGE = "# Packing\n\nPacking took 12.7 s with gzip.\n\nIt saved more than 9 s.\n"
CLAIMS = """\
page: docs/index.md
figures:
  - id: packing
    kind: text
    claims:
      - says: took 12.7 s   # of one night
        query: SELECT time_s FROM packing
      - says: saved more than 9 s
        query: SELECT saved_s FROM packing
"""
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page with a stale number that can be mended, and one that cannot; the current folder."""
    files = {
        "docs/index.md": PAGE,
        "claims/project.yml": "pages: [docs/*.md]\ncaptures: {packing: {file: packing.csv}}\n",
        "claims/packing.yml": CLAIMS,
        "packing.csv": "time_s,saved_s\n12.41,8.2\n",
    }
    Disk(tmp_path).write_all(files)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def text(path: Path) -> str:
    return path.read_bytes().decode()


def test_numbers_are_rewritten_and_what_is_left_is_told(project: Path, capsys: Captured) -> None:
    assert main(["update"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "claims/packing.yml:6:20: 12.7 → 12.4",
        "docs/index.md:3:14: 12.7 → 12.4",
        'docs/index.md:5:20: left: page says more than 9 s, capture says 8.2 s; "more than" fails',
        "2 numbers rewritten in 2 files; 1 finding left",
        "1 error in 1 file · 2 numbers: 2 bound, 0 given, 0 allowed, 0 unbound",
    ]
    assert text(project / "docs/index.md") == PAGE.replace("12.7", "12.4")
    assert text(project / "claims/packing.yml") == CLAIMS.replace("12.7", "12.4")


def test_a_second_update_changes_nothing(project: Path, capsys: Captured) -> None:
    main(["update"])
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    capsys.readouterr()
    assert main(["update"]) == 1
    assert "nothing to rewrite; 1 finding left\n" in capsys.readouterr().out
    assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == before


def test_the_status_is_0_when_all_holds(project: Path, capsys: Captured) -> None:
    (project / "packing.csv").write_text("time_s,saved_s\n12.41,9.3\n", encoding="utf-8")
    assert main(["update"]) == 0
    assert main(["check"]) == 0
    capsys.readouterr()
    assert main(["update"]) == 0
    assert "nothing to rewrite\nno errors in " in capsys.readouterr().out


def test_a_diff_is_shown_and_nothing_is_written(project: Path, capsys: Captured) -> None:
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    assert main(["update", "--diff"]) == 1
    out, err = capsys.readouterr()
    assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == before
    assert "-Packing took 12.7 s with gzip.\n+Packing took 12.4 s with gzip.\n" in out
    assert (
        "2 numbers would be rewritten in 2 files; 1 finding left\n"
        "a check would then say: 1 error in 1 file · "
    ) in err
    subprocess.run(["git", "init", "-q"], cwd=project, check=True)
    subprocess.run(["git", "apply", "-"], cwd=project, input=out.encode(), check=True)
    assert text(project / "docs/index.md") == PAGE.replace("12.7", "12.4")
    assert text(project / "claims/packing.yml") == CLAIMS.replace("12.7", "12.4")


def test_a_diff_of_a_file_without_a_last_line_end(project: Path, capsys: Captured) -> None:
    (project / "docs/index.md").write_bytes(b"Packing took 12.7 s with gzip.")
    main(["update", "--diff"])
    assert (
        "-Packing took 12.7 s with gzip.\n\\ No newline at end of file\n"
        "+Packing took 12.4 s with gzip.\n\\ No newline at end of file\n"
    ) in capsys.readouterr().out


@pytest.mark.parametrize(
    ("typed", "status", "new"),
    [
        ("yes\n", 1, "12.4"),
        ("\n", 1, "12.4"),
        ("no\n", 1, "12.7"),
        ("all\n", 1, "12.4"),
        ("quit\n", 1, "12.7"),
        ("what?\ny\n", 1, "12.4"),
    ],
)
def test_each_number_is_asked_for(
    typed: str, status: int, new: str, project: Path, capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    answers = iter(typed.splitlines())
    monkeypatch.setattr(click.termui, "visible_prompt_func", lambda _: next(answers))
    assert main(["update", "--interactive"]) == status
    out = capsys.readouterr().out
    assert "-Packing took 12.7 s with gzip.\n+Packing took 12.4 s with gzip.\n" in out
    assert text(project / "docs/index.md") == PAGE.replace("12.7", new)
    assert ("left: page says 12.7 s, capture says 12.4 s; it was not chosen" in out) == (
        new == "12.7"
    )


def test_who_walks_away_while_asked_changes_nothing(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(click.termui, "visible_prompt_func", interrupt)
    assert main(["update", "-i"]) == 130
    assert text(project / "docs/index.md") == PAGE


def test_a_file_that_is_edited_meanwhile_is_not_overwritten(
    project: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edit(_: str) -> str:
        (project / "docs/index.md").write_text(f"{PAGE}\nMore.\n", encoding="utf-8")
        return "yes"

    monkeypatch.setattr(click.termui, "visible_prompt_func", edit)
    assert main(["update", "-i"]) == 2
    assert capsys.readouterr().err == (
        "proseproof: docs/index.md has changed meanwhile; nothing is written\n"
    )
    assert text(project / "claims/packing.yml") == CLAIMS


def test_a_folder_that_cannot_be_written_is_one_line(
    project: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied", ".draft")

    monkeypatch.setattr("proseproof.disk.os.open", refuse)
    status = main(["update"])
    monkeypatch.undo()
    assert (status, capsys.readouterr().err) == (
        2,
        "proseproof: claims/packing.yml: Permission denied\n",
    )
    assert text(project / "docs/index.md") == PAGE


def test_a_project_that_cannot_be_read_is_left_alone(project: Path, capsys: Captured) -> None:
    (project / "claims/project.yml").write_text("pages: [\n", encoding="utf-8")
    assert main(["update"]) == 1
    assert "nothing to rewrite; 1 finding left\n" in capsys.readouterr().out


def test_a_capture_that_is_broken_changes_nothing(project: Path, capsys: Captured) -> None:
    (project / "packing.csv").write_text(json.dumps({"time_s": 12.41}), encoding="utf-8")
    assert main(["update"]) == 1
    assert "nothing to rewrite" in capsys.readouterr().out
    assert text(project / "docs/index.md") == PAGE
