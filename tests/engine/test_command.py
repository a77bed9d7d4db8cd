"""`proseproof capture`: what it prints, and its exit status."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.recorded import Lab
from tests.project import write_files

from proseproof.cli import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lab:
    """A project without a record, in whose folder the command runs."""
    project = Lab(tmp_path, "")
    write_files(tmp_path, project.files())
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LAB_DSN", raising=False)
    return project


def test_rows_are_recorded_once(
    project: Lab, lab: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("LAB_DSN", lab)
    assert main(["capture", "nights"]) == 0
    assert capsys.readouterr().out == "3 rows recorded in capture/nights.parquet\n"
    assert main(["capture", "nights"]) == 0
    assert capsys.readouterr().out == (
        "capture/nights.parquet holds the same 3 rows already; nothing is written\n"
    )
    write_files(project.root, project.files("SELECT id FROM requests WHERE id = 1"))
    assert main(["capture", "nights"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("1 row recorded in capture/nights-2")
    assert second == (
        "nights still reads capture/nights.parquet: name the new file there to use it"
    )


def test_a_mistake_in_the_query_is_a_finding(
    project: Lab, lab: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("LAB_DSN", lab)
    write_files(project.root, project.files("SELECT nope FROM requests"))
    assert main(["capture", "nights"]) == 1
    out = capsys.readouterr().out
    assert 'error[invalid-query]: postgresql says: column "nope" does not exist' in out
    assert " --> claims/project.yml:15:19\n" in out


def test_a_project_with_a_password_is_not_asked(project: Lab, capsys: Capture) -> None:
    files = project.files(options={"password": "hunter2"})
    write_files(project.root, files)
    assert main(["capture", "nights"]) == 1
    assert "the option `password` is a secret, and this file is not" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "nights",
            "the environment variable LAB_DSN is not set, which the connection `lab` names",
        ),
        ("nigths", "there is no capture nigths; the nearest is nights"),
        ("bench", "the capture bench names no connection to ask"),
    ],
)
def test_what_cannot_be_recorded(project: Lab, capsys: Capture, name: str, said: str) -> None:
    files = project.files()
    declared = files["claims/project.yml"].replace(
        '"captures": {', '"captures": {"bench": {"file": "bench.json"},'
    )
    write_files(project.root, {"claims/project.yml": declared})
    assert main(["capture", name]) == 2
    assert capsys.readouterr().err == f"proseproof: {said}\n"
