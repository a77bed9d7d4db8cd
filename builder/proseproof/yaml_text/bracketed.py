"""A new entry for a list or a mapping that a YAML file writes in brackets, on one line or more."""

from __future__ import annotations

from proseproof.finding import Edit
from proseproof.source import Span
from proseproof.yaml_text.node import ListNode, MapNode, Node


def is_bracketed(node: Node | None) -> bool:
    """Whether the file writes a list or a mapping in brackets or braces."""
    return isinstance(node, ListNode | MapNode) and node.span.text[:1] in ("[", "{")


def inserted(node: ListNode | MapNode, text: str) -> Edit:
    """The edit that puts an entry behind the last one; on a line of its own if that has one."""
    source = node.span.source
    ends = _last(node)
    if ends is None:
        at = node.span.start + 1
        return Edit(Span(source, at, at), text)
    start, at = ends
    begin = source.text.rfind("\n", 0, start) + 1
    before = source.text[begin:start]
    newline = "\r\n" if "\r\n" in source.text else "\n"
    gap = f"{newline}{before}" if begin > node.span.start and not before.strip() else " "
    return Edit(Span(source, at, at), f",{gap}{text}")


def _last(node: ListNode | MapNode) -> tuple[int, int] | None:
    """Where the last entry begins and ends; None where there is none."""
    if isinstance(node, MapNode):
        if not node.entries:
            return None
        key, value = node.entries[-1]
        return key.span.start, max(key.span.end, value.span.end)
    return (node.items[-1].span.start, node.items[-1].span.end) if node.items else None
