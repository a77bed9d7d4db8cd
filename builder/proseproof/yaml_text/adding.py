"""A new entry for a list or a mapping of a YAML file, as text to put in; all else stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from proseproof.finding import Edit
from proseproof.source import Source, Span
from proseproof.yaml_text import read_yaml
from proseproof.yaml_text.bracketed import inserted, is_bracketed
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

    Where the file writes its lists in brackets, so is the entry; an empty `[]` of a block is
    replaced. None where something else than a list stands under the key.
    """
    source = node.span.source
    value = node.get(key)
    column = _column(source, node.span.start)
    if isinstance(value, ListNode) and (value.items or is_bracketed(node)) and is_bracketed(value):
        return inserted(value, _bracketed(lines, source))
    if is_bracketed(node):
        absent = value is None
        text = f"{_name(key, source)}: [{_bracketed(lines, source)}]"
        return inserted(node, text) if absent else None
    if isinstance(value, ListNode) and value.items:
        at = _line_end(source, _end(value))
        return Edit(Span(source, at, at), _item(source, _column(source, value.span.start), lines))
    pad = column + _list_indent(node)
    own = node.key(key)
    if own is None:
        at = _line_end(source, _end(node))
        head = f"{' ' * column}{key}:"
        gap = _newline(source) * (2 if column == 0 else 1)
        return Edit(Span(source, at, at), gap + head + _item(source, pad, lines))
    if value is not None and (_is_null(value) or (isinstance(value, ListNode) and not value.items)):
        return _in_place(value, _item(source, pad, lines))
    return None


def added_member(node: MapNode, key: str, lines: Iterable[str]) -> Edit | None:
    """The edit that adds an entry of `lines` to the mapping under `key`, which need not be there.

    Where the file writes them in braces, so is the entry; then `lines` may hold several members.
    None where something else than a mapping stands under the key.
    """
    source = node.span.source
    value, own = node.get(key), node.key(key)
    if not (own is None or isinstance(value, MapNode) or _is_null(value)):
        return None
    if isinstance(value, MapNode) and is_bracketed(value):
        return inserted(value, _bracketed(lines, source)[1:-1])
    if is_bracketed(node):
        text = f"{_name(key, source)}: {_bracketed(lines, source)}"
        return inserted(node, text) if own is None else None
    newline = _newline(source)
    if isinstance(value, MapNode) and value.entries:
        column = _column(source, value.entries[0][0].span.start)
        return _behind(_end(value), newline + _indented(lines, column, newline), source)
    column = _column(source, node.span.start)
    text = newline + _indented(lines, column + _INDENT, newline)
    if own is not None and value is not None:
        return _in_place(value, text)
    gap = newline * (2 if column == 0 else 1)
    return _behind(_end(node), f"{gap}{' ' * column}{key}:{text}", source)


_ENDING = re.compile(r"[,\[\]{}]")
_JSON_KEY = re.compile(r'[{\s]"[^"\n]*"\s*:')


def _bracketed(lines: Iterable[str], source: Source) -> str:
    """What block lines say, in brackets on one line; its keys in quotes where the file has such."""
    node, _ = read_yaml(Source("", "\n".join(lines)))
    return _on_a_line(node, _quotes_keys(source))


def _quotes_keys(source: Source) -> bool:
    return _JSON_KEY.search(source.text) is not None


def _name(key: str, source: Source) -> str:
    return f'"{key}"' if _quotes_keys(source) else key


def _on_a_line(node: Node | None, quotes: bool) -> str:
    match node:
        case MapNode():
            pairs = ((_within(k, quotes), _on_a_line(v, quotes)) for k, v in node.entries)
            return f"{{{', '.join(f'{key}: {value}' for key, value in pairs)}}}"
        case ListNode():
            return f"[{', '.join(_on_a_line(item, quotes) for item in node.items)}]"
        case ScalarNode():
            return _within(node, quotes)
    return '""'


def _within(node: ScalarNode, quotes: bool) -> str:
    """A scalar in brackets: in quotes where a comma or a bracket would end it, and text that looks
    like a number where it was written as text."""
    plain = scalar(node.text.value) if node.text.value else '""'
    bare = node.style == "plain" or re.match(r"[^\W\d_]", plain)
    if plain[:1] == '"' or (bare and not quotes and not _ENDING.search(plain)):
        return plain
    return json.dumps(node.text.value, ensure_ascii=False)


def _is_null(value: Node | None) -> bool:
    return isinstance(value, ScalarNode) and value.is_null


def _indented(lines: Iterable[str], column: int, newline: str) -> str:
    return newline.join(f"{' ' * column}{line}" if line else "" for line in lines)


def _in_place(nothing: Node, text: str) -> Edit:
    """Puts text in place of what says nothing, below a comment that stands behind it."""
    source = nothing.span.source
    start = len(source.text[: nothing.span.start].rstrip(" "))
    end = _line_end(source, nothing.span.end)
    return Edit(Span(source, start, end), source.text[nothing.span.end : end].rstrip() + text)


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
        if isinstance(value, ListNode) and value.items and not is_bracketed(value):
            return max(_column(source, value.span.start) - _column(source, key.span.start), 0)
    return _INDENT


def _end(node: Node) -> int:
    """Behind the last character of a node; a block's own span may reach into the lines below."""
    if isinstance(node, ListNode) and node.items and not is_bracketed(node):
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
