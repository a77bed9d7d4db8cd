"""Claims searched for the numbers of a page, beside the checks and once for each of them."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import field
from functools import partial

from proseproof.lsp.lane import Lane
from proseproof.lsp.projects import Checked
from proseproof.nouns import dataclass
from proseproof.query import Worker
from proseproof.suggest import Proposals, propose

PATIENCE = 3.0
"""Seconds that an editor's menu waits for a search; longer ones are there at the next."""

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Searches:
    """Searches in a thread and with a worker of their own: a search takes longer than a check.

    Only what was found for the newest check is remembered.
    """

    _checked: Checked | None = None
    _tasks: dict[str, asyncio.Task[Proposals | None]] = field(default_factory=dict)
    _lane: Lane = field(default_factory=Lane)
    _worker: Worker = field(default_factory=lambda: Worker(at_once=False))

    async def proposals(self, checked: Checked, page: str, ask: bool) -> Proposals | None:
        """What the captures hold for the page's numbers, where that is known.

        ask: searches if it is not known, and waits a while; what takes longer goes on meanwhile.
        """
        if checked is not self._checked:
            for old in self._tasks.values():
                old.cancel()  # one that runs comes to its end, those behind it never begin
            self._checked, self._tasks = checked, {}
        if ask and page not in self._tasks:
            self._tasks[page] = asyncio.create_task(self._search(checked, page))
        task = self._tasks.get(page)
        if task is None:
            return None
        await asyncio.wait({task}, timeout=PATIENCE if ask else 0)
        return task.result() if task.done() and not task.cancelled() else None

    def close(self) -> None:
        """Ends the worker."""
        self._worker.close()

    async def _search(self, checked: Checked, page: str) -> Proposals | None:
        loaded, examination = checked.study.loaded, checked.study.examination
        if loaded is None or examination is None or page not in loaded.pages:
            return None
        search = partial(propose, loaded, examination, page, self._worker)
        try:
            return await self._lane.do(search)
        except Exception:
            # The other fixes for the number are as good without it.
            log.exception("the search for claims of %s failed", page)
            return None
