"""Strict CSV: the rows of a text that comes in pieces, or the first thing in it that is amiss."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from proseproof.nouns import dataclass
from proseproof.strict_json import Mistake

LONGEST_CELL = 131_072
"""Characters; more is a quote that does not close, or no cell that a table is for."""

Cells = list[str]


@dataclass(frozen=True)
class Sheet:
    """A CSV file: its header, and its rows as the text of each cell, None for an empty one."""

    header: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]


class BrokenRow(Exception):  # noqa: N818
    """A row that is amiss, or a file without one.

    mistake: its offsets are those of `text`, which is the row's. offset: where in the file the row
    begins. line: the number of the line there.
    """

    def __init__(self, mistake: Mistake, text: str = "", offset: int = 0, line: int = 1) -> None:
        super().__init__(mistake.message)
        self.mistake = mistake
        self.text = text
        self.offset = offset
        self.line = line


class SomeRows(NamedTuple):
    """Rows, the part of the file that they make up, and the number of its first line."""

    rows: list[Cells]
    text: str
    line: int


def read_csv(text: str) -> Sheet | Mistake:
    """The header and rows of a text, as `CsvRows` reads them."""
    read = CsvRows([text])
    try:
        rows = [tuple([cell or None for cell in cells]) for some in read for cells in some.rows]
    except BrokenRow as broken:
        return broken.mistake.moved(broken.offset)
    return Sheet(read.header, tuple(rows))


class CsvRows:
    """The rows of CSV with commas and double quotes, as RFC 4180 has it, in lists of some.

    pieces: of the text, each up to the end of a line. passed: whether a piece from the start of a
    row to the end of one need not be read.

    The first row is the header. A byte order mark is skipped, and so are blank lines. Blanks
    behind a comma do not count, since nvidia-smi writes `, `; nor do blanks around a header's name.
    Raises BrokenRow at the first row that is amiss.

    header, header_text: when the first rows are there. offset, line: where in the file the next
    piece begins.
    """

    def __init__(self, pieces: Iterable[str], passed: Callable[[str], bool] | None = None) -> None:
        self.header: tuple[str, ...] = ()
        self.header_text = ""
        self.offset = 0
        self.line = 1
        self._pieces = iter(pieces)
        self._passed = passed

    def __iter__(self) -> Iterator[SomeRows]:
        self._skip_mark()
        header = self._slowly(1)
        self.header = tuple(cell.strip() for cell in header.rows[0])
        self.header_text = header.text
        while (piece := next(self._pieces, None)) is not None:
            if self._passed is not None and self._passed(piece):
                self._count(piece)
                continue
            rows = _quickly(piece, len(self.header))
            if rows is None:
                self._pieces = chain([piece], self._pieces)
                yield self._slowly(piece.count("\n") + 1)
            else:
                some = SomeRows(rows, piece, self.line)
                self._count(piece)
                yield some

    def _skip_mark(self) -> None:
        first = next(self._pieces, "")
        if first.startswith("\ufeff"):
            self.offset = 1
            first = first[1:]
        self._pieces = chain([first], self._pieces)

    def _count(self, read: str) -> None:
        self.offset += len(read)
        self.line += read.count("\n")

    def _slowly(self, most: int) -> SomeRows:
        """As many rows one by one, with their places; what is left of a piece is the next one."""
        import csv  # most captures are JSON

        lines = _Lines(self._pieces)
        reader = csv.reader(lines, strict=True, skipinitialspace=True)
        rows: list[Cells] = []
        texts: list[str] = []
        line = self.line
        while len(rows) < most:
            try:
                cells = next(reader)
            except StopIteration:
                break
            except csv.Error as error:
                text = lines.taken()
                said = _WORDS.get(str(error), f"this is no CSV: {error}")
                raise self._broken(text, said, text.split("\n", 1)[0]) from None
            except _NulError:
                text = lines.taken()
                at = text.index("\0")
                mistake = Mistake(at, at + 1, "the file holds a NUL character")
                raise BrokenRow(mistake, text, self.offset, self.line) from None
            text = lines.taken()
            if cells:
                fault = self._fault(cells)
                if fault:
                    raise self._broken(text, fault, text)
                rows.append(cells)
            texts.append(text)
            self._count(text)
        if not rows and not self.header:
            raise BrokenRow(Mistake(0, 0, "the file is empty"))
        self._pieces = chain(lines.rest(), self._pieces)
        return SomeRows(rows, "".join(texts), line)

    def _fault(self, cells: Cells) -> str | None:
        if not self.header:
            return _header_fault([cell.strip() for cell in cells])
        if len(cells) != len(self.header):
            return f"the row has {_counted(len(cells))}, the header {len(self.header)}"
        return None

    def _broken(self, text: str, fault: str, shown: str) -> BrokenRow:
        mistake = Mistake(0, len(shown.rstrip("\r\n")), fault)
        return BrokenRow(mistake, text, self.offset, self.line)


_WORDS = {
    "unexpected end of data": "a quote opens in this row and does not close",
    "',' expected after '\"'": "text follows a closing quote",
    f"field larger than field limit ({LONGEST_CELL})": (
        f"a cell has more than {LONGEST_CELL} characters"
    ),
}


def _quickly(piece: str, width: int) -> list[Cells] | None:
    """The rows of a piece; None where it does not end with a row, or anything in it is amiss."""
    import csv

    if "\0" in piece:
        return None
    lines = io.StringIO(piece, newline="")
    try:
        rows = list(csv.reader(lines, strict=True, skipinitialspace=True))
    except csv.Error:
        return None  # the slow way tells where
    lengths = set(map(len, rows))
    if 0 in lengths:
        rows = [cells for cells in rows if cells]
    return rows if lengths <= {0, width} else None


class _NulError(Exception):
    """A line holds a NUL."""


class _Lines:
    """The lines of pieces, keeping those that were read since they were taken."""

    def __init__(self, pieces: Iterator[str]) -> None:
        self._pieces = pieces
        self._lines = io.StringIO("", newline="")
        self._read: list[str] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = next(self._lines, None)
        while line is None:
            self._lines = io.StringIO(next(self._pieces), newline="")
            line = next(self._lines, None)
        self._read.append(line)
        if "\0" in line:
            raise _NulError
        return line

    def taken(self) -> str:
        """What was read since the last time."""
        text = "".join(self._read)
        self._read.clear()
        return text

    def rest(self) -> Iterator[str]:
        """What is left of the piece that was begun."""
        rest = self._lines.read()
        if rest:
            yield rest


def _counted(cells: int) -> str:
    return "1 cell" if cells == 1 else f"{cells} cells"


def _header_fault(header: Sequence[str]) -> str | None:
    if len(header) == 1:
        for mark, called in ((";", "semicolons"), ("\t", "tabs"), ("|", "bars")):
            if mark in header[0]:
                return f"the header has no comma, and looks separated by {called}"
    names: set[str] = set()
    for at, name in enumerate(header):
        if not name:
            return f"column {at + 1} of the header has no name"
        if name in names:
            return f"two columns of the header are named `{name}`"
        names.add(name)
    return None
