"""Critic marks: `{++added++}`, `{--gone--}`, `{~~old~>new~~}`, `{==marked==}`, `{>>said<<}`.

A site shows both sides of a change and each remark. So the marks vanish and all words stay; a
remark is read beside its line.
"""

from __future__ import annotations

from proseproof.prose.nodes import Page, Title
from proseproof.prose.piece import Change, Piece, splice

_CLOSERS = {"{++": "++}", "{--": "--}", "{==": "==}", "{>>": "<<}", "{~~": "~~}"}


def read_critic_marks(page: Page, piece: Piece) -> Piece:
    """The piece without critic marks; a space parts the old words from the new."""
    value = piece.value
    changes: list[Change] = []
    # A closer that is not found once is not there for any later opener.
    hopeless: set[str] = set()
    start = value.find("{")
    while start != -1:
        closer = _CLOSERS.get(value[start : start + 3])
        behind = start + 1
        if closer is not None and closer not in hopeless:
            middle = value.find("~>", start + 3) if closer == "~~}" else start + 1
            stop = value.find(closer, middle + 2) if middle != -1 else -1
            if stop == -1:
                hopeless.add(closer)
            else:
                behind = stop + 3
                changes += _changes(page, piece, start, middle, stop)
        start = value.find("{", behind)
    return splice(piece, changes)


def _changes(page: Page, piece: Piece, start: int, middle: int, stop: int) -> list[Change]:
    """What becomes of a mark from `start` whose closer is at `stop`."""
    opener = piece.value[start : start + 3]
    if opener == "{>>":
        ends = page.ends(piece.cut(start, stop + 3))
        remark = Title(*ends, piece.cut(start + 3, stop))
        return [Change(start, stop + 3, page.set_aside(remark))]
    changes = [Change(start, start + 3), Change(stop, stop + 3)]
    if opener == "{~~":
        changes.insert(1, Change(middle, middle + 2, Piece(" ", [piece.at[middle]], 0)))
    return changes
