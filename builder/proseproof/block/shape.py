"""The keys that one mapping may and must have, with the conditions of its schema decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from proseproof.block.schema import Schema
from proseproof.block.words import a
from proseproof.nouns import dataclass
from proseproof.yaml_text import MapNode, ScalarNode


@dataclass(frozen=True)
class Shape:
    """What a schema asks of one mapping.

    title: what it is called. key: what one of its keys is called. properties: the schemas of keys
    that have a name of their own. refused: keys that another mapping of this schema may have, but
    not this one. others: the schema of all other keys; None: there are none. required: keys that
    must be there. one_of: of these, one at least must be. not_together: keys of which not all may
    be there. dependent: a key -> keys of which one at least must stand beside it.
    """

    title: str
    key: str
    properties: Mapping[str, Schema]
    refused: frozenset[str]
    others: Schema | None
    required: tuple[str, ...]
    one_of: tuple[str, ...]
    not_together: tuple[str, ...]
    dependent: Mapping[str, tuple[str, ...]]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys with a name of their own that this mapping may have."""
        return tuple(key for key in self.properties if key not in self.refused)


def shape_of(node: MapNode, schema: Schema) -> Shape:
    """What `schema` asks of `node`; `allOf` holds conditions on the value of a key (if, then)."""
    branches = [branch["then"] for branch in schema.get("allOf", ()) if _meets(node, branch["if"])]
    titles = [branch["title"] for branch in branches if "title" in branch]
    title = titles[0] if titles else schema.get("title", "mapping")
    others = schema.get("additionalProperties", {})
    return Shape(
        title=title,
        key=schema.get("x-key", f"key of {a(title)}"),
        properties=schema.get("properties", {}),
        refused=frozenset(
            key
            for branch in branches
            for key, value in branch.get("properties", {}).items()
            if value is False
        ),
        others=None if others is False else others,
        required=tuple(
            dict.fromkeys(key for one in (schema, *branches) for key in one.get("required", ()))
        ),
        one_of=_alternatives(schema.get("anyOf", ())),
        not_together=tuple(schema.get("not", {}).get("required", ())),
        dependent={
            key: _alternatives(one["anyOf"])
            for key, one in schema.get("dependentSchemas", {}).items()
        },
    )


def _alternatives(schemas: Sequence[Schema]) -> tuple[str, ...]:
    return tuple(key for one in schemas for key in one.get("required", ()))


def _meets(node: MapNode, condition: Schema) -> bool:
    """Whether each key of the condition is there with the value that it names."""
    for key, schema in condition["properties"].items():
        value = node.get(key)
        if not isinstance(value, ScalarNode) or value.text.value != schema["const"]:
            return False
    return True
