"""A log of any size to the few lines that may hold a record, in bounded memory."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import field
from typing import BinaryIO, NamedTuple

from proseproof.miles.line import NEEDLE
from proseproof.nouns import dataclass

CHUNK = 1 << 22
LONGEST = 1 << 23
"""No line may be longer: what cannot be held cannot be checked."""


class Line(NamedTuple):
    """A line that holds a needle. number: from 1. ended: whether a line end closes it."""

    number: int
    raw: bytes
    ended: bool


@dataclass(frozen=True)
class TooLong:
    """A line of more than LONGEST bytes; nothing behind it was read."""

    number: int


@dataclass(frozen=True)
class Digest:
    """Size in bytes and SHA-256 in hex of a file."""

    size: int
    sha256: str


@dataclass
class Scan:
    """One pass over a file: its lines with records, and its size and digest when it is done.

    A carriage return ends a line as a line feed does, since a progress bar overwrites its own
    text; only line feeds count in the numbering, as an editor shows it.
    """

    stream: BinaryIO
    size: int = 0
    _hash: hashlib._Hash = field(default_factory=hashlib.sha256)

    def digest(self) -> Digest:
        """Of what was read so far: of the whole file, once `lines` is exhausted."""
        return Digest(self.size, self._hash.hexdigest())

    def lines(self) -> Iterator[Line | TooLong]:
        """The lines that hold the NEEDLE, in order."""
        number, rest = 1, b""
        while chunk := self.stream.read(CHUNK):
            self._hash.update(chunk)
            self.size += len(chunk)
            text = rest + chunk
            cut = max(text.rfind(b"\n"), text.rfind(b"\r")) + 1
            if len(text) - cut > LONGEST:
                yield TooLong(number + text.count(b"\n"))
                return
            yield from _found(text, cut, number)
            number += text.count(b"\n", 0, cut)
            rest = text[cut:]
        if NEEDLE.search(rest):
            yield Line(number, rest, ended=False)


def _found(text: bytes, cut: int, number: int) -> Iterator[Line]:
    """Each line before `cut` with a needle; number: of the first line of `text`."""
    after = counted = 0
    for found in NEEDLE.finditer(text, 0, cut):
        place = found.start()
        if place < after:
            continue
        start = text.rfind(b"\n", after, place) + 1 or after
        # Bounded by the line feed, so that a log without any carriage return stays linear.
        start = text.rfind(b"\r", start, place) + 1 or start
        number += text.count(b"\n", counted, start)
        counted = start
        after = text.find(b"\n", place, cut)
        if after < 0:
            after = cut - 1
        end = text.find(b"\r", place, after)
        if end >= 0:
            after = end
        yield Line(number, text[start:after], True)
