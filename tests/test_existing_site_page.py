"""The page "Add it to a site that you have": its files are written and its commands run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.golden.built import built, run

from proseproof.cli import main

PAGE = Path(__file__).parents[1] / "docs" / "builder" / "existing-site.md"
_FENCE = re.compile(r'^```(?:\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_INSTALLS = ("git clone", "pip install")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the site, its start page in it."""
    site = tmp_path / "archives"
    site.mkdir()
    monkeypatch.chdir(site)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return site


def test_a_reader_who_types_the_page_sees_what_it_shows(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fences = _FENCE.findall(PAGE.read_text(encoding="utf-8"))
    _write(folder, *next(fence for fence in fences if fence[0] == "docs/index.md"))
    ran = []
    for title, body in fences:
        if title:
            _write(folder, title, body)
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            line, _, shown = part.partition("\n")
            if line.startswith("mkdocs "):
                built(folder, *line.split())
            elif not line.startswith(_INSTALLS):
                assert main(line.split()[1:]) == 0
                said = "".join(capsys.readouterr())
                # What is proposed is long, and the page only says how it is read.
                assert said == shown or (not shown and line.startswith("proseproof suggest"))
            ran.append(line.split()[0])
    assert ran.count("proseproof") == 4
    assert 'href="../../ledger/#codecs-text.1"' in (
        folder / "site" / "benchmarks" / "codecs" / "index.html"
    ).read_text(encoding="utf-8")
    strict = run(folder, "mkdocs", "build", "--strict")
    assert strict.returncode == 1
    assert "warning[unbound-number]" in strict.stderr


def _write(folder: Path, title: str, body: str) -> None:
    target = folder / title
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(body, encoding="utf-8")
