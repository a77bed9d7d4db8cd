"""Stops a query that takes too long."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TIMED_OUT = 75
"""The exit code of a worker whose query did not stop when it was told to."""

GRACE = 3.0
"""Seconds between telling a query to stop and ending the process."""


class Watch:
    """A thread that watches the time of one query after another.

    A query looks up only between its steps. One that does not stop for GRACE seconds after it was
    told to takes the process with it; whoever started the process goes on with a fresh one.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._stop: Callable[[], None] | None = None
        self._told = False
        self._deadline = 0.0
        self._wakes = math.inf
        threading.Thread(target=self._run, daemon=True).start()

    @contextmanager
    def limit(self, seconds: float, stop: Callable[[], None]) -> Iterator[None]:
        """Around a query: `stop` is called from the watch's thread after so many seconds."""
        self._set(stop, seconds)
        try:
            yield
        finally:
            self._set(None, 0)

    def _set(self, stop: Callable[[], None] | None, seconds: float) -> None:
        with self._changed:
            self._stop = stop
            self._told = False
            self._deadline = time.monotonic() + seconds
            # A thread that wakes before the deadline anyhow is let sleep: waking it for each of
            # many short queries would take longer than the queries.
            if stop is not None and self._deadline < self._wakes:
                self._changed.notify()

    def _run(self) -> None:
        with self._changed:
            while True:
                left = self._deadline - time.monotonic()
                if self._stop is None or left > 0:
                    self._wakes = math.inf if self._stop is None else self._deadline
                    self._changed.wait(None if self._stop is None else left)
                elif self._told:
                    os._exit(TIMED_OUT)
                else:
                    # Called with the lock held, so that it never meets the next query.
                    self._stop()
                    self._told = True
                    self._deadline = time.monotonic() + GRACE
