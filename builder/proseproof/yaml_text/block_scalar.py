"""The characters of a YAML block scalar (`|` and `>`), each with its place in the file."""

from __future__ import annotations

import re

from proseproof.nouns import dataclass
from proseproof.source import Source, Text
from proseproof.yaml_text.scalar import Characters

_HEADER = re.compile(r"[|>]([-+0-9]*)[^\r\n]*(?:\r\n|\r|\n|\Z)")
_LINE = re.compile(r"( *)([^\r\n]*)(?:\r\n|\r|\n|\Z)")


@dataclass(frozen=True)
class _Line:
    """Offsets of a line: its first character, its first that is no space, its break, the next.

    is_blank: it holds spaces only. is_white: it holds spaces and tabs only.
    """

    start: int
    first: int
    stop: int
    next: int
    is_blank: bool
    is_white: bool

    @property
    def indent(self) -> int:
        return self.first - self.start


def read_block_scalar(source: Source, start: int, end: int, parent_indent: int) -> Text:
    """The text of the block scalar whose header stands at `start`; no line of it passes `end`.

    parent_indent: the column (from 0) of the collection that the scalar stands in, -1 for none.
    """
    header = _HEADER.match(source.text, start)
    assert header, "a block scalar starts with its header"
    indicators = header.group(1)
    lines = _lines(source.text, header.end(), end)
    digit = indicators.strip("+-")
    if digit:
        indent = max(parent_indent, 0) + int(digit)
    else:
        told = (line.indent for line in lines if not line.is_blank)
        indent = max(next(told, 0), parent_indent + 1)
    characters = Characters(source)
    previous: _Line | None = None
    blanks: list[_Line] = []
    for line in lines:
        # White space is content where it is longer than the indentation, which the first line
        # that holds more than spaces tells unless the header does.
        is_above = line.is_blank and previous is None and not digit
        if is_above or (line.is_white and line.start + indent >= line.stop):
            blanks.append(line)
            continue
        if previous is None:
            _add_blanks(characters, blanks)
        elif source.text[start] == ">" and _folds(source, indent, previous, line):
            _add_fold(characters, previous, blanks, line.start + indent)
        else:
            _add_break(characters, previous.stop, previous)
            _add_blanks(characters, blanks)
        characters.add_as_written(line.start + indent, line.stop)
        previous, blanks = line, []
    if previous is not None and "-" not in indicators:
        _add_break(characters, previous.stop, previous)
    if "+" in indicators:
        _add_blanks(characters, blanks)
    return characters.text()


def _lines(written: str, start: int, end: int) -> list[_Line]:
    lines = []
    while start < end:
        found = _LINE.match(written, start, end)
        assert found, "the pattern matches at every place"
        first, stop = found.span(2)
        rest = found.group(2)
        lines.append(_Line(start, first, stop, found.end(), not rest, not rest.strip("\t ")))
        start = found.end()
    return lines


def _add_break(characters: Characters, start: int, line: _Line) -> None:
    """Adds the line end of a line, if it has one, as written from `start` on."""
    if line.stop < line.next:
        characters.add("\n", start, line.next)


def _add_blanks(characters: Characters, blanks: list[_Line]) -> None:
    """Adds a line end for each blank line; its white space is part of it."""
    for line in blanks:
        _add_break(characters, line.start, line)


def _folds(source: Source, indent: int, line: _Line, following: _Line) -> bool:
    """Whether the break between two lines of content is a space: neither is indented further."""
    return not any(source.text[each.start + indent] in " \t" for each in (line, following))


def _add_fold(characters: Characters, line: _Line, blanks: list[_Line], end: int) -> None:
    """Adds the break behind `line`: a space, or a line end for each blank line that follows."""
    if not blanks:
        characters.add(" ", line.stop, end)
    start = line.stop
    for blank in blanks:
        characters.add("\n", start, blank.next)
        start = blank.next
