"""The projects of the open files, each checked anew when one of its files changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cached_property, partial
from pathlib import Path

from proseproof.disk import PROJECT_FILE, Disk, find_root
from proseproof.finding import Finding
from proseproof.kept import Kept, default_folder
from proseproof.lsp.lane import Lane
from proseproof.lsp.threads import Thread, threads_of
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome
from proseproof.query import Worker
from proseproof.run import CannotRun, Study, reason_of, study
from proseproof.source import Source

DELAY = 0.25
"""Seconds without a keystroke before a check begins: it has to be about the words, not a word."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Checked:
    """A project as it was found at one moment.

    disk: its files, with what is typed in place of what is saved. opened: the URI of each open
    file, versions: its version, both by project path.
    """

    disk: Disk
    study: Study
    opened: Mapping[str, str]
    versions: Mapping[str, int | None]

    @property
    def outcome(self) -> Outcome:
        """What the check found out."""
        return self.study.outcome

    @cached_property
    def threads(self) -> tuple[Thread, ...]:
        """What belongs together in the project."""
        return threads_of(self.study)


@dataclass(frozen=True)
class Buffer:
    """An open file: its URI, where it is, what is typed in it, and the version of that."""

    uri: str
    path: Path
    text: str
    version: int | None


@dataclass(eq=False)
class _Project:
    root: Path
    checked: Checked | None = None
    stale: bool = True
    task: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle | None = None


@dataclass(eq=False)
class Projects:
    """Checks one project at a time, in a thread of its own, with one query worker kept alive.

    buffers: gives the open files. publish: is told of each finished check. complain: is told in
    one line of a fault of ours; what authors do wrong is in the outcome.
    """

    buffers: Callable[[], Iterable[Buffer]]
    publish: Callable[[Checked], None]
    complain: Callable[[str], None]
    delay: float = DELAY
    _projects: dict[Path, _Project] = field(default_factory=dict)
    _lane: Lane = field(default_factory=Lane)
    _worker: Worker = field(default_factory=lambda: Worker(at_once=False))
    _kept: Kept = field(default_factory=lambda: Kept(default_folder()))

    def touch(self, path: Path) -> None:
        """A file has changed: the projects around it are checked when the typing pauses."""
        root = find_root(path.parent)
        if root is not None:
            self._projects.setdefault(root, _Project(root))
        for project in self._projects.values():
            if path.is_relative_to(project.root):
                self._later(project)

    async def checked(self, path: Path, anew: bool = True) -> tuple[Checked, str] | None:
        """The project around a file, and the file's path in it; None without a project.

        anew: as it is now; else as it was when it was last checked, if ever it was.
        """
        root = find_root(path.parent)
        if root is None:
            return None
        project = self._projects.setdefault(root, _Project(root))
        if anew or project.checked is None:
            # Who asked may lose interest, and the check still has to come to its end.
            await asyncio.shield(self._start(project))
        if project.checked is None:
            return None
        return project.checked, path.relative_to(root).as_posix()

    def close(self) -> None:
        """Ends the query worker, and what was to be checked later."""
        for project in self._projects.values():
            if project.timer is not None:
                project.timer.cancel()
        self._worker.close()

    def _later(self, project: _Project) -> None:
        project.stale = True
        if project.timer is not None:
            project.timer.cancel()
        loop = asyncio.get_running_loop()
        project.timer = loop.call_later(self.delay, lambda: self._start(project))

    def _start(self, project: _Project) -> asyncio.Task[None]:
        """The check that sees the newest text; a new one where something changed since the last."""
        if project.timer is not None:
            project.timer.cancel()
        if project.stale or project.task is None:
            project.stale = False
            project.task = asyncio.create_task(self._run(project))
        return project.task

    async def _run(self, project: _Project) -> None:
        buffers = {
            buffer.path.relative_to(project.root).as_posix(): buffer
            for buffer in self.buffers()
            if buffer.path.is_relative_to(project.root)
        }
        texts = {path: buffer.text.encode("utf-8", "replace") for path, buffer in buffers.items()}
        disk = Disk(project.root, texts)
        try:
            before = project.checked.study if project.checked is not None else None
            found = await self._lane.do(partial(self._check, disk, before))
        except Exception as error:
            log.exception("the check of %s failed", project.root)
            self.complain(f"a fault of proseproof itself: {type(error).__name__}: {error}")
            return
        project.checked = Checked(
            disk,
            found,
            {path: buffer.uri for path, buffer in buffers.items()},
            {path: buffer.version for path, buffer in buffers.items()},
        )
        self.publish(project.checked)

    def _check(self, disk: Disk, before: Study | None) -> Study:
        try:
            return study(disk, self._worker, kept=self._kept, before=before)
        except CannotRun:
            return Study(Outcome(None, ()))  # the project is gone, and its mistakes with it
        except OSError as error:
            return Study(Outcome(None, (_unread(reason_of(error)),)))


def _unread(reason: str) -> Finding:
    """Nothing could be checked: said where a project begins, so that no page looks proved."""
    top = Source(PROJECT_FILE, "").span(0, 0)
    return Finding("invalid-claims", top, f"the project could not be checked: {reason}")
