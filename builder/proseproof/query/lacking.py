"""What a query lacks where its syntax breaks off: what would let the parser read it is tried."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from proseproof.query.answer import Refusal

Parse = Callable[[str], Refusal | None]
"""Why a SQL text is no statement; None where it is."""

_LACKING = (
    (",", "a comma or an operator"), (")", "`)`"), ("AND", "an operator"), ("BY", "`BY`"),
    ("THEN", "`THEN`"), ("END", "`END`"),
)  # fmt: skip
"""What is tried, the likeliest first, and what it is called."""

_MOST = 4  # of the same kind that a query may lack
_WORD_BEFORE = re.compile(r"(\w+)\s*\Z")
_PARTS = ("(", ".")  # what belongs to the word before it


def lacking(refusal: Refusal, sql: str, parse: Parse) -> Refusal:
    """The refusal of a syntax error, at the place and with the advice that make a statement of it.

    As it is where no single kind of thing, written in or taken out, does that.
    """
    place = refusal.start, refusal.end
    token = sql[slice(*place)]
    if refusal.help or not token:
        return refusal
    if token in (",", ")") and parse(sql[: place[0]] + sql[place[1] :]) is None:
        return replace(refusal, help=f"take out the `{token}`")
    if not sql[place[1] :].strip() and parse(f"{sql[: place[1]]} )") is None:
        return replace(refusal, help=f"write `)` behind `{token}`")
    for start, end in _places(sql, place):
        for piece, called in _LACKING:
            if _mends(sql, start, piece, parse):
                word = sql[start:end]
                message, advice = f"syntax error at `{word}`", f"write {called} before `{word}`"
                return replace(refusal, message=message, start=start, end=end, help=advice)
    return refusal


def _places(sql: str, place: tuple[int, int]) -> list[tuple[int, int]]:
    """Where something may be missing: before the token, or before the word that it belongs to."""
    word = _WORD_BEFORE.search(sql[: place[0]])
    if word is None or sql[slice(*place)] not in _PARTS:
        return [place]
    return [word.span(1), place]


def _mends(sql: str, start: int, piece: str, parse: Parse) -> bool:
    """Whether the piece, written in here and wherever the next error asks for it, is enough."""
    for _ in range(_MOST):
        sql = f"{sql[:start]} {piece} {sql[start:]}"
        left = parse(sql)
        if left is None:
            return True
        further = start + len(piece) + 2
        start = min(at for at, _ in _places(sql, (left.start, left.end)))
        if start < further:
            return False
    return False
