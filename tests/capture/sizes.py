"""A capture read both as a small one and as one that is too big to hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.capture.declared import Read, read

from proseproof.capture import Rows
from proseproof.query import Answer, Question, ask


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps what the test makes out of the user's cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def both(
    root: Path, files: Mapping[str, str | bytes], monkeypatch: pytest.MonkeyPatch, **more: Any
) -> Iterator[Read]:
    """The capture as it is read when it is small, and when it is big."""
    for most in (10**9, -1):
        with monkeypatch.context() as patch:
            patch.setattr("proseproof.capture.read.MOST_HELD", most)
            yield read(root, files, **more)


def answer(rows: Rows) -> Any:
    """All of a table's rows as a session gives them, and their types."""
    (result,), _ = ask([rows], [], [Question(f'SELECT * FROM "{rows.table}"')])
    assert isinstance(result, Answer), result
    return result.columns, result.rows
