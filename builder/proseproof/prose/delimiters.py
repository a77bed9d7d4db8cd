"""Emphasis and its like: `*em*`, `**strong**`, `_em_`, `~sub~`, `~~del~~`, `^sup^`, `==mark==`.

Runs of a sign open where no space stands behind, and close where none stands before; a run that
closes takes the nearest open one. Emphasis never crosses the border of an element.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from dataclasses import field

from proseproof.nouns import dataclass
from proseproof.prose.nodes import Page
from proseproof.prose.piece import CLOSE, OPEN, Change, Piece, splice

_NAMES = {"*": ("em", "strong"), "_": ("em", "strong"), "^": ("sup", "ins"), "~": ("sub", "del")}
_RUNS = {
    "*_": re.compile(r"\*++|_++|[\x03\x04]"),
    "^~=": re.compile(r"\^++|~++|=++|[\x03\x04]"),
}
_SPACES = re.compile(r"\s")


@dataclass(slots=True)
class _Run:
    """Signs that may still open: those from `start` up to `stop`. length: as written."""

    sign: str
    start: int
    stop: int
    length: int


@dataclass
class _Level:
    """The open runs within one element. dry: below which of them a closer need not look again."""

    open: list[_Run] = field(default_factory=list)
    dry: dict[tuple[str, bool, int], int] = field(default_factory=dict)

    def drop(self, start: int, stop: int | None = None) -> None:
        """Forgets the open runs from `start` up to `stop`."""
        del self.open[start:stop]
        for key, low in self.dry.items():
            self.dry[key] = min(low, start)


def read_emphasis(page: Page, piece: Piece, signs: str) -> Piece:
    """The piece with each pair of runs of `signs` as the borders of an element."""
    value = piece.value
    spaces: list[int] = []
    if "^" in signs:
        spaces = [found.start() for found in _SPACES.finditer(value)]
    changes: list[Change] = []
    levels = [_Level()]
    for found in _RUNS[signs].finditer(value):
        if found[0] == OPEN:
            levels.append(_Level())
        elif found[0] == CLOSE:
            if len(levels) > 1:
                levels.pop()
        else:
            _take(page, piece, levels[-1], found.start(), found.end(), spaces, changes)
    return splice(piece, sorted(changes, key=lambda change: change.start))


def _take(
    page: Page,
    piece: Piece,
    level: _Level,
    start: int,
    stop: int,
    spaces: list[int],
    changes: list[Change],
) -> None:
    sign = piece.value[start]
    may_open, may_close = _flanks(piece.value, sign, start, stop)
    run = _Run(sign, start, stop, stop - start)
    while may_close and run.start < run.stop:
        at = _opener(level, run, may_open, spaces)
        if at is None:
            break
        opener = level.open[at]
        width = 2 if opener.stop - opener.start > 1 and run.stop - run.start > 1 else 1
        name = "mark" if sign == "=" else _NAMES[sign][width - 1]
        changes.append(_border(page, piece, opener.stop - width, opener.stop, name, opening=True))
        changes.append(_border(page, piece, run.start, run.start + width, name, opening=False))
        opener.stop -= width
        run.start += width
        used_up = opener.stop - opener.start < (2 if sign == "=" else 1)
        level.drop(at if used_up else at + 1)
    if may_open and run.stop - run.start >= (2 if sign == "=" else 1):
        level.open.append(run)


def _opener(level: _Level, run: _Run, may_open: bool, spaces: list[int]) -> int | None:
    """Which open run this one closes."""
    key = (run.sign, may_open, run.length % 3)
    left = run.stop - run.start
    for at in range(len(level.open) - 1, level.dry.get(key, 0) - 1, -1):
        opener = level.open[at]
        if opener.sign != run.sign:
            continue
        if run.sign == "=":
            if left > 1:
                return at
            continue
        # A run that may open too, of a length that makes three with the other, opens.
        if (
            may_open
            and (opener.length + run.length) % 3 == 0
            and (opener.length % 3 or run.length % 3)
        ):
            continue
        single = left == 1 or opener.stop - opener.start == 1
        if single and run.sign in "^~" and _any_within(spaces, opener.stop, run.start):
            if opener.stop - opener.start == 1:
                level.drop(at, at + 1)
            continue
        return at
    level.dry[key] = len(level.open)
    return None


def _any_within(spaces: list[int], start: int, stop: int) -> bool:
    at = bisect_left(spaces, start)
    return at < len(spaces) and spaces[at] < stop


def _flanks(value: str, sign: str, start: int, stop: int) -> tuple[bool, bool]:
    """Whether a run may open, and whether it may close."""
    before, after = value[start - 1 : start], value[stop : stop + 1]
    space_before = before in ("", OPEN) or before.isspace()
    space_after = after in ("", CLOSE) or after.isspace()
    may_open, may_close = not space_after, not space_before
    if sign == "_":
        may_open = may_open and not before.isalnum()
        may_close = may_close and not after.isalnum()
    elif sign == "=":
        sign_before, sign_after = _is_sign(before), _is_sign(after)
        may_open = may_open and (not sign_after or space_before or sign_before)
        may_close = may_close and (not sign_before or space_after or sign_after)
    return may_open, may_close


def _is_sign(char: str) -> bool:
    return bool(char) and unicodedata.category(char)[0] in "PS"


def _border(page: Page, piece: Piece, start: int, stop: int, name: str, *, opening: bool) -> Change:
    ends = page.ends(piece.cut(start, stop))
    return Change(start, stop, page.border(*ends, name, opening=opening))
