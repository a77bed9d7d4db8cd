"""Whether documents satisfy a JSON Schema beyond doubt, found fast."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn

_OF_ONE_VALUE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas")
"""Keywords whose schemas look at the value that their schema looks at, and at no part of it."""

# What a pattern may hold so that both engines read it alike: to one of them the letters and digits
# of `\w` and `\d` are those of ASCII, so where these are what must not stand, it takes more.
_ALIKE = re.compile(r"(?:\\[^a-zA-Z0-9]|\\[dw]|[^\\])*+", re.DOTALL)
_UNLIKE = re.compile(r"\(\?<?!|\[\^[^\]]*\\[dw]|\[\[|&&|~~|--")


def surely_satisfied(schema: dict[str, Any], values: Iterable[Any]) -> bool:
    """Whether each of the JSON values satisfies the schema; False also where that is uncertain.

    Compiled code is a hundred times as fast as jsonschema, but says less of what is wrong. It takes
    for satisfied a schema that refers to itself without an end, so such a one is uncertain.
    """
    # Imported here because most captures declare no schema.
    import jsonschema_rs

    unsure = (ValueError, OverflowError, RecursionError, jsonschema_rs.ReferencingError)
    ended: set[int] = set()
    try:
        for part in _objects(schema):
            if not _ends(schema, part, (), ended) or not all(map(_is_plain, _patterns(part))):
                return False
        validator = jsonschema_rs.validator_for(schema, retriever=_refuse)
        return all(validator.is_valid(value) for value in values)
    except unsure:
        return False  # it is no schema, or a value nests too deep: jsonschema says which


def _patterns(part: Mapping[str, Any]) -> Iterator[str]:
    """The regular expressions of a part of the schema."""
    pattern, members = part.get("pattern"), part.get("patternProperties")
    if isinstance(pattern, str):
        yield pattern
    if isinstance(members, dict):
        yield from members


def _is_plain(pattern: str) -> bool:
    """Whether the compiled code takes no text for fitting that Python does not."""
    return _ALIKE.fullmatch(pattern) is not None and _UNLIKE.search(pattern) is None


def _refuse(address: str) -> NoReturn:
    raise ValueError(f"{address} would have to be fetched")


def _ends(root: dict[str, Any], part: Any, above: tuple[int, ...], ended: set[int]) -> bool:
    """Whether a part of the schema surely never comes back to itself over one value.

    above: the parts that led to it. ended: those that are known to end; it grows.
    """
    if not isinstance(part, dict) or id(part) in ended:
        return True
    if id(part) in above or part.keys() & {"$dynamicRef", "$recursiveRef"}:
        return False
    inside = [one for key in _OF_ONE_VALUE for one in _alternatives(part.get(key))]
    if "$ref" in part:
        inside.append(_target(root, part["$ref"]))
    if not all(_ends(root, one, (*above, id(part)), ended) for one in inside):
        return False
    ended.add(id(part))
    return True


def _alternatives(value: Any) -> Iterable[Any]:
    """The schemas under a keyword: one, a list, or by name."""
    if isinstance(value, list):
        return value
    return (value, *value.values()) if isinstance(value, dict) else ()


def _target(root: dict[str, Any], ref: Any) -> Any:
    """What a reference into the schema leads to. Raises ValueError where it is no path there."""
    if not isinstance(ref, str) or not (ref == "#" or ref.startswith("#/")):
        raise ValueError(f"{ref} is no path into the schema")
    found: Any = root
    for step in ref.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if not isinstance(found, dict) or name not in found:
            raise ValueError(f"{ref} leads nowhere")
        found = found[name]
    return found


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    for one in value if isinstance(value, list) else ():
        yield from _objects(one)
