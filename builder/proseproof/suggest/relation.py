"""Tables and views as places where numbers can come from: their columns, fields and few rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import chain, combinations
from typing import Any, Literal as OneOf

from proseproof.language.units import PERCENT, Unit, unit_of_column
from proseproof.nouns import dataclass
from proseproof.query import Answer
from proseproof.sql_type import Listing, Scalar, SqlType, Struct, Union, parse_type, quoted
from proseproof.suggest.terms import stems

LeafKind = OneOf["number", "flag", "text"]
Value = Any

MOST_ROWS = 200
"""A relation of no more rows is held whole; of a bigger one, only statistics are."""

_MOST_LEAVES = 120
_MOST_PAIRS = 6
_LONGEST_KEY, _MOST_WORDS = 40, 4
_MOST_MEMBERS = 25
_UNEVEN = 4
_INTEGERS = re.compile(r"U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?")
_NUMBERS = re.compile(r"DECIMAL\(.*\)|DOUBLE|FLOAT|REAL")
_COUNTS = re.compile(r"n|.*_n|n_.*|num_?.*|.*count.*|total.*|.*_total|.*tokens")
_REMARKS = re.compile(r".*(reason|note|notes|comment|description)|sha256|.*_sha256")
_DIFFERENCES = frozenset(stems("saved difference diff delta gain loss change"))
_STATISTICS = re.compile(
    r"((.*_)?(median|mean|avg|average|min|max|std|stddev|p\d+)(_.*)?)", re.IGNORECASE
)
_PLAIN_NAME = re.compile(r"[a-z_][a-z0-9_]*", re.IGNORECASE)
# Words that DuckDB does not take for a column's name unless they are quoted.
_RESERVED = frozenset(
    "all and any as asc by case cast check collate column constraint create cross default desc"
    " distinct do else end except false filter for foreign from full group having in initially"
    " inner intersect into is join key lateral left like limit natural not null offset on only or"
    " order outer pivot primary qualify references returning right select show some summarize"
    " table then to true union unique unpivot using values when where window with".split()
)


def name_in_sql(name: str) -> str:
    """A name as SQL reads it, in quotes only where it needs them."""
    plain = _PLAIN_NAME.fullmatch(name) and name.lower() not in _RESERVED
    return name if plain else quoted(name)


def literal_in_sql(value: Value) -> str:
    """A key as an SQL literal: a text in quotes, a number, TRUE or FALSE."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)


@dataclass(frozen=True, eq=False)
class Leaf:
    """A column, or a field inside one, that holds single values.

    sql: the expression, such as `config.seed`. path: the names behind it, from the outside in; of
    a difference those of both columns. integer: whole numbers, which may be keys.
    alias: what a query has to call it so that its unit can be read. derived: two columns make it.
    """

    sql: str
    path: tuple[str, ...]
    kind: LeafKind
    unit: Unit | None = None
    integer: bool = False
    alias: str = ""
    derived: bool = False

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """The stems of what it is called, its unit left out; of a difference those of both."""
        tails = self.path if self.derived else self.path[-1:]
        found = (stems(_without(name, self.unit)) for name in tails)
        return tuple(dict.fromkeys(chain.from_iterable(found)))

    def of(self, row_set: str) -> str:
        """The expression of a plain leaf, of the rows that the query calls `row_set`."""
        return f"{row_set}.{self.sql}"


@dataclass(frozen=True, eq=False)
class Relation:
    """A table or a view. reads: the tables of captures behind its rows.

    rows: the values of each leaf that is no difference, in the order of the rows. whole: these are
    all of its rows, and not only the first of them.
    """

    name: str
    leaves: tuple[Leaf, ...]
    rows: Mapping[Leaf, Sequence[Value]] = field(repr=False)
    whole: bool = True
    reads: tuple[str, ...] = ()

    @property
    def sql(self) -> str:
        """Its name as SQL reads it."""
        return name_in_sql(self.name)

    @cached_property
    def constants(self) -> Mapping[Leaf, Value]:
        """The keys that have one value in all of its rows, as far as its rows are known."""
        found = {}
        for leaf, values in self.rows.items():
            distinct = set(values) if leaf.kind != "number" and self.whole else set()
            if len(distinct) == 1 and None not in distinct and not any(map(_is_prose, distinct)):
                found[leaf] = next(iter(distinct))
        return found

    @property
    def numbers(self) -> tuple[Leaf, ...]:
        """The leaves that are measured or counted."""
        return tuple(leaf for leaf in self.leaves if leaf.kind == "number")


def first_rows(name: str) -> str:
    """The query whose answer `read_relation` reads."""
    return f"FROM {name_in_sql(name)} LIMIT {MOST_ROWS + 1}"


def read_relation(name: str, answer: Answer) -> Relation:
    """A relation from its first rows."""
    leaves: list[Leaf] = []
    for column in answer.columns:
        leaves += _leaves((column.name,), parse_type(column.type))
    del leaves[_MOST_LEAVES:]
    values = {leaf: _column(answer, leaf) for leaf in leaves}
    whole = len(answer.rows) <= MOST_ROWS
    return Relation(name, (*leaves, *_pairs(leaves)), values, whole, answer.reads)


