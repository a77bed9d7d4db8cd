"""CSV that is too big to hold: what is learnt of it, and its rows when they are wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from typing import Any

from proseproof.capture.big import BigRows
from proseproof.capture.columns import Columns
from proseproof.capture.csv_column import CsvColumn, reading_of
from proseproof.capture.csv_plain import Plainness
from proseproof.capture.csv_text import BrokenRow, CsvRows, SomeRows
from proseproof.capture.fault import Findings, astray, declared, mistaken
from proseproof.capture.path import Astray
from proseproof.capture.record import CaptureFile, Rows
from proseproof.capture.stream import BrokenLine, Pieces
from proseproof.capture.texts import Texts
from proseproof.disk import Disk
from proseproof.finding import Finding
from proseproof.model import CaptureDeclaration, Table
from proseproof.nouns import dataclass
from proseproof.source import Source


@dataclass(frozen=True, eq=False)
class BigCsv(BigRows):
    """The rows under the headers of the files.

    types: of the columns. kinds: of text, by column. plain: what `is_plain` says of the files.
    blanks: whether blanks stand before cells.
    """

    types: tuple[str, ...]
    kinds: Mapping[str, Texts]
    plain: bool
    blanks: bool

    @property
    def read_as(self) -> tuple[Any, ...]:
        """Nothing: the files tell all."""
        return ()

    @property
    def is_plain(self) -> bool:
        """Whether another reader of CSV reads the same from the files on the disk."""
        return self.plain and not self.disk.overlay

    def read(self, path: str) -> Iterator[list[tuple[Any, ...]]]:
        """The rows of one file."""
        pieces = Pieces(self.disk, path)
        rows = CsvRows(pieces)
        for some in rows:
            cells = dict(zip(rows.header, zip(*some.rows, strict=True), strict=False))
            nothing = ("",) * len(some.rows)
            columns = [
                _read(cells.get(name, nothing), kind)
                for name, kind in zip(self.columns, self.types, strict=True)
            ]
            yield list(zip(*columns, strict=True))
        self.check(pieces.file)

    @property
    def texts(self) -> Mapping[str, Texts]:
        """Which kinds of text the columns of text hold."""
        return self.kinds

    def parts(self, column: str) -> Iterator[tuple[Source, int]]:
        """Whole rows of the files that have the column, and which of their cells is of it."""
        for file in self.files:
            rows = CsvRows(Pieces(self.disk, file.path))
            for some in rows:
                if column in rows.header:
                    source = Source(file.path, some.text, some.line)
                    yield source, rows.header.index(column)


def _read(cells: Sequence[str], kind: str) -> Sequence[Any]:
    read = reading_of(kind)
    return [read(cell) if cell else None for cell in cells]


_WIDEST = 200
"""Columns of rows that one regular expression reads, and that are plain whatever they hold."""


class _Known:
    """The columns as far as they are seen, and which text tells nothing new of them."""

    def __init__(self) -> None:
        self.columns: dict[str, CsvColumn] = {}
        self.plainness = Plainness()
        self._written = ""
        self._pattern: re.Pattern[str] | None = None

    def add(self, header: Sequence[str], some: SomeRows) -> None:
        """Looks at rows."""
        for name, cells in zip(header, zip(*some.rows, strict=True), strict=False):
            self.columns.setdefault(name, CsvColumn()).add(cells)
        self.plainness.add(some)

    def tells(self, piece: str, rows: CsvRows) -> bool:
        """Whether a piece holds rows, and only such as were seen before."""
        pattern = self._compiled(rows)
        return pattern is not None and pattern.fullmatch(piece) is not None

    def _compiled(self, rows: CsvRows) -> re.Pattern[str] | None:
        if len(rows.header) > _WIDEST:
            return None
        cells = []
        blanks = " *+" if self.plainness.blanks else ""
        for name in rows.header:
            column = self.columns.get(name)
            pattern = column.pattern(self.plainness.quotes) if column else None
            if pattern is None:
                return None
            cells.append(blanks + pattern)
        end = r"\r\n" if rows.header_text.endswith("\r\n") else r"\n"
        # A line without anything in it is no row.
        written = rf"(?:(?=[^\r\n]){','.join(cells)}{end})*+"
        if written != self._written:
            self._written, self._pattern = written, re.compile(written)
        return self._pattern


@dataclass(frozen=True, eq=False)
class LearningCsv:
    """What can be told of a declared capture of CSV without holding it."""

    declaration: CaptureDeclaration
    disk: Disk
    declared: Sequence[Table]

    @property
    def read_as(self) -> tuple[Any, ...]:
        """Nothing: the files tell all."""
        return ()

    def learn(self, files: tuple[CaptureFile, ...]) -> list[Any] | Findings:
        """Names, types and kinds of text of the columns, and whether the files are plain."""
        known = _Known()
        findings: list[Finding] = []
        for file in files:
            finding = self._look(file, known)
            if finding is not None:
                findings.append(finding)
        return tuple(findings) or self._described(known)

    def _look(self, file: CaptureFile, known: _Known) -> Finding | None:
        pieces = Pieces(self.disk, file.path)
        rows = CsvRows(pieces, lambda piece: known.tells(piece, rows))
        try:
            for some in rows:
                known.add(rows.header, some)
        except BrokenRow as broken:
            return mistaken(Source(file.path, broken.text, broken.line), broken.mistake)
        except BrokenLine as broken:
            return broken.finding
        known.plainness.add_header(rows)
        if pieces.file != file:
            said = f"`{file.path}` changed while it was read"
            return declared(self.declaration.file, said)
        return None

    def _described(self, known: _Known) -> list[Any] | Findings:
        columns, plainness = known.columns, known.plainness
        findings = []
        nothing = Astray(f"`{self.declaration.name}` has no rows")
        seen = Columns({name: column.seen for name, column in columns.items()})
        told: Any = nothing
        for table in self.declared:
            told = seen.described(table.name) if columns else nothing
            if isinstance(told, Astray):
                findings.append(astray(table, told))
        if findings:
            return tuple(findings)
        texts = {name: astuple(one.texts) for name, one in columns.items() if one.kind == "text"}
        plain = plainness.of(tuple(columns)) and all(
            column.untouched or column.kind == "text" for column in columns.values()
        )
        return [*told, texts, plain, plainness.blanks]

    def tables(self, files: tuple[CaptureFile, ...], learnt: list[Any]) -> tuple[Rows, ...]:
        """The tables, whose rows stay in the files."""
        names, types, texts, plain, blanks = learnt
        kinds = {name: Texts(*flags) for name, flags in texts.items()}
        big = BigCsv(self.disk, files, tuple(names), tuple(types), kinds, plain, blanks)
        return tuple(Rows(table.name, big.columns, big.types, big=big) for table in self.declared)
