"""An empty folder in which `proseproof new` runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.new.folder import Capture, New

from proseproof.cli import main


@pytest.fixture
def new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> New:
    """Runs `proseproof new` in an empty folder that holds the given files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path.parent / "cache"))

    def run(files: dict[str, str], *arguments: str) -> tuple[int, str]:
        for path, text in files.items():
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(text, encoding="utf-8", newline="")
        status = main(["new", *arguments])
        said = capsys.readouterr()
        return status, said.out + said.err

    return run
