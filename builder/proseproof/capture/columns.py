"""Rows of dicts to columns with DuckDB types, exact for every value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from proseproof.capture.path import Astray
from proseproof.capture.seen import Seen, UnfitError, check_names
from proseproof.sql_type import nested

DEEPEST = 100
"""Lists and objects inside one another in a column; DuckDB's own limit is not far behind."""

DEEPEST_MIXED = 8
"""Values of several kinds inside one another; each level doubles what DuckDB makes of them."""


class Columns:
    """The columns of rows, which are looked at some at a time: their names and their types.

    seen: of columns that were looked at before.
    """

    def __init__(self, seen: Mapping[str, Seen] = MappingProxyType({})) -> None:
        self._seen = {**seen}

    def add(self, rows: Sequence[dict[str, Any]]) -> None:
        """Looks at rows."""
        for name in dict.fromkeys(name for row in rows for name in row):
            seen = self._seen.setdefault(name, Seen())
            seen.add([row[name] for row in rows if name in row])

    def described(self, table: str) -> tuple[tuple[str, ...], tuple[str, ...]] | Astray:
        """Column names in the order in which they first occur, and their DuckDB types.

        A member that a row lacks is NULL. Integers are BIGINT, or HUGEINT and BIGNUM where they
        need it; integers among fractions are DOUBLE, if it holds each of them exactly. Text is
        VARCHAR, also where it looks like a date. Objects are STRUCT of all members that any of
        them has, lists are lists. Values of several kinds are a UNION of `boolean`, `number`,
        `text` and, if there are any, `list` and `object`. A column of nothing but null is DOUBLE,
        of empty objects JSON.

        Astray where a name is no name for a column, two names are one for SQL, a whole number
        stands among fractions and is too big for a DOUBLE, or a value nests too deep.
        """
        try:
            check_names(self._seen, f"`{table}`")
            types = [seen.sql_type(f"`{name}` of `{table}`") for name, seen in self._seen.items()]
        except UnfitError as unfit:
            return Astray(str(unfit))
        for name, kind in zip(self._seen, types, strict=True):
            if nested(kind) > DEEPEST or nested(kind, unions=True) > DEEPEST_MIXED:
                return Astray(f"`{name}` of `{table}` nests deeper than a column can")
        return tuple(self._seen), tuple(str(kind) for kind in types)


def tabulate(
    table: str, rows: Sequence[dict[str, Any]]
) -> tuple[tuple[str, ...], tuple[str, ...], list[tuple[Any, ...]]] | Astray:
    """Names and types of the columns, as `Columns` tells them, and the rows as tuples."""
    columns = Columns()
    columns.add(rows)
    described = columns.described(table)
    if isinstance(described, Astray):
        return described
    return (*described, in_order(rows, described[0]))


def in_order(rows: Iterable[dict[str, Any]], names: Sequence[str]) -> list[tuple[Any, ...]]:
    """Rows as tuples of the named columns; None for what a row lacks."""
    return [tuple([row.get(name) for name in names]) for row in rows]
