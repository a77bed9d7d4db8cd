"""Numbers that captures keep as text, put in order by a query: "9.5" is above "10.5" then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from proseproof.capture import Capture, Rows
from proseproof.capture.texts import is_number
from proseproof.language.units import unit_of_column
from proseproof.query import Answer
from proseproof.query.tree import Tree
from proseproof.sql_type import Scalar, SqlType, Struct, parse_type

_Path = tuple[str, ...]
"""A recorded column: table, column, and the names of nested fields, in lower case."""


class TextColumns:
    """The columns of captures that hold numbers as text.

    They are text throughout, and their name carries a unit; or each of their cells is a number,
    and letters put these in another order than numbers do.
    """

    def __init__(self, captures: Iterable[Capture]) -> None:
        self._places: dict[_Path, tuple[Rows, int]] = {
            (rows.table.lower(), name.lower()): (rows, at)
            for capture in captures
            for rows in capture.tables
            for at, name in enumerate(rows.columns)
        }
        self._known: dict[_Path, bool] = {}

    def __contains__(self, path: _Path) -> bool:
        if path not in self._known:
            self._known[path] = path[:2] in self._places and self._is_number(path)
        return self._known[path]

    def _is_number(self, path: _Path) -> bool:
        rows, at = self._places[path[:2]]
        if "VARCHAR" not in rows.types[at]:
            return False
        kind, cells = parse_type(rows.types[at]), [row[at] for row in rows.rows]
        name = path[1]
        for name in path[2:]:
            field = _field(kind, name)
            if field is None:
                return False
            written, kind = field
            cells = [cell.get(written) if isinstance(cell, Mapping) else None for cell in cells]
        if kind != Scalar("VARCHAR"):
            return False
        return unit_of_column(name) is not None or _misordered(cells)


def _field(kind: SqlType, name: str) -> tuple[str, SqlType] | None:
    fields = kind.fields if isinstance(kind, Struct) else ()
    return next((field for field in fields if field[0].lower() == name), None)


def _misordered(cells: Iterable[Any]) -> bool:
    texts = sorted(cell for cell in cells if isinstance(cell, str) and cell.strip())
    if len(texts) < 2 or not all(map(is_number, texts)):
        return False
    numbers = [float(text) for text in texts]
    return numbers != sorted(numbers)


def ordered_text(answer: Answer, columns: TextColumns) -> Tree | None:
    """The first column of `columns` that an answer's query puts in order, as its COLUMN_REF."""
    return next((one.part for one in answer.lineage.ordered if one.recorded in columns), None)
