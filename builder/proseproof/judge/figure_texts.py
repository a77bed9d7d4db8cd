"""The texts of a figure block that a reader reads: title, claim, caption, and what is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from proseproof.judge.corpus import Corpus
from proseproof.model import DecimalMark, Figure
from proseproof.prose import Passage, read_prose
from proseproof.source import Span, Text

Path = tuple[str | int, ...]

_SHOWN = frozenset({"title", "subtitle", "text"})
_FIELDS = re.compile(r"\{[^{}]*\}")


def own_texts(figure: Figure, mark: DecimalMark, drawn: bool) -> Corpus:
    """What the block itself says. mark: the decimal mark of its pages. drawn: a fence places it,
    so that its table is drawn, the headers and the words of the cells with it."""
    passages = [
        passage
        for text in (figure.title, figure.claim, figure.caption)
        if text is not None
        for passage in read_prose(text).passages
    ]
    passages += [Passage(text, "title") for text in _of_chart(figure)]
    if figure.kind == "table" and drawn and not figure.unread:
        passages += [Passage(text, "cell") for text in _of_columns(figure)]
    return Corpus.of(None, passages, mark)


def _of_columns(figure: Figure) -> Iterator[Text]:
    for column in figure.columns:
        yield column.header
        at = 0
        for field in _FIELDS.finditer(column.format.value):
            yield column.format[at : field.start()]
            at = field.end()
        yield column.format[at : len(column.format)]


def _of_chart(figure: Figure) -> Iterator[Text]:
    """The titles of the chart, of its axes and legends, and the texts that its marks show."""
    spans = figure.chart_spans or {}
    for path, value in _shown(figure.chart or {}, ()):
        span = spans.get(path)
        if span is not None:
            yield _as_text(str(value), span)


def _shown(node: Any, path: Path) -> Iterator[tuple[Path, str | int | float]]:
    if isinstance(node, dict):
        for key, value in node.items():
            yield from _shown(value, (*path, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _shown(value, (*path, index))
    elif isinstance(node, str | int | float) and not isinstance(node, bool) and _is_shown(path):
        yield path, node


def _is_shown(path: Path) -> bool:
    """Whether the scalar at a path is drawn as it stands: `title`, a line of `title`, `text`."""
    names = [part for part in path if isinstance(part, str)]
    if names[-2:] == ["text", "value"]:
        return True
    return bool(names) and names[-1] in _SHOWN and names[-2:-1] != ["encoding"]


def _as_text(value: str, span: Span) -> Text:
    """A scalar's value with the place of each character, where the YAML writes it as it is."""
    at = span.text.find(value)
    if value and at >= 0:
        return Text.of(span.source, span.start + at, span.start + at + len(value))
    return Text(value, span.source, [span.start] * len(value), [span.end] * len(value))
