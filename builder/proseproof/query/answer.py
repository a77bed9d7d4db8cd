"""The nouns of a query: what is asked, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from proseproof.nouns import dataclass

Value = (
    None
    | bool
    | int
    | float
    | Decimal
    | str
    | date
    | datetime
    | time
    | timedelta
    | list[Any]
    | dict[str, Any]
)
"""What a query can give: a list or a dict for nested columns."""


@dataclass(frozen=True)
class Column:
    """A column of an answer.

    name: as DuckDB names it (`min(saved_s)`, or the alias). type: DuckDB's type (`DOUBLE`).
    """

    name: str
    type: str


@dataclass(frozen=True)
class Question:
    """One query to answer. `data`: SQL whose rows this query sees as the table `data`, or None."""

    sql: str
    data: str | None = None


@dataclass(frozen=True)
class Ordered:
    """A place where a query orders by a column that a capture holds just so.

    recorded: table, column and the names of nested fields, in lower case. part: its COLUMN_REF.
    """

    recorded: tuple[str, ...]
    part: Mapping[str, Any]


@dataclass(frozen=True)
class Lineage:
    """What an answer is made of, as far as its query and those of views and `data` tell.

    written: the numbers of the columns in which no capture has a part. filtered: captures decide
    which rows there are by more than that a table has them. ordered: in the order of the SQL.
    """

    written: tuple[int, ...] = ()
    filtered: bool = True
    ordered: tuple[Ordered, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What a query gives.

    rows: in the query's order, a tuple a row. tree: the statement as DuckDB serialises it, one
    query node, for units and statistics to be read from; `proseproof.query.tree` describes it.
    reads: the tables of captures behind the rows, through views and `data`, as declared, sorted.
    unordered: several rows whose order nothing fixes: a join or a group without ORDER BY, in the
    query or in what it reads. names: the tables and views that the SQL itself names, in lower case.
    lineage: what the columns are made of.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    tree: Mapping[str, Any]
    reads: tuple[str, ...] = ()
    unordered: bool = False
    names: frozenset[str] = frozenset()
    lineage: Lineage = Lineage()


@dataclass(frozen=True)
class Refusal:
    """Why a query has no answer.

    start, end: the offending characters of the SQL (all of it where DuckDB names no place).
    message: names the fault, as in: `requests` has no column `latency`. notes: facts, a line each.
    in_data: the fault lies in the question's `data`, to whose SQL start and end then belong.
    help: the one advice, such as the name that was meant.
    """

    message: str
    start: int
    end: int
    notes: tuple[str, ...] = ()
    in_data: bool = False
    help: str = ""


@dataclass(frozen=True)
class SessionLimits:
    """How much a query may use before it is refused.

    seconds: of time, for a query and for its `data` each. memory_gb: of memory beyond what the
    empty session needs, in 10⁹ bytes, the captures' tables included. rows: in an answer.
    answer_mb: size of one answer, in 10⁶ bytes.
    """

    seconds: float = 10.0
    memory_gb: float = 4.0
    rows: int = 100_000
    answer_mb: float = 64.0
