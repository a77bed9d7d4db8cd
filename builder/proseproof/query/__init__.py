"""Questions in SQL, answered by a locked-down DuckDB session that holds the project's tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

Value = (
    None | bool | int | float | Decimal | str | date | datetime | time | timedelta | list[Any]
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
class Answer:
    """What a query gives.

    rows: in the query's order, a tuple a row. tree: the statement as DuckDB serialises it
    (`json_serialize_sql`, one SELECT node), for units and statistics to be read from.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    tree: Mapping[str, Any]


@dataclass(frozen=True)
class Refusal:
    """Why a query has no answer.

    start, end: the offending characters of the SQL (all of it where DuckDB names no place).
    message: names the fault, as in: `requests` has no column `latency`. notes: facts, a line each.
    in_data: the fault lies in the question's `data`, to whose SQL start and end then belong.
    """

    message: str
    start: int
    end: int
    notes: tuple[str, ...] = ()
    in_data: bool = False
