"""Marks that travel with the text through a Markdown engine: private-use characters around it."""

from __future__ import annotations

import re
from collections.abc import Sequence

# The last plane of Unicode is for private use, and no icon font that is in use draws from it. A
# pair needs two characters, one to open and one to close; the number of the piece is in both.
_FIRST, _LAST = 0x100000, 0x10FFFD
_PAIRS = (_LAST - _FIRST + 1) // 2

ANY = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")
"""Any sentinel."""


def woven(text: str, pieces: Sequence[tuple[int, int]]) -> str:
    """The text with a pair of sentinels around each piece `text[start:end]`.

    pieces: in order, none inside another. The text comes back as it was where it already holds such
    characters: nobody could tell them apart afterwards.
    """
    if not pieces or len(pieces) > _PAIRS or ANY.search(text):
        return text
    parts: list[str] = []
    done = 0
    for index, (start, end) in enumerate(pieces):
        parts += (text[done:start], chr(_FIRST + 2 * index))
        parts += (text[start:end], chr(_FIRST + 2 * index + 1))
        done = end
    parts.append(text[done:])
    return "".join(parts)


def without(text: str) -> str:
    """The text with every sentinel taken out."""
    return ANY.sub("", text)


def opened(character: str) -> int | None:
    """The piece that a sentinel opens; None where it closes one."""
    index, closes = divmod(ord(character) - _FIRST, 2)
    return None if closes else index
