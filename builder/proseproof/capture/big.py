"""Captures that are too big to hold: read strictly once, and known again by their digest."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from proseproof.capture.fault import Findings
from proseproof.capture.record import Capture, CaptureFile, Rows
from proseproof.capture.texts import Texts
from proseproof.disk import Disk
from proseproof.kept import Kept, program
from proseproof.nouns import dataclass
from proseproof.source import Source


@dataclass(frozen=True, eq=False)
class BigRows(ABC):
    """The rows of a table, in files that are read again when the rows are wanted.

    columns: of the table.
    """

    disk: Disk
    files: tuple[CaptureFile, ...]
    columns: tuple[str, ...]

    @property
    def made_of(self) -> tuple[Any, ...]:
        """What decides the rows, as JSON values."""
        digests = [file.sha256 for file in self.files]
        return (program(), type(self).__name__, digests, *self.read_as)

    @property
    @abstractmethod
    def read_as(self) -> tuple[Any, ...]:
        """How the files are read, as JSON values."""

    @property
    @abstractmethod
    def is_plain(self) -> bool:
        """Whether another reader, given the types, reads from the files on the disk the same."""

    @abstractmethod
    def read(self, path: str) -> Iterator[list[tuple[Any, ...]]]:
        """The rows of one file, in lists of some; in the end checks that it has not changed.

        Raises OSError; RuntimeError where it has.
        """

    @property
    def texts(self) -> Mapping[str, Texts]:
        """Which kinds of text the columns of text hold, where that was learnt."""
        return MappingProxyType({})

    def parts(self, column: str) -> Iterator[tuple[Source, int]]:
        """Whole rows of the files that have the column, and which of their cells is of it.

        Nothing of files whose rows have no cells. Raises OSError.
        """
        assert column in self.columns
        yield from ()

    @property
    def places(self) -> tuple[str, ...]:
        """The absolute paths of the files."""
        return tuple(str(self.disk.path(file.path)) for file in self.files)

    def __iter__(self) -> Iterator[list[tuple[Any, ...]]]:
        """All rows, in lists of some. Raises OSError; RuntimeError where a file has changed."""
        for file in self.files:
            yield from self.read(file.path)

    def check(self, file: CaptureFile | None) -> None:
        """Raises RuntimeError where a file is no longer the one that the columns are of."""
        if file not in self.files:
            assert file is not None
            raise RuntimeError(f"{file.path} changed while it was read")

    def check_unchanged(self) -> None:
        """The same of all files. Raises OSError, RuntimeError."""
        for file in self.files:
            self.check(CaptureFile(file.path, self.disk.digest(file.path), file.size))


class Learning(Protocol):
    """What can be told of big files of one form without holding their rows."""

    @property
    def read_as(self) -> tuple[Any, ...]:
        """All that decides what is learnt of files with the same bytes, as JSON values."""

    def learn(self, files: tuple[CaptureFile, ...]) -> list[Any] | Findings:
        """What a pass over the files tells, as JSON values; or what is amiss. Raises OSError."""

    def tables(self, files: tuple[CaptureFile, ...], learnt: list[Any]) -> tuple[Rows, ...]:
        """The tables, by what was learnt."""


def read_big(
    name: str, disk: Disk, paths: Sequence[str], learning: Learning, kept: Kept
) -> tuple[Capture | None, Findings]:
    """The capture of this name, whose rows stay in their files; otherwise as `read_capture`.

    kept: remembers what was learnt of files with the same digest. Raises OSError.
    """
    files = tuple(CaptureFile(path, disk.digest(path), disk.size(path)) for path in paths)
    digests = [file.sha256 for file in files]
    made_of = ("big", program(), type(learning).__name__, digests, *learning.read_as)
    known = kept.get(*made_of)
    if known is None:
        learnt = learning.learn(files)
        if isinstance(learnt, tuple):
            return None, learnt
        kept.put(known := learnt, *made_of)
    return Capture(name, files, learning.tables(files, known)), ()
