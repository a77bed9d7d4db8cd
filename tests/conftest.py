"""What the tests share: one query worker for all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from proseproof.query import Worker, start_worker


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that `tests/test_cases.py` describes."""
    parser.addoption(
        "--write-findings", action="store_true", help="write what each case finds into its file"
    )


@pytest.fixture(scope="session")
def worker() -> Iterator[Worker]:
    """A query worker that many checks ask in turn."""
    with start_worker() as running:
        yield running
