"""The page "Write a section": its files are written, its commands run, their outputs compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.sessions import replay

PAGE = Path(__file__).parents[1] / "docs" / "builder" / "write-a-section.md"


def test_the_session_runs_as_the_page_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    assert replay(PAGE.read_text(encoding="utf-8"), tmp_path, capsys) == 13
