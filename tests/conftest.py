"""What the tests share: one query worker for all of them, and a cache that is nobody's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from proseproof.query import Worker, start_worker


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that `tests/test_cases.py` describes."""
    parser.addoption(
        "--write-findings", action="store_true", help="write what each case finds into its file"
    )


# How long an example takes says more of the machine than of the code: no test asserts it.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Neither reads nor fills the user's own cache; the browser that stands there is found."""
    own = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ms-playwright"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        if own.is_dir() and not os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
            patch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(own))
        yield


@pytest.fixture(scope="session")
def worker() -> Iterator[Worker]:
    """A query worker that many checks ask in turn."""
    with start_worker() as running:
        yield running
