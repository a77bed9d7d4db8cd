"""Blocks: headings, paragraphs, quotes, code, rules and HTML; and the loop that tries each rule.

A page is cut in blocks at its blank lines, and each block is offered to the rules in order, the
way Python-Markdown does it: what the lines mean depends on the element before.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable

from proseproof.prose.formulas import formula_text
from proseproof.prose.nodes import Formula, MarkdownHtml, Page
from proseproof.prose.piece import ATOM, Piece, join
from proseproof.prose.tree import Block, Blocks, Element, blocks_of

DEEPEST = 60  # elements within elements; beyond, all is one paragraph

_HEADING = re.compile(r"(?P<level>#{1,6})(?P<text>(?:\\.|[^\\#]|#++(?!$))*+)#*$")
_UNDERLINE = re.compile(r"(?:=+|-+) *$")
_RULE = re.compile(r" {0,3}(?:(?:- {0,2}){3,}|(?:_ {0,2}){3,}|(?:\* {0,2}){3,}) *$")
_QUOTE = re.compile(r" {0,3}> ?")
_MATH = re.compile(
    r"(?:\$\$(?:\\.|[^\\$]|\$(?!\$))++\$\$"
    r"|\\begin\{(?P<name>[a-z]+\*?)\}(?:(?!\\end\{(?P=name)\}).)++\\end\{(?P=name)\}"
    r"|\\\[(?:\\[^\]]|[^\\])++\\\]) *$",
    re.DOTALL,
)
_MATH_STARTS = ("$$", "\\begin{", "\\[")

Rule = Callable[["Parser", Element, Blocks], bool]


class Parser:
    """Builds the tree of a page. state: what encloses the blocks; the last entry counts."""

    def __init__(self, page: Page, rules: tuple[Rule, ...]) -> None:
        self.page = page
        self.rules = rules
        self.state: list[str] = []
        self._depth = 0

    def is_in(self, state: str) -> bool:
        """Whether this is the state right now."""
        return bool(self.state) and self.state[-1] == state

    def parse(self, parent: Element, blocks: Blocks, state: str | None = None) -> None:
        """Adds the blocks to `parent`, under `state` if one is given."""
        if state is not None:
            self.state.append(state)
        self._depth += 1
        while blocks:
            if self._depth > DEEPEST:
                paragraph(self, parent, blocks)
                continue
            for rule in self.rules:
                if rule(self, parent, blocks):
                    break
        self._depth -= 1
        if state is not None:
            self.state.pop()

    def parse_lines(self, parent: Element, lines: list[Piece], state: str | None = None) -> None:
        """Adds the lines, parted at the blank ones."""
        self.parse(parent, blocks_of(lines), state)


def html(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """A block of HTML, or a fence that is a block of its own."""
    line = blocks[0][0]
    if line.value[:1] != ATOM:
        return False
    node = parser.page.node(line.at[0])
    if not isinstance(node, MarkdownHtml):
        return False
    block = blocks.popleft()
    element = parent.add(node.tag.name)
    element.node = node
    if node.state == "block":
        parser.parse_lines(element, node.text.lines())
    rest = line.cut(1)
    behind = ([rest] if rest.value else []) + block.part(1).lines
    if behind:
        blocks.appendleft(Block(behind))
    return True


def code(_parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """Indented code."""
    if not blocks[0].first.startswith("    "):
        return False
    _, rest = blocks.popleft().detab()
    if parent.last is None or parent.last.tag != "pre":
        parent.add("pre")
    if rest:
        blocks.appendleft(rest)
    return True


def math(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """A displayed formula that is a block of its own."""
    if not blocks[0].first.startswith(_MATH_STARTS) or not _MATH.match(join(blocks[0].lines).value):
        return False
    whole = join(blocks.popleft().lines).strip()
    text = formula_text(parser.page, whole.cut(2, len(whole) - 2))
    if text is None:
        parent.add("math")
    else:
        node = Formula(*parser.page.ends(whole), text)
        parent.add("p", [parser.page.set_aside(node)])
    return True


def heading(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """A heading with `#`; it may stand amid the lines of a block."""
    at = blocks[0].search(_HEADING)
    if at is None:
        return False
    block = blocks.popleft()
    if at:
        parser.parse(parent, deque([block.part(0, at)]))
    line = block[at]
    found = _HEADING.match(line.value)
    assert found
    parent.add(
        f"h{len(found['level'])}", [line.cut(found.start("text"), found.end("text")).strip()]
    )
    rest = block.part(at + 1)
    if rest:
        blocks.appendleft(rest.loose_detab() if parser.is_in("looselist") else rest)
    return True


def underlined(_parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """A heading with a line of `=` or `-` below it."""
    block = blocks[0]
    if len(block) < 2 or not _UNDERLINE.match(block[1].value):
        return False
    blocks.popleft()
    parent.add("h1" if block[1].value[0] == "=" else "h2", [block[0].strip()])
    if len(block) > 2:
        blocks.appendleft(block.part(2))
    return True


def horizontal_rule(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """A horizontal rule."""
    block = blocks[0]
    at = block.search(_RULE)
    if at is None:
        return False
    blocks.popleft()
    if at:
        parser.parse(parent, deque([block.part(0, at)]))
    parent.add("hr")
    if at + 1 < len(block):
        blocks.appendleft(block.part(at + 1))
    return True


def quote(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """A quote; lines behind its first that lack the mark belong to it."""
    at = blocks[0].search(_QUOTE)
    if at is None:
        return False
    block = blocks.popleft()
    if at:
        parser.parse(parent, deque([block.part(0, at)]))
    last = parent.last
    quoted = last if last is not None and last.tag == "blockquote" else parent.add("blockquote")
    parser.parse_lines(quoted, [_unquoted(line) for line in block.part(at).lines], "blockquote")
    return True


def _unquoted(line: Piece) -> Piece:
    if line.value.strip() == ">":
        return line.cut(len(line))
    found = _QUOTE.match(line.value)
    return line.cut(found.end()) if found else line


def paragraph(parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """Whatever no other rule takes."""
    lines = blocks.popleft().lines
    if not any(line.value.strip() for line in lines):
        return True
    if not parser.is_in("list"):
        parent.add("p", lines)
    elif parent.last is not None:
        parent.last.tail += lines
    else:
        parent.text += lines
    return True
