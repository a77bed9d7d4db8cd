"""Definitions that stand apart from the text: footnotes, abbreviations, the targets of links."""

from __future__ import annotations

import re

from proseproof.prose.blocks import Parser
from proseproof.prose.piece import Piece, join
from proseproof.prose.tree import Block, Blocks, Element

_FOOTNOTE = re.compile(r" {0,3}\[\^(?P<id>[^\]]*)\]: *")
_ABBREVIATION = re.compile(r"\*\[(?P<short>[^\\]*?)\] ?: *(?P<long>.*)$")
_MAYBE_TARGET = re.compile(r" {0,3}\[[^\[\]]*(?:\]:|$)")
_TARGET = re.compile(
    r"""[ ]{0,3}\[(?P<id>[^\[\]]*)\]:[ ]*(?:\n[ ]*)?(?P<url>\S+)[ ]*
        (?:(?:\n[ ]*)?(?:(?P<quote>["'])(?P<title>.*)(?P=quote)|\((?P<bracketed>.*)\))[ ]*)?$""",
    re.MULTILINE | re.VERBOSE,
)


def footnote(parser: Parser, _parent: Element, blocks: Blocks) -> bool:
    """`[^1]: text`, with what is indented below it."""
    at = blocks[0].search(_FOOTNOTE)
    if at is None:
        return False
    block = blocks.popleft()
    found = _FOOTNOTE.match(block[at].value)
    assert found
    body = [block[at].cut(found.end())]
    following = block.search(_FOOTNOTE, at + 1)
    body += block.part(at + 1, following).loose_detab().lines
    if following is not None:
        blocks.appendleft(block.part(following))
    else:
        _take_indented(body, blocks)
    parser.page.footnotes[found["id"]] = body
    if at:
        blocks.appendleft(block.part(0, at))
    return True


def _take_indented(body: list[Piece], blocks: Blocks) -> None:
    """Moves the indented blocks that follow into the footnote, up to the next footnote."""
    while blocks and blocks[0].first.startswith("    "):
        block = blocks.popleft()
        following = block.search(_FOOTNOTE)
        body.append(block[0].cut(0, 0))
        body += block.part(0, following).loose_detab().lines
        if following is not None:
            blocks.appendleft(block.part(following))
            break


def abbreviation(parser: Parser, _parent: Element, blocks: Blocks) -> bool:
    """`*[SM]: streaming multiprocessor`."""
    block = blocks[0]
    at = block.search(_ABBREVIATION)
    while at is not None:
        found = _ABBREVIATION.match(block[at].value)
        assert found
        long = block[at].cut(found.start("long")).strip()
        behind = at + 1
        if not long.value and behind < len(block):
            long = block[behind].strip()
            behind += 1
        if long.value and found["short"].strip():
            break
        at = block.search(_ABBREVIATION, at + 1)
    if at is None:
        return False
    blocks.popleft()
    if long.value not in ("''", '""'):
        parser.page.aside.append(("abbreviation", long))
    _put_back(blocks, block.part(0, at), block.part(behind))
    return True


def target(parser: Parser, _parent: Element, blocks: Blocks) -> bool:
    """`[id]: https://address "Title"`, which links name."""
    block = blocks[0]
    at = block.search(_MAYBE_TARGET)
    while at is not None:
        lines = join(block.part(at, min(at + 4, len(block))).lines)
        found = _TARGET.match(lines.value)
        if found:
            break
        at = block.search(_MAYBE_TARGET, at + 1)
    if at is None or found is None:
        return False
    blocks.popleft()
    parser.page.references.add(found["id"].strip().lower())
    title = "title" if found["title"] is not None else "bracketed"
    if found[title]:
        parser.page.aside.append(("title", lines.cut(found.start(title), found.end(title))))
    behind = at + 1 + lines.value.count("\n", 0, found.end())
    _put_back(blocks, block.part(0, at), block.part(behind))
    return True


def _put_back(blocks: Blocks, *parts: Block) -> None:
    for part in reversed(parts):
        if part:
            blocks.appendleft(part)
