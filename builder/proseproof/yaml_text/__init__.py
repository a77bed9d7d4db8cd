"""YAML 1.2 to nodes whose scalars are `Text`: every character of a value knows its place."""

from __future__ import annotations

import re
from functools import cache

from proseproof.finding import Finding
from proseproof.source import Source
from proseproof.yaml_text.compose import DEEPEST, Composer, too_deep
from proseproof.yaml_text.mistake import Complaint, explain, mistake
from proseproof.yaml_text.node import ListNode, MapNode, Node, ScalarNode, UnreadNode
from proseproof.yaml_text.parse import Parser, quick_parser, read_events

__all__ = [
    "ListNode",
    "MapNode",
    "Node",
    "ScalarNode",
    "UnreadNode",
    "read_yaml",
    "read_yaml_with",
]

_NOT_YAML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_DIRECTIVE = re.compile(r"(?:[ \t]*+(?:#[^\r\n]*+)?+[\r\n])*+(%[^\r\n]*)")
_BRACKET = re.compile(r"[\[\]{}]")


def read_yaml(source: Source) -> tuple[Node | None, tuple[Finding, ...]]:
    """The one document of a YAML 1.2 file, and what is wrong with it (rule `invalid-claims`).

    None where the file is empty or its grammar is broken; there is a finding then. Anchors,
    aliases, merge keys, tags, directives, repeated keys and further documents are findings too,
    but all else of the file is still read. Raises nothing, whatever the text.
    """
    return read_yaml_with(_quick(), source)


def read_yaml_with(quick: Parser | None, source: Source) -> tuple[Node | None, tuple[Finding, ...]]:
    """`read_yaml` with a choice of the parser that is asked first; the result is the same."""
    text = source.text
    shift = 1 if text.startswith("\ufeff") else 0
    if odd := _NOT_YAML.search(text, shift):
        code = f"U+{ord(odd.group()):04X}"
        span = source.span(*odd.span())
        return None, (mistake(span, f"the character {code} stands here, which YAML does not hold"),)
    if directive := _DIRECTIVE.match(text, shift):
        span = source.span(*directive.span(1))
        message = "a line that starts with `%` is a directive, which claims files do not use"
        return None, (mistake(span, message),)
    if deep := _deep(text):
        return None, (too_deep(source.span(deep, deep + 1)),)
    events = read_events(text[shift:], quick)
    if isinstance(events, Complaint):
        at, context_at = events.at + shift, events.context_at + shift
        moved = Complaint(events.problem, at, events.context, context_at)
        return None, (explain(source, moved),)
    composer = Composer(source, events, shift)
    root = composer.document()
    if root is None:
        return None, (mistake(source.span(0, 0), "the file is empty"),)
    return root, tuple(composer.findings)


def _deep(text: str) -> int | None:
    """Where brackets stand too deep in one another, if they go on to twice that depth.

    The reference parser looks at each open bracket at each step. Those in quotes are counted, too;
    nobody writes so many without their ends.
    """
    depth = start = 0
    for found in _BRACKET.finditer(text):
        if found[0] in "]}":
            depth = max(depth - 1, 0)
            continue
        depth += 1
        if depth == DEEPEST + 1:
            start = found.start()
        elif depth == 2 * DEEPEST:
            return start
    return None


@cache
def _quick() -> Parser | None:
    return quick_parser()
