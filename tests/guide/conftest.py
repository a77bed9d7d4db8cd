"""The guide of this repository, studied once for all the tests that change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from proseproof.disk import Disk
from proseproof.kept import Kept
from proseproof.query import Worker
from proseproof.run import Study, study

ROOT = Path(__file__).parents[2]
Restudy = Callable[[Mapping[str, str]], Study]


@pytest.fixture(scope="session")
def restudy(worker: Worker, tmp_path_factory: pytest.TempPathFactory) -> Restudy:
    """A study of the guide with other texts in the place of some of its files."""
    kept = Kept(tmp_path_factory.mktemp("guide"))
    before = study(Disk(ROOT), worker, kept=kept)

    def again(texts: Mapping[str, str]) -> Study:
        overlay = {path: text.encode() for path, text in texts.items()}
        return study(Disk(ROOT, overlay), worker, kept=kept, before=before)

    return again


@pytest.fixture(scope="session")
def guide(restudy: Restudy) -> Study:
    """The guide as it stands, which holds."""
    whole = restudy({})
    assert whole.outcome.passed
    return whole
