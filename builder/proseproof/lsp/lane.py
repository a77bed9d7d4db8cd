"""Long work done one piece at a time, in a thread that nobody has to wait for at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

Result = TypeVar("Result")


class Lane:
    """Calls in the order in which they were asked for; one that was given up is left out.

    The thread ends with the process, whatever it is doing: a pool of threads would be waited for.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = SimpleQueue()
        Thread(target=self._run, daemon=True).start()

    async def do(self, call: Callable[[], Result]) -> Result:
        """The result of the call; raises what it raises."""
        future: Future[Result] = Future()
        self._calls.put((future, call))
        return await asyncio.wrap_future(future)

    def _run(self) -> None:
        while True:
            future, call = self._calls.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(call())
            except BaseException as error:  # noqa: BLE001 - it is raised where the result is awaited
                future.set_exception(error)
