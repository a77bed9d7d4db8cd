"""Holds YAML nodes against a JSON Schema: a finding for each mistake, and the nodes that fit.

This reads as much of JSON Schema as the packaged schemas use, straight from the nodes: a general
validator knows no places, calls one misspelt key two errors, and takes `41.20` for a number where
text is meant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from proseproof.block import words
from proseproof.block.schema import Schema
from proseproof.block.shape import Shape, shape_of
from proseproof.finding import Finding, Label
from proseproof.near import listing, nearest
from proseproof.source import Span, Text
from proseproof.yaml_text import ListNode, MapNode, Node, ScalarNode, UnreadNode

RULE = "invalid-claims"


def fit(node: Node, schema: Schema, root: Schema) -> tuple[Node | None, list[Finding]]:
    """What of a node fits the schema, and a finding for each thing that does not.

    root: the schema with the `$defs` that `schema` refers to. A value of the wrong kind is left
    out; one whose text breaks a pattern is kept, since its text can still serve. A misspelt key
    stands in the result under the name that was meant, so that nothing is also reported as
    missing that is only misspelt. None: nothing fits.
    """
    fitter = _Fitter(root.get("$defs", {}))
    title = fitter.resolve(schema).get("title", "value")
    return fitter.fit(node, schema, f"the {title}"), fitter.findings


class _Fitter:
    """One walk over the nodes; `name` in it is what findings call a node, as `` `says` ``."""

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self.definitions = definitions
        self.findings: list[Finding] = []

    def resolve(self, schema: Schema) -> Schema:
        """The schema with what its `$ref` names put in; its own words go before those."""
        while "$ref" in schema:
            target = self.definitions[schema["$ref"].removeprefix("#/$defs/")]
            schema = {**target, **{key: schema[key] for key in schema if key != "$ref"}}
        return schema

    def report(self, span: Span, message: str, advice: str = "", note: str = "") -> None:
        """Adds a finding."""
        notes = (note,) if note else ()
        self.findings.append(Finding(RULE, span, message, notes=notes, help=advice))

    def fit(self, node: Node, schema: Schema, name: str) -> Node | None:
        """What of the node fits."""
        if isinstance(node, UnreadNode):
            return None
        ways = self._ways(schema)
        way = _way(node, ways)
        if way is None:
            self.report(*words.wrong_kind(node, name, [_kinds(one) for one in ways]))
            return None
        if isinstance(node, MapNode):
            return self._map(node, way, name) if way else node
        if isinstance(node, ListNode):
            return self._list(node, way, name) if way else node
        return self._scalar(node, way, name) if way else node

    def _ways(self, schema: Schema) -> list[Schema]:
        """The alternatives of a schema, each for a kind of node; one of itself mostly."""
        schema = self.resolve(schema)
        if "type" in schema or "anyOf" not in schema:
            return [schema]
        return [self.resolve(one) for one in schema["anyOf"]]

    def _scalar(self, node: ScalarNode, schema: Schema, name: str) -> Node | None:
        kinds, value = _kinds(schema), node.text.value
        if node.is_null or not value.strip():
            if "null" in kinds:
                return node
            self.report(node.span, f"{name} is empty")
            return None
        if "string" not in kinds:
            complaint = words.wrong_number(node, schema, kinds)
            if complaint:
                self.report(node.span, f"{name} is {complaint[0]}", complaint[1])
            return None if complaint else node
        names = schema.get("enum")
        if names is not None and value not in names:
            near = nearest(value, names)
            note = schema.get("errorMessage", f"the values are {listing(names, near=value)}")
            advice = f"write `{near[0]}`" if near else ""
            self.report(node.span, words.is_not_a(value, schema.get("title", name)), advice, note)
            return None
        pattern = schema.get("pattern")
        if pattern and not re.search(pattern.replace("$", r"\Z"), value):
            note = schema["errorMessage"]
            self.report(node.span, words.is_not_a(value, schema.get("title", name)), note=note)
        return node

    def _list(self, node: ListNode, schema: Schema, name: str) -> ListNode:
        items = schema["items"]
        least = schema.get("minItems", 0)
        if len(node.items) < least:
            count = "is empty" if not node.items else f"has one item, and takes {least} or more"
            self.report(words.first_line(node.span), f"{name} {count}")
        if schema.get("uniqueItems"):
            self._repeated(node, name)
        item = self.resolve(items)
        is_block = "object" in _kinds(item)
        item_name = words.a(item["title"]) if is_block else f"an item of {name}"
        fitted = (self.fit(one, items, item_name) for one in node.items)
        return ListNode(tuple(one for one in fitted if one is not None), node.span)

    def _repeated(self, node: ListNode, name: str) -> None:
        seen: dict[str, Span] = {}
        for item in node.items:
            if not isinstance(item, ScalarNode):
                continue
            value = item.text.value
            if value in seen:
                first = (Label(seen[value], "the first one"),)
                message = f"`{value}` stands twice in {name}"
                self.findings.append(Finding(RULE, item.span, message, labels=first))
            seen.setdefault(value, item.span)

    def _map(self, node: MapNode, schema: Schema, name: str) -> MapNode:
        if len(node.entries) < schema.get("minProperties", 0):
            self.report(words.first_line(node.span), f"{name} is empty")
        shape = shape_of(node, schema)
        present = {key.text.value: key for key, _ in node.entries}
        fitted: list[tuple[ScalarNode, Node]] = []
        for key, value in node.entries:
            known = self._known_key(key, value, present, shape)
            if known is None:
                continue
            present.setdefault(known.text.value, key)
            if known.text.value in shape.properties:
                value_schema = shape.properties[known.text.value]
            else:
                value_schema = shape.others or {}
                if "propertyNames" in schema:
                    self.fit(key, schema["propertyNames"], "a key")
            fit = self.fit(value, value_schema, f"`{known.text.value}`")
            if fit is not None:
                fitted.append((known, fit))
        self._together(node, present, shape)
        return MapNode(tuple(fitted), node.span)

    def _known_key(
        self, key: ScalarNode, value: Node, present: Mapping[str, ScalarNode], shape: Shape
    ) -> ScalarNode | None:
        """The key, or that which was meant by it; None when it is no key here.

        Meant can be a key of a similar name that is not there yet and takes this kind of value.
        """
        name = key.text.value
        if name in shape.keys or (shape.others is not None and name not in shape.refused):
            return key
        message = f"`{words.shortened(name)}` is not a key of {words.a(shape.title)}"
        open_keys = (
            known
            for known in shape.keys
            if known not in present and _way(value, self._ways(shape.properties[known])) is not None
        )
        near = () if name in shape.refused else nearest(name, open_keys)
        if not near:
            note = "" if name in shape.refused else f"the keys are {listing(shape.keys, near=name)}"
            self.report(key.span, message, note=note)
            return None
        self.report(key.span, message, f"write `{near[0]}`")
        count = len(near[0])
        start, end = key.span.start, key.span.end
        text = Text(near[0], key.span.source, [start] * count, [end] * count)
        return ScalarNode(text, key.span, key.style)

    def _together(self, node: MapNode, present: Mapping[str, ScalarNode], shape: Shape) -> None:
        """Reports the keys that are missing, or that do not go together."""
        head, what = words.caret(node), words.a(shape.title)
        missing = [f"`{key}`" for key in shape.required if key not in present]
        if missing:
            self.report(head, f"{what} has no {' and no '.join(missing)}")
        if shape.one_of and not present.keys() & set(shape.one_of):
            names = listing(f"`{key}`" for key in shape.one_of)
            self.report(head, f"{what} has none of {names}")
            return
        if shape.not_together and present.keys() >= set(shape.not_together):
            keys = [present[key] for key in shape.not_together]
            last = max(keys, key=lambda key: key.span.start)
            names = listing(f"`{key}`" for key in shape.not_together)
            self.report(last.span, f"{what} has both {names}")
        for key, beside in shape.dependent.items():
            if key in present and not present.keys() & set(beside):
                names = " or ".join(f"`{one}`" for one in beside)
                self.report(present[key].span, f"`{key}` stands without {names}")


def _way(node: Node, ways: list[Schema]) -> Schema | None:
    """The first of the alternatives that takes this kind of node; one without kinds takes all."""
    for way in ways:
        kinds = _kinds(way)
        if isinstance(node, MapNode):
            fits = "object" in kinds
        elif isinstance(node, ListNode):
            fits = "array" in kinds
        else:
            fits = bool(kinds - {"object", "array"})
        if fits or not kinds:
            return way
    return None


def _kinds(schema: Mapping[str, Any]) -> frozenset[str]:
    kinds = schema.get("type", ())
    return frozenset([kinds] if isinstance(kinds, str) else kinds)
