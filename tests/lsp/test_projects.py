"""When a project is checked: once the typing pauses, at once when asked, and whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.lsp.loop import run_alone
from tests.project import lines, small_project, write_files

from proseproof.lsp.projects import Buffer, Checked, Projects
from proseproof.run import Study

PAGE = "docs/page.md"


class Desk:
    """An editor's side in memory: what is typed, what was published, what was complained of."""

    def __init__(self, root: Path, delay: float = 0.01) -> None:
        write_files(root, small_project("Nothing here.\n"))
        self.page = root / PAGE
        self.text = "Nothing here.\n"
        self.published: list[Checked] = []
        self.complaints: list[str] = []
        self.projects = Projects(
            self._buffers, self.published.append, self.complaints.append, delay
        )

    def _buffers(self) -> list[Buffer]:
        return [Buffer(self.page.as_uri(), self.page, self.text, 1)]

    def type(self, text: str) -> None:
        self.text = text
        self.projects.touch(self.page)

    @property
    def found(self) -> list[str]:
        """The findings of the newest check."""
        return lines(self.published[-1].outcome)


def run(root: Path, session: Callable[[Desk], object], delay: float = 0.01) -> Desk:
    """Runs a session at a desk, which gives something to await."""
    desk = Desk(root, delay)

    async def go() -> None:
        try:
            result = session(desk)
            assert asyncio.iscoroutine(result)
            await result
        finally:
            desk.projects.close()

    run_alone(go())
    return desk


def test_keystrokes_in_a_row_are_one_check(tmp_path: Path) -> None:
    async def session(desk: Desk) -> None:
        for text in ("9", "98", "98 times.\n"):
            desk.type(text)
        while not desk.published:
            await asyncio.sleep(0.01)

    desk = run(tmp_path, session, delay=0.2)
    assert len(desk.published) == 1
    assert desk.found == ["docs/page.md:1:1 unbound-number: nothing checks the number 98"]


def test_who_asks_does_not_wait_for_the_pause(tmp_path: Path) -> None:
    async def session(desk: Desk) -> None:
        desk.type("98 times.\n")
        found = await desk.projects.checked(desk.page)
        assert found is not None
        assert found[0] is desk.published[-1]
        assert found[1] == PAGE
        assert await desk.projects.checked(desk.page) == found  # nothing changed: nothing is done
        desk.type("Nothing.\n")
        assert await desk.projects.checked(desk.page, anew=False) == found

    assert len(run(tmp_path, session, delay=60).published) == 1


def test_who_asks_and_goes_away_stops_no_check(tmp_path: Path) -> None:
    async def session(desk: Desk) -> None:
        asking = asyncio.create_task(desk.projects.checked(desk.page))
        await asyncio.sleep(0)
        asking.cancel()
        await desk.projects.checked(desk.page)

    assert len(run(tmp_path, session).published) == 1


def test_a_fault_is_told_and_the_next_check_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> Study:
        raise KeyError("a fault")

    async def session(desk: Desk) -> None:
        with monkeypatch.context() as patched:
            patched.setattr("proseproof.lsp.projects.study", broken)
            assert await desk.projects.checked(desk.page) is None
        desk.type("98 times.\n")
        assert await desk.projects.checked(desk.page) is not None

    desk = run(tmp_path, session)
    assert desk.complaints == ["a fault of proseproof itself: KeyError: 'a fault'"]
    assert len(desk.published) == 1


def test_a_file_that_cannot_be_read_leaves_nothing_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_: object, **__: object) -> Study:
        raise PermissionError(13, "Permission denied", "docs/other.md")

    async def session(desk: Desk) -> None:
        monkeypatch.setattr("proseproof.lsp.projects.study", locked)
        await desk.projects.checked(desk.page)

    told = "the project could not be checked: docs/other.md: Permission denied"
    assert run(tmp_path, session).found == [f"claims/project.yml:1:1 invalid-claims: {told}"]
