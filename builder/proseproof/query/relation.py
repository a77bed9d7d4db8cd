"""The nouns of a lineage: a table or a query as its columns, and what each of them is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from proseproof.nouns import dataclass


@dataclass(frozen=True)
class Made:
    """What a column is made of.

    measured: captures have a part in it. recorded: the column of a capture that it is, unchanged,
    as table, column and the names of nested fields, in lower case; () where it is none.
    """

    measured: bool
    recorded: tuple[str, ...] = ()

    def __or__(self, other: Made) -> Made:
        same = self.recorded if self.recorded == other.recorded else ()
        return Made(self.measured or other.measured, same)


WRITTEN = Made(False)
MEASURED = Made(True)


@dataclass(frozen=True)
class Relation:
    """A table, a view or a query as its columns, by name in lower case and in order.

    rows: captures decide which rows there are. filtered: by more than that a table has them.
    whole: the columns are known; else one that is not among them counts as measured.
    """

    columns: tuple[tuple[str, Made], ...] = ()
    rows: bool = True
    filtered: bool = False
    whole: bool = True

    def get(self, name: str) -> Made | None:
        """What a column is made of; None where there is none of this name."""
        found = next((made for known, made in self.columns if known == name), None)
        return found if found is not None or self.whole else MEASURED

    def renamed(self, names: Sequence[str]) -> Relation:
        """The same under other names of its first columns, as in `v(step, label)`."""
        columns = [
            (names[at].lower() if at < len(names) else name, made)
            for at, (name, made) in enumerate(self.columns)
        ]
        return replace(self, columns=tuple(columns))


Relations = Mapping[str, Relation]
"""What a query can name, in lower case."""


def recorded_table(name: str, columns: Sequence[str]) -> Relation:
    """A table of a capture."""
    table = name.lower()
    return Relation(tuple((one.lower(), Made(True, (table, one.lower()))) for one in columns))


OPAQUE = Relation(filtered=True, whole=False)
"""A table of which the tree alone tells nothing."""


def united(parts: Sequence[Relation]) -> Relation:
    """The rows of several queries of as many columns, one below the other."""
    rows, filtered = any(one.rows for one in parts), any(one.filtered for one in parts)
    if not all(one.whole for one in parts) or len({len(one.columns) for one in parts}) != 1:
        return replace(OPAQUE, rows=rows, filtered=filtered)
    first, *others = parts
    columns = []
    for at, (name, made) in enumerate(first.columns):
        for other in others:
            made |= other.columns[at][1]
        columns.append((name, made))
    return Relation(tuple(columns), rows, filtered)
