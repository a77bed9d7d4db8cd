"""Texts cut into tokens, and where in them a phrase stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from proseproof.language.literal import Literal
from proseproof.language.phrase import (
    EXACT,
    Freedom,
    Item,
    Match,
    Phrase,
    Slot,
    UnitWord,
    Word,
    match_at,
)
from proseproof.language.token import Token
from proseproof.nouns import dataclass


@dataclass(frozen=True, eq=False)
class Summary:
    """A text as words, each number one and the same, with how often each comes; and its numbers."""

    words: tuple[str, ...]
    times: Mapping[str, int]
    values: frozenset[Fraction]


def summary(tokens: Sequence[Token]) -> Summary:
    """The summary of a text."""
    words = tuple("#" if token.kind == "number" else token.norm for token in tokens)
    values = frozenset(token.literal.value for token in tokens if token.literal is not None)
    return Summary(words, Counter(words), values)


@dataclass(frozen=True, eq=False)
class Body:
    """Texts to search, each cut into tokens. Finds a phrase by its rarest word or number."""

    texts: tuple[tuple[Token, ...], ...]

    @cached_property
    def summaries(self) -> tuple[Summary, ...]:
        """What each text has in it, to pass over those that cannot be close to a phrase."""
        return tuple(map(summary, self.texts))

    @cached_property
    def _index(self) -> dict[str, list[tuple[int, int]]]:
        index: dict[str, list[tuple[int, int]]] = {}
        for number, tokens in enumerate(self.texts):
            for at, token in enumerate(tokens):
                if token.literal is None:
                    index.setdefault(token.norm, []).append((number, at))
                else:
                    index.setdefault(_number_key(token.literal), []).append((number, at))
                    index.setdefault(_ANY_NUMBER, []).append((number, at))
        return index

    def find(self, phrase: Phrase, freedom: Freedom = EXACT) -> Iterator[tuple[int, Match]]:
        """Each place of the phrase: the number of the text, and the match in its tokens."""
        items = phrase.items
        anchors = [
            (self._index.get(key, []), index)
            for index, item in enumerate(items)
            if (key := _key(item, freedom)) is not None
        ]
        if not anchors:
            return
        places, index = min(anchors, key=lambda anchor: len(anchor[0]))
        before = items[:index]
        # In front of the anchor a unit takes no token to three; everything else takes one.
        least = sum(1 for item in before if not isinstance(item, UnitWord))
        most = least + 3 * sum(1 for item in before if isinstance(item, Slot))
        seen: set[tuple[int, int]] = set()
        for number, at in places:
            for start in range(max(at - most, 0), at - least + 1):
                if (number, start) in seen:
                    continue
                seen.add((number, start))
                found = match_at(phrase, self.texts[number], start, freedom)
                if found is not None:
                    yield number, found


_ANY_NUMBER = "\0"


def _number_key(literal: Literal) -> str:
    return f"\0{literal.value}"


def _key(item: Item, freedom: Freedom) -> str | None:
    """What the index knows an item by; None for a unit, whose spelling is free."""
    if isinstance(item, UnitWord):
        return None
    if isinstance(item, Word):
        return item.norm
    return _ANY_NUMBER if item.ordinal in freedom.slots else _number_key(item.literal)
