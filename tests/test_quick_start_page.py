"""The page "Quick start": its files are written and its commands run, from top to bottom."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from tests.golden.built import built

from proseproof.cli import main

PAGE = Path(__file__).parents[1] / "docs" / "builder" / "quick-start.md"
_FENCE = re.compile(
    r'^(?P<marks>`{3,})(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<body>.*?)^(?P=marks)$',
    re.MULTILINE | re.DOTALL,
)
_INSTALLS = ("python3 -m venv", ". .venv", "git clone", "pip install")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the reader is, without the settings of CI."""
    empty = tmp_path / "photos"
    empty.mkdir()
    monkeypatch.chdir(empty)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return empty


def _written(folder: Path, title: str, body: str) -> None:
    target = folder / title
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(body, encoding="utf-8")


def _ran(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command line of the page prints; a build is quiet."""
    if line.startswith("proseproof "):
        main(line.split()[1:])
        return "".join(capsys.readouterr())
    if line.startswith("mkdocs "):
        built(Path.cwd(), *line.split())
        return ""
    subprocess.run(["sh", "-c", line], check=True)
    return ""


def test_a_reader_who_types_the_page_sees_what_it_shows(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checks = 0
    for fence in _FENCE.finditer(PAGE.read_text(encoding="utf-8")):
        if fence["title"]:
            _written(folder, fence["title"], fence["body"])
        for part in re.split(r"^\$ ", fence["body"], flags=re.MULTILINE)[1:]:
            line, _, shown = part.partition("\n")
            if not line.startswith(_INSTALLS):
                assert _ran(line, capsys) == shown, line
                checks += line.startswith("proseproof ")
    assert checks > 5
    site = (folder / "site" / "index.html").read_text(encoding="utf-8")
    assert 'href="ledger/#packing-time.1"' in site
    assert 'id="packing-chart"' in site


@pytest.mark.parametrize("page", ["README.md", "docs/builder/index.md"])
def test_the_finding_of_the_first_example_is_the_one_that_a_reader_gets(
    folder: Path, capsys: pytest.CaptureFixture[str], page: str
) -> None:
    """Both show the quick start's project after somebody measured again."""
    written: set[str] = set()
    for fence in _FENCE.finditer(PAGE.read_text(encoding="utf-8")):
        if fence["title"] and fence["title"] not in written:
            _written(folder, fence["title"], fence["body"].replace("3.08", "3.46"))
            written.add(fence["title"])
    shown = (PAGE.parents[2] / page).read_text(encoding="utf-8")
    [finding] = [fence["body"] for fence in _FENCE.finditer(shown) if "error[" in fence["body"]]
    assert _ran("proseproof check", capsys).startswith(finding)
