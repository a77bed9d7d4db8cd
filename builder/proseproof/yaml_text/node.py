"""The nodes of a YAML file: mappings, lists, and scalars that are `Text`."""

from __future__ import annotations

import re
from typing import Literal as OneOf

from proseproof.nouns import dataclass
from proseproof.source import Span, Text

Style = OneOf["plain", "single", "double", "literal", "folded"]
PlainValue = None | bool | int | float | str

_INTEGER = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEX = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INFINITY = re.compile(r"[-+]?\.(inf|Inf|INF)")
_CONSTANTS: dict[str, PlainValue] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# Python refuses to turn longer decimal text into an integer (sys.set_int_max_str_digits).
_MOST_DIGITS = 4000


@dataclass(frozen=True, eq=False)
class ScalarNode:
    """A scalar. `text`: its value, each character knowing its place, with no type read into it.

    span: all that the file writes for it, quotes and block header included; where the file writes
    nothing (`key:`), the empty place behind the key.
    """

    text: Text
    span: Span
    style: Style = "plain"

    @property
    def is_null(self) -> bool:
        """Whether the file writes nothing, or `null` or `~` without quotes."""
        return self.style == "plain" and self.as_python() is None

    def as_python(self) -> PlainValue:
        """The value by YAML 1.2's core schema: only plain text is ever more than a str.

        `no`, `12:30` and `1_000` are text, `012` is twelve. An integer of more than 4,000 digits
        stays text.
        """
        value = self.text.value
        if self.style != "plain":
            return value
        if value in _CONSTANTS:
            return _CONSTANTS[value]
        if len(value) <= _MOST_DIGITS:
            if _INTEGER.fullmatch(value):
                return int(value)
            if _OCTAL.fullmatch(value):
                return int(value, 8)
            if _HEX.fullmatch(value):
                return int(value, 16)
            if _FLOAT.fullmatch(value):
                return float(value)
        if _INFINITY.fullmatch(value):
            return float(value.replace(".", ""))
        if value in (".nan", ".NaN", ".NAN"):
            return float("nan")
        return value


@dataclass(frozen=True, eq=False)
class UnreadNode:
    """A value that could not be read; a finding has said why, so no other need speak of it."""

    span: Span


@dataclass(frozen=True, eq=False)
class ListNode:
    """A list, its items in order. `span` reaches from its first character to its last."""

    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, eq=False)
class MapNode:
    """A mapping, its entries in order; no two keys are the same. `span` as of a list."""

    entries: tuple[tuple[ScalarNode, Node], ...]
    span: Span

    def get(self, name: str) -> Node | None:
        """The value under the key, or None where there is no such key."""
        return next((value for key, value in self.entries if key.text.value == name), None)

    def key(self, name: str) -> ScalarNode | None:
        """The key itself, or None where there is no such key."""
        return next((key for key, _ in self.entries if key.text.value == name), None)


Node = ScalarNode | ListNode | MapNode | UnreadNode
