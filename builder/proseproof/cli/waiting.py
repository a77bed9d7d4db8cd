"""A sign of life on a terminal while long work goes on; nothing for short work, nothing in CI."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from proseproof.cli.terminal import is_terminal

PATIENCE = 1.0
"""Seconds of work before the sign appears: most checks are done by then, and pay nothing."""


@contextmanager
def waiting(doing: str) -> Iterator[None]:
    """Shows `doing` (such as `checking`) on standard error while the block runs.

    Only where standard error is a terminal and CI is not set. The line is gone when the block ends,
    however it ends.
    """
    if not is_terminal(sys.stderr) or os.environ.get("CI"):
        yield
        return
    done = threading.Event()
    sign = threading.Thread(target=_show, args=(doing, done), daemon=True)
    sign.start()
    try:
        yield
    finally:
        done.set()
        sign.join()


def _show(doing: str, done: threading.Event) -> None:
    if done.wait(PATIENCE):
        return
    # Imported by who waits anyway.
    from rich.console import Console

    with Console(stderr=True).status(f"{doing} …"):
        done.wait()
