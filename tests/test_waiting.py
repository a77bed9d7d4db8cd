"""A sign of life appears on a terminal, when work takes long, and nowhere else."""

from __future__ import annotations

import io
import time
from contextlib import redirect_stderr

import pytest

from proseproof.cli import waiting


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("CI", raising=False)
    return Terminal()


def work(terminal: Terminal, until: str, at_most_s: float) -> None:
    """Long work, which ends as soon as the terminal shows the words."""
    end = time.monotonic() + at_most_s
    with redirect_stderr(terminal), waiting.waiting("checking"):
        while until not in terminal.getvalue() and time.monotonic() < end:
            time.sleep(0.01)


def test_long_work_on_a_terminal_shows_that_it_goes_on(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 0.0)
    work(terminal, "checking …", at_most_s=30)
    assert "checking …" in terminal.getvalue()


def test_short_work_shows_nothing(terminal: Terminal) -> None:
    work(terminal, "", at_most_s=0)
    assert terminal.getvalue() == ""


def test_in_ci_nothing_is_shown(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE", 0.0)
    monkeypatch.setenv("CI", "true")
    work(terminal, "checking …", at_most_s=0.1)
    assert terminal.getvalue() == ""


def test_a_fault_in_the_work_comes_through(terminal: Terminal) -> None:
    with (
        pytest.raises(ZeroDivisionError),
        redirect_stderr(terminal),
        waiting.waiting("checking"),
    ):
        raise ZeroDivisionError
    assert terminal.getvalue() == ""
