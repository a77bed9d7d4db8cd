"""The characters of a YAML scalar, each with the place where the file writes it.

The parser says where a scalar starts and ends and that it is sound; its value is read here, once
more, because no parser tells which characters of the file each character of a value stands for.
"""

from __future__ import annotations

import re

from proseproof.source import Source, Text

_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f",
    "r": "\r", "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0",
    "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
_BREAK = re.compile(r"\r\n|\r|\n")
_FOLD = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t\r\n]*")
_SPECIAL = re.compile(r"""[ \t]*(?:\r\n|\r|\n)[ \t\r\n]*|\\|''""")


class Characters:
    """Characters gathered one behind the other, and the `Text` that they make."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.value: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def add(self, character: str, start: int, end: int) -> None:
        """One character, written as `source.text[start:end]`."""
        self.value.append(character)
        self.starts.append(start)
        self.ends.append(end)

    def add_as_written(self, start: int, end: int) -> None:
        """All characters of `source.text[start:end]`, each standing for itself."""
        self.value.extend(self.source.text[start:end])
        self.starts.extend(range(start, end))
        self.ends.extend(range(start + 1, end + 1))

    def text(self) -> Text:
        """The text of all that was added."""
        return Text("".join(self.value), self.source, self.starts, self.ends)


def read_flow_scalar(source: Source, start: int, end: int, style: str) -> Text:
    """The text of the plain (style ``), `'` or `"` scalar at `source.text[start:end]`.

    A line break with the white space around it is one space; n breaks are n - 1 line ends.
    """
    if style:
        start, end = start + 1, end - 1
    written = source.text
    if not _SPECIAL.search(written, start, end):
        return Text.of(source, start, end)
    characters = Characters(source)
    at = start
    while found := _SPECIAL.search(written, at, end):
        here = found.start()
        characters.add_as_written(at, here)
        if found.group() == "\\" and style == '"':
            at = _add_escape(characters, here, end)
        elif found.group() == "''" and style == "'":
            at = here + 2
            characters.add("'", here, at)
        elif found.group() in ("\\", "''"):
            at = here + 1
            characters.add_as_written(here, at)
        else:
            at = found.end()
            _add_fold(characters, here, at)
    characters.add_as_written(at, end)
    return characters.text()


def _add_fold(characters: Characters, start: int, end: int, escaped: bool = False) -> None:
    """Adds what the line breaks in the white space from `start` to `end` stand for.

    escaped: a backslash stands before the first one, which then stands for nothing.
    """
    breaks = [found.end() for found in _BREAK.finditer(characters.source.text, start, end)]
    if escaped:
        start = breaks.pop(0)
    elif len(breaks) == 1:
        characters.add(" ", start, end)
        return
    else:
        breaks.pop(0)
    for stop in breaks:
        last = stop == breaks[-1]
        characters.add("\n", start, end if last else stop)
        start = stop


def _add_escape(characters: Characters, start: int, end: int) -> int:
    """Adds the character of the escape at `start` and gives the offset behind it."""
    written = characters.source.text
    letter = written[start + 1]
    if letter in "\r\n":
        fold = _FOLD.match(written, start + 1, end)
        assert fold, "a line break is white space with a line break in it"
        _add_fold(characters, start + 1, fold.end(), escaped=True)
        return fold.end()
    stop = start + 2 + _HEX_DIGITS.get(letter, 0)
    characters.add(_ESCAPES.get(letter) or chr(int(written[start + 2 : stop], 16)), start, stop)
    return stop
