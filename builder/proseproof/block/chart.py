"""A chart's YAML as plain data, with the place of each part; what reaches outside is refused."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from proseproof.block.words import first_line
from proseproof.finding import Finding
from proseproof.nouns import dataclass
from proseproof.source import Span
from proseproof.yaml_text import ListNode, MapNode, ScalarNode, UnreadNode

RULE = "invalid-chart"

Path = tuple[str | int, ...]

_ROWS = "the rows of a chart are the `data` of its block"
_LOADS = "a chart loads nothing"
_REFUSED = {
    "data": _ROWS,
    "datasets": _ROWS,
    "url": _LOADS,
    "href": "a chart links nowhere",
    "usermeta": "a chart carries nothing but its drawing",
}


@dataclass(frozen=True)
class Chart:
    """A chart read from YAML.

    data: dicts, lists, str, int, float, bool and None. spans: a path of keys and indices -> the
    value there when it is a scalar, the first line of a list's item, else the key. keys: a path
    that ends with a key -> that key.
    """

    data: Mapping[str, Any]
    spans: Mapping[Path, Span]
    keys: Mapping[Path, Span]


def read_chart(key: ScalarNode, node: MapNode) -> tuple[Chart, tuple[Finding, ...]]:
    """The chart that stands under `key`, and findings of rule `invalid-chart`.

    What the findings refuse is left out, so that whoever draws the chart has nothing to add.
    """
    reader = _Reader()
    data = reader.mapping(node, ())
    return Chart(data, {(): key.span, **reader.spans}, reader.keys), tuple(reader.findings)


class _Reader:
    def __init__(self) -> None:
        self.spans: dict[Path, Span] = {}
        self.keys: dict[Path, Span] = {}
        self.findings: list[Finding] = []

    def mapping(self, node: MapNode, path: Path) -> dict[str, Any]:
        data = {}
        for key, value in node.entries:
            name = key.text.value
            if name in _REFUSED:
                self._refuse(key.span, f"`{name}`", _REFUSED[name], f"take `{name}` out")
                continue
            here = (*path, name)
            self.keys[here] = key.span
            self.spans[here] = value.span if isinstance(value, ScalarNode) else key.span
            if not isinstance(value, UnreadNode):
                data[name] = self._value(value, here)
        return data

    def _list(self, node: ListNode, path: Path) -> list[Any]:
        items: list[Any] = []
        for item in node.items:
            here = (*path, len(items))
            self.spans[here] = first_line(item.span)
            if not isinstance(item, UnreadNode):
                items.append(self._value(item, here))
        return items

    def _value(self, node: MapNode | ListNode | ScalarNode, path: Path) -> Any:
        if isinstance(node, MapNode):
            return self.mapping(node, path)
        if isinstance(node, ListNode):
            return self._list(node, path)
        value = node.as_python()
        if isinstance(value, float) and not math.isfinite(value):
            self._refuse(node.span, f"`{node.text.value}`", "a chart draws finite numbers only")
            return None
        # In a colour, `url(…)` makes whatever shows the drawing load what it names.
        if isinstance(value, str) and "url(" in value.lower():
            self._refuse(node.span, "`url(…)`", _LOADS)
            return ""
        return value

    def _refuse(self, span: Span, what: str, why: str, advice: str = "") -> None:
        message = f"{what} is refused in a chart"
        self.findings.append(Finding(RULE, span, message, notes=(why,), help=advice))
