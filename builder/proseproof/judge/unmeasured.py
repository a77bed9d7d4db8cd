"""Queries that prove nothing: they read no capture, or write the value themselves."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Literal as OneOf

from proseproof.judge.quantity import exact
from proseproof.language.units import unit_of_column
from proseproof.model import Figure
from proseproof.query import Answer, Refusal
from proseproof.query.place import refuse_at, refuse_whole
from proseproof.query.tree import Tree, children

Use = OneOf["data", "query", "change", "holds"]

_BASELINES = (0, 1, 100)
"""Beside a measured value these are what it is compared with: none of it, all of it, in percent."""


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
    answer: Answer, sql: str, use: Use, figure: Figure,
    tested: frozenset[Fraction] = frozenset(),
) -> Refusal | None:  # fmt: skip
    """Why an answer proves nothing, if it does not.

    Any query has to read a capture, through views and `data` perhaps. A number of `query`, one
    end of a `change`, the truth that `holds` gives and a cell with a unit have to be made of what
    captures hold: of values, or of how many rows there are.
    tested: the numbers that the claim's `holds` tests, which `query` may repeat.
    """
    numbers = {at: found for at in range(len(answer.columns)) if (found := _numbers(answer, at))}
    if use == "query" and numbers and all(tested.issuperset(found) for found in numbers.values()):
        return None
    if not answer.reads:
        return refuse_whole(sql, "the query reads no capture")
    if use == "data" and figure.kind != "table":
        return None
    written = answer.lineage.written
    if use == "holds":
        # With a condition, that there is a row at all says something.
        return _refuse(answer, sql, 0) if 0 in written and not answer.lineage.filtered else None
    wrong = [at for at in written if not tested.issuperset(numbers.get(at, ()))]
    if len(wrong) < len(numbers):
        if use == "change":
            return None
        wrong = [at for at in wrong if not set(_BASELINES).issuperset(numbers[at])]
    if use == "data":
        wrong = [at for at in wrong if _is_shown(answer.columns[at].name, figure)]
    return _refuse(answer, sql, wrong[0]) if wrong else None


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
