"""Fenced code: each fence becomes a node, wherever it is indented or quoted.

The rules are those of `pymdownx.superfences`: a fence ends at the very marks that began it, under
the same indentation; a line that leaves the indentation makes the whole no fence at all; and a
header that is no language, options or attributes begins none.
"""

from __future__ import annotations

import re
from dataclasses import field

from proseproof.nouns import dataclass
from proseproof.prose.nodes import Fence, Page
from proseproof.prose.piece import Change, Piece, join, splice

_OPENER = re.compile(r"(?P<prefix>[> ]*+)(?P<marks>`{3,}+|~{3,}+)(?P<header>[^\n]*)")
_LANGUAGE = re.compile(r" *\.?(?P<language>[\w#.+-]+)(?= |$)")
_ATTRIBUTES = re.compile(r" *\{(?P<attributes>.*)\} *$")
_OPTION = re.compile(r" *(?P<key>[a-zA-Z]\w*)(?:=(?P<quote>[\"'])(?P<value>.*?)(?P=quote))?(?= |$)")
_VALUES = {
    "hl_lines": re.compile(r"\d+(?:-\d+)?(?: +\d+(?:-\d+)?)*$"),
    "linenums": re.compile(r"\d"),
    "title": re.compile(""),
    "title_mode": re.compile(""),
}
_TITLE = re.compile(r"(?<![^ {])title=(?P<quote>[\"'])(?P<value>[^\"'}]+)(?P=quote)")
_CLASS = re.compile(r"\.([^ =}]+)")


@dataclass
class _Open:
    """A fence whose end is not found yet. start: of its line; width: of its prefix; title: where on
    that line.
    """

    start: int
    width: int
    marks: str
    language: str
    title: tuple[int, int] | None
    quotes: int
    content: list[Piece] = field(default_factory=list)
    after_blank: bool = False


def take_fences(page: Page, piece: Piece) -> Piece:
    """The piece with each fence as one node behind its indentation."""
    if "```" not in piece.value and "~~~" not in piece.value:
        return piece
    changes: list[Change] = []
    fence: _Open | None = None
    start = 0
    for line in piece.value.split("\n"):
        stop = start + len(line)
        if fence is None:
            fence = _opened(line, start)
        else:
            closes = _closes(fence, line, piece.cut(start, stop))
            if closes:
                changes.append(_change(page, piece, fence, stop))
            if closes is not False:
                fence = None
        start = stop + 1
    return splice(piece, changes)


def _opened(line: str, start: int) -> _Open | None:
    found = _OPENER.match(line)
    if found is None:
        return None
    header = _header(line, found.start("header"))
    if header is None:
        return None
    language, title = header
    prefix = found["prefix"]
    return _Open(start, len(prefix), found["marks"], language, title, prefix.count(">"))


def language_of(header: str) -> str:
    """The language that the header of a fence names, as `figure title="…"` and `{.figure}` do.

    Empty where it names none, or is no header.
    """
    found = _header(header, 0)
    return found[0] if found else ""


def _header(line: str, at: int) -> tuple[str, tuple[int, int] | None] | None:
    """The language that the header from `at` on names, empty if none, and where its title stands.

    None if it is no header.
    """
    found = _LANGUAGE.match(line, at)
    language = found["language"] if found else ""
    at = found.end() if found else at
    attributes = _ATTRIBUTES.match(line, at)
    if attributes:
        named = _CLASS.search(attributes["attributes"])
        entitled = _TITLE.search(line, attributes.start("attributes"))
        return language or (named[1] if named else ""), entitled.span("value") if entitled else None
    title = None
    while line[at:].strip():
        option = _OPTION.match(line, at)
        if option is None or option["key"] not in _VALUES:
            return None
        value = option["key"] if option["value"] is None else option["value"]
        if not _VALUES[option["key"]].match(value):
            return None
        if option["key"] == "title" and option["value"]:
            title = option.span("value")
        at = option.end()
    return language, title


def _closes(fence: _Open, line: str, piece: Piece) -> bool | None:
    """Whether the line ends the fence; None where it shows that there was none."""
    width = 0
    while width < fence.width and line[width : width + 1] in ("", " ", ">"):
        if width == len(line):
            break
        width += 1
    prefix, content = line[:width], line[width:]
    quotes = prefix.count(">")
    if quotes > fence.quotes:
        return None
    if not fence.quotes:
        if not line.strip():
            return False
        if width != fence.width and content:
            return None
    elif not content:
        fence.after_blank = True
        return False
    elif width < fence.width or (fence.after_blank and quotes < fence.quotes):
        return None
    if content.rstrip(" ") == fence.marks:
        return True
    fence.after_blank = False
    fence.content.append(piece.cut(width))
    return False


def _change(page: Page, piece: Piece, fence: _Open, stop: int) -> Change:
    start = fence.start + fence.width
    figure = None
    if fence.language == "figure":
        written = [line for line in fence.content if line.value.strip()]
        figure = join(written).strip() if written else piece.cut(start, start)
    title = None
    if fence.title is not None:
        title = piece.cut(fence.start + fence.title[0], fence.start + fence.title[1])
    ends = page.first(piece.at[start]), page.last(piece.at[stop - 1])
    return Change(start, stop, page.set_aside(Fence(*ends, title, figure)))
