"""Rows of dicts to columns with DuckDB types, exact for every value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from proseproof.capture.path import Astray
from proseproof.sql_type import Listing, Scalar, SqlType, Struct, Union

_BIGINT = 2**63
_HUGEINT = 2**127


class _UnfitError(Exception):
    """Values that no column can hold as they are."""


def tabulate(
    table: str, rows: Sequence[dict[str, Any]]
) -> tuple[tuple[str, ...], tuple[str, ...], list[tuple[Any, ...]]] | Astray:
    """Column names in the order in which they first occur, their DuckDB types, and the rows.

    A member that a row lacks is NULL. Integers are BIGINT, or HUGEINT and BIGNUM where they need
    it; integers among fractions are DOUBLE, if it holds each of them exactly. Text is VARCHAR,
    also where it looks like a date. Objects are STRUCT of all members that any of them has, lists
    are lists. Values of several kinds are a UNION of `boolean`, `number`, `text` and, if there are
    any, `list` and `object`. A column of nothing but null is DOUBLE, of empty objects JSON.

    Astray where a name is no name for a column, two names are one for SQL, or a whole number
    stands among fractions and is too big for a DOUBLE.
    """
    names = tuple(dict.fromkeys(name for row in rows for name in row))
    try:
        _check_names(names, f"`{table}`")
        types = []
        for name in names:
            values = [row.get(name) for row in rows]
            types.append(str(_infer(values, f"`{name}` of `{table}`")))
    except _UnfitError as unfit:
        return Astray(str(unfit))
    return names, tuple(types), [tuple(row.get(name) for name in names) for row in rows]


def _check_names(names: Iterable[str], owner: str) -> None:
    """Raises _UnfitError where SQL could not tell two names apart, or could not write one."""
    seen: dict[str, str] = {}
    for name in names:
        if not name.strip():
            raise _UnfitError(f"a column of {owner} has no name")
        if name != name.strip():
            raise _UnfitError(f"the column `{name}` of {owner} begins or ends with a blank")
        if not name.isprintable():
            raise _UnfitError(f"a column of {owner} has an unprintable name, {name!a}")
        other = seen.setdefault(name.lower(), name)
        if other != name:
            raise _UnfitError(f"`{other}` and `{name}` are one column of {owner} to SQL")


def _infer(values: Iterable[Any], column: str) -> SqlType:
    """The type of a column. Raises _UnfitError where there is none that keeps every value."""
    present = [value for value in values if value is not None]
    kinds = {type(value) for value in present}
    if not kinds:
        return Scalar("DOUBLE")
    if kinds <= {int, float}:
        return _number(present, float in kinds, column)
    if len(kinds) == 1:
        return _single(kinds.pop(), present, column)
    members: list[tuple[str, SqlType]] = [
        ("boolean", Scalar("BOOLEAN")),
        ("number", Scalar("DOUBLE")),
        ("text", Scalar("VARCHAR")),
    ]
    numbers = [value for value in present if type(value) in (int, float)]
    _number(numbers, fractions=True, column=column)
    for name, kind in (("list", list), ("object", dict)):
        if kind in kinds:
            inside = [value for value in present if type(value) is kind]
            members.append((name, _single(kind, inside, column)))
    return Union(tuple(members))


def _single(kind: type, values: Sequence[Any], column: str) -> SqlType:
    """The type of values that are all of one kind, and no numbers."""
    if kind is bool:
        return Scalar("BOOLEAN")
    if kind is str:
        return Scalar("VARCHAR")
    if kind is list:
        return Listing(_infer(chain.from_iterable(values), f"the lists of {column}"))
    names = dict.fromkeys(chain.from_iterable(values))
    if not names:
        return Scalar("JSON")
    _check_names(names, column)
    return Struct(
        tuple(
            (name, _infer((value.get(name) for value in values), f"`{name}` of {column}"))
            for name in names
        )
    )


def _number(values: Sequence[Any], fractions: bool, column: str) -> SqlType:
    if not fractions:
        least, most = min(values), max(values)
        if least >= -_BIGINT and most < _BIGINT:
            return Scalar("BIGINT")
        if least > -_HUGEINT and most < _HUGEINT:
            return Scalar("HUGEINT")
        return Scalar("BIGNUM")
    for value in values:
        # A DOUBLE would round it in silence, and a number is compared as it was recorded.
        if type(value) is int and not _is_exact(value):
            raise _UnfitError(f"{column} holds {value} among other values, too big for a DOUBLE")
    return Scalar("DOUBLE")


def _is_exact(value: int) -> bool:
    try:
        return int(float(value)) == value
    except OverflowError:
        return False
