"""The names that a query gives, looked for in the phrase."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proseproof.judge.claim import Examined
from proseproof.judge.quantity import Quantity
from proseproof.language.token import Token, tokenize

_NUMBER = re.compile(r"\s*[-+−]?[\d.,_ ]*\d(?:[eE][-+]?\d+)?\s*%?\s*")


def first_missing(examined: Examined) -> str | None:
    """The first text of the rows that the phrase does not say, in the order of the rows."""
    at = 0
    for name in examined.names:
        if is_number(name) and not _find(examined.phrase.tokens, _words(examined, name), 0):
            continue  # a number kept as text is another mistake
        behind = _find(examined.phrase.tokens, _words(examined, name), at)
        if behind is None:
            return " ".join(token.written for token in _words(examined, name)) or '""'
        at = behind
    return None


def numbers_as_text(examined: Examined) -> list[Quantity]:
    """The texts that are numbers and do not stand as names: they need a cast."""
    return [
        name
        for name in examined.names
        if is_number(name) and _find(examined.phrase.tokens, _words(examined, name), 0) is None
    ]


def is_number(name: Quantity) -> bool:
    """Whether a text reads as a number."""
    return isinstance(name.value, str) and bool(_NUMBER.fullmatch(name.value))


def _words(examined: Examined, name: Quantity) -> tuple[Token, ...]:
    names = examined.claim.names or {}
    text = str(name.value)
    return tokenize(names.get(text, text))


def _find(tokens: Sequence[Token], words: Sequence[Token], start: int) -> int | None:
    """The index behind the first place of `words` from `start` on."""
    wanted = [word.norm for word in words]
    for at in range(start, len(tokens) - len(wanted) + 1):
        if [token.norm for token in tokens[at : at + len(wanted)]] == wanted:
            return at + len(wanted) if wanted else None
    return None
