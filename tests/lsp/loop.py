"""A loop of its own for a test: the browser's tests keep one running in the main thread."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run_alone(work: Coroutine[Any, Any, None]) -> None:
    """Runs the coroutine to its end in another thread, and raises what it raises."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        pool.submit(asyncio.run, work).result()
