"""Markdown to the reader's text, each character knowing its place in the file."""

from __future__ import annotations

from proseproof.prose.passage import Grid, Include, Passage, PassageKind, Placement, Prose
from proseproof.prose.reading import read_prose

__all__ = ["Grid", "Include", "Passage", "PassageKind", "Placement", "Prose", "read_prose"]
