"""Lines of a file with what matters underlined: `^^^` where to type, `---` under the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal as OneOf

from proseproof.nouns import dataclass
from proseproof.report.cells import Glyph, glyph
from proseproof.source import Source, Span

CUT = "\N{HORIZONTAL ELLIPSIS}"
SHOWN_OF_LONG_SPAN = 4
"""A span of more lines than this is shown by its first two lines and its last."""


@dataclass(frozen=True)
class Underline:
    """A span to underline and the words behind it. primary: where to type, else evidence."""

    span: Span
    text: str
    primary: bool


@dataclass(frozen=True)
class Row:
    """A row of an excerpt. number: the line's number for a line of the file, else None."""

    kind: OneOf["source", "primary", "evidence", "gap"]
    text: str
    number: int | None = None


@dataclass(frozen=True)
class _Piece:
    """The part of an underline that lies in one line: columns from 0, the end not included."""

    line: int
    start: int
    end: int
    text: str
    primary: bool


def excerpt(source: Source, underlines: Iterable[Underline], room: int) -> tuple[Row, ...]:
    """The lines that the underlines touch, in the file's order, each at most `room` cells wide.

    A longer line is seen through a window around what is underlined. Lines left out between two
    that are shown are one row of kind `gap`.
    """
    pieces = sorted(
        (piece for underline in underlines for piece in _pieces(source, underline)),
        key=lambda piece: (piece.line, not piece.primary, piece.start, piece.end),
    )
    rows: list[Row] = []
    before = None
    for number, group in groupby(pieces, key=lambda piece: piece.line):
        if before is not None and number > before + 1:
            rows.append(Row("gap", "..."))
        line = source.line(number)
        for together in _sharing(line, list(group), room):
            rows.extend(_line(line, together, room))
        before = number
    return tuple(rows)


def _pieces(source: Source, underline: Underline) -> Iterator[_Piece]:
    first, last = underline.span.first, underline.span.last
    # A span that ends at the start of a line does not touch that line.
    last_line = last.line - 1 if last.column == 1 and last.line > first.line else last.line
    for number in _chosen(first.line, last_line):
        line = source.line(number)
        start = first.column - 1 if number == first.line else len(line) - len(line.lstrip())
        end = last.column - 1 if number == last.line else len(line)
        start = min(start, len(line))
        text = underline.text if number == last_line else ""
        yield _Piece(number, start, max(min(end, len(line)), start), text, underline.primary)


def _chosen(first: int, last: int) -> Sequence[int]:
    if last - first < SHOWN_OF_LONG_SPAN:
        return range(first, last + 1)
    return (first, first + 1, last)


def _sharing(line: str, pieces: list[_Piece], room: int) -> Iterator[list[_Piece]]:
    """The pieces of a line together where one window shows them all, else each by itself."""
    start = min(piece.start for piece in pieces)
    end = max(piece.end for piece in pieces)
    if len(pieces) == 1 or _fits(line, start, end, room - 2):
        yield pieces
    else:
        yield from ([piece] for piece in pieces)


def _fits(line: str, start: int, end: int, room: int) -> bool:
    # Most characters take a cell: the first test spares measuring a line of a million.
    return end - start <= 4 * room and _width(map(glyph, line[start:end])) <= room


def _line(line: str, pieces: list[_Piece], room: int) -> Iterator[Row]:
    low, high = _window(
        line, min(piece.start for piece in pieces), max(piece.end for piece in pieces), room
    )
    glyphs = [glyph(character) for character in line[low:high]]
    head = CUT if low > 0 else ""
    tail = CUT if high < len(line) else ""
    text = head + "".join(each.shown for each in glyphs) + tail
    yield Row("source", text.rstrip(), pieces[0].line)
    for piece in pieces:
        indent = len(head) + _width(glyphs[: piece.start - low])
        marked = _width(glyphs[piece.start - low : max(piece.end - low, piece.start - low)])
        sign = "^" if piece.primary else "-"
        words = f" {piece.text}" if piece.text else ""
        kind: OneOf["primary", "evidence"] = "primary" if piece.primary else "evidence"
        yield Row(kind, " " * indent + sign * max(marked, 1) + words)


def _window(line: str, start: int, end: int, room: int) -> tuple[int, int]:
    """Which characters of the line are shown: all, or those around `start` to `end` that fit."""
    if len(line) <= 4 * room and _width(map(glyph, line)) <= room:
        return 0, len(line)
    free = max(room - 2, 1)  # a cut takes a cell at either side
    low = high = start
    high, free = _grow_right(line, high, end, free)
    low, left = _grow_left(line, low, free // 2)
    high, free = _grow_right(line, high, len(line), free - free // 2 + left)
    low, _ = _grow_left(line, low, free)
    return low, high


def _grow_right(line: str, high: int, stop: int, free: int) -> tuple[int, int]:
    while high < stop and (width := glyph(line[high]).width) <= free:
        high, free = high + 1, free - width
    return high, free


def _grow_left(line: str, low: int, free: int) -> tuple[int, int]:
    while low > 0 and (width := glyph(line[low - 1]).width) <= free:
        low, free = low - 1, free - width
    return low, free


def _width(glyphs: Iterable[Glyph]) -> int:
    return sum(each.width for each in glyphs)
