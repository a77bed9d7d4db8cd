"""A checked project for a test, as the server holds it, and a place in one of its files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.project import write_files

from proseproof.lsp.projects import Checked
from proseproof.query import Worker
from proseproof.run import study
from proseproof.source import Source, Span


def check(root: Path, files: Mapping[str, str], worker: Worker) -> Checked:
    """The project of these files."""
    disk = write_files(root, files)
    return Checked(disk, study(disk, worker), {}, {})


def place(checked: Checked, path: str, words: str) -> tuple[Source, int]:
    """The file, and the offset where `words` begin in it; `|` in the words is the place itself."""
    source = checked.disk.source(path)
    assert isinstance(source, Source)
    before, _, behind = words.rpartition("|") if "|" in words else ("", "", words)
    return source, source.text.index(before + behind) + len(before)


def shown(span: Span) -> str:
    """A span in a word: `docs/page.md:1 5.5 s`."""
    return f"{span.source.path}:{span.first.line} {span.text}"
