"""The sheet: a page's characters in reading order, snippets spliced in, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from proseproof.nouns import dataclass
from proseproof.prose.passage import Include
from proseproof.prose.piece import MARKS, Change, Piece, splice
from proseproof.prose.snippets import unfold
from proseproof.source import Source, Span, Text

TAB = 4
_ENDS_AND_MARKS = re.compile(rf"\r\n?|[{MARKS}]")
_BLANK = re.compile(r"(?:(?<=\n)|\A) ++(?=\n)")


@dataclass(frozen=True, eq=False)
class Sheet:
    """Character `i` of `value` stands in its file at `starts[i]:ends[i]`.

    parts: for each stretch of one source, the offset where it begins, and the source.
    """

    value: str
    starts: Sequence[int]
    ends: Sequence[int]
    parts: tuple[tuple[int, Source], ...]
    missing: tuple[Span, ...] = ()

    def part(self, offset: int) -> int:
        """Which of the parts holds the character at `offset`."""
        return bisect_right(self.parts, offset, key=lambda part: part[0]) - 1

    def text(self, value: str, firsts: Sequence[int], lasts: Sequence[int]) -> Text:
        """The text whose characters each cover the sheet from their first to their last offset.

        All offsets lie in one part.
        """
        source = self.parts[self.part(firsts[0]) if firsts else 0][1]
        starts, ends = self.starts, self.ends
        whole = isinstance(starts, range) and isinstance(ends, range) and firsts == lasts
        if whole and firsts and firsts == list(range(firsts[0], firsts[0] + len(firsts))):
            piece = slice(firsts[0], firsts[0] + len(firsts))
            return Text(value, source, starts[piece], ends[piece])
        return Text(value, source, [starts[i] for i in firsts], [ends[i] for i in lasts])

    def span(self, first: int, last: int) -> Span:
        """Where the characters from `first` to `last` (inclusive) stand in the file of `first`."""
        here, there = self.part(first), self.part(last)
        if here != there:
            last = self.parts[here + 1][0] - 1
        return Span(self.parts[here][1], self.starts[first], self.ends[last])


def lay_out(text: Text, include: Include) -> Sheet:
    """The sheet of a page, or of any text that holds Markdown."""
    pieces, missing = unfold(text, include)
    if len(pieces) == 1:
        return _sheet(
            pieces[0].value, pieces[0].starts, pieces[0].ends, [(0, text.source)], missing
        )
    starts: list[int] = []
    ends: list[int] = []
    parts: list[tuple[int, Source]] = []
    for piece in pieces:
        if not piece.value:
            continue
        onward = parts and parts[-1][1] is piece.source and starts[-1] <= piece.starts[0]
        if not onward:
            parts.append((len(starts), piece.source))
        starts.extend(piece.starts)
        ends.extend(piece.ends)
    value = "".join(piece.value for piece in pieces)
    return _sheet(value, starts, ends, parts or [(0, text.source)], missing)


def _sheet(
    value: str,
    starts: Sequence[int],
    ends: Sequence[int],
    parts: list[tuple[int, Source]],
    missing: list[Span],
) -> Sheet:
    # The two characters of a Windows line end are read as one, which must cover both.
    if "\r\n" in value:
        ends = list(ends)
        for found in re.finditer("\r\n", value):
            ends[found.start()] = ends[found.start() + 1]
    return Sheet(value, starts, ends, tuple(parts), tuple(missing))


def smooth(sheet: Sheet) -> Piece:
    """The whole sheet with plain line ends, and without characters that would pass for nodes."""
    length = len(sheet.value)
    piece = Piece(sheet.value, range(length), length)
    changes = []
    for found in _ENDS_AND_MARKS.finditer(sheet.value):
        line_end = Piece("\n", [found.start()], 0) if found[0][0] == "\r" else None
        changes.append(Change(found.start(), found.end(), line_end))
    return splice(piece, changes)


def expand(piece: Piece) -> Piece:
    """The piece with each tab as the spaces up to the next multiple of four columns.

    A line of white space alone becomes an empty one.
    """
    if "\t" in piece.value:
        piece = splice(piece, _tabs(piece))
    return splice(
        piece, [Change(found.start(), found.end()) for found in _BLANK.finditer(piece.value)]
    )


def _tabs(piece: Piece) -> list[Change]:
    changes = []
    column = done = 0
    for found in re.finditer("\t", piece.value):
        tab = found.start()
        line_end = piece.value.rfind("\n", done, tab)
        if line_end != -1:
            column, done = 0, line_end + 1
        column += tab - done
        width = TAB - column % TAB
        changes.append(Change(tab, tab + 1, Piece(" " * width, [piece.at[tab]] * width, 0)))
        column, done = column + width, tab + 1
    return changes
