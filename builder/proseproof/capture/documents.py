"""JSON and JSON Lines to documents that know where in their file they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from proseproof.capture.strict_json import DEEPEST, Mistake, find_mistake, locate, read_json
from proseproof.source import Source, Span


@dataclass(frozen=True, eq=False)
class Document:
    """A JSON value, and the characters of its file that write it."""

    value: Any = field(repr=False)
    span: Span

    def span_of(self, path: tuple[str | int, ...]) -> Span:
        """Where the value at a path of keys and indices stands in the file."""
        start, end = locate(self.span.text, path)
        return self.span.source.span(self.span.start + start, self.span.start + end)


def read_documents(source: Source, lines: bool) -> tuple[Document, ...] | Mistake:
    """The documents of a file: one, or one a line where `lines` is set; blank lines are none.

    The first mistake in the file where there is one; its offsets are the file's.
    """
    if not source.text.strip() or source.text.startswith("\ufeff"):
        return find_mistake(source.text) or Mistake(0, 0, "the file is empty")
    documents = []
    for start, end in _lines(source.text) if lines else [(0, len(source.text))]:
        text = source.text[start:end]
        whole = "line" if lines else "file"
        value = read_json(text, whole)
        if not isinstance(value, Mistake) and _is_deep(value, text):
            value = find_mistake(text, whole) or value
        if isinstance(value, Mistake):
            return _moved(value, start)
        documents.append(Document(value, source.span(start, end)))
    return tuple(documents)


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Where each line that is not blank stands, without its end."""
    start = 0
    while start < len(text):
        stop = text.find("\n", start)
        end = len(text) if stop < 0 else stop
        if text[start:end].strip():
            yield start, end
        start = end + 1


def _is_deep(value: Any, text: str) -> bool:
    """Whether more objects and lists stand inside one another than a scan lets pass."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(DEEPEST):
        if not level:
            return False
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) is dict or type(inner) is list
        ]
    return bool(level)


def _moved(mistake: Mistake, by: int) -> Mistake:
    first = mistake.first and (mistake.first[0] + by, mistake.first[1] + by)
    return Mistake(mistake.start + by, mistake.end + by, mistake.message, first)
