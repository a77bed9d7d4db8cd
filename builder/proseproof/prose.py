"""Markdown to the reader's text, each character knowing its place in the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal as OneOf

from proseproof.source import Source, Span, Text

PassageKind = OneOf["paragraph", "heading", "title", "cell", "alt", "abbreviation"]


@dataclass(frozen=True, eq=False)
class Passage:
    """A run of the reader's text with no break in it: a paragraph, a heading, a cell of a table.

    text: what the reader reads: mark-up is gone, entities are read, each run of white space is one
    space (a no-break or thin space stays itself). code: the ranges of `text` in code ticks.
    """

    text: Text
    kind: PassageKind = "paragraph"
    code: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, eq=False)
class Grid:
    """A Markdown table: its header cells, and the cells of each row. `span` is the whole table.

    A row has as many cells as the file writes; the cells are passages of the page as well.
    """

    header: tuple[Passage, ...]
    rows: tuple[tuple[Passage, ...], ...]
    row_spans: tuple[Span, ...]
    span: Span


@dataclass(frozen=True, eq=False)
class Placement:
    """A `figure` fence: the id it names, and the whole fence."""

    figure: Text
    span: Span


@dataclass(frozen=True, eq=False)
class Prose:
    """All that a reader reads of a page, in reading order; included snippets where they stand."""

    passages: tuple[Passage, ...] = ()
    grids: tuple[Grid, ...] = ()
    placements: tuple[Placement, ...] = ()


def read_prose(text: Text, include: Callable[[str], Source | None] = lambda path: None) -> Prose:
    """The prose of Markdown `text`, as Python-Markdown with Material's extensions shows it.

    include: finds the file that a snippet (`--8<-- "path"`) names, None where there is none.
    Raises nothing, whatever the text.
    """
    raise NotImplementedError
