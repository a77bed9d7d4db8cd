"""The keys of the claims files explained: the words of their schema, at the key."""

from __future__ import annotations

import json
from collections.abc import Iterator

from proseproof.block.schema import Schema, SchemaName, load_schema
from proseproof.disk import PROJECT_FILE
from proseproof.nouns import dataclass
from proseproof.rules import RULES
from proseproof.source import Source, Span
from proseproof.yaml_text import ListNode, MapNode, Node, read_yaml

_MANUALS = {rule.NAME: rule.__doc__ or "" for rule in RULES}


@dataclass(frozen=True)
class KeyWords:
    """A key of a file, and its explanation in Markdown."""

    span: Span
    words: str


def is_claims_file(path: str) -> bool:
    """Whether a project path is that of a claims file, project.yml included."""
    return path.startswith("claims/") and path.endswith((".yml", ".yaml"))


def key_at(source: Source, offset: int) -> KeyWords | None:
    """The key at an offset of a claims file; None elsewhere, and while its YAML is broken."""
    name: SchemaName = "project" if source.path == PROJECT_FILE else "claims"
    root, _ = read_yaml(source)
    if root is None:
        return None
    walk = _Walk(load_schema(name).get("$defs", {}), offset)
    return walk.find(root, [load_schema(name)])


class _Walk:
    """From the root down to the key at the offset; beside each node the schemas it may have."""

    def __init__(self, definitions: Schema, offset: int) -> None:
        self._definitions = definitions
        self._offset = offset

    def find(self, node: Node, schemas: list[Schema]) -> KeyWords | None:
        ways = [way for schema in schemas for way in self._ways(schema)]
        if isinstance(node, ListNode):
            items = [way["items"] for way in ways if "items" in way]
            inner = (self.find(item, items) for item in node.items if self._on(item.span))
            return next(inner, None)
        if not isinstance(node, MapNode):
            return None
        for key, value in node.entries:
            name = key.text.value
            below = [schema for way in ways for schema in _below(way, name)]
            if self._on(key.span):
                return self._words(key.span, name, below)
            if self._on(value.span):
                return self.find(value, below)
        return None

    def _on(self, span: Span) -> bool:
        return span.start <= self._offset <= span.end

    def _ways(self, schema: Schema) -> Iterator[Schema]:
        """The schema with its `$ref` put in, and its alternatives."""
        while "$ref" in schema:
            target = self._definitions[schema["$ref"].removeprefix("#/$defs/")]
            schema = {**target, **{key: schema[key] for key in schema if key != "$ref"}}
        yield schema
        for one in schema.get("anyOf", ()):
            yield from self._ways(one)

    def _words(self, span: Span, name: str, schemas: list[Schema]) -> KeyWords | None:
        for schema in schemas:
            way = next(self._ways(schema))
            text = _MANUALS.get(name) if name in _MANUALS else way.get("description")
            if text:
                return KeyWords(span, "\n\n".join([f"**{name}**", text.strip(), *_examples(way)]))
        return None


def _below(schema: Schema, name: str) -> Iterator[Schema]:
    """The schemas of a key: its own, else that of all others."""
    own = schema.get("properties", {}).get(name)
    others = schema.get("additionalProperties")
    below = own if own is not None else others
    if isinstance(below, dict):
        yield below


def _examples(schema: Schema) -> Iterator[str]:
    examples = [
        example if isinstance(example, str) else json.dumps(example, ensure_ascii=False)
        for example in schema.get("examples", ())
    ]
    if examples:
        yield "\n".join(["```yaml", *examples, "```"])
