"""Places in a query: DuckDB counts the bytes of the SQL, authors count its characters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from proseproof.query.answer import Refusal, SessionLimits

NOWHERE = 2**64 - 1
"""What DuckDB writes where it knows no place."""

DEEP = "a value is nested too deep"

_TOKEN = re.compile(r"\w+|\"[^\"]*\"|'[^']*'|\S", re.DOTALL)


def characters(sql: str, start: int, length: int) -> tuple[int, int] | None:
    """The characters of `length` bytes from byte `start`; None outside the SQL.

    A place without length is widened to the token that stands there.
    """
    raw = sql.encode()
    if not 0 <= start < len(raw):
        return None
    first = len(raw[:start].decode(errors="ignore"))
    last = len(raw[: start + length].decode(errors="ignore"))
    if last <= first:
        token = _TOKEN.match(sql, first)
        last = token.end() if token else first + 1
    return first, last


def refuse_at(sql: str, tree: Mapping[str, Any], message: str, *notes: str) -> Refusal:
    """A refusal at the part of the SQL that a piece of its tree stands for."""
    place = characters(
        sql, tree.get("query_location", NOWHERE), tree.get("query_location_length", 0)
    )
    start, end = place or (0, len(sql))
    return Refusal(message, start, end, notes)


def lost(reason: str, limits: SessionLimits, what: str = "query") -> str:
    """What is said of a query, or a view, that the limits or the database put an end to."""
    if reason == "time":
        return f"the {what} takes longer than {limits.seconds:g} s"
    if reason == "memory":
        return f"the {what} needs more than {limits.memory_gb:g} GB of memory"
    return f"the {what} stops the database"


def refuse_whole(sql: str, message: str, *notes: str) -> Refusal:
    """A refusal of all of the SQL, without the white space around it."""
    start = len(sql) - len(sql.lstrip())
    return Refusal(message, start, max(len(sql.rstrip()), start), notes)