def keys_of(relation: Relation) -> tuple[Leaf, ...]:
    """The leaves that tell rows apart: flags, short texts, whole numbers that count nothing."""
    found = []
    for leaf, values in relation.rows.items():
        distinct = {value for value in values if value is not None}
        if not relation.whole and len(distinct) > _MOST_MEMBERS:
            continue  # there may be as many as rows
        if len(distinct) < 2 or not is_key(leaf) or any(map(_is_prose, distinct)):
            continue
        if leaf.kind != "number" or not relation.whole or _is_even(values):
            found.append(leaf)
    return tuple(found)


def _is_even(values: Sequence[Value]) -> bool:
    """Whether numbers part the rows as those of a design do: each as often, about, or in order.

    What was counted, such as errors, is mostly nothing, or different each time.
    """
    often = Counter(value for value in values if value is not None)
    if max(often.values()) > 1:
        return max(often.values()) <= _UNEVEN * min(often.values())
    held = [*often]
    return held in (sorted(held), sorted(held, reverse=True))


def is_key(leaf: Leaf) -> bool:
    """Whether the leaf may tell rows apart: no measure, no count, no remark."""
    tail = leaf.path[-1].lower()
    if leaf.kind == "number":
        return leaf.integer and leaf.unit is None and not _COUNTS.fullmatch(tail)
    return not _REMARKS.fullmatch(tail)


def is_difference(leaf: Leaf) -> bool:
    """Whether the leaf says by its name that it holds differences: `saved_s`."""
    return leaf.derived or bool(_DIFFERENCES & {*stems(leaf.path[-1])})


def is_statistic(leaf: Leaf) -> bool:
    """Whether the leaf holds a statistic of other values: `rollout.median_s`, `p99_ms`."""
    return bool(_STATISTICS.fullmatch(leaf.path[-1]))


def _without(name: str, unit: Unit | None) -> str:
    """A column's name without the unit at its end: `hit` for `hit_pct`, which is no percent."""
    parts = name.split("_")
    if unit is None or unit_of_column(name) is None:
        return name
    return "_".join(parts[: -2 if parts[-2:-1] == ["per"] else -1]) or name


def _is_prose(value: Value) -> bool:
    """Whether a text is a sentence rather than a name."""
    return isinstance(value, str) and (
        len(value) > _LONGEST_KEY or len(value.split()) > _MOST_WORDS
    )


def _leaves(path: tuple[str, ...], kind: SqlType) -> Iterator[Leaf]:
    sql = ".".join(map(name_in_sql, path))
    match kind:
        case Struct(fields):
            for name, inner in fields:
                yield from _leaves((*path, name), inner)
        case Union(members):
            if any(name == "number" for name, _ in members):
                yield Leaf(f"{sql}.number", path, "number")
        case Scalar(name):
            if name == "BOOLEAN":
                yield Leaf(sql, path, "flag")
            elif name == "VARCHAR":
                yield Leaf(sql, path, "text")
            elif _INTEGERS.fullmatch(name) or _NUMBERS.fullmatch(name):
                whole = bool(_INTEGERS.fullmatch(name))
                yield Leaf(sql, path, "number", unit_of_column(path[-1]), whole)
        case Listing():
            pass


def _column(answer: Answer, leaf: Leaf) -> list[Value]:
    index = [column.name for column in answer.columns].index(leaf.path[0])
    values = []
    for row in answer.rows:
        value: Any = row[index]
        for name in leaf.path[1:]:
            value = value.get(name) if isinstance(value, dict) else None
        if leaf.sql.endswith(".number") and (isinstance(value, bool | str | list | dict)):
            value = None
        values.append(value)
    return values


def _pairs(leaves: Sequence[Leaf]) -> Iterator[Leaf]:
    """The differences of two columns of one unit, plain and in percent, either way round.

    Only of whole columns, and where few share the unit: among many, most mean nothing.
    """
    if any(is_difference(leaf) for leaf in leaves):
        return  # somebody has said already which differences are of interest
    by_unit: dict[Unit, list[Leaf]] = {}
    for leaf in leaves:
        if leaf.kind == "number" and leaf.unit is not None and len(leaf.path) == 1:
            by_unit.setdefault(leaf.unit, []).append(leaf)
    for alike in by_unit.values():
        pairs = list(combinations(alike, 2))
        for one, other in pairs if len(pairs) <= _MOST_PAIRS else ():
            for a, b in ((one, other), (other, one)):
                path = (*a.path, *b.path)
                yield Leaf(f"{a.sql} - {b.sql}", path, "number", a.unit, derived=True)
                share = f"100 * ({a.sql} - {b.sql}) / {a.sql}"
                yield Leaf(share, path, "number", PERCENT, alias="less_pct", derived=True)
