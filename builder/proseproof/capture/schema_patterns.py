"""The regular expressions of a JSON Schema, which may take only so long."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from proseproof.expression import Expression, TooLarge, TooSlow

SECONDS = 10.0
"""How long each may take over the documents of one file."""


class UnfitPattern(Exception):  # noqa: N818 - what is wrong is the schema, not the program
    """An expression that cannot be held against a document; the text says why."""


class Patterns:
    """The expressions of one schema while documents are held against it."""

    def __init__(self) -> None:
        self._known: dict[str, Expression] = {}

    def fits(self, pattern: str, text: str) -> bool:
        """Whether the expression fits some part of the text. Raises UnfitPattern."""
        try:
            if pattern not in self._known:
                self._known[pattern] = Expression(pattern, SECONDS)
            return self._known[pattern].fits(text)
        except TooSlow as slow:
            raise UnfitPattern(f"`{pattern}` {slow}") from None
        except (TooLarge, re.error):
            raise UnfitPattern(f"`{pattern}` cannot be used") from None

    def others(self, members: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
        """The members of an object that its schema does not name, by itself or by a pattern."""
        known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
        return [
            name
            for name in members
            if name not in known and not any(self.fits(pattern, name) for pattern in patterns)
        ]

    def bound(self, kind: Any) -> Any:
        """The kind of validator with its expressions in here, in place of Python's own."""
        from jsonschema import ValidationError, validators

        def pattern(validator: Any, pattern: str, value: Any, _schema: Any) -> Iterator[Any]:
            if validator.is_type(value, "string") and not self.fits(pattern, value):
                yield ValidationError(f"{value!r} does not match {pattern!r}")

        def members(validator: Any, parts: Any, value: Any, _schema: Any) -> Iterator[Any]:
            if validator.is_type(value, "object"):
                for pattern, part in parts.items():
                    for name, member in value.items():
                        if self.fits(pattern, name):
                            yield from validator.descend(
                                member, part, path=name, schema_path=pattern
                            )

        def others(validator: Any, part: Any, value: Any, schema: Any) -> Iterator[Any]:
            if not validator.is_type(value, "object"):
                return
            names = self.others(value, schema)
            if validator.is_type(part, "object"):
                for name in names:
                    yield from validator.descend(value[name], part, path=name)
            elif not part and names:
                yield ValidationError(f"{names!r} are not expected")

        own = {"pattern": pattern, "patternProperties": members, "additionalProperties": others}
        extend: Any = validators.extend  # has no types
        return extend(kind, own)
