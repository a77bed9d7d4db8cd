"""What a query may read of a session, told by the words in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

_WORD = re.compile(r"[A-Za-z0-9_]+")


class Reach:
    """The tables and views of a session, and which of them a query may read.

    A query reads a table by a name that stands in its text, or in that of a view which it reads; a
    name that is more than one word may be read by any. So more may be named than is read, never
    less.
    """

    def __init__(self, tables: Sequence[str], views: Sequence[tuple[str, str]]) -> None:
        """tables: names. views: names and SQL."""
        self._views = {name.lower(): sql for name, sql in views}
        self._names = frozenset({*map(str.lower, tables), *self._views})
        self._always = frozenset(name for name in self._names if not _WORD.fullmatch(name))
        self._named = cache(self._named_in)

    def of(self, *queries: str) -> frozenset[str]:
        """The names, in lower case, of what the queries may read, also through views."""
        found: set[str] = set()
        waiting = {name for sql in queries for name in self._named(sql)}
        while waiting:
            name = waiting.pop()
            found.add(name)
            if name in self._views:
                waiting |= self._named(self._views[name]) - found
        return frozenset(found)

    def _named_in(self, sql: str) -> frozenset[str]:
        return self._always | {word.lower() for word in _WORD.findall(sql)} & self._names
