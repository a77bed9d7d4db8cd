"""A page's file against the text that a site engine hands on: where the one stands in the other."""

from __future__ import annotations

from bisect import bisect_left

from proseproof.nouns import dataclass


@dataclass(frozen=True)
class Alignment:
    """How offsets of a file become offsets of the engine's text.

    shift: what was left out before the text. dropped: the offsets in the file of the characters
    that the engine leaves out everywhere (a byte order mark, the CR of a CRLF).
    """

    shift: int
    dropped: tuple[int, ...]
    length: int

    def offset(self, offset: int) -> int | None:
        """Where the character at `offset` of the file stands in the text; None outside of it."""
        there = offset - bisect_left(self.dropped, offset) - self.shift
        return there if 0 <= there <= self.length else None


def align(file: str, text: str) -> Alignment | None:
    """How `text`, the engine's, stands in `file`; None where it is not a part of it.

    An engine takes front matter and blank lines off the top, and reads CRLF as LF. A part of a
    page, as an excerpt is, aligns too, if it stands there once: whatever is in it was checked.
    """
    dropped = [0] if file.startswith("\ufeff") else []
    at = file.find("\r\n")
    while at != -1:
        dropped.append(at)
        at = file.find("\r\n", at + 2)
    plain = file.removeprefix("\ufeff").replace("\r\n", "\n")
    body = text.rstrip()
    shift = plain.rfind(body)
    if not body or shift == -1:
        return None
    whole = not plain[shift + len(body) :].strip()
    if not whole and plain.find(body) != shift:
        return None
    return Alignment(shift, tuple(dropped), len(text))
