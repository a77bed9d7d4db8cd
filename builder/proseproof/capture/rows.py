"""What a path leads to, as the rows of a table: one dict a row, column to value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from proseproof.capture.path import Astray, Each, Items, Row, Step, Trail, kind_of

VALUE = "value"
"""The column for a member or an element that is no object."""


def rows_of(
    documents: Sequence[Any], steps: Sequence[Step], path: str, capture: str
) -> list[dict[str, Any]] | Astray:
    """The rows of the table with this path, keys met on the way first.

    An object gives one row of its members, a list of objects at the end of the empty path a row
    for each, a null a row without members. A path that ends with a key, `config.{key}`, and leads
    to anything but objects gives `value` beside it; so does one that ends with `[]` and leads to
    no object at all.
    """
    gathering = Gathering(steps, path, capture)
    found = gathering.see(documents)
    return gathering.fault() or gathering.dicts(found, gathering.is_of_values)


class Gathering:
    """Gathers the rows of a table from documents, some at a time.

    What kind of rows they are, and whether they are rows at all, shows when all have been seen.
    """

    def __init__(self, steps: Sequence[Step], path: str, capture: str) -> None:
        self._steps = tuple(steps)
        self._path = path
        self._where = f"`{path}` of `{capture}`" if path else f"`{capture}`"
        self._trail = Trail(steps, capture)
        self._keys = [step.column for step in self._steps if isinstance(step, Each)]
        self._count = 0
        self._objects = 0
        self._members: set[str] = set()
        self._other: tuple[int, Any] | None = None

    def see(self, documents: Sequence[Any]) -> list[Row]:
        """What the path leads to in these documents."""
        found = self._trail.follow(documents)
        if not self._steps:
            found = [inner for row in found for inner in _elements(row)]
        for number, row in enumerate(found, self._count + 1):
            if isinstance(row.value, dict):
                self._objects += 1
                self._members.update(row.value.keys())
            elif row.value is not None and self._other is None:
                self._other = (number, row.value)
        self._count += len(found)
        return found

    @property
    def may_be_of_values(self) -> bool:
        """Whether rows with a `value` are what the path leads to, for all that its end tells."""
        return bool(self._steps) and isinstance(self._steps[-1], Each | Items)

    @property
    def is_of_values(self) -> bool:
        """Whether the rows have a `value`, in place of the members of objects."""
        if self._other is None or not self.may_be_of_values:
            return False
        return isinstance(self._steps[-1], Each) or not self._objects

    def fault(self) -> Astray | None:
        """Why the documents that were seen give no rows."""
        astray = self._trail.fault()
        if astray is not None:
            return astray
        if not self._count:
            return Astray(f"{self._where} has no rows")
        if self.is_of_values:
            if any(name.lower() == VALUE for name in self._keys):
                return Astray(f"`{self._path}` makes two columns named `{VALUE}`")
            return None
        return self._no_object() if self._other is not None else self._clash()

    def dicts(self, found: Iterable[Row], of_values: bool) -> list[dict[str, Any]]:
        """Rows that were seen, each as its columns; of a path without fault."""
        if of_values:
            return [{**row.keys, VALUE: row.value} for row in found]
        if not self._keys:
            return [row.value or {} for row in found]
        return [{**row.keys, **(row.value or {})} for row in found]

    def _clash(self) -> Astray | None:
        """The keys stand beside the members, which may not share a name with them."""
        keys = {name.lower(): name for name in self._keys}
        for member in sorted(self._members):
            if member.lower() in keys:
                key = keys[member.lower()]
                return Astray(f"`{{{key}}}` and the member `{member}` of its rows are one column")
        if not keys and not self._members:
            return Astray(f"the rows of {self._where} have no members")
        return None

    def _no_object(self) -> Astray:
        """Names the first value that would have to be an object, and what it is."""
        assert self._other is not None
        number, value = self._other
        kind = kind_of(value)
        several = isinstance(self._steps[-1], Items) if self._steps else self._count > 1
        if several:
            return Astray(f"element {number} of {self._where} is {kind}, not an object")
        if isinstance(value, list):
            note = f"`{self._path}[]` is each of its {len(value)} elements"
            return Astray(f"{self._where} is {kind}, not an object", (note,))
        return Astray(f"{self._where} is {kind}, not an object")


def _elements(row: Row) -> list[Row]:
    return [Row({}, value) for value in row.value] if isinstance(row.value, list) else [row]
