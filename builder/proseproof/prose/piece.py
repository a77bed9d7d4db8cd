"""A piece of a page on its way to the reader: text whose characters know their place in the sheet.

Whatever is no plain text (a code span, a fence, the border of a link) is set aside as a node and
leaves one control character behind: ATOM for a thing that is whole, OPEN and CLOSE around a thing
that has text inside. The `at` of such a character is negative and names its node.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proseproof.nouns import dataclass

ATOM, OPEN, CLOSE = "\x02", "\x03", "\x04"
MARKS = ATOM + OPEN + CLOSE


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Text and, for each character, its offset in the sheet (or the number of its node).

    stop: the offset of the character that followed the last one, such as its line end.
    """

    value: str
    at: Sequence[int]
    stop: int

    def __len__(self) -> int:
        return len(self.value)

    def cut(self, start: int, stop: int | None = None) -> Piece:
        """The characters from `start` up to `stop`."""
        end = len(self.value) if stop is None else min(stop, len(self.value))
        behind = self.at[end] if end < len(self.value) else self.stop
        return Piece(self.value[start:end], self.at[start:end], behind)

    def strip(self, chars: str | None = None) -> Piece:
        """The piece without the white space (or `chars`) at either end."""
        start = len(self.value) - len(self.value.lstrip(chars))
        return self.cut(start, max(start, len(self.value.rstrip(chars))))

    def lines(self) -> list[Piece]:
        """The lines, without their line ends."""
        found = []
        start = 0
        while (stop := self.value.find("\n", start)) != -1:
            found.append(self.cut(start, stop))
            start = stop + 1
        found.append(self.cut(start))
        return found


@dataclass(frozen=True, slots=True)
class Change:
    """The characters from `start` up to `stop` become `new`, or vanish."""

    start: int
    stop: int
    new: Piece | None = None


def splice(piece: Piece, changes: Iterable[Change]) -> Piece:
    """The piece with each change made. The changes are in order and do not overlap."""
    values: list[str] = []
    at: list[int] = []
    done = 0
    for change in changes:
        values.append(piece.value[done : change.start])
        at.extend(piece.at[done : change.start])
        if change.new is not None:
            values.append(change.new.value)
            at.extend(change.new.at)
        done = change.stop
    if not done and not values:
        return piece
    values.append(piece.value[done:])
    at.extend(piece.at[done:])
    return Piece("".join(values), at, piece.stop)


def join(lines: Sequence[Piece]) -> Piece:
    """The lines in one piece, a line end between them."""
    if len(lines) == 1:
        return lines[0]
    at: list[int] = []
    for line in lines:
        at.extend(line.at)
        at.append(line.stop)
    stop = at.pop() if lines else 0
    return Piece("\n".join(line.value for line in lines), at, stop)


def chain(pieces: Sequence[Piece]) -> Piece:
    """The pieces in one, with nothing between them."""
    at: list[int] = []
    for piece in pieces:
        at.extend(piece.at)
    return Piece("".join(piece.value for piece in pieces), at, pieces[-1].stop if pieces else 0)
