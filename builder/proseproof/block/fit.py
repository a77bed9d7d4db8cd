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
from proseproof.block.keys import Keys
from proseproof.block.schema import Schema
from proseproof.block.shape import shape_of
from proseproof.block.words import RULE
from proseproof.finding import Finding, Label
from proseproof.near import listing, nearest
from proseproof.source import Span
from proseproof.yaml_text import ListNode, MapNode, Node, ScalarNode, UnreadNode


def fit(node: Node, schema: Schema, root: Schema) -> tuple[Node | None, list[Finding]]:
    """What of a node fits the schema, and a finding for each thing that does not.

    root: the schema with the `$defs` that `schema` refers to. A value that does not fit is left
    out, unless the schema says `x-kept`: a bad id is still the name that others write. A misspelt
    key or word stands in the result as the one that was meant, so that nothing is also reported as
    missing that is only misspelt. `x-key` in a schema says what its keys are called.
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
            return words.read_as(near[0], node) if near else None
        pattern = schema.get("pattern")
        if pattern and not re.search(pattern.replace("$", r"\Z"), value):
            note = schema["errorMessage"]
            self.report(node.span, words.is_not_a(value, schema.get("title", name)), note=note)
            return node if schema.get("x-kept") else None
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
        keys = Keys(shape, node, lambda key, value: self._takes(shape.properties[key], value))
        fitted: list[tuple[ScalarNode, Node]] = []
        for key, value in node.entries:
            known = keys.known(key, value)
            if known is None:
                continue
            property_schema = shape.properties.get(known.text.value)
            if property_schema is None and "propertyNames" in schema:
                self.fit(key, schema["propertyNames"], "a key")
            value_schema = property_schema or shape.others or {}
            fit = self.fit(value, value_schema, f"`{known.text.value}`")
            if fit is not None:
                fitted.append((known, fit))
        keys.check_together()
        self.findings += keys.findings
        return MapNode(tuple(fitted), node.span)

    def _takes(self, schema: Schema, value: Node) -> bool:
        """Whether the schema takes this kind of value, whatever its text."""
        return _way(value, self._ways(schema)) is not None


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
