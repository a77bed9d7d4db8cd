"""Material's annotations: `(1)` is a sign that shows the first item of the list behind."""

from __future__ import annotations

import re
from itertools import pairwise

from proseproof.prose.html_tags import attributes
from proseproof.prose.nodes import MarkdownHtml, Page, Unread
from proseproof.prose.piece import Change, Piece, splice
from proseproof.prose.tree import Element

CLASS = "annotate"
_MARKER = re.compile(r"\((?P<number>[0-9]{1,9})\)!?")
_LAST_LINE = re.compile(r" *\{:? *(?:[^{}\n]* )?\.annotate(?: [^{}\n]*)?\} *")


def find_annotations(root: Element) -> None:
    """Tells each element that is annotated, and all in it, how many items the list behind has."""
    waiting = [root]
    while waiting:
        parent = waiting.pop()
        for element, behind in pairwise(parent.children):
            if behind.tag == "ol" and _is_annotated(element):
                _tell(element, sum(child.tag == "li" for child in behind.children))
        waiting += parent.children


def _is_annotated(element: Element) -> bool:
    if isinstance(element.node, MarkdownHtml):
        classes = attributes(element.node.tag.attributes).get("class")
        return classes is not None and CLASS in classes.value.split()
    lines = element.text
    return element.annotated or (len(lines) > 1 and bool(_LAST_LINE.fullmatch(lines[-1].value)))


def _tell(element: Element, notes: int) -> None:
    waiting = [element]
    while waiting:
        here = waiting.pop()
        here.notes = notes
        waiting += here.children


def without_markers(page: Page, piece: Piece, notes: int) -> Piece:
    """The piece with each `(1)` that names one of so many notes as a node without text."""
    changes = []
    for found in _MARKER.finditer(piece.value) if notes else ():
        if 1 <= int(found["number"]) <= notes:
            ends = page.ends(piece.cut(found.start(), found.end()))
            node = page.set_aside(Unread(*ends, is_element=False))
            changes.append(Change(found.start(), found.end(), node))
    return splice(piece, changes)
