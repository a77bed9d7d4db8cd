"""The text of a file that is too big to hold, read strictly, some lines at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from proseproof.capture.documents import Document, Form, document_start, read_document
from proseproof.capture.fault import RULE, mistaken
from proseproof.capture.record import CaptureFile
from proseproof.disk import Disk
from proseproof.finding import Finding
from proseproof.source import Source
from proseproof.strict_json import Mistake, find_mistake

AT_ONCE = 4 * 2**20
"""Bytes of lines that are read at once."""

LONGEST_LINE = 64 * 2**20
"""Bytes that a line of a table may have."""


class Line(NamedTuple):
    """A document of a file of lines: its value, the text of its line, and the line's number.

    start: where in the line it begins.
    """

    value: Any
    text: str
    number: int
    start: int

    def document(self, path: str) -> Document:
        """The document with its place in the file."""
        source = Source(path, self.text, self.number)
        return Document(self.value, source.span(self.start, len(self.text)))


class BrokenLine(Exception):  # noqa: N818
    """A line that cannot be read; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


class Lines:
    """The documents in a file's lines, in lists of some. Raises BrokenLine, OSError.

    file: which one was read, when all of it was.
    """

    def __init__(self, disk: Disk, path: str, form: Form) -> None:
        self.file: CaptureFile | None = None
        self._disk = disk
        self._path = path
        self._form = form

    def __iter__(self) -> Iterator[list[Line]]:
        digest, size, number = hashlib.sha256(), 0, 1
        with self._disk.open(self._path) as stream:
            while raws := stream.readlines(AT_ONCE):
                lines = []
                for raw in raws:
                    digest.update(raw)
                    size += len(raw)
                    line = self._line(raw, number)
                    if line is not None:
                        lines.append(line)
                    number += 1
                yield lines
        self.file = CaptureFile(self._path, digest.hexdigest(), size)

    def _line(self, raw: bytes, number: int) -> Line | None:
        try:
            text = raw.removesuffix(b"\n").decode("utf-8")
        except UnicodeDecodeError as error:
            raise _not_utf8(self._path, raw, error.start, number) from None
        if number == 1 and not self._form.marker and text.startswith("\ufeff"):
            raise self._broken(text, number, find_mistake(text) or Mistake(0, 1, "a mark"))
        start = document_start(text, self._form)
        if start is None:
            return None
        value = read_document(text[start:], self._form)
        if isinstance(value, Mistake):
            raise self._broken(text, number, value.moved(start))
        return Line(value, text, number, start)

    def _broken(self, text: str, number: int, mistake: Mistake) -> BrokenLine:
        return BrokenLine(mistaken(Source(self._path, text, number), mistake))


class Pieces:
    """The text of a file in pieces that end with a line. Raises BrokenLine, OSError.

    file: which one was read, when all of it was.
    """

    def __init__(self, disk: Disk, path: str) -> None:
        self.file: CaptureFile | None = None
        self._disk = disk
        self._path = path

    def __iter__(self) -> Iterator[str]:
        digest, size, number, rest = hashlib.sha256(), 0, 1, b""
        with self._disk.open(self._path) as stream:
            while block := stream.read(AT_ONCE):
                digest.update(block)
                size += len(block)
                raw = rest + block
                cut = _last_line_end(raw)
                rest = raw[cut:]
                if len(rest) > LONGEST_LINE:
                    number += raw.count(b"\n", 0, cut)
                    raise self._too_long(rest, number)
                if cut:
                    yield self._text(raw[:cut], number)
                    number += raw.count(b"\n", 0, cut)
        if rest:
            yield self._text(rest, number)
        self.file = CaptureFile(self._path, digest.hexdigest(), size)

    def _text(self, raw: bytes, number: int) -> str:
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as error:
            start = raw.rfind(b"\n", 0, error.start) + 1
            end = raw.find(b"\n", error.start)
            line = raw[start : end if end >= 0 else None]
            number += raw.count(b"\n", 0, start)
            raise _not_utf8(self._path, line, error.start - start, number) from None

    def _too_long(self, raw: bytes, number: int) -> BrokenLine:
        source = Source(self._path, raw[:80].decode("utf-8", "replace"), number)
        said = f"the line has more than {LONGEST_LINE} bytes"
        return BrokenLine(Finding(RULE, source.span(0, len(source.text)), said))


def _last_line_end(raw: bytes) -> int:
    """Behind the last line that ends; a line feed may still follow a carriage return at the end."""
    return raw.rfind(b"\n") + 1 or raw.rfind(b"\r", 0, len(raw) - 1) + 1


def _not_utf8(path: str, line: bytes, at: int, number: int) -> BrokenLine:
    """That the byte at `at` of a line is no text."""
    source = Source(path, line.decode("utf-8", "replace"), number)
    place = len(line[:at].decode("utf-8", "replace"))
    return BrokenLine(Finding(RULE, source.span(place, place + 1), "the file is not UTF-8"))
