"""Admonitions, details and tabs: a title, and whatever is indented below it."""

from __future__ import annotations

import re
from collections import deque

from proseproof.nouns import dataclass
from proseproof.prose.annotations import CLASS
from proseproof.prose.blocks import Parser
from proseproof.prose.piece import Piece
from proseproof.prose.tree import Block, Blocks, Element

_ADMONITION = re.compile(r'!!! ?[\w\-]+(?: +[\w\-]+)*(?: +"(?P<title>.*?)")? *$')
_DETAILS = re.compile(
    r"\?\?\?\+? ?(?:(?:[\w\-]+(?: +[\w\-]+)*?)?(?: +\"(?P<title>.*?)\")"
    r"|[\w\-]+(?: +[\w\-]+)*?) *$"
)
_TAB = re.compile(r'===(?:\+!?|!\+?)? +"(?P<title>.*?)" *$')
_TITLE_HEADING = re.compile(r"(?P<level>#{1,6})(?P<text>(?:\\.|[^\\#]|#++(?!$))*+)#*$")
_NESTING = ("ul", "ol", "dl")


@dataclass(frozen=True)
class _Below:
    """Where an indented block belongs, and how far it is indented."""

    element: Element
    width: int


def admonition(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """`!!! note "Title"`."""
    at = blocks[0].search(_ADMONITION)
    if at is None:
        return _goes_on(parser, parent, blocks, "admonition")
    annotated = _is_annotated(blocks[0][at])
    found, content, rest = _begun(parser, parent, blocks, at, _ADMONITION)
    box = parent.add("admonition")
    box.annotated = annotated
    if found.value:
        box.add("title", [found])
    parser.parse_lines(box, content)
    _put_back(blocks, rest)
    return True


def details(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """`??? note "Title"`."""
    at = blocks[0].search(_DETAILS)
    if at is None:
        return _goes_on(parser, parent, blocks, "details")
    annotated = _is_annotated(blocks[0][at])
    title, content, rest = _begun(parser, parent, blocks, at, _DETAILS)
    box = parent.add("details")
    box.annotated = annotated
    as_heading = _TITLE_HEADING.match(title.value)
    if as_heading:
        title = title.cut(as_heading.start("text"), as_heading.end("text")).strip()
    if title.value:
        box.add("title", [title])
    parser.parse_lines(box, content)
    _put_back(blocks, rest)
    return True


def tab(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """`=== "Title"`; tabs that follow one another are one set."""
    at = blocks[0].search(_TAB)
    if at is None:
        return _goes_on(parser, parent, blocks, "tabs")
    begins_set = "!" in blocks[0][at].value.partition('"')[0]
    title, content, rest = _begun(parser, parent, blocks, at, _TAB)
    last = parent.last
    tabs = last if last is not None and last.tag == "tabs" and not begins_set else None
    if tabs is None:
        tabs = parent.add("tabs")
    if title.value:
        tabs.add("title", [title])
    parser.parse_lines(tabs.add("tab"), content)
    _put_back(blocks, rest)
    return True


def _is_annotated(opener: Piece) -> bool:
    """Whether a box has the class of annotations among those in front of its title."""
    return CLASS in opener.value.partition('"')[0].split()


def _begun(
    parser: Parser, parent: Element, blocks: Blocks, at: int, opener: re.Pattern[str]
) -> tuple[Piece, list[Piece], Block]:
    """Takes a block whose line `at` is an opener: its title, its content, and what is left."""
    block = blocks.popleft()
    if at:
        parser.parse(parent, deque([block.part(0, at)]))
    found = opener.match(block[at].value)
    assert found
    written = found["title"] is not None
    title = (
        block[at].cut(found.start("title"), found.end("title")) if written else block[at].cut(0, 0)
    )
    content, rest = block.part(at + 1).detab()
    return title, content, rest


def _goes_on(parser: Parser, parent: Element, blocks: Blocks, tag: str) -> bool:
    """Adds an indented block to the box before it, if that is what the block is."""
    last = parent.last
    if last is None or last.tag != tag or not blocks[0].first.startswith("    "):
        return False
    below = _tabs_below(last, blocks[0].first) if tag == "tabs" else _below(last, blocks[0].first)
    if below is None:
        return False
    content, rest = blocks.popleft().detab(below.width)
    if below.element.tag in ("li", "dd") and below.element.text:
        below.element.children.insert(0, Element("p", below.element.text))
        below.element.text = []
    parser.parse_lines(below.element, content)
    _put_back(blocks, rest)
    return True


def _below(box: Element, first: str) -> _Below | None:
    """The box itself, or the last item of the list that ends it, if the line is indented for it."""
    element: Element | None = box
    child = box.last
    indent = 0
    while element is not None and child is not None:
        if not first.startswith(" " * 8) or child.tag not in _NESTING:
            break
        element = child.last
        child = element.last if element is not None else None
        first = first[4:]
        indent += 4
    if element is None or not first.startswith("    "):
        return None
    return _Below(element, indent + 4)


def _tabs_below(tabs: Element, first: str) -> _Below | None:
    """As `_below`, within the last tab of a set."""
    content = tabs.last
    if content is None or content.tag != "tab":
        return None
    return _below(content, first)


def _put_back(blocks: Blocks, rest: Block) -> None:
    if rest:
        blocks.appendleft(rest)
