"""How text looks on a terminal: the glyph of each character, and how many cells it takes."""

from __future__ import annotations

import unicodedata

from proseproof.nouns import dataclass

TAB = "    "
"""A tab is shown as four blanks wherever it stands, so that what is under it can be lined up."""

# Characters that turn the direction of what follows: shown, never obeyed, since they can make a
# line read as something other than what the file says.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True)
class Glyph:
    """What is shown for one character, and its width in cells (0, 1, 2 or that of a tab)."""

    shown: str
    width: int


def glyph(character: str) -> Glyph:
    """The glyph of one character; a control character has a picture, so it can do no harm."""
    if " " <= character <= "~":
        return Glyph(character, 1)
    if character == "\t":
        return Glyph(TAB, len(TAB))
    if character in _TURNING or "\x80" <= character <= "\x9f":
        return Glyph("\N{REPLACEMENT CHARACTER}", 1)
    if character < " ":
        return Glyph(chr(0x2400 + ord(character)), 1)
    if character == "\x7f":
        return Glyph("\N{SYMBOL FOR DELETE}", 1)
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return Glyph(character, 0)
    if unicodedata.category(character) in {"Zl", "Zp", "Cs"}:
        return Glyph("\N{REPLACEMENT CHARACTER}", 1)
    return Glyph(character, 2 if unicodedata.east_asian_width(character) in "WF" else 1)


def shown(text: str) -> str:
    """The text in one line as a terminal may safely show it; a line end becomes a blank."""
    return "".join(glyph(character).shown for character in " ".join(text.splitlines()))
