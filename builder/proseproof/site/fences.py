"""The fences of a page that the builder fills, `figure` and `ledger`, wherever they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import field

from proseproof.nouns import dataclass
from proseproof.prose.fences import language_of

_OPENER = re.compile(r"(?P<prefix>[> \t]*)(?P<marks>`{3,}|~{3,})(?P<header>[^`]*)")
NAMES = ("figure", "ledger")


@dataclass(frozen=True)
class FenceBlock:
    """A fence: its name, the text inside it, the indentation or quote marks before it."""

    name: str
    content: str
    prefix: str
    lines: tuple[str, ...]


@dataclass
class _Open:
    start: int
    prefix: str
    marks: str
    name: str
    content: list[str] = field(default_factory=list)


def filled(lines: Sequence[str], fill: Callable[[FenceBlock], Sequence[str]]) -> list[str]:
    """The lines of a page with each `figure` and `ledger` fence in them replaced.

    fill: gives the lines that stand in its place; the prefix is put before each, and a blank line
    around them where there is none, so that they are a block of their own. A second one would end
    a footnote. A fence inside another fence is an example, and stays; so does one that never ends.
    """
    done: list[str] = []
    fence: _Open | None = None
    behind = False  # the last line is a blank one of ours
    for line in lines:
        if behind and _is_blank(line):
            done.pop()
        behind = False
        done.append(line)
        if fence is None:
            fence = _opened(line, len(done) - 1)
            continue
        if _is_blank(line):
            fence.content.append("")
        elif not line.startswith(fence.prefix):
            fence = None
        elif line[len(fence.prefix) :].rstrip() == fence.marks:
            if fence.name in NAMES:
                whole = tuple(done[fence.start :])
                block = FenceBlock(fence.name, "\n".join(fence.content), fence.prefix, whole)
                blank = fence.prefix.rstrip()
                del done[fence.start :]
                if done and not _is_blank(done[-1]):
                    done.append(blank)
                done += [*(f"{fence.prefix}{new}".rstrip() for new in fill(block)), blank]
                behind = True
            fence = None
        else:
            fence.content.append(line[len(fence.prefix) :])
    return done


def fences(text: str) -> tuple[FenceBlock, ...]:
    """The `figure` and `ledger` fences of a page's text, in order."""
    found: list[FenceBlock] = []

    def note(block: FenceBlock) -> Sequence[str]:
        found.append(block)
        return ()

    if any(name in text for name in NAMES):
        filled(text.split("\n"), note)
    return tuple(found)


def has_ledger(text: str) -> bool:
    """Whether a page's text holds a `ledger` fence."""
    return any(fence.name == "ledger" for fence in fences(text))


def _is_blank(line: str) -> bool:
    return not line.strip(" \t>")


def _opened(line: str, index: int) -> _Open | None:
    found = _OPENER.fullmatch(line)
    if found is None:
        return None
    return _Open(index, found["prefix"], found["marks"], language_of(found["header"]))
