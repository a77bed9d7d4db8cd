"""The values of a fitted mapping, taken out as the kinds that its schema promises."""

from __future__ import annotations

import re

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


def path(node: MapNode, key: str) -> Text | None:
    """The path under a key, as the project knows the file."""
    value = text(node, key)
    return _plain(value) if value else None


def paths(node: MapNode, key: str) -> tuple[Text, ...]:
    """The paths or globs under a key that has one text or a list of them."""
    return tuple(_plain(value) for value in texts(node, key))


_NOWHERE = re.compile(r"(?:^|(?<=/))(?:\./+|/+)")


def _plain(path: Text) -> Text:
    """The path without steps that lead nowhere: a page named `./page.md` is the page `page.md`."""
    kept: list[Text] = []
    done = 0
    for found in _NOWHERE.finditer(path.value):
        kept.append(path[done : found.start()])
        done = found.end()
    return Text.join([*kept, path[done:]]) if done else path


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
