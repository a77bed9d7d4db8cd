"""Where text stands: a file's text, a span of it, and text whose characters know their place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import field
from functools import cached_property

from proseproof.nouns import dataclass


@dataclass(frozen=True)
class Position:
    """A place as people count it: `line` and `column` start at 1; columns count characters."""

    line: int
    column: int


@dataclass(frozen=True, eq=False)
class Source:
    """The text of one file. `path` is relative to the project's root, with `/`.

    `text` is exactly what was read, line ends included; offsets count its characters from 0.
    first_line: the number of its first line, of a file that is too big to hold as a whole.
    """

    path: str
    text: str = field(repr=False)
    first_line: int = 1

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        at = self.text.find("\n")
        while at != -1:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    def position(self, offset: int) -> Position:
        """The line and column of the character at `offset`."""
        line = bisect_right(self._line_starts, offset)
        column = offset - self._line_starts[line - 1] + 1
        return Position(line + self.first_line - 1, column)

    def offset(self, line: int, column: int = 1) -> int:
        """The offset of a line and column, both from 1, kept inside the text."""
        starts = self._line_starts
        start = starts[min(max(line - self.first_line, 0), len(starts) - 1)]
        return min(start + column - 1, len(self.text))

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its line end."""
        start = self._line_starts[number - self.first_line]
        end = self.text.find("\n", start)
        return self.text[start : end if end != -1 else None].rstrip("\r")

    def span(self, start: int, end: int) -> Span:
        """The span from offset `start` up to, not including, offset `end`."""
        return Span(self, start, end)


@dataclass(frozen=True)
class Span:
    """The characters of `source` from `start` up to, not including, `end`."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters themselves, as they stand in the file."""
        return self.source.text[self.start : self.end]

    @property
    def first(self) -> Position:
        """The position of the first character."""
        return self.source.position(self.start)

    @property
    def last(self) -> Position:
        """The position just behind the last character."""
        return self.source.position(self.end)

    @property
    def order(self) -> tuple[str, int, int]:
        """Sorts spans by file, then by place."""
        return (self.source.path, self.start, self.end)


@dataclass(frozen=True, eq=False)
class Text:
    """A text read out of a file, each character knowing where it came from.

    Character `i` of `value` stands at `source.text[starts[i]:ends[i]]`; that piece is longer than
    one character where the file writes an entity, an escape or folded white space, and empty for a
    character that the file does not write at all. The prose of a page, a YAML scalar and a query
    are all such texts, so whatever is found in one of them has an exact place in its file.
    """

    value: str
    source: Source = field(repr=False)
    starts: Sequence[int] = field(repr=False)
    ends: Sequence[int] = field(repr=False)

    def __post_init__(self) -> None:
        assert len(self.value) == len(self.starts) == len(self.ends)

    @classmethod
    def of(cls, source: Source, start: int = 0, end: int | None = None) -> Text:
        """The characters of `source` from `start` to `end`, as they stand."""
        stop = len(source.text) if end is None else end
        return cls(source.text[start:stop], source, range(start, stop), range(start + 1, stop + 1))

    @classmethod
    def join(cls, parts: Iterable[Text]) -> Text:
        """The parts, which are all of one source, one behind the other."""
        pieces = list(parts)
        assert pieces, "no part names the source"
        return cls(
            "".join(piece.value for piece in pieces),
            pieces[0].source,
            [start for piece in pieces for start in piece.starts],
            [end for piece in pieces for end in piece.ends],
        )

    def __len__(self) -> int:
        return len(self.value)

    def __getitem__(self, piece: slice) -> Text:
        return Text(self.value[piece], self.source, self.starts[piece], self.ends[piece])

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Where the characters from `start` up to `end` stand in the file."""
        stop = len(self.value) if end is None else end
        if start >= len(self.value):
            here = self.ends[-1] if self.ends else 0
            return Span(self.source, here, here)
        if stop <= start:
            return Span(self.source, self.starts[start], self.starts[start])
        return Span(self.source, self.starts[start], self.ends[stop - 1])
