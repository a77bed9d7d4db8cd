"""Attribute lists: `{: .wide #fig title="Text" }` behind an element, or at the end of a block.

They go from the text; the words of a title are read beside it.
"""

from __future__ import annotations

import re

from proseproof.prose.html_tags import READ_ATTRIBUTES
from proseproof.prose.nodes import Page, Title, is_element
from proseproof.prose.piece import Change, Piece, chain, splice

_BEHIND_ELEMENT = re.compile(r"(?<=[\x02\x04])\{:? *(?=[^}\n ])")
_AT_END = re.compile(r" +\{:? *(?=[^}\n ])")
_LAST_LINE = re.compile(r" *\{:? *(?=[^}\n ])")
_ATTRIBUTE = re.compile(
    r"""(?P<key>[^\s=}]++)(?:=(?:"(?P<double>[^"\n]*+)"|'(?P<single>[^'\n]*+)'|(?P<bare>[^\s=}"']++)))?+"""
)


def read_attribute_lists(page: Page, piece: Piece) -> Piece:
    """The piece without the lists that stand directly behind an element within it."""
    changes = []
    behind = 0
    for found in _BEHIND_ELEMENT.finditer(piece.value):
        if found.start() < behind or not is_element(page.node(piece.at[found.start() - 1])):
            continue
        listed = _listed(page, piece, found.end())
        if listed is not None:
            titles, behind = listed
            changes.append(Change(found.start(), behind, titles))
        else:
            # No list ends on this line.
            line_end = piece.value.find("\n", found.end())
            behind = line_end if line_end != -1 else len(piece)
    return splice(piece, changes)


def without_last_list(page: Page, piece: Piece, *, same_line: bool) -> Piece:
    """The piece without the list at its end: of its line, as in headings, or a line of its own."""
    value = piece.value.rstrip(" ")
    if not value.endswith("}"):
        return piece
    line = value.rfind("\n") + 1
    found = _AT_END.search(value, line) if same_line else _LAST_LINE.match(value, line)
    if not found or (not same_line and not line):
        return piece
    listed = _listed(page, piece, found.end())
    if listed is None or listed[1] != len(value):
        return piece
    titles, _ = listed
    kept = piece.cut(0, found.start() if same_line else line - 1)
    return chain([kept, titles]) if titles is not None else kept


def _listed(page: Page, piece: Piece, at: int) -> tuple[Piece | None, int] | None:
    """The titles in the list whose first attribute is at `at`, and where it ends; None if none."""
    titles: list[Piece] = []
    value = piece.value
    while at < len(value) and value[at] != "\n":
        if value[at] == "}":
            return (chain(titles) if titles else None), at + 1
        found = _ATTRIBUTE.match(value, at)
        if not found:
            at += 1
            continue
        kind = next((kind for kind in ("double", "single", "bare") if found[kind]), None)
        if kind is not None and found["key"].lower() in READ_ATTRIBUTES:
            text = piece.cut(found.start(kind), found.end(kind))
            titles.append(page.set_aside(Title(*page.ends(text), text)))
        at = found.end()
    return None
