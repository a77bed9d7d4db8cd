"""Recorded sessions of the documentation: files written, commands run, outputs compared."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.project import write_files

from proseproof.cli import main

_FENCE = re.compile(
    r'^(`{3,})(\w+)(?: title="([^"]+)")?\n(.*?)^\1$', re.MULTILINE | re.DOTALL
)  # fmt: skip


def commands(page: str) -> Iterator[tuple[str, str]]:
    """Each command line that a page's consoles show, with the output that they show for it."""
    for _, language, _, body in _FENCE.findall(page):
        if language == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                line, _, output = part.partition("\n")
                yield line, output


def files(page: str) -> dict[str, str]:
    """The files that a page shows, by the path that is their title."""
    return {title: body for _, _, title, body in _FENCE.findall(page) if title}


def run(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command line says. `proseproof` runs in this process, all else in a shell."""
    words = shlex.split(line)
    if words[0] == "proseproof":
        main(words[1:])
        said = capsys.readouterr()
        return said.out + said.err
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=True)
    return done.stdout


def replay(page: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """Runs the sessions of a page in `folder`, the working directory. How many commands there were.

    Fails at the first output that is not the one shown.
    """
    write_files(folder, files(page))
    count = 0
    for line, output in commands(page):
        assert (line, run(line, capsys)) == (line, output)
        count += 1
    return count
