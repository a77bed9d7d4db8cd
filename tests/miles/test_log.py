"""Reading a log leaves the process as it was."""

from __future__ import annotations

import gc
import io
from collections.abc import Iterator
from datetime import UTC

import pytest

from proseproof.miles.fields import KEYS, TIMERS
from proseproof.miles.log import LogReader


@pytest.fixture
def collecting() -> Iterator[None]:
    yield
    gc.enable()


@pytest.mark.usefixtures("collecting")
@pytest.mark.parametrize("wanted", [True, False])
def test_garbage_is_collected_again(wanted: bool) -> None:
    if not wanted:
        gc.disable()
    LogReader(UTC, KEYS, TIMERS).read("run.log", io.BytesIO(b""))
    assert gc.isenabled() is wanted
