"""Front matter: the YAML at the top of a page. A site shows its title and its description."""

from __future__ import annotations

import re

from proseproof.prose.passage import PassageKind
from proseproof.source import Text

_BLOCK = re.compile(r"---[ \t]*\r?\n(?P<yaml>(?:.*\n)*?)(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")
_LINE = re.compile(r"(?P<indent>[ \t]*)(?P<rest>[^\r\n]*)\r?\n?")
_KEY = re.compile(r"(?P<key>[\w.-]+|\"[^\"\r\n]*\"|'[^'\r\n]*')[ \t]*:(?=[ \t\r\n]|\Z)[ \t]*")
_BLOCK_SCALAR = re.compile(r"[>|][+-]?\d?[+-]?[ \t]*(?:#.*)?$")
_COMMENT = re.compile(r"(?:^|[ \t])#.*")
_READ: dict[str, PassageKind] = {"title": "page title", "description": "title"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "_": "\xa0", " ": " ", "/": "/"}
_HEX = {"x": 2, "u": 4, "U": 8}


def take_front_matter(text: Text) -> tuple[list[tuple[PassageKind, Text]], int]:
    """The title and description that the page shows, and where its Markdown begins.

    Only what is a mapping is front matter; two rules around prose are two rules around prose.
    """
    start = 1 if text.value.startswith("\ufeff") else 0
    if not text.value.startswith("---", start) or not text.starts or text.starts[0] != 0:
        return [], start
    block = _BLOCK.match(text.value, start)
    if not block:
        return [], start
    lines = _lines(text.value, block.start("yaml"), block.end("yaml"))
    if not _is_mapping(lines):
        return [], start
    read: list[tuple[PassageKind, Text]] = []
    for index, (indent, _, rest) in enumerate(lines):
        key = _KEY.match(rest) if not indent else None
        kind = _READ.get(key["key"].strip("\"'")) if key else None
        if key and kind:
            value = _value(text, lines, index, key.end())
            if value is not None and value.value.strip():
                read.append((kind, value))
    return read, block.end()


_Line = tuple[int, int, str]  # its indentation, where its text begins, and the text


def _lines(value: str, start: int, end: int) -> list[_Line]:
    return [
        (len(found["indent"]), found.start("rest"), found["rest"])
        for found in _LINE.finditer(value, start, end)
        if found.end() > found.start()
    ]


def _is_mapping(lines: list[_Line]) -> bool:
    """Whether the lines can be YAML with keys: each begins with one, or goes on below one."""
    keys = 0
    for indent, _, rest in lines:
        if indent or not rest.strip() or rest[0] in "#]}":
            continue
        if _KEY.match(rest):
            keys += 1
        elif not keys or not (rest.startswith(("- ", "-\t")) or rest == "-"):
            return False
    return keys > 0


def _value(text: Text, lines: list[_Line], index: int, at: int) -> Text | None:
    """The scalar behind a key: quoted on one line, folded, or plain; None if nothing stands there.

    What is none of these is read as it stands, so that no number of it is passed over.
    """
    _, start, rest = lines[index]
    written = rest[at:]
    if written[:1] in ('"', "'"):
        quoted = _quoted(text, start + at, written)
        if quoted is not None:
            return quoted
    below = _below(text, lines, index)
    if _BLOCK_SCALAR.match(written):
        return below
    plain = _COMMENT.sub("", written).rstrip()
    value = text[start + at : start + at + len(plain)]
    return Text.join([value, below]) if below is not None else value


def _below(text: Text, lines: list[_Line], index: int) -> Text | None:
    """The indented lines below a key, each with the line end before it."""
    end = start = None
    for indent, at, rest in lines[index + 1 :]:
        if rest.strip() and not indent:
            break
        if rest.strip():
            start = at - indent - 1 if start is None else start
            end = at + len(rest.rstrip())
    return text[start:end] if start is not None else None


def _quoted(text: Text, begin: int, written: str) -> Text | None:
    """A quoted scalar of one line, its escapes read."""
    quote = written[0]
    parts: list[Text] = []
    at = 1
    while at < len(written):
        char = written[at]
        width = 1
        value: str | None = char
        if char == quote:
            if quote == '"' or written[at + 1 : at + 2] != "'":
                return Text.join(parts) if parts else text[begin:begin]
            width = 2
        elif char == "\\" and quote == '"':
            value, width = _escape(written, at)
        if value is None:
            return None
        here = text[begin + at : begin + at + width]
        parts.append(Text(value, text.source, [here.starts[0]], [here.ends[-1]]))
        at += width
    return None


def _escape(written: str, at: int) -> tuple[str | None, int]:
    """What an escape of a double-quoted scalar stands for, and how many characters it takes."""
    sign = written[at + 1 : at + 2]
    if sign in _HEX:
        digits = written[at + 2 : at + 2 + _HEX[sign]]
        if re.fullmatch(rf"[0-9a-fA-F]{{{_HEX[sign]}}}", digits) and int(digits, 16) < 0x110000:
            return chr(int(digits, 16)), 2 + _HEX[sign]
        return None, 2
    return (_ESCAPES.get(sign, sign) if sign else None), 2
