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
    where = f"`{path}` of `{capture}`" if path else f"`{capture}`"
    if not found:
        return Astray(f"{where} has no rows")
    if all(row.value is None or isinstance(row.value, dict) for row in found):
        return _merged(found, where)
    if not (steps and isinstance(steps[-1], Each)):
        return _no_object(
            found, isinstance(steps[-1], Items) if steps else len(found) > 1, path, where
        )
    if any(name.lower() == VALUE for name in found[0].keys):
        return Astray(f"`{path}` makes two columns named `{VALUE}`")
    return [{**row.keys, VALUE: row.value} for row in found]


def _merged(found: Sequence[Row], where: str) -> list[dict[str, Any]] | Astray:
    """The members of each object beside the keys, which no member may share a name with."""
    keys = {name.lower(): name for name in found[0].keys}
    members = {name for row in found for name in row.value or ()}
    for member in sorted(members):
        if member.lower() in keys:
            key = keys[member.lower()]
            return Astray(f"`{{{key}}}` and the member `{member}` of its rows are one column")
    if not keys and not members:
        return Astray(f"the rows of {where} have no members")
    return [{**row.keys, **(row.value or {})} for row in found]


def _no_object(found: Sequence[Row], several: bool, path: str, where: str) -> Astray:
    """Names the first value that would have to be an object, and what it is."""
    number, row = next(
        (number, row)
        for number, row in enumerate(found, 1)
        if row.value is not None and not isinstance(row.value, dict)
    )
    kind = kind_of(row.value)
    if several:
        return Astray(f"element {number} of {where} is {kind}, not an object")
    if isinstance(row.value, list):
        note = f"`{path}[]` is each of its {len(row.value)} elements"
        return Astray(f"{where} is {kind}, not an object", (note,))
    return Astray(f"{where} is {kind}, not an object")
