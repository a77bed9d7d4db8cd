"""Comparisons of a query that put text in order where its columns are named as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from proseproof.capture import Capture
from proseproof.language.units import unit_of_column
from proseproof.query.tree import Tree, children, tables_read

_ORDERS = frozenset(
    "COMPARE_LESSTHAN COMPARE_GREATERTHAN COMPARE_LESSTHANOREQUALTO "
    "COMPARE_GREATERTHANOREQUALTO".split()
)


def ordered_text(tree: Tree, captures: Mapping[str, Capture]) -> str | None:
    """The first column that `<` or its like compares as text although its name carries a unit.

    Only columns of the captures that the query reads itself are known; those that it casts, or
    that a view or a WITH query makes of them, are not compared as they were recorded.
    """
    read = tables_read(tree)
    kinds: dict[str, set[str]] = {}
    for capture in captures.values():
        for rows in capture.tables:
            if rows.table.lower() in read:
                for name, kind in zip(rows.columns, rows.types, strict=True):
                    kinds.setdefault(name.lower(), set()).add(kind)
    text = {name for name, of in kinds.items() if of == {"VARCHAR"} and unit_of_column(name)}
    return next(_compared(tree, text), None) if text else None


def _compared(tree: Tree, text: set[str]) -> Iterator[str]:
    if tree.get("class") == "COMPARISON" and tree.get("type") in _ORDERS:
        for side in (tree["left"], tree["right"]):
            names: list[Any] = side.get("column_names", [])
            if side.get("class") == "COLUMN_REF" and str(names[-1]).lower() in text:
                yield str(names[-1])
    for child in children(tree):
        yield from _compared(child, text)
