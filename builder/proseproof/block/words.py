"""How findings on YAML values word what stands there and what belongs there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from proseproof.block.schema import Schema
from proseproof.source import Span, Text
from proseproof.yaml_text import ListNode, MapNode, Node, ScalarNode

RULE = "invalid-claims"
QUOTE = "put the text in quotes"

_KINDS = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "number": "a number",
    "boolean": "true or false",
}
_SWITCHES = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def a(noun: str) -> str:
    """The noun with its article; one of several things has "the"."""
    if noun.endswith("s") and " " not in noun:
        return f"the {noun}"
    return f"an {noun}" if noun[0] in "aeio" else f"a {noun}"


def shortened(text: str) -> str:
    """The text in one line of at most 40 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:39]}…"


def is_not_a(value: str, noun: str) -> str:
    """`` `chrat` is not a kind of figure ``."""
    return f"`{shortened(value)}` is not {a(noun)}"


def first_line(span: Span) -> Span:
    """The part of a span that stands in its first line."""
    line = span.text.partition("\n")[0].rstrip()
    return Span(span.source, span.start, span.start + len(line))


def caret(node: MapNode) -> Span:
    """Where to point for a mapping: all of it in one line, else its first key, with its value."""
    if "\n" not in node.span.text or not node.entries:
        return node.span
    key, value = node.entries[0]
    whole = Span(key.span.source, key.span.start, max(key.span.end, value.span.end))
    return key.span if "\n" in whole.text else whole


def such_as(key: str, schema: Schema) -> str:
    """The advice to add a key, with the values that its schema names; empty where it names none."""
    if "enum" in schema:
        *others, last = (f"`{key}: {value}`" for value in schema["enum"])
        return f"add {', '.join(others)} or {last}"
    for example in schema.get("examples", ()):
        if isinstance(example, str):
            # Such a beginning would be read as something else than text.
            quoted = f"'{example}'" if example[0] in "[{*&!%@" else example
            return f"add a line such as `{key}: {quoted}`"
    return ""


def read_as(word: str, node: ScalarNode) -> ScalarNode:
    """The node with the word that was meant by it; each of its characters is all of the node."""
    span = node.span
    starts, ends = [span.start] * len(word), [span.end] * len(word)
    return ScalarNode(Text(word, span.source, starts, ends), span, node.style)


def wrong_kind(node: Node, name: str, ways: Sequence[frozenset[str]]) -> tuple[Span, str, str]:
    """Place, message and advice for a node that is of none of the kinds that `ways` allow."""
    if isinstance(node, ScalarNode) and node.is_null:
        return node.span, f"{name} is empty", ""
    wanted = " or ".join(dict.fromkeys(_wanted(kinds) for kinds in ways))
    is_text = "text" in wanted
    if isinstance(node, ScalarNode):
        return first_line(node.span), f"{name} is text, not {wanted}", ""
    stands = "a list" if isinstance(node, ListNode) else "a mapping"
    is_flow = node.span.text[:1] in "[{"
    message = f"{name} is {stands}, not {wanted}"
    return first_line(node.span), message, QUOTE if is_text and is_flow else ""


def _wanted(kinds: Iterable[str]) -> str:
    return next(word for kind, word in _KINDS.items() if kind in kinds)


def wrong_number(node: ScalarNode, schema: Schema, kinds: frozenset[str]) -> tuple[str, str] | None:
    """What is wrong with a scalar that is to be a number or true or false, and the advice."""
    value, written = node.as_python(), shortened(node.text.value)
    if "boolean" in kinds:
        if isinstance(value, bool):
            return None
        switch = _SWITCHES.get(written.lower())
        return f"`{written}`, not true or false", f"write `{switch}`" if switch else ""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return f"`{written}`, not a number", ""
    least = schema.get("minimum")
    if least is not None and value < least:
        return f"{written}, less than {least}", ""
    return None
