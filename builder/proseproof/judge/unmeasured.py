"""Queries that prove nothing: they read no capture, or write the value themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Literal as OneOf

from proseproof.capture import Capture
from proseproof.judge.lineage import relation_of
from proseproof.judge.quantity import exact
from proseproof.judge.relation import Known, Relation, recorded_table
from proseproof.language.units import unit_of_column
from proseproof.model import Figure
from proseproof.query import Answer, Refusal
from proseproof.query.place import refuse_at, refuse_whole
from proseproof.query.tree import Tree, children, tables_read

Use = OneOf["data", "query", "change", "holds"]

_BASELINES = (0, 1, 100)
"""Beside a measured value these are what it is compared with: none of it, all of it, in percent."""


class Lineages:
    """What the columns of a project's tables and views are made of.

    tables: the columns of each capture's table. views: the tree of each view's SQL, by name.
    """

    def __init__(self, tables: Mapping[str, Sequence[str]], views: Mapping[str, Tree]) -> None:
        known = {name.lower(): recorded_table(name, columns) for name, columns in tables.items()}
        waiting = {name.lower(): tree for name, tree in views.items()}
        while waiting:
            ready = [name for name, tree in waiting.items() if not tables_read(tree) & {*waiting}]
            for name in ready or list(waiting):
                known[name] = relation_of(waiting.pop(name), known)
        self._known = known
        self._data: dict[int, Known] = {}

    def beside(self, data: Answer | None) -> Known:
        """What a query can name, with the rows of its figure as the table `data`."""
        if data is None:
            return self._known
        if id(data) not in self._data:
            rows = relation_of(data.tree, self._known)
            self._data[id(data)] = {**self._known, "data": rows}
        return self._data[id(data)]


def lineages_of(captures: Iterable[Capture], views: Mapping[str, Tree]) -> Lineages:
    """The lineages over the tables of captures. views: the tree of each view's SQL, by name."""
    tables = {rows.table: rows.columns for capture in captures for rows in capture.tables}
    return Lineages(tables, views)


def tested_in(holds: Answer | Refusal | None) -> frozenset[Fraction]:
    """The numbers that a `holds` writes: what it tests of captures, it proves."""
    if not isinstance(holds, Answer) or not holds.reads:
        return frozenset()
    return frozenset(_constants(holds.tree))


def _constants(part: Tree) -> Iterator[Fraction]:
    literal = part.get("literal", {})
    if literal.get("kind") in ("INTEGER", "NUMERIC"):
        yield Fraction(literal["text"])
    for child in children(part):
        yield from _constants(child)


def unmeasured(
    answer: Answer, sql: str, use: Use, known: Known, figure: Figure,
    tested: frozenset[Fraction] = frozenset(),
) -> Refusal | None:  # fmt: skip
    """Why an answer proves nothing, if it does not.

    Any query has to read a capture, through views and `data` perhaps. A number of `query`, one
    end of a `change`, the truth that `holds` gives and a cell with a unit have to be made of what
    captures hold: of values, or of how many rows there are.
    known: the tables, views and `data` that the query can name. tested: the numbers that the
    claim's `holds` tests, which `query` may repeat.
    """
    numbers = {at: found for at in range(len(answer.columns)) if (found := _numbers(answer, at))}
    if use == "query" and numbers and all(tested.issuperset(found) for found in numbers.values()):
        return None
    if not answer.reads:
        return refuse_whole(sql, "the query reads no capture")
    if use == "data" and figure.kind != "table":
        return None
    relation = relation_of(answer.tree, known)
    written = [at for at, made in enumerate(_made(answer, relation)) if not made]
    if use == "holds":
        # With a condition, that there is a row at all says something.
        return _refuse(answer, sql, 0) if 0 in written and not relation.filtered else None
    wrong = [at for at in written if not tested.issuperset(numbers.get(at, ()))]
    if len(wrong) < len(numbers):
        if use == "change":
            return None
        wrong = [at for at in wrong if not set(_BASELINES).issuperset(numbers[at])]
    if use == "data":
        wrong = [at for at in wrong if _is_shown(answer.columns[at].name, figure)]
    return _refuse(answer, sql, wrong[0]) if wrong else None


def _made(answer: Answer, relation: Relation) -> Iterator[bool]:
    """Whether captures have a part in each column of an answer."""
    aligned = relation.whole and len(relation.columns) == len(answer.columns)
    for at, column in enumerate(answer.columns):
        made = relation.columns[at][1] if aligned else relation.get(column.name.lower())
        yield made is None or made.measured


def _numbers(answer: Answer, at: int) -> set[Fraction]:
    """The numbers in a column."""
    numbers = (exact(row[at]) for row in answer.rows if isinstance(row[at], int | float | Decimal))
    return {number for number in numbers if isinstance(number, Fraction)}


def _is_shown(column: str, figure: Figure) -> bool:
    """Whether a table shows a column that is a quantity; one without a unit may be a label."""
    return unit_of_column(column) is not None and any(
        f"{{{column}{end}" in shown.format.value for shown in figure.columns for end in "}:"
    )


def _refuse(answer: Answer, sql: str, at: int) -> Refusal:
    items = answer.tree.get("select_list", ())
    plain = len(items) == len(answer.columns)
    message = f"`{answer.columns[at].name}` is written into the query, and no capture gives it"
    return refuse_at(sql, items[at], message) if plain else refuse_whole(sql, message)
