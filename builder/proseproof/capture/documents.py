"""JSON and JSON Lines to documents that know where in their file they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from proseproof.nouns import dataclass
from proseproof.source import Source, Span
from proseproof.strict_json import DEEPEST, Mistake, find_mistake, locate, read_json


@dataclass(frozen=True, eq=False)
class Document:
    """A JSON value, and the characters of its file that write it."""

    value: Any = field(repr=False)
    span: Span

    def span_of(self, path: tuple[str | int, ...]) -> Span:
        """Where the value at a path of keys and indices stands in the file."""
        start, end = locate(self.span.text, path)
        return self.span.source.span(self.span.start + start, self.span.start + end)


@dataclass(frozen=True)
class Form:
    """How documents stand in a file.

    lines: each line that is not blank is a document, else the file is one. marker: of each line
    that has it, what stands behind it. nonfinite: NaN and Infinity are read, as text.
    """

    lines: bool = False
    marker: str = ""
    nonfinite: bool = False


WHOLE = Form()
"""Strict JSON, one document a file."""


def read_documents(source: Source, form: Form = WHOLE) -> tuple[Document, ...] | Mistake:
    """The documents of a file; none where it is a log in which no line has the marker.

    The first mistake in the file where there is one; its offsets are the file's.
    """
    if not form.marker and (not source.text.strip() or source.text.startswith("\ufeff")):
        return find_mistake(source.text) or Mistake(0, 0, "the file is empty")
    documents = []
    for start, end in _lines(source.text) if form.lines else [(0, len(source.text))]:
        text = source.text[start:end]
        at = document_start(text, form)
        if at is None:
            continue
        value = read_document(text[at:], form)
        if isinstance(value, Mistake):
            return value.moved(start + at)
        documents.append(Document(value, source.span(start + at, end)))
    return tuple(documents)


def document_start(line: str, form: Form) -> int | None:
    """Where in a line, or in a file that is one document, it starts; None where there is none."""
    if form.marker:
        at = line.find(form.marker)
        return None if at < 0 else at + len(form.marker)
    return 0 if not form.lines or line.strip() else None


def read_document(text: str, form: Form) -> Any | Mistake:
    """The value of one document."""
    whole = "line" if form.lines else "file"
    value = read_json(text, whole, form.nonfinite)
    if not isinstance(value, Mistake) and _is_deep(value, text):
        return find_mistake(text, whole, form.nonfinite) or value
    return value


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Where each line stands, without its end."""
    start = 0
    while start < len(text):
        stop = text.find("\n", start)
        end = len(text) if stop < 0 else stop
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
