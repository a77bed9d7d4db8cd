"""The values of a fitted mapping, taken out as the kinds that its schema promises."""

from __future__ import annotations

from proseproof.source import Text
from proseproof.yaml_text import ListNode, MapNode, Node, ScalarNode


def text(node: MapNode, key: str) -> Text | None:
    """The text under a key; None where there is none."""
    value = node.get(key)
    return value.text if isinstance(value, ScalarNode) else None


def string(node: MapNode, key: str) -> str | None:
    """The same, without its place."""
    value = text(node, key)
    return value.value if value else None


def is_true(node: MapNode, key: str) -> bool:
    """Whether the value under a key is `true`."""
    value = node.get(key)
    return isinstance(value, ScalarNode) and value.as_python() is True


def texts(node: MapNode, key: str) -> tuple[Text, ...]:
    """The texts under a key that has one text or a list of them."""
    return texts_of(node.get(key))


def texts_of(value: Node | None) -> tuple[Text, ...]:
    """The texts that one text or a list of them stands for."""
    items = value.items if isinstance(value, ListNode) else (value,)
    return tuple(item.text for item in items if isinstance(item, ScalarNode))


def blocks(node: MapNode, key: str) -> tuple[MapNode, ...]:
    """The mappings in the list under a key."""
    value = node.get(key)
    items = value.items if isinstance(value, ListNode) else ()
    return tuple(item for item in items if isinstance(item, MapNode))


def block(node: MapNode, key: str) -> MapNode | None:
    """The mapping under a key; None where there is none."""
    value = node.get(key)
    return value if isinstance(value, MapNode) else None


def pairs(node: MapNode, key: str) -> tuple[tuple[ScalarNode, Node], ...]:
    """The entries of the mapping under a key."""
    inner = block(node, key)
    return inner.entries if inner else ()
