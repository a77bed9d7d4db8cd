"""What a path leads to, as the rows of a table: one dict a row, column to value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proseproof.capture.path import Astray, Each, Items, Row, Step, follow, kind_of

VALUE = "value"
"""The column for a member that is no object."""


def rows_of(
    documents: Sequence[Any], steps: Sequence[Step], path: str, capture: str
) -> list[dict[str, Any]] | Astray:
    """The rows of the table with this path, keys met on the way first.

    An object gives one row of its members, a list of objects at the end of the empty path a row
    for each, a null a row without members. A path that ends with a key, `config.{key}`, and leads
    to anything but objects gives `value` beside it.
    """
    found = follow(documents, steps, capture)
    if isinstance(found, Astray):
        return found
    if not steps:
        found = tuple(
            inner
            for row in found
            for inner in (
                [Row({}, value) for value in row.value] if isinstance(row.value, list) else [row]
            )
        )
    if not found:
        where = f"`{path}` of `{capture}`" if path else f"`{capture}`"
        return Astray(f"{where} has no rows")
    other = next((row.value for row in found if not _is_object(row.value)), None)
    if other is None:
        return _merged(found, path)
    if steps and isinstance(steps[-1], Each):
        clash = next((name for name in found[0].keys if name.lower() == VALUE), None)
        if clash:
            return Astray(f"`{path}` makes two columns named `{VALUE}`")
        return [{**row.keys, VALUE: row.value} for row in found]
    return _no_rows(other, found, steps, path, capture)


def _is_object(value: Any) -> bool:
    return value is None or isinstance(value, dict)


def _merged(found: Sequence[Row], path: str) -> list[dict[str, Any]] | Astray:
    """The members of each object beside the keys, which no member may share a name with."""
    keys = {name.lower(): name for name in found[0].keys}
    members = {name for row in found for name in row.value or ()}
    for member in sorted(members):
        if member.lower() in keys:
            key = keys[member.lower()]
            return Astray(f"`{{{key}}}` and the member `{member}` of its rows are one column")
    if not keys and not members:
        return Astray(f"the rows of `{path}` have no members")
    return [{**row.keys, **(row.value or {})} for row in found]


def _no_rows(
    other: Any, found: Sequence[Row], steps: Sequence[Step], path: str, capture: str
) -> Astray:
    where = f"`{path}` of `{capture}`" if path else f"`{capture}`"
    several = not steps or isinstance(steps[-1], Items)
    if several:
        count = next(n for n, row in enumerate(found, 1) if not _is_object(row.value))
        return Astray(f"element {count} of {where} is {kind_of(other)}, not an object")
    notes: tuple[str, ...] = ()
    if isinstance(other, list):
        notes = (f"`{path}[]` is each of its {len(other)} elements",)
    return Astray(f"{where} is {kind_of(other)}, not an object", notes)
