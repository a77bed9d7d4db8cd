"""The names in a query: words that are no text, no comment and no member of something else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from proseproof.nouns import dataclass

_TOKEN = re.compile(
    r"(?P<skip>--[^\n]*|/\*.*?(?:\*/|\Z)|'(?:[^']|'')*(?:'|\Z)|\s+)"
    r'|"(?P<quoted>(?:[^"]|"")*)"'
    r"|(?P<word>[^\W\d]\w*)"
    r"|(?P<other>\w+|.)",
    re.DOTALL,
)


@dataclass(frozen=True)
class SqlWord:
    """A word of a query: its characters and what it names. called: a `(` stands behind it."""

    start: int
    end: int
    name: str
    called: bool


def sql_words(sql: str) -> Iterator[SqlWord]:
    """The words that can name a table or a column, in their order; of `a.b` only `a`.

    Neither is a word behind AS, which gives a new name.
    """
    tokens = [token for token in _TOKEN.finditer(sql) if token["skip"] is None]
    before = ""
    for at, token in enumerate(tokens):
        behind = tokens[at + 1].group() if at + 1 < len(tokens) else ""
        name = token["word"] if token["quoted"] is None else token["quoted"].replace('""', '"')
        if name and before not in (".", "AS"):
            yield SqlWord(token.start(), token.end(), name, behind == "(")
        before = token.group().upper()
