"""The values of a column, or inside one, looked at some at a time: which type keeps them all."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Any

from proseproof.sql_type import Listing, Scalar, SqlType, Struct, Union

_BIGINT = 2**63
_HUGEINT = 2**127
_EXACT = 2**53
"""Up to here a double holds every whole number."""


class UnfitError(Exception):
    """Values that no column can hold as they are."""


def check_names(names: Iterable[str], owner: str) -> None:
    """Raises UnfitError where SQL could not tell two names apart, or could not write one."""
    seen: dict[str, str] = {}
    for name in names:
        if not name.strip():
            raise UnfitError(f"a column of {owner} has no name")
        if name != name.strip():
            raise UnfitError(f"the column `{name}` of {owner} begins or ends with a blank")
        if not name.isprintable():
            raise UnfitError(f"a column of {owner} has an unprintable name, {name!a}")
        other = seen.setdefault(name.lower(), name)
        if other != name:
            raise UnfitError(f"`{other}` and `{name}` are one column of {owner} to SQL")


class Seen:
    """What was seen of the values at one place: their kinds, and of each what decides its type.

    inexact: the first whole number that no double holds.
    """

    def __init__(self) -> None:
        self.kinds: set[type] = set()
        self.inexact: int | None = None
        self._least = self._most = 0
        self._items: Seen | None = None
        self._fields: dict[str, Seen] = {}

    def add(self, values: Collection[Any]) -> None:
        """Looks at values; None is no value."""
        kinds = set(map(type, values)) - {type(None)}
        self.kinds |= kinds
        if int in kinds:
            self._add_whole([value for value in values if type(value) is int])
        if list in kinds:
            items = self._items = self._items or Seen()
            items.add(list(chain.from_iterable(v for v in values if type(v) is list)))
        if dict in kinds:
            self._add_objects([value for value in values if type(value) is dict])

    def _add_whole(self, values: Sequence[int]) -> None:
        self._least = min(self._least, *values)
        self._most = max(self._most, *values)
        if self.inexact is None and max(self._most, -self._least) > _EXACT:
            self.inexact = next((value for value in values if not _is_exact(value)), None)

    def _add_objects(self, values: Sequence[dict[str, Any]]) -> None:
        for name in dict.fromkeys(chain.from_iterable(values)):
            seen = self._fields.setdefault(name, Seen())
            seen.add([value[name] for value in values if name in value])

    def sql_type(self, column: str) -> SqlType:
        """The type of what was seen. Raises UnfitError where there is none that keeps it."""
        if not self.kinds:
            return Scalar("DOUBLE")
        if self.kinds <= {int, float}:
            return self._number(float in self.kinds, column)
        if len(self.kinds) == 1:
            return self._single(next(iter(self.kinds)), column)
        members: list[tuple[str, SqlType]] = [
            ("boolean", Scalar("BOOLEAN")),
            ("number", self._number(fractions=True, column=column)),
            ("text", Scalar("VARCHAR")),
        ]
        for name, kind in (("list", list), ("object", dict)):
            if kind in self.kinds:
                members.append((name, self._single(kind, column)))
        return Union(tuple(members))

    def _single(self, kind: type, column: str) -> SqlType:
        """The type of values that are all of one kind, and no numbers."""
        if kind is bool:
            return Scalar("BOOLEAN")
        if kind is str:
            return Scalar("VARCHAR")
        if kind is list:
            assert self._items is not None
            return Listing(self._items.sql_type(f"the lists of {column}"))
        if not self._fields:
            return Scalar("JSON")
        check_names(self._fields, column)
        return Struct(
            tuple(
                (name, seen.sql_type(f"`{name}` of {column}"))
                for name, seen in self._fields.items()
            )
        )

    def _number(self, fractions: bool, column: str) -> SqlType:
        if fractions:
            if self.inexact is not None:
                # A DOUBLE would round it in silence, and a number is compared as it was recorded.
                raise UnfitError(
                    f"{column} holds {self.inexact} among other values, too big for a DOUBLE"
                )
            return Scalar("DOUBLE")
        if self._least >= -_BIGINT and self._most < _BIGINT:
            return Scalar("BIGINT")
        if self._least > -_HUGEINT and self._most < _HUGEINT:
            return Scalar("HUGEINT")
        return Scalar("BIGNUM")


def _is_exact(value: int) -> bool:
    try:
        return int(float(value)) == value
    except OverflowError:
        return False
