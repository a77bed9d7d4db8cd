"""Numbers that captures keep as text, put in order by a query: "9.5" is above "10.5" then."""

from __future__ import annotations

from collections.abc import Iterable

from proseproof.capture import Capture, Rows
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

    def __contains__(self, path: _Path) -> bool:
        if path[:2] not in self._places:
            return False
        rows, at = self._places[path[:2]]
        if "VARCHAR" not in rows.types[at]:
            return False
        kind: SqlType | None = parse_type(rows.types[at])
        name = path[1]
        for name in path[2:]:
            kind = _field(kind, name)
        if kind != Scalar("VARCHAR"):
            return False
        return unit_of_column(name) is not None or path[1:] in rows.number_texts


def _field(kind: SqlType | None, name: str) -> SqlType | None:
    fields = kind.fields if isinstance(kind, Struct) else ()
    return next((inner for field, inner in fields if field.lower() == name), None)


def ordered_text(answer: Answer, columns: TextColumns) -> Tree | None:
    """The first column of `columns` that an answer's query puts in order, as its COLUMN_REF."""
    return next((one.part for one in answer.lineage.ordered if one.recorded in columns), None)
