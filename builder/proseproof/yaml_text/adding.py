"""A new entry for a list of a YAML file, as text to put in; all else stays as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from proseproof.finding import Edit
from proseproof.source import Source, Span
from proseproof.yaml_text.node import ListNode, MapNode, Node, ScalarNode

_INDENT = 2
# What begins as plain text begins and goes on as plain text to its end, whatever surrounds it.
_PLAIN = re.compile(
    r"(?![-?:](?:\s|$))[^\s\-?:,\[\]{}#&*!|>'\"%@`~](?:(?!: |:$| #)[^\n\x00-\x1f])*"
)
_RESERVED = re.compile(r"(?i)null|true|false|yes|no|on|off|---|\.\.\.|=|<<")
_UNSAFE = re.compile(
    "[^\\x20-\\x7e\\xa0-\\u2027\\u202a-\\ud7ff\\ue000-\\ufefe\\uff00-\\ufffd\\U00010000-\\U0010ffff]"
)


def scalar(text: str) -> str:
    """The text as one line of YAML: plain where that reads back as it is, else in quotes."""
    plain = _PLAIN.fullmatch(text) and not _RESERVED.fullmatch(text) and text == text.strip()
    if plain and not _UNSAFE.search(text):
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", quoted)


def entry(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The lines of a mapping of texts; one of several lines is a block, indented below its key."""
    return tuple(line for key, text in pairs for line in _pair(key, text))


def _pair(key: str, text: str) -> Iterator[str]:
    lines = text.strip("\n").split("\n")
    odd = any(line != line.rstrip() or _UNSAFE.search(line) for line in lines)
    if len(lines) == 1 or odd or lines[0][:1] == " ":
        yield f"{key}: {scalar(text)}" if text else f"{key}:"
        return
    yield f"{key}: |"
    yield from (" " * _INDENT + line if line else "" for line in lines)


def added(node: MapNode, key: str, lines: Iterable[str]) -> Edit | None:
    """The edit that adds an entry of `lines` to the list under `key`, which need not be there.

    None where the file writes the mapping or the list in brackets, which one line more would not
    fit; an empty `[]` is replaced.
    """
    source = node.span.source
    if source.text[node.span.start : node.span.start + 1] == "{":
        return None
    value = node.get(key)
    column = _column(source, node.span.start)
    if isinstance(value, ListNode) and value.items and not _in_brackets(value):
        at = _line_end(source, _end(value))
        return Edit(Span(source, at, at), _item(source, _column(source, value.span.start), lines))
    pad = column + _list_indent(node)
    own = node.key(key)
    if own is None:
        at = _line_end(source, _end(node))
        head = f"{' ' * column}{key}:"
        gap = _newline(source) * (2 if column == 0 else 1)
        return Edit(Span(source, at, at), gap + head + _item(source, pad, lines))
    if isinstance(value, ListNode) and not value.items:
        return Edit(value.span, _item(source, pad, lines).lstrip(" "))
    if isinstance(value, ScalarNode) and value.is_null:
        at = _line_end(source, own.span.end)
        return Edit(Span(source, at, at), _item(source, pad, lines))
    return None


def added_member(node: MapNode, key: str, lines: Iterable[str]) -> Edit | None:
    """The edit that adds an entry of `lines` to the mapping under `key`, which need not be there.

    None where the file writes either mapping in braces.
    """
    source = node.span.source
    value, own = node.get(key), node.key(key)
    braces = {source.text[one.span.start : one.span.start + 1] for one in (node, value) if one}
    if "{" in braces or not (own is None or isinstance(value, MapNode) or _is_null(value)):
        return None
    newline = _newline(source)
    if isinstance(value, MapNode) and value.entries:
        column = _column(source, value.entries[0][0].span.start)
        return _behind(_end(value), newline + _indented(lines, column, newline), source)
    column = _column(source, node.span.start)
    text = newline + _indented(lines, column + _INDENT, newline)
    if own is not None:
        return _behind(own.span.end, text, source)
    gap = newline * (2 if column == 0 else 1)
    return _behind(_end(node), f"{gap}{' ' * column}{key}:{text}", source)


def _is_null(value: Node | None) -> bool:
    return isinstance(value, ScalarNode) and value.is_null


def _indented(lines: Iterable[str], column: int, newline: str) -> str:
    return newline.join(f"{' ' * column}{line}" if line else "" for line in lines)


def _behind(offset: int, text: str, source: Source) -> Edit:
    """Puts text at the end of the line of an offset."""
    at = _line_end(source, offset)
    return Edit(Span(source, at, at), text)


def _item(source: Source, column: int, lines: Iterable[str]) -> str:
    """The lines as an item of a block list whose dashes stand at `column`, a line end first."""
    first, *others = lines
    pad = " " * (column + _INDENT)
    rows = [f"{' ' * column}- {first}", *(f"{pad}{line}" if line else "" for line in others)]
    newline = _newline(source)
    return newline + newline.join(rows)


def _list_indent(node: MapNode) -> int:
    """How far this mapping indents the dashes of its lists: as its first one, else two."""
    source = node.span.source
    for key, value in node.entries:
        if isinstance(value, ListNode) and value.items and not _in_brackets(value):
            return max(_column(source, value.span.start) - _column(source, key.span.start), 0)
    return _INDENT


def _in_brackets(node: ListNode) -> bool:
    return node.span.text[:1] == "["


def _end(node: Node) -> int:
    """Behind the last character of a node; a block's own span may reach into the lines below."""
    if isinstance(node, ListNode) and node.items and not _in_brackets(node):
        return _end(node.items[-1])
    if isinstance(node, MapNode) and node.entries and node.span.text[:1] != "{":
        return _end(node.entries[-1][1])
    return node.span.end


def _column(source: Source, offset: int) -> int:
    return source.position(offset).column - 1


def _line_end(source: Source, offset: int) -> int:
    """Where the line of an offset ends, before its line end."""
    end = source.text.find("\n", offset)
    if end == -1:
        return len(source.text)
    return end - 1 if source.text[end - 1 : end] == "\r" else end


def _newline(source: Source) -> str:
    return "\r\n" if "\r\n" in source.text else "\n"
