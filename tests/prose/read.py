"""Reads Markdown as a page of its own, for the tests beside."""

from __future__ import annotations

from proseproof.prose import Passage, Prose, read_prose
from proseproof.source import Source, Text


def prose(markdown: str, files: dict[str, str] | None = None) -> Prose:
    """The prose of a page that may name these files as snippets."""
    sources = {path: Source(path, text) for path, text in (files or {}).items()}
    return read_prose(Text.of(Source("page.md", markdown)), sources.get)


def said(markdown: str, files: dict[str, str] | None = None) -> list[str]:
    """The text of each passage."""
    return [passage.text.value for passage in prose(markdown, files).passages]


def kinds(markdown: str) -> list[tuple[str, str]]:
    """The kind and the text of each passage."""
    return [(passage.kind, passage.text.value) for passage in prose(markdown).passages]


def written(passage: Passage, words: str) -> str:
    """What the file writes for these words of a passage."""
    start = passage.text.value.index(words)
    return passage.text.span(start, start + len(words)).text


def code(passage: Passage) -> list[str]:
    """The parts of a passage that are code."""
    return [passage.text.value[start:stop] for start, stop in passage.code]
