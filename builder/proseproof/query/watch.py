"""Stops a query that takes too long."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

TIMED_OUT = 75
"""The exit code of a worker whose query did not stop when it was told to."""

GRACE = 3.0
"""Seconds between telling a query to stop and ending the process."""


class Watch:
    """A time limit around a `with` block: `stop` is called from another thread after `seconds`.

    A query looks up only between its steps. One that does not for GRACE seconds more takes the
    process with it; whoever started the process goes on with a fresh one.
    """

    def __init__(self, seconds: float, stop: Callable[[], None]) -> None:
        self._seconds = seconds
        self._stop = stop
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._wait, daemon=True)

    def _wait(self) -> None:
        if self._over.wait(self._seconds):
            return
        self._stop()
        if not self._over.wait(GRACE):
            os._exit(TIMED_OUT)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()
