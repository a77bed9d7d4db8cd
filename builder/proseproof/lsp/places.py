"""Places as an editor counts them, lines from 0 and columns in code units; files as URIs."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from lsprotocol.types import Location, Position, Range

from proseproof.nouns import dataclass
from proseproof.source import Source, Span

_LINE_END = re.compile(r"\r\n|\r|\n")
_UNIT_BYTES = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
_MARK = "\ufeff"


@dataclass(frozen=True)
class Places:
    """Turns the spans of a project's files into places of an editor, and back.

    root: the project's folder. encoding: what a column counts, as client and server agreed:
    `utf-8`, `utf-16` or `utf-32`. opened: the URIs of open files, by project path; a client may
    write a URI in its own way, and knows the file by that alone.
    """

    root: Path
    encoding: str = "utf-16"
    opened: Mapping[str, str] = field(default_factory=dict, hash=False)

    def position(self, source: Source, offset: int) -> Position:
        """The place of the character at `offset`. A byte order mark is no character of line 0."""
        starts = _line_starts(source.text)
        line = bisect_right(starts, offset) - 1
        units = self._units(source.text[starts[line] : offset])
        return Position(line + source.first_line - 1, units)

    def offset(self, source: Source, position: Position) -> int:
        """The offset of a place; what lies behind the end of a line or of the text is that end."""
        text, starts = source.text, _line_starts(source.text)
        if position.line >= len(starts):
            return len(text)
        start = starts[position.line]
        ended = _LINE_END.search(text, start)
        line = text[start : ended.start() if ended else len(text)]
        coding, size = _UNIT_BYTES[self.encoding]
        units = line.encode(coding)[: position.character * size]
        return start + len(units.decode(coding, "ignore"))

    def range(self, span: Span) -> Range:
        """The place of a span."""
        return Range(self.position(span.source, span.start), self.position(span.source, span.end))

    def location(self, span: Span) -> Location:
        """The place of a span, with its file."""
        return Location(self.uri(span.source.path), self.range(span))

    def uri(self, path: str) -> str:
        """The URI of a project path."""
        return self.opened.get(path) or (self.root / path).as_uri()

    def _units(self, text: str) -> int:
        coding, size = _UNIT_BYTES[self.encoding]
        return len(text.removeprefix(_MARK).encode(coding)) // size


def path_of(uri: str) -> Path | None:
    """The file that a URI names, links followed; None where it names none on this machine."""
    try:
        parts = urlsplit(uri)
        if parts.scheme != "file":
            return None
        host = f"//{parts.netloc}" if parts.netloc not in ("", "localhost") else ""
        return Path(url2pathname(host + parts.path)).resolve()
    except (OSError, ValueError, RuntimeError):
        return None


@lru_cache(maxsize=256)
def _line_starts(text: str) -> tuple[int, ...]:
    """Where the lines start, as editors see them: a lone carriage return ends a line too."""
    return (0, *(end.end() for end in _LINE_END.finditer(text)))
