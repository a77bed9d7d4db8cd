"""Whether a chart is Vega-Lite, and what its JSON Schema takes where something else stands.

It reads the keywords that this schema has (`KEYWORDS`), without the library for all of JSON Schema:
loading that one, or Altair, takes longer than a check of a small project.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from proseproof.nouns import dataclass

Path = tuple[str | int, ...]
Schema = Mapping[str, Any]

KEYWORDS = frozenset(
    {"$ref", "additionalProperties", "anyOf", "const", "enum", "items", "maximum", "maxItems"}
    | {"minimum", "minItems", "minProperties", "properties", "required", "type"}
)
"""The keywords that are read."""

UNREAD = frozenset({"$schema", "definitions", "description", "format", "maxLength", "minLength"})
"""Those that say nothing of a chart: names and notes; the form of addresses, which charts have none
of; of hexadecimal colours, which a wider alternative takes as text; of files with delimiters."""

_KINDS = {
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "a mapping",
    "null": "`null`",
}
# How far a value is from one alternative of the schema: its own kind says most about which one the
# author meant, then its keys, then its `type`; what is wrong further in says little.
_WRONG_KIND, _WRONG_WORD, _UNKNOWN_KEY, _MISSING_KEY, _OTHER_TYPE, _FURTHER_IN = 100, 30, 4, 3, 2, 1


@dataclass(frozen=True)
class Misfit:
    """A place that does not fit, and what would.

    key: an unknown key at `path`, or None. names: the keys or the words that are known there.
    kinds: the kinds of value that are taken, as words. missing: a key that must be there.
    cost: how far off it is, to choose between alternatives.
    """

    path: Path
    cost: int
    key: str | None = None
    missing: str | None = None
    names: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Grammar:
    """Vega-Lite's JSON Schema, as Altair ships it."""

    root: Schema = field(repr=False)

    def misfits(self, spec: Mapping[str, Any]) -> tuple[Misfit, ...]:
        """What does not fit in a whole chart, the first place first. Empty: it is Vega-Lite."""
        name = next((kind for key, kind in _TOP if key in spec), "TopLevelUnitSpec")
        whole = {**spec, "data": {"values": []}}
        found = self._read(whole, {"$ref": f"#/definitions/{name}"}, ())
        return tuple(dict.fromkeys(found))

    def names(self, definition: str) -> tuple[str, ...]:
        """The words of an enumeration of the schema, as in `Mark`."""
        return tuple(self.root["definitions"][definition].get("enum", ()))

    def _read(self, value: Any, schema: Schema, path: Path) -> list[Misfit]:
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return self._read(value, self.root["definitions"][name], path)
        if bounds := _bounds(value, schema):
            return [Misfit(path, _WRONG_WORD, kinds=(bounds,))]
        if "anyOf" in schema:
            return self._nearest(value, schema["anyOf"], path)
        if "const" in schema or "enum" in schema:
            words = tuple(schema.get("enum", (schema.get("const"),)))
            if any(_same(value, word) for word in words):
                return []
            cost = _WRONG_WORD if isinstance(value, str) else _WRONG_KIND
            return [Misfit(path, cost, names=tuple(str(w) for w in words if isinstance(w, str)))]
        kinds = schema.get("type", ())
        allowed = (kinds,) if isinstance(kinds, str) else tuple(kinds)
        if allowed and not any(_is(value, kind) for kind in allowed):
            return [Misfit(path, _WRONG_KIND, kinds=tuple(_KINDS[kind] for kind in allowed))]
        if isinstance(value, Mapping):
            return list(self._members(value, schema, path))
        if isinstance(value, list) and "items" in schema:
            items = enumerate(value)
            return [m for i, item in items for m in self._read(item, schema["items"], (*path, i))]
        return []

    def _nearest(self, value: Any, alternatives: list[Schema], path: Path) -> list[Misfit]:
        """The misfits with the alternative that the author most likely meant."""
        readings = []
        for alternative in alternatives:
            reading = self._read(value, alternative, path)
            if not reading:
                return []
            readings.append(reading)
        best = min(readings, key=lambda reading: _cost(reading, path))
        if _cost(best, path) < _WRONG_WORD:
            return [_widened(misfit, readings, path) for misfit in best]
        # No alternative is near: what any of them takes at this place belongs in one answer.
        here = [m for reading in readings for m in reading if m.path == path and not m.key]
        names = tuple(dict.fromkeys(name for m in here for name in m.names if not m.missing))
        taken = tuple(dict.fromkeys(kind for m in here for kind in m.kinds))
        return [Misfit(path, _cost(best, path), names=names, kinds=taken)]

    def _members(self, value: Mapping[str, Any], schema: Schema, path: Path) -> Iterator[Misfit]:
        known: Mapping[str, Schema] = schema.get("properties", {})
        others = schema.get("additionalProperties", True)
        strange = [key for key in value if key not in known] if others is False else []
        for key in schema.get("required", ()):
            if key not in value and not strange:  # a key that is missing may be the one misspelt
                yield Misfit(path, _MISSING_KEY, missing=key, names=tuple(known))
        for key, item in value.items():
            if key in known:
                yield from self._read(item, known[key], (*path, key))
            elif isinstance(others, Mapping):
                yield from self._read(item, others, (*path, key))
            elif not others:
                yield Misfit((*path, key), _UNKNOWN_KEY, key=key, names=tuple(known))


