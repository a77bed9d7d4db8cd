"""Tables for a JSON document that nobody has declared: where its rows are likely to stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_DEEPEST = 3
_MOST_TABLES = 8
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_WORDS = ("provenance", "definitions", "metadata", "meta", "machine", "host", "environment")


def tables_of(document: Any) -> dict[str, str]:
    """The tables of a document, by name: the path of each.

    A list of objects is a table; so is an object whose members are alike, with a row for each. A
    document that is itself a list, or holds no such thing, is one table and needs none declared.
    """
    tables: dict[str, str] = {}
    if isinstance(document, dict):
        for path, names in _found(document, "", (), _DEEPEST):
            if len(tables) < _MOST_TABLES:
                tables[_free(names, tables)] = path
    return tables


def _found(
    value: Mapping[str, Any], path: str, names: tuple[str, ...], depth: int
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The paths of tables inside an object, each with the names that lead to it."""
    for name, member in value.items():
        if not _PLAIN.fullmatch(name) or name in _WORDS:
            continue
        here, inner = f"{path}{name}", (*names, name)
        if _is_rows(member):
            yield f"{here}[]", inner
        elif isinstance(member, dict) and _is_family(member):
            column = f"{{{_singular(name)}}}"
            yield f"{here}.{column}", inner
            if depth > 1:
                merged = _merged(member)
                yield from _found(merged, f"{here}.{column}.", inner, depth - 1)
        elif isinstance(member, dict) and depth > 1:
            yield from _found(member, f"{here}.", inner, depth - 1)


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _is_family(value: Mapping[str, Any]) -> bool:
    """Whether an object's members are objects of one kind: most of their keys are the same."""
    members = list(value.values())
    if len(members) < 2 or not all(isinstance(member, dict) and member for member in members):
        return False
    common = set.intersection(*(set(member) for member in members))
    every = set.union(*(set(member) for member in members))
    return 3 * len(common) >= len(every)


def _merged(members: Mapping[str, Any]) -> dict[str, Any]:
    """One object with the members of all of them; of those with one name, the first that is not
    empty, and of objects the members of all."""
    merged: dict[str, Any] = {}
    for member in members.values():
        for name, value in member.items():
            held = merged.get(name)
            if isinstance(held, dict) and isinstance(value, dict):
                merged[name] = {**value, **held}
            elif not held:
                merged[name] = value
    return merged


def _singular(name: str) -> str:
    if name.endswith("ies") and len(name) > 4:
        return f"{name[:-3]}y"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def _free(names: tuple[str, ...], taken: Mapping[str, str]) -> str:
    """A table's name: the last of the names, with those before it where it is taken."""
    for count in range(1, len(names) + 1):
        name = re.sub(r"\W", "_", "_".join(names[-count:])).lower()
        if name not in taken and name != "data":
            return name
    return f"{'_'.join(names)}_{len(taken)}".lower()
