"""Marks within a line of text: each becomes a node, in the order in which Python-Markdown reads.

Code comes first, then formulas, escapes, links, HTML, and emphasis last: what an earlier reading
has set aside, a later one does not see.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

from proseproof.prose.attribute_lists import read_attribute_lists
from proseproof.prose.delimiters import read_emphasis
from proseproof.prose.formulas import formula_text
from proseproof.prose.html_tags import TAG, read_entities, tag_node
from proseproof.prose.links import read_links
from proseproof.prose.nodes import Char, Code, Formula, Node, Page, Reading, Unread, Verbatim
from proseproof.prose.piece import Change, Piece, splice

_TICKS = re.compile(r"`+")
_DOLLARS = re.compile(
    r"(?<!\\)(?:\\\\)*(?P<math>\$(?!\s)(?:\\.|[^\\$\x02])++(?<!\s)\$)(?![0-9])", re.DOTALL
)
_BRACKETS = re.compile(r"(?<!\\)(?:\\\\)*(?P<open>\\\()")
_BRACKETS_CONTENT = re.compile(r"(?:\\[^)]|[^\\\x02])++")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()>#+\-.!|$^~=: ])")
_FOOTNOTE = re.compile(r"\[\^([^\[\]]*+)\]")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]*+://[^<>\x03\x04]*+)>")
_AUTOMAIL = re.compile(r"<([^<> !\x02-\x04@]++@[^@<> \x02-\x04]++)>")
_COMMENT = re.compile(r"<!--(?:(?!<!--|-->).)*+-->|<\?(?:(?!<\?|\?>).)*+\?>", re.DOTALL)
_DECLARATION = re.compile(
    r"<!\[CDATA\[(?:(?!<!\[CDATA\[|\]\]>).)*+\]\]>|<![a-zA-Z][^<>]*+>", re.DOTALL
)
# A name begins with a letter, so that the time 10:30:45 is none; a few names are numbers.
_EMOJI = re.compile(
    r"(?<![:\w]):(?:[A-Za-z_][+\-\w]*+|[+-]1|100|1234|8ball|(?:1st|2nd|3rd)_place_medal):(?![:\w])"
)
_KEYS = re.compile(r"\+\+(?P<keys>[\w\-]++(?:\+[\w\-]++)*+)\+\+")
_QUOTED_KEYS = re.compile(
    r"""\+\+(?P<quote>["'])(?P<keys>(?:\\.|(?!(?P=quote))[^\\])++)(?P=quote)\+\+"""
)


_Make = Callable[[Page, Piece, re.Match[str]], Node | None]


def read_inline(page: Page, piece: Piece) -> Piece:
    """The piece with each mark as a node, and each element within borders."""
    characters = frozenset(piece.value)
    for marks, reading in _READINGS:
        if not characters.isdisjoint(marks):
            piece = reading(page, piece)
    return piece


def read_html(page: Page, piece: Piece) -> Piece:
    """The piece, which is HTML through and through, with each tag and entity as a node."""
    for pattern, make in ((_COMMENT, _comment), (_DECLARATION, _comment), (TAG, tag_node)):
        piece = _each(page, piece, pattern, make)
    return read_entities(page, piece)


def _each(page: Page, piece: Piece, pattern: re.Pattern[str], make: _Make) -> Piece:
    """The piece with each match as the node it makes, if it makes one."""
    changes = []
    for found in pattern.finditer(piece.value):
        node = make(page, piece, found)
        if node is not None:
            changes.append(Change(found.start(), found.end(), page.set_aside(node)))
    return splice(piece, changes)


def _ends(page: Page, piece: Piece, found: re.Match[str], group: int | str = 0) -> tuple[int, int]:
    return page.ends(piece.cut(found.start(group), found.end(group)))


def _is_escaped(value: str, at: int) -> bool:
    """Whether an odd number of backslashes stands before `at`."""
    start = at
    while start and value[start - 1] == "\\":
        start -= 1
    return (at - start) % 2 == 1


def _code(page: Page, piece: Piece) -> Piece:
    """Code in ticks. As many ticks end it as began it; failing that, the most that are fewer."""
    value = piece.value
    runs = [(found.start(), found.end()) for found in _TICKS.finditer(value)]
    places: dict[int, list[int]] = {}
    for start, end in runs:
        places.setdefault(end - start, []).append(start)
    most_after = [0] * (len(runs) + 1)
    for index in range(len(runs) - 1, -1, -1):
        most_after[index] = max(runs[index][1] - runs[index][0], most_after[index + 1])
    changes: list[Change] = []
    behind = 0
    for index, (start, end) in enumerate(runs):
        if start < behind:
            continue
        opening = start + _is_escaped(value, start)
        width = end - opening
        at = bisect_right(places.get(width, []), start)
        if at == len(places.get(width, [])) and 0 < most_after[index + 1] < width:
            width = most_after[index + 1]
            at = bisect_right(places[width], start)
        if at == len(places.get(width, [])):
            continue
        closing = places[width][at]
        behind = closing + width
        ends = page.ends(piece.cut(opening, behind))
        content = piece.cut(opening + width, closing).strip()
        changes.append(Change(opening, behind, page.set_aside(Code(*ends, content))))
    return splice(piece, changes)


def _math(page: Page, piece: Piece) -> Piece:
    """Formulas. Dollars make one if no space stands inside of them and no digit behind."""
    if "$" in piece.value:
        changes = []
        for found in _DOLLARS.finditer(piece.value):
            inside = piece.cut(found.start("math") + 1, found.end("math") - 1)
            node = Formula(*_ends(page, piece, found, "math"), formula_text(page, inside))
            changes.append(Change(found.start("math"), found.end("math"), page.set_aside(node)))
        piece = splice(piece, changes)
    if "\\(" not in piece.value:
        return piece
    changes = []
    behind = 0
    for found in _BRACKETS.finditer(piece.value):
        start = found.start("open")
        if start < behind:
            continue
        content = _BRACKETS_CONTENT.match(piece.value, start + 2)
        stop = content.end() if content else start + 2
        behind = stop
        if content and piece.value.startswith("\\)", stop):
            behind = stop + 2
            text = formula_text(page, piece.cut(start + 2, stop))
            node = Formula(*page.ends(piece.cut(start, behind)), text)
            changes.append(Change(start, behind, page.set_aside(node)))
    return splice(piece, changes)


def _escapes(page: Page, piece: Piece) -> Piece:
    """Characters behind a backslash."""
    changes = []
    at = piece.value.find("\\")
    while at != -1:
        found = _ESCAPE.match(piece.value, at)
        if found:
            node = Char(*_ends(page, piece, found), found[1])
            changes.append(Change(at, at + 2, page.set_aside(node)))
        at = piece.value.find("\\", at + 2)
    return splice(piece, changes)


def _footnote(page: Page, piece: Piece, found: re.Match[str]) -> Node | None:
    return Unread(*_ends(page, piece, found)) if found[1] in page.footnotes else None


def _unread(page: Page, piece: Piece, found: re.Match[str]) -> Node:
    return Unread(*_ends(page, piece, found))


def _comment(page: Page, piece: Piece, found: re.Match[str]) -> Node:
    return Unread(*_ends(page, piece, found), is_element=False)


def _address(page: Page, piece: Piece, found: re.Match[str]) -> Node:
    return Verbatim(*_ends(page, piece, found), piece.cut(found.start(1), found.end(1)))


def _keys(page: Page, piece: Piece, found: re.Match[str]) -> Node:
    keys = piece.cut(found.start("keys"), found.end("keys"))
    return Code(*_ends(page, piece, found), keys)


def _reading(pattern: re.Pattern[str], make: _Make) -> Reading:
    return lambda page, piece: _each(page, piece, pattern, make)


def _emphasis(chars: str) -> Reading:
    return lambda page, piece: read_emphasis(page, piece, chars)


# What must be in the text for a reading to find anything, and the reading.
_READINGS: tuple[tuple[str, Reading], ...] = (
    ("`", _code),
    ("$\\", _math),
    ("+", _reading(_QUOTED_KEYS, _keys)),
    ("\\", _escapes),
    ("[", _reading(_FOOTNOTE, _footnote)),
    ("[", read_links),
    ("<", _reading(_AUTOLINK, _address)),
    ("<", _reading(_AUTOMAIL, _address)),
    ("<", _reading(_COMMENT, _comment)),
    ("<", _reading(TAG, tag_node)),
    ("&", read_entities),
    (":", _reading(_EMOJI, _unread)),
    ("+", _reading(_KEYS, _keys)),
    ("*_", _emphasis("*_")),
    ("^~=", _emphasis("^~=")),
    ("{", read_attribute_lists),
)
