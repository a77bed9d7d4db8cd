"""Snippets: the text of a page with each file that `--8<--` names in the place of that line."""

from __future__ import annotations

import re
from dataclasses import field

from proseproof.nouns import dataclass
from proseproof.prose.passage import Include
from proseproof.source import Span, Text

DEEPEST = 50  # files within files
# Characters that one page may take in: files that name each other twice double at each step.
LARGEST = 5_000_000
LEAST = 1_000  # what a file counts at the least
LONGEST = 1_000  # characters of a path

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|\Z)")
_DIRECTIVE = re.compile(
    r"""(?P<space>[ \t]*)(?P<escape>;*)
        (?:-+8<-+[ \t]+(?P<quote>["'])(?P<path>(?:\\(?P=quote)|(?!(?P=quote)).)+)(?P=quote)
          |(?P<block>-+8<-+))$""",
    re.VERBOSE,
)
_SECTION = re.compile(
    r"""(?<!;)(?P<escape>;*+)(?<!-)-++8<-++[ \t]++
        \[[ \t]*(?P<type>start|end)[ \t]*:[ \t]*(?P<name>[a-z][-\w]*)[ \t]*\]""",
    re.IGNORECASE | re.ASCII | re.VERBOSE,
)
_LINES = re.compile(r":(-?\d{0,9}(?::-?\d{0,9})?(?:,-?\d{0,9}(?::-?\d{0,9})?)*)$")
_NAME = re.compile(r":([a-z][-\w]*)$", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class _Line:
    """A line of a text: its characters from `start` to `stop`, its line end up to `end`."""

    start: int
    stop: int
    end: int


@dataclass
class _Unfolding:
    """What one page has taken in so far."""

    include: Include
    missing: list[Span] = field(default_factory=list)
    taken: int = 0


def unfold(text: Text, include: Include) -> tuple[list[Text], list[Span]]:
    """The page in pieces, in reading order, and the places that name a file which is not there."""
    if "8<-" not in text.value:
        return [text], []
    unfolding = _Unfolding(include)
    pieces = list(_unfold(text, _lines(text.value), unfolding, ()))
    return [piece for piece in pieces if piece.value] or [text[:0]], unfolding.missing


def _lines(value: str) -> list[_Line]:
    found = []
    for line in _LINE.finditer(value):
        written = line.group().rstrip("\r\n")
        found.append(_Line(line.start(), line.start() + len(written), line.end()))
    if len(found) > 1 and found[-1].start == found[-1].end and not value.endswith(("\n", "\r")):
        found.pop()
    return found


def _unfold(
    text: Text, lines: list[_Line], unfolding: _Unfolding, within: tuple[str, ...]
) -> list[Text]:
    pieces: list[Text] = []
    in_block = False
    for line in lines:
        written = text.value[line.start : line.stop]
        found = _DIRECTIVE.match(written) if "8<-" in written else None
        if found and found["escape"]:
            cut = line.start + found.start("escape")
            pieces += [text[line.start : cut], text[cut + 1 : line.end]]
        elif found and found["block"]:
            in_block = not in_block
        elif found and not in_block:
            at = line.start + found.start("path"), line.start + found.end("path")
            snippet = _snippet(text, at, found["space"], unfolding, within)
            pieces += [*snippet, text[line.stop : line.end]] if snippet else []
        elif in_block and not found:
            path = written.strip()
            width = len(written) - len(written.lstrip())
            if not path:
                pieces.append(text[line.stop : line.end])
            elif not path.startswith(";"):
                at = line.start + width, line.start + width + len(path)
                snippet = _snippet(text, at, written[:width], unfolding, within)
                pieces += [*snippet, text[line.stop : line.end]] if snippet else []
        elif not found:
            mark = _SECTION.search(written) if "8<-" in written else None
            if mark and mark["escape"]:
                cut = line.start + mark.start("escape")
                pieces += [text[line.start : cut], text[cut + 1 : line.end]]
            elif not mark:
                pieces.append(text[line.start : line.end])
    return pieces


def _snippet(
    text: Text, at: tuple[int, int], space: str, unfolding: _Unfolding, within: tuple[str, ...]
) -> list[Text]:
    """The text of the file that the characters `at` name, indented by `space`."""
    written = text.value[at[0] : at[1]].strip()
    path, lines_asked, section = _target(written) if len(written) <= LONGEST else ("", None, None)
    if path in within:
        return []
    source = unfolding.include(path) if path and len(within) < DEEPEST else None
    if source is None or unfolding.taken > LARGEST:
        unfolding.missing.append(text.span(*at))
        return []
    unfolding.taken += max(len(source.text), LEAST)
    snippet = Text.of(source, 1 if source.text.startswith("\ufeff") else 0)
    lines = _lines(snippet.value) if snippet.value else []
    if lines_asked is not None:
        lines = _selected(lines, lines_asked)
    elif section is not None:
        found = _section(snippet.value, lines, section)
        if found is None:
            unfolding.missing.append(text.span(*at))
            return []
        lines = found
    # The line end of the last line is that of the line which names the file.
    if lines:
        last = lines[-1]
        lines = [*lines[:-1], _Line(last.start, last.stop, last.stop)]
    pieces = _unfold(snippet, lines, unfolding, (*within, path))
    return _indented(pieces, space) if space else pieces


def _target(written: str) -> tuple[str, str | None, str | None]:
    """The path that a snippet names, the lines it asks for, or the section."""
    found = _LINES.search(written)
    if found:
        return written[: found.start()].strip(), found[1], None
    found = _NAME.search(written)
    if found:
        return written[: found.start()].strip(), None, found[1]
    return written, None, None


def _selected(lines: list[_Line], asked: str) -> list[_Line]:
    """The lines of the ranges `asked`, such as `2:5,-3:`; both ends count from 1."""
    chosen: list[_Line] = []
    for part in asked.split(","):
        first, _, last = part.partition(":")
        start = int(first) if first.strip("-") else None
        stop = int(last) if last.strip("-") else None
        if start is not None:
            start = max(len(lines) + start, 0) if start < 0 else max(start - 1, 0)
        if stop is not None and stop < 0:
            stop = max(len(lines) + 1 + stop, 0)
        chosen += lines[start:stop]
    return chosen


def _section(value: str, lines: list[_Line], name: str) -> list[_Line] | None:
    """The lines between the marks `[start:name]` and `[end:name]`; None without a start."""
    chosen: list[_Line] | None = None
    for line in lines:
        mark = _SECTION.search(value, line.start, line.stop)
        if mark and not mark["escape"]:
            if mark["name"] == name and mark["type"].lower() == "start":
                chosen = [] if chosen is None else chosen
            elif mark["name"] == name:
                break
        elif chosen is not None:
            chosen.append(line)
    return chosen


def _indented(pieces: list[Text], space: str) -> list[Text]:
    """The pieces with `space` before each line; the file writes no character for it."""
    indented: list[Text] = []
    at_start = True
    for piece in pieces:
        for line in _lines(piece.value):
            part = piece[line.start : line.end]
            if at_start and part.value:
                here = part.starts[0]
                blank = [here] * len(space)
                indented.append(Text(space, piece.source, blank, blank))
            indented.append(part)
            if part.value:
                at_start = line.end > line.stop
    return indented
