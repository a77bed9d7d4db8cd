"""An error of DuckDB's beside the query that it is about, and where in the query it lies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from proseproof.nouns import dataclass
from proseproof.query.answer import Refusal
from proseproof.query.place import NOWHERE, characters
from proseproof.query.scope import Catalog
from proseproof.query.tree import Tree, children, tables_read


@dataclass(frozen=True)
class Fault:
    """An error of DuckDB's beside the query that it is about.

    text: the message. name: the name that is at fault, where DuckDB gives one. start, length: the
    place in bytes of `sql`; start is NOWHERE where DuckDB does not tell.
    """

    text: str
    sql: str
    tree: Tree
    catalog: Catalog
    name: str = ""
    start: int = NOWHERE
    length: int = 0

    def at(self, message: str, *notes: str, length: int | None = None) -> Refusal:
        """The refusal in our words, at the fault's place or, without one, at the whole query."""
        place = characters(self.sql, self.start, self.length if length is None else length)
        start, end = place or (0, len(self.sql))
        return Refusal(message, start, end, tuple(note for note in notes if note))

    def at_part(self, part: Tree | None) -> Fault:
        """The same fault at the place of a piece of the tree."""
        if part is None:
            return self
        start, length = part.get("query_location", NOWHERE), part.get("query_location_length", 0)
        return Fault(self.text, self.sql, self.tree, self.catalog, self.name, start, length)


def read_fault(error: str, sql: str, tree: Tree, catalog: Catalog, skip: int = 0) -> Fault:
    """The fault behind an error of a session that has `errors_as_json` set.

    error: the exception's text. skip: how many bytes stand before `sql` in what DuckDB ran. A
    place that is outside `sql`, or that belongs to a view's text, becomes the whole query.
    """
    at = error.find("{")
    try:
        fields: Mapping[str, Any] = json.loads(error[at:]) if at >= 0 else {}
    except ValueError:
        fields = {}
    text = str(fields.get("exception_message") or error)
    start, length = NOWHERE, 0
    if found := re.fullmatch(r"\[(\d+),(\d+)\]", str(fields.get("location", ""))):
        start, length = int(found[1]) - skip, int(found[2])
        if _reads_views(tree, catalog) and start not in _places(tree):
            start = NOWHERE
    return Fault(text, sql, tree, catalog, str(fields.get("name", "")), start, length)


def _reads_views(tree: Tree, catalog: Catalog) -> bool:
    """Whether a place that DuckDB names may be in the text of a view instead."""
    return bool(tables_read(tree) & catalog.trees.keys())


def _places(tree: Tree) -> frozenset[int]:
    return frozenset(part.get("query_location", NOWHERE) for part in parts_of(tree))


def parts_of(tree: Tree) -> Iterator[Tree]:
    """Every piece of a tree, in its order, the tree itself first."""
    yield tree
    for child in children(tree):
        yield from parts_of(child)
