"""The page "A new capture": its files are written, its commands run, their outputs compared."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.project import write_files

from proseproof.cli import main

PAGE = Path(__file__).parents[1] / "docs" / "builder" / "new-capture.md"
_FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def _commands(session: str) -> Iterator[tuple[str, str]]:
    """Each command line of a session, with the output that the page shows for it."""
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        line, _, output = part.partition("\n")
        yield line, output


def test_the_session_runs_as_the_page_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fences = _FENCE.findall(PAGE.read_text(encoding="utf-8"))
    write_files(tmp_path, {title: body for _, title, body in fences if title})
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    ran = 0
    for language, _, body in fences:
        for line, output in _commands(body) if language == "console" else ():
            words = shlex.split(line)
            if words[0] == "cp":
                shutil.copy(*words[1:])
                continue
            main(words[1:])
            assert capsys.readouterr() == (output, "")
            ran += 1
    assert ran == 3
