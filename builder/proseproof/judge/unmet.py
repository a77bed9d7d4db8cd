"""Texts that a query compares a column with and that no row has, as a misspelt name is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proseproof.capture import Capture
from proseproof.nouns import dataclass
from proseproof.query import Answer
from proseproof.query.place import NOWHERE, characters
from proseproof.query.tree import Tree, children


@dataclass(frozen=True)
class Unmet:
    """A text in a condition. start, end: its characters in the SQL, quotes included. known: the
    texts that the column has, in the order of the rows."""

    text: str
    start: int
    end: int
    column: str
    known: tuple[str, ...]


def unmet(answer: Answer, sql: str, captures: Iterable[Capture]) -> Iterator[Unmet]:
    """The texts that `=` or IN compares a column with, and that no row of the captures behind the
    answer has in a column of this name. Rows that stay in their file are not looked through."""
    tables = [
        table
        for capture in captures
        for table in capture.tables
        if table.table in answer.reads
    ]  # fmt: skip
    for column, constant in _compared(answer.tree):
        text = constant["literal"]["text"]
        place = characters(
            sql,
            constant.get("query_location", NOWHERE),
            constant.get("query_location_length", 0),
        )
        known = dict.fromkeys(
            row[at]
            for table in tables
            for at, name in enumerate(table.columns)
            if name.lower() == column.lower()
            for row in table.rows
        )
        texts = tuple(one for one in known if isinstance(one, str))
        if place is not None and texts and text not in known:
            yield Unmet(text, *place, column, texts)


def _compared(part: Tree) -> Iterator[tuple[str, Tree]]:
    """Each column that is compared with a text, and the text."""
    sides: list[Tree] = []
    if part.get("type") == "COMPARE_EQUAL":
        sides = [part["left"], part["right"]]
    elif part.get("type") == "COMPARE_IN":
        sides = list(part["children"])
    columns = [side["column_names"][-1] for side in sides if side.get("class") == "COLUMN_REF"]
    for side in sides:
        if len(columns) == 1 and side.get("literal", {}).get("kind") == "STRING":
            yield columns[0], side
    for child in children(part):
        yield from _compared(child)
