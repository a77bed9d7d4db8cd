"""A syntax error's keyword that was meant: the database often stumbles only behind it."""

from __future__ import annotations

import re
from dataclasses import replace

from proseproof.near import nearest
from proseproof.query.answer import Refusal

_KEYWORDS = (
    "SELECT", "FROM", "WHERE", "GROUP", "BY", "ORDER", "HAVING", "LIMIT", "JOIN", "USING", "ON",
    "AS", "WITH", "UNION", "EXCEPT", "INTERSECT", "DISTINCT", "CASE", "WHEN", "THEN", "ELSE", "END",
    "OVER", "PARTITION", "QUALIFY", "OFFSET", "BETWEEN", "FILTER", "AND", "OR", "NOT", "IN", "IS",
    "NULL", "LIKE", "EXISTS", "ASC", "DESC", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "VALUES",
)  # fmt: skip
_LAST_WORD = re.compile(r"(\w+)\s*\Z")


def misspelt(refusal: Refusal, sql: str) -> Refusal:
    """The refusal of a syntax error, at the misspelt keyword and with the one that was meant.

    That is the word at the place of the error, or the one before it, which stands as a name there:
    `FROM runs WERE x > 1` is wrong at `x`. As it is where neither looks like a keyword.
    """
    places = [(refusal.start, refusal.end)]
    before = _LAST_WORD.search(sql[: refusal.start])
    if before is not None:
        places.append(before.span(1))
    for start, end in places:
        meant = _meant(sql[start:end])
        if meant is not None:
            message = f"syntax error at `{sql[start:end]}`"
            return replace(refusal, message=message, start=start, end=end, help=f"write `{meant}`")
    return refusal


def _meant(word: str) -> str | None:
    """The keyword that a word is close to; a short one has to be made of the same letters."""
    near = nearest(word, _KEYWORDS) if word.isidentifier() else ()
    if not near or word.upper() in _KEYWORDS:
        return None
    return near[0] if len(word) > 3 or sorted(word.upper()) == sorted(near[0]) else None
