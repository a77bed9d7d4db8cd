"""Blocks of HTML: each that begins a line becomes a node, set apart by blank lines.

What stands in it is no Markdown, unless the element says `markdown`. The rules are those of
Python-Markdown's HTML and `md_in_html` readers.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import field

from proseproof.nouns import dataclass
from proseproof.prose.html_tags import BLOCK_TAGS, TAG, attributes, tag_node
from proseproof.prose.nodes import MarkdownHtml, MarkdownState, Page, RawHtml, Tag
from proseproof.prose.piece import Piece, chain

DEEPEST = 50  # elements of Markdown within one another; what is deeper is raw

_SPAN_TAGS = frozenset("address dd dt h1 h2 h3 h4 h5 h6 legend li p summary td th".split())
_RAW_TAGS = frozenset("canvas math option pre script style textarea hr".split())
_BLANK_LINE = re.compile(r"(?: *\n){2}")
_COMMENT_END = re.compile(r"--!?>")
_OTHER_MARKUP = (
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(r"<![a-zA-Z]"), re.compile(">")),
)


@dataclass
class _Element:
    """An element of Markdown that is not closed yet, and what was read of it."""

    start: int
    tag: Tag
    state: MarkdownState
    read: list[Piece] = field(default_factory=list)


class _Names:
    """The names of open elements; asks whether one is open without a search."""

    def __init__(self) -> None:
        self.stack: list[str] = []
        self.count: Counter[str] = Counter()

    def push(self, name: str) -> None:
        self.stack.append(name)
        self.count[name] += 1

    def close(self, name: str) -> None:
        """Ends the innermost element of the name, and all in it."""
        while self.count[name]:
            ended = self.stack.pop()
            self.count[ended] -= 1
            if ended == name:
                break


def take_html(page: Page, piece: Piece) -> Piece:
    """The piece with each block of HTML as one node between blank lines."""
    return _Taking(page, piece).run() if "<" in piece.value else piece


class _Taking:
    """One walk over the `<` of a piece.

    done: how far the text is read or set aside. raw: where the raw block begins that is open.
    in_tail: on the rest of a line behind a block, where a block may begin too.
    """

    def __init__(self, page: Page, piece: Piece) -> None:
        self.page, self.piece, self.value = page, piece, piece.value
        self.read: list[Piece] = []
        self.elements: list[_Element] = []
        self.done = 0
        self.raw: int | None = None
        self.open = _Names()
        self.in_tail = False
        self.hopeless: set[re.Pattern[str]] = set()  # ends that no text behind holds

    def run(self) -> Piece:
        value = self.value
        at, before = value.find("<"), 0
        while at != -1:
            if self.in_tail and value.find("\n", before, at) != -1:
                self.in_tail = False
            before = self._markup(at)
            at = value.find("<", before)
        if self.raw is not None:
            self._end_raw(len(value))
        while self.elements:
            self._end_element(len(value), len(value))
        self._keep(len(value))
        return chain(self.read)

    def _markup(self, at: int) -> int:
        """Reads what begins with the `<` at `at`; where to go on."""
        value = self.value
        tag = TAG.match(value, at)
        if tag is not None:
            return self._closing(tag) if tag["slash"] else self._opening(tag)
        if value.startswith("<!--", at):
            return self._comment(at)
        if self.raw is None and (self.in_tail or self._begins_line(at)):
            for opener, closer in _OTHER_MARKUP:
                if opener.match(value, at):
                    stop = self._end_of(closer, at)
                    return self._block(at, stop) if stop is not None else at + 2
        return at + 1

    def _end_of(self, closer: re.Pattern[str], at: int) -> int | None:
        """Where the next `closer` ends; once there is none, nothing is searched for it again."""
        found = closer.search(self.value, at) if closer not in self.hopeless else None
        if found is None:
            self.hopeless.add(closer)
        return found.end() if found else None

    def _comment(self, at: int) -> int:
        stop = self._end_of(_COMMENT_END, at + 4)
        if stop is None:
            return at + 1
        if self.raw is None and (self.in_tail or self._begins_line(at)):
            return self._block(at, stop)
        return stop

    def _opening(self, tag: re.Match[str]) -> int:
        name = tag["name"].lower()
        begins = self.in_tail or self._begins_line(tag.start())
        if name == "hr" or tag["empty"]:
            if self.raw is None and name in BLOCK_TAGS and begins:
                return self._block(tag.start(), tag.end())
            return tag.end()
        if self.raw is None and name in BLOCK_TAGS and (begins or self._follows_tag(tag.start())):
            node = tag_node(self.page, self.piece, tag)
            # An element that spaces indent is shown as raw HTML, unless another one holds it.
            indented = not self.elements and self.value[tag.start() - 1 : tag.start()] == " "
            state = None if indented or len(self.elements) >= DEEPEST else self._state(node)
            if state is not None:
                return self._begin_element(tag, node, state)
            self.raw = tag.start()
        if self.raw is not None:
            self.open.push(name)
            if name in ("script", "style"):
                end = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(self.value, tag.end())
                return end.start() if end else len(self.value)
        return tag.end()

    def _closing(self, tag: re.Match[str]) -> int:
        name = tag["name"].lower()
        if self.raw is not None:
            self.open.close(name)
            if not self.open.stack:
                self._end_raw(tag.end())
        elif name in BLOCK_TAGS and any(element.tag.name == name for element in self.elements):
            while self._end_element(tag.start(), tag.end()) != name:
                pass
            self.in_tail = not self.elements and not _BLANK_LINE.match(self.value, tag.end())
        return tag.end()

    def _state(self, tag: Tag) -> MarkdownState | None:
        """Whether the content of a block is Markdown, and of which kind; None if it is raw."""
        asked = attributes(tag.attributes).get("markdown")
        if asked is None:
            return None
        wish = asked.value if asked.value not in ("", "markdown") else "1"
        if self.elements and self.elements[-1].state == "span" and wish != "0":
            wish = "span"
        if tag.name in _RAW_TAGS or wish not in ("1", "block", "span"):
            return None
        if wish == "span" or (wish == "1" and tag.name in _SPAN_TAGS):
            return "span"
        return "block"

    def _begin_element(self, found: re.Match[str], tag: Tag, state: MarkdownState) -> int:
        if any(element.tag.name == "p" for element in self.elements):
            while self._end_element(found.start(), found.start()) != "p":
                pass
        self._keep(found.start())
        self.elements.append(_Element(found.start(), tag, state))
        self.done = found.end()
        return found.end()

    def _end_element(self, stop: int, end: int) -> str:
        """Closes the innermost element, whose text ends at `stop`; its name."""
        self._keep(stop)
        element = self.elements.pop()
        self.done = end
        first, last = element.tag.first, self.page.last(self.piece.at[max(end, 1) - 1])
        text = chain(element.read) if element.read else self.piece.cut(stop, stop)
        self._apart(MarkdownHtml(first, last, element.tag, element.state, text))
        return element.tag.name

    def _end_raw(self, end: int) -> None:
        start = self.raw or 0
        self.raw = None
        self.open = _Names()
        self._block(start, end)

    def _block(self, start: int, end: int) -> int:
        """Sets the characters apart as a raw block; where to go on."""
        self._keep(start)
        text = self.piece.cut(start, end)
        self._apart(RawHtml(*self.page.ends(text), text))
        self.done = end
        self.in_tail = not _BLANK_LINE.match(self.value, end)
        return end

    def _apart(self, node: RawHtml | MarkdownHtml) -> None:
        before, behind = [node.first] * 2, [node.last] * 2
        apart = [Piece("\n\n", before, 0), self.page.set_aside(node), Piece("\n\n", behind, 0)]
        (self.elements[-1].read if self.elements else self.read).extend(apart)

    def _keep(self, stop: int) -> None:
        """Takes over the text up to `stop` as it stands."""
        if stop > self.done:
            (self.elements[-1].read if self.elements else self.read).append(
                self.piece.cut(self.done, stop)
            )
            self.done = stop

    def _begins_line(self, at: int) -> bool:
        """Whether at most three spaces stand before, on its line."""
        line_end = self.value.rfind("\n", max(at - 4, 0), at)
        if line_end == -1 and at > 3:
            return False
        return not self.value[line_end + 1 : at].strip(" ")

    def _follows_tag(self, at: int) -> bool:
        """Whether the tag of an element of Markdown stands directly before."""
        return bool(self.elements) and not self.elements[-1].read and self.done == at