_TOP = (
    ("layer", "TopLevelLayerSpec"),
    ("hconcat", "TopLevelHConcatSpec"),
    ("vconcat", "TopLevelVConcatSpec"),
    ("concat", "TopLevelConcatSpec"),
    ("repeat", "TopLevelRepeatSpec"),
    ("spec", "TopLevelFacetSpec"),
)


def _cost(reading: list[Misfit], path: Path) -> int:
    """How far the value at `path` is from an alternative that it was read as."""
    here = [m for m in reading if m.path == path or (m.key and m.path[:-1] == path)]
    other = any(m.path == (*path, "type") and not m.key for m in reading)
    deeper = _OTHER_TYPE if other else _FURTHER_IN if len(here) < len(reading) else 0
    return sum(m.cost for m in here) + deeper


def _widened(misfit: Misfit, readings: list[list[Misfit]], path: Path) -> Misfit:
    """The misfit with what every alternative takes there, where none takes what stands."""
    same = [m for r in readings for m in r if (m.path, m.key) == (misfit.path, misfit.key)]
    # An alternative of another kind, a list where a mapping stands, says nothing of a key in it.
    alike = sum(not any(m.path == path and not m.missing for m in r) for r in readings)
    if misfit.missing or len(same) < alike:
        return misfit
    names = dict.fromkeys(name for m in same for name in m.names)
    return replace(misfit, names=tuple(sorted(names) if misfit.key else names))


def _same(value: Any, word: Any) -> bool:
    """As JSON sees it: 1 and 1.0 are one number, and neither is `true`."""
    return bool(value == word) and isinstance(value, bool) == isinstance(word, bool)


def _bounds(value: Any, schema: Schema) -> str:
    """What the schema takes, as words, where a value of a right kind is too small or too large."""
    match value:
        case bool() | str() | None:
            return ""
        case int() | float():
            size, least, most = value, schema.get("minimum"), schema.get("maximum")
            noun, counted = "a number", ""
        case list():
            size, least, most = len(value), schema.get("minItems"), schema.get("maxItems")
            noun, counted = "a list", " items"
        case _:
            size, least, most = len(value), schema.get("minProperties"), None
            noun, counted = "a mapping", " keys"
    if (least is None or size >= least) and (most is None or size <= most):
        return ""
    if least is None or most is None:
        span = f"{most} or less" if least is None else f"{least} or more"
    else:
        span = f"{least}" if least == most else f"{least} to {most}"
    return f"{noun} of {span}{counted}"


def _is(value: Any, kind: str) -> bool:
    match kind:
        case "string":
            return isinstance(value, str)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "integer":  # 3.0 is one as well
            return not isinstance(value, bool) and isinstance(value, int | float) and value % 1 == 0
        case "boolean":
            return isinstance(value, bool)
        case "array":
            return isinstance(value, list)
        case "object":
            return isinstance(value, Mapping)
        case _:
            return value is None
