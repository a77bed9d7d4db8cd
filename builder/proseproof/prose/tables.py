"""Tables: lines cut in cells at their pipes."""

from __future__ import annotations

import re

from proseproof.prose.blocks import Parser
from proseproof.prose.piece import Piece
from proseproof.prose.tree import Blocks, Element

# What a pipe may be hidden behind: a backslash before a backslash, ticks or a pipe; ticks.
_SIGNS = re.compile(r"(?P<slashes>\\\\)|(?P<escaped>\\`+)|(?P<ticks>`+)|\\\||(?P<pipe>\|)")


def table(_parser: Parser, parent: Element, blocks: Blocks) -> bool:
    """A header, a line of dashes with as many cells, and rows."""
    block = blocks[0]
    if len(block) < 2 or "|" not in block.first or set(block[1].value) - set("|:- "):
        return False
    header, dashes = block[0].strip(" "), block[1].strip(" ")
    bordered = _has_border(header.value)
    head = _cells(header, bordered)
    if len(head) != len(_cells(dashes, bordered)):
        return False
    # A table of one column shows itself by a pipe at the edge of each line.
    if len(head) == 1 and not all(_has_border(line.value.strip(" ")) for line in block.lines):
        return False
    blocks.popleft()
    whole = parent.add("table")
    whole.rows = [(header, head)]
    for line in block.part(2).lines:
        row = line.strip(" ")
        whole.rows.append((row, _cells(row, bordered)))
    return True


def _has_border(row: str) -> bool:
    return row.startswith("|") or _has_right_border(row)


def _has_right_border(row: str) -> bool:
    """Whether the row ends with a pipe that no backslash escapes."""
    before = row[:-1]
    return row.endswith("|") and (len(before) - len(before.rstrip("\\"))) % 2 == 0


def _cells(row: Piece, bordered: bool) -> list[Piece]:
    """The cells of a row, without the space around them."""
    if bordered and row.value.startswith("|"):
        row = row.cut(1)
    if bordered and _has_right_border(row.value):
        row = row.cut(0, len(row) - 1)
    cells = []
    start = 0
    for pipe in _pipes(row.value):
        cells.append(row.cut(start, pipe).strip(" "))
        start = pipe + 1
    return [*cells, row.cut(start).strip(" ")]


def _pipes(row: str) -> list[int]:
    """Where the pipes stand that part cells: not escaped, and not within code ticks."""
    if "`" not in row and "\\" not in row:
        return [found.start() for found in re.finditer(r"\|", row)]
    pipes: list[int] = []
    ticks: list[tuple[int, int, int]] = []  # start, end, how many that may begin code
    places: dict[int, list[int]] = {}  # where as many ticks stand, by number
    for found in _SIGNS.finditer(row):
        if found["pipe"]:
            pipes.append(found.start())
        elif found["ticks"] or found["escaped"]:
            closing = len(found.group().lstrip("\\"))
            places.setdefault(closing, []).append(len(ticks))
            ticks.append((found.start(), found.end(), closing - bool(found["escaped"])))
    return _outside(pipes, _code(ticks, places))


def _code(ticks: list[tuple[int, int, int]], places: dict[int, list[int]]) -> list[tuple[int, int]]:
    """The stretches between ticks and as many ticks."""
    code = []
    behind = 0
    passed = dict.fromkeys(places, 0)
    for index, (start, _, width) in enumerate(ticks):
        if index < behind or not width or width not in places:
            continue
        same, at = places[width], passed[width]
        while at < len(same) and same[at] <= index:
            at += 1
        passed[width] = at
        if at < len(same):
            code.append((start, ticks[same[at]][1]))
            behind = same[at] + 1
    return code


def _outside(pipes: list[int], code: list[tuple[int, int]]) -> list[int]:
    outside = []
    at = 0
    for pipe in pipes:
        while at < len(code) and code[at][1] <= pipe:
            at += 1
        if at == len(code) or pipe < code[at][0]:
            outside.append(pipe)
    return outside
