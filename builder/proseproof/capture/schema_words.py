"""What a JSON Schema says against a value, in our words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from proseproof.capture.path import kind_of, members_note
from proseproof.capture.schema_patterns import Patterns
from proseproof.near import listing, nearest
from proseproof.nouns import dataclass

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_KINDS = {
    "array": "a list",
    "boolean": "a boolean",
    "integer": "an integer",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a text",
}


@dataclass(frozen=True)
class Violation:
    """A value that the schema does not allow: the keys and indices that lead to it, and why."""

    path: tuple[str | int, ...]
    message: str
    notes: tuple[str, ...] = ()


def violations_of(error: ValidationError, patterns: Patterns) -> Iterator[Violation]:
    """An error of jsonschema's in our words; a member too many stands at its own place."""
    path = tuple(error.absolute_path)
    where = _called(path)
    if error.validator == "additionalProperties" and error.validator_value is False:
        schema: Any = error.schema
        known = schema.get("properties", {})
        members: Any = error.instance
        for name in patterns.others(members, schema):
            near = nearest(name, known)
            note = f"near it: {listing(near)}" if near else f"it knows {listing(known)}"
            message = f"{where} has a member `{name}`, which its schema does not know"
            yield Violation((*path, name), message, (note,))
        return
    message, *notes = _words(error)
    yield Violation(path, f"{where} {message}", tuple(notes))


def _called(path: tuple[str | int, ...]) -> str:
    if not path:
        return "the document"
    if isinstance(path[-1], str):
        return f"`{path[-1]}`"
    return f"element {path[-1] + 1} of {_called(path[:-1])}"


def _words(error: ValidationError) -> tuple[str, ...]:
    """What is to be said of a value, and the notes to it."""
    value: Any = error.instance
    due: Any = error.validator_value
    match error.validator:
        case "type":
            kinds = [due] if isinstance(due, str) else due
            return (f"is {kind_of(value)}, not {' or '.join(_KINDS.get(k, k) for k in kinds)}",)
        case "required":
            missing = [f"`{name}`" for name in due if name not in value]
            return f"has no {listing(missing)}", members_note(value)
        case "enum":
            values = listing((_shown(one) for one in due), near=_shown(value))
            return f"is {_shown(value)}, which its schema does not list", f"it lists {values}"
        case "const":
            return (f"is {_shown(value)}, not {_shown(due)}",)
        case "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum":
            return (f"is {_shown(value)}, not {_BOUNDS[error.validator]} {_shown(due)}",)
        case "pattern":
            return (f"is {_shown(value)}, which does not match `{due}`",)
        case "minItems" | "minLength" | "minProperties":
            return (f"has a length of {len(value)}, not of {due} or more",)
        case "maxItems" | "maxLength" | "maxProperties":
            return (f"has a length of {len(value)}, not of {due} or less",)
        case _:
            return (f"does not satisfy `{error.validator}` of its schema",)


_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
}


def _shown(value: Any) -> str:
    """A value as JSON writes it, cut where it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:60] + "…"
