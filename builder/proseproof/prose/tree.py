"""The tree of a page's blocks, and the blocks of lines that it is built from."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable
from dataclasses import field

from proseproof.nouns import dataclass
from proseproof.prose.nodes import BlockNode
from proseproof.prose.piece import Piece

LISTS = ("ul", "ol")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@dataclass(eq=False)
class Element:
    """A block of the rendered page. tag: as in HTML, or `admonition`, `tabs`, `title`, `math`.

    text: the lines it holds itself, before its children; tail: lines behind it, in its parent.
    rows: the lines of a table, header first, each cut in cells. node: a fence or HTML. annotated:
    whether a box says so. notes: how many items of a list the signs in it may show.
    """

    tag: str
    text: list[Piece] = field(default_factory=list)
    tail: list[Piece] = field(default_factory=list)
    children: list[Element] = field(default_factory=list)
    rows: list[tuple[Piece, list[Piece]]] = field(default_factory=list)
    node: BlockNode | None = None
    annotated: bool = False
    notes: int = 0

    @property
    def last(self) -> Element | None:
        """The last child."""
        return self.children[-1] if self.children else None

    def add(self, tag: str, text: Iterable[Piece] = ()) -> Element:
        """A new last child."""
        child = Element(tag, list(text))
        self.children.append(child)
        return child


class Block:
    """Lines without a blank one among them. A part of a block shares what is known of its lines."""

    def __init__(
        self,
        lines: list[Piece],
        start: int = 0,
        stop: int | None = None,
        known: dict[re.Pattern[str], list[int]] | None = None,
    ) -> None:
        self._lines = lines
        self._start = start
        self._stop = len(lines) if stop is None else stop
        self._known = {} if known is None else known

    def __len__(self) -> int:
        return self._stop - self._start

    def __getitem__(self, index: int) -> Piece:
        return self._lines[self._start + index]

    @property
    def lines(self) -> list[Piece]:
        """The lines of this part."""
        return self._lines[self._start : self._stop]

    @property
    def first(self) -> str:
        """The text of the first line."""
        return self._lines[self._start].value

    def part(self, start: int, stop: int | None = None) -> Block:
        """The lines from `start` up to `stop`."""
        end = self._stop if stop is None else self._start + stop
        return Block(self._lines, self._start + start, end, self._known)

    def search(self, rule: re.Pattern[str], start: int = 0) -> int | None:
        """The first line from `start` on that begins as `rule` says.

        Each rule reads each line once, however often the block is cut and asked again.
        """
        hits = self._known.get(rule)
        if hits is None:
            match = rule.match
            hits = [i for i, line in enumerate(self._lines) if match(line.value)]
            self._known[rule] = hits
        at = bisect_left(hits, self._start + start)
        return hits[at] - self._start if at < len(hits) and hits[at] < self._stop else None

    def detab(self, width: int = 4) -> tuple[list[Piece], Block]:
        """The leading lines that are indented by `width`, without it, and the rest."""
        blank = " " * width
        taken = []
        for index in range(self._start, self._stop):
            line = self._lines[index]
            if not line.value.startswith(blank):
                break
            taken.append(line.cut(width))
        return taken, self.part(len(taken))

    def loose_detab(self, level: int = 1) -> Block:
        """All lines, without `level` indents where they have as many."""
        blank = " " * (4 * level)
        return Block(
            [line.cut(4 * level) if line.value.startswith(blank) else line for line in self.lines]
        )


Blocks = deque[Block]


def blocks_of(lines: Iterable[Piece]) -> Blocks:
    """The lines, parted at the blank ones."""
    blocks: Blocks = deque()
    run: list[Piece] = []
    for line in lines:
        if line.value:
            run.append(line)
        elif run:
            blocks.append(Block(run))
            run = []
    if run:
        blocks.append(Block(run))
    return blocks
