"""A figure's chart and the columns of its data, to the whole Vega-Lite that is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proseproof.query import Column
from proseproof.site.chart.shorthand import UnknownType, read_shorthand
from proseproof.site.readable import column_title

# A channel that only closes what another opens has no type of its own, and no title.
SECONDARY = frozenset(
    {"x2", "y2", "theta2", "radius2", "latitude2", "longitude2"}
    | {"xError", "xError2", "yError", "yError2"}
)
# What a reader never sees named on an axis, a legend or a header.
_UNTITLED = SECONDARY | {"detail", "key", "order", "text", "tooltip", "description"}
_GUIDES = ("axis", "legend", "header")
_TEMPORAL = ("TIMESTAMP", "DATE", "DATETIME")
_WHOLE = frozenset(
    {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"}
    | {"UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"}
)


def whole_spec(chart: Mapping[str, Any], columns: Sequence[Column]) -> dict[str, Any]:
    """The chart with its shorthands written out, and types and titles read off the columns.

    Where the author wrote a type or a title, it stays. The rows are not in it yet.
    """
    types = {column.name: vega_type(column.type) for column in columns}
    return {key: _member(key, value, types) for key, value in chart.items()}


def has_channel(part: Any, name: str) -> bool:
    """Whether a chart, or a layer or a view in it, encodes something by a channel."""
    if isinstance(part, list):
        return any(has_channel(item, name) for item in part)
    if not isinstance(part, Mapping):
        return False
    encoding = part.get("encoding")
    own = isinstance(encoding, Mapping) and name in encoding
    return own or any(has_channel(item, name) for item in part.values())


def vega_type(duckdb_type: str) -> str:
    """How Vega-Lite reads a column of a DuckDB type: quantitative, temporal or nominal."""
    name = duckdb_type.partition("(")[0]
    if name in _WHOLE or name in ("DOUBLE", "FLOAT", "DECIMAL"):
        return "quantitative"
    return "temporal" if name.startswith(_TEMPORAL) else "nominal"


def _view(view: Any, types: Mapping[str, str]) -> Any:
    if not isinstance(view, Mapping):
        return view
    return {key: _member(key, value, types) for key, value in view.items()}


def _member(key: str, value: Any, types: Mapping[str, str]) -> Any:
    match key, value:
        case "encoding", Mapping():
            return {name: _channel(name, item, types) for name, item in value.items()}
        case "facet", str():
            return _definition("facet", {"shorthand": value}, types)
        case "facet", Mapping() if "row" in value or "column" in value:
            return {name: _channel(name, item, types) for name, item in value.items()}
        case "facet", Mapping():
            return _definition("facet", value, types)
        case "layer" | "concat" | "hconcat" | "vconcat", list():
            return [_view(item, types) for item in value]
        case "spec", Mapping():
            return _view(value, types)
        case _:
            return _copy(value)


def _channel(name: str, value: Any, types: Mapping[str, str]) -> Any:
    match value:
        case str():
            return _definition(name, {"shorthand": value}, types)
        case list():
            return [_channel(name, item, types) for item in value]
        case Mapping():
            return _definition(name, value, types)
        case _:
            return value


def _definition(name: str, value: Mapping[str, Any], types: Mapping[str, str]) -> dict[str, Any]:
    keys: dict[str, Any] = {key: _copy(item) for key, item in value.items()}
    short = keys.get("shorthand")
    if isinstance(short, str):
        del keys["shorthand"]
        read = read_shorthand(short)
        keys = {**({"type": read.written} if isinstance(read, UnknownType) else read), **keys}
    field = keys.get("field")
    if name in SECONDARY:
        keys.pop("type", None)
    elif isinstance(field, str) and "type" not in keys:
        kind = _inferred(keys, types.get(field))
        if kind:
            keys["type"] = kind
    if name not in _UNTITLED and not _titled(keys):
        title = _title(keys)
        if title:
            keys["title"] = title
    return keys


def _inferred(keys: Mapping[str, Any], column: str | None) -> str | None:
    aggregate = keys.get("aggregate")
    if isinstance(aggregate, str) and aggregate not in ("min", "max"):
        return "quantitative"
    if keys.get("timeUnit"):
        return "temporal"
    return "quantitative" if keys.get("bin") else column


def _titled(keys: Mapping[str, Any]) -> bool:
    guides = (keys[guide] for guide in _GUIDES if guide in keys)
    return "title" in keys or any(
        isinstance(guide, Mapping) and "title" in guide for guide in guides
    )


def _title(keys: Mapping[str, Any]) -> str | None:
    field, aggregate = keys.get("field"), keys.get("aggregate")
    if aggregate == "count":
        return "count"
    if not isinstance(field, str):
        return None
    named = column_title(field)
    return f"{aggregate} {named}" if isinstance(aggregate, str) else named


def _copy(value: Any) -> Any:
    """The same data in plain dicts and lists, which the engine takes and the caller may change."""
    if isinstance(value, Mapping):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list | tuple) else value
