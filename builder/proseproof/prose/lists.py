"""Lists, their items and what is indented below them; lists of definitions."""

from __future__ import annotations

import re
from collections import deque

from proseproof.prose.blocks import Parser
from proseproof.prose.piece import Piece
from proseproof.prose.tree import LISTS, Block, Blocks, Element

_ORDERED = re.compile(r" {0,3}\d+\. +")
_BULLETED = re.compile(r" {0,3}[*+-] +")
_ITEM = re.compile(r" {0,3}(?:\d+\.|[*+-]) +")
_NESTED_ITEM = re.compile(r" {4,7}(?:\d+\.|[*+-]) +")
_DEFINITION = re.compile(r" {0,3}: {1,3}")
_NO_INDENT = re.compile(r" {0,3}[^ :]")


def ordered(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """A list with numbers."""
    return _list(parser, parent, blocks, "ol") if _ORDERED.match(blocks[0].first) else False


def bulleted(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """A list with bullets."""
    return _list(parser, parent, blocks, "ul") if _BULLETED.match(blocks[0].first) else False


def _list(parser: Parser, parent: Element, blocks: Blocks, tag: str) -> bool:
    items = _items(blocks.popleft())
    last = parent.last
    if last is not None and last.tag in LISTS:
        whole = last
        if whole.last is not None:
            _loosen(whole.last)
        item = whole.add("li")
        parser.parse(item, _queue(items.pop(0)), "looselist")
    elif parent.tag in LISTS:
        whole = parent
    else:
        whole = parent.add(tag)
    parser.state.append("list")
    for lines in items:
        if lines[0].value.startswith("    "):
            parser.parse(whole.last or whole.add("li"), _queue(lines))
        else:
            parser.parse(whole.add("li"), _queue(lines))
    parser.state.pop()
    return True


def _items(block: Block) -> list[list[Piece]]:
    """The block's lines, parted in items; the lines of an item that is nested stay indented."""
    items: list[list[Piece]] = []
    for line in block.lines:
        found = _ITEM.match(line.value)
        if found:
            items.append([line.cut(found.end())])
        elif _NESTED_ITEM.match(line.value) and not items[-1][0].value.startswith("    "):
            items.append([line])
        else:
            items[-1].append(line)
    return items


def _queue(lines: list[Piece]) -> Blocks:
    """An item's lines as one block; the line of the mark may hold nothing else."""
    start = next((i for i, line in enumerate(lines) if line.value), len(lines))
    return deque([Block(lines[start:])] if start < len(lines) else [])


def _loosen(item: Element) -> None:
    """Makes the text that an item holds itself a paragraph of it."""
    if item.text:
        item.children.insert(0, Element("p", item.text))
        item.text = []
    if item.last is not None and item.last.tail:
        tail, item.last.tail = item.last.tail, []
        item.add("p", tail)


def indented(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """A block indented below an item of a list."""
    return _indented(parser, parent, blocks, LISTS, ("li",))


def indented_definition(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """A block indented below a definition."""
    return _indented(parser, parent, blocks, ("dl", *LISTS), ("dd", "li"))


def _indented(
    parser: Parser,
    parent: Element,
    blocks: Blocks,
    lists: tuple[str, ...],
    items: tuple[str, ...],
) -> bool:
    block = blocks[0]
    if not block.first.startswith("    ") or parser.is_in("detabbed"):
        return False
    last = parent.last
    if parent.tag not in items and (last is None or last.tag not in lists):
        return False
    blocks.popleft()
    level, below = _level(parser, parent, block.first, lists, items)
    content = deque([block.loose_detab(level)])
    if parent.tag in items:
        nested = last if last is not None and last.tag in lists else parent
        parser.parse(nested, content, "detabbed")
    elif below.tag in items:
        parser.parse(below, content, "detabbed")
    elif below.last is not None and below.last.tag in items:
        item = below.last
        if item.text:
            item.children.insert(0, Element("p", item.text))
            item.text = []
        parser.parse(item, content, "detabbed")
    else:
        parser.parse(below.add("dd" if "dd" in items else "li"), content, "detabbed")
    return True


def _level(
    parser: Parser, parent: Element, first: str, lists: tuple[str, ...], items: tuple[str, ...]
) -> tuple[int, Element]:
    """How many lists deep an indented line may stand, and the element there."""
    indents = (len(first) - len(first.lstrip(" "))) // 4
    level = 1 if parser.is_in("list") else 0
    element = parent
    while indents > level:
        child = element.last
        if child is None or child.tag not in (*lists, *items):
            break
        level += child.tag in lists
        element = child
    return level, element


def definition(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """`:   what a term means`, below the term."""
    at = blocks[0].search(_DEFINITION)
    if at is None:
        return False
    block = blocks[0]
    terms = [line.strip() for line in block.part(0, at).lines if line.value.strip()]
    last = parent.last
    if not terms and last is None:
        return False
    blocks.popleft()
    state = "list"
    if not terms and last is not None and last.tag == "p":
        # The paragraph before holds the terms.
        state = "looselist"
        terms = last.text
        parent.children.pop()
        last = parent.last
    found = _DEFINITION.match(block[at].value)
    assert found
    content = [block[at].cut(found.end())]
    behind = block.part(at + 1)
    rest: Block | None = None
    if behind and _NO_INDENT.match(behind.first):
        content += behind.lines
    else:
        indented_lines, rest = behind.detab()
        content += indented_lines
    whole = last if last is not None and last.tag == "dl" else None
    if whole is None:
        whole = parent.add("dl")
    elif not terms and whole.last is not None and whole.last.tag == "dd" and whole.last.children:
        state = "looselist"
    for term in terms:
        whole.add("dt", [term])
    parser.parse(whole.add("dd"), _queue(content), state)
    if rest:
        blocks.appendleft(rest)
    return True
