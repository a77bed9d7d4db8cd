"""The texts that claims can stand in: the passages of a page or of a figure block, as tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import cached_property

from proseproof.language.body import Body
from proseproof.language.phrase import EXACT, Freedom, Match, Phrase
from proseproof.language.token import Token, tokenize
from proseproof.model import DecimalMark
from proseproof.nouns import dataclass
from proseproof.prose import Passage
from proseproof.source import Span

NumberKey = tuple[int, int, int]
"""A number token of the texts: see `Place.number_keys`."""

MAYBE_DIGITS = re.compile(r"\d|[^\x00-\x7f]")
"""Finds something in each text in which a number is written in digits, as in `½` too."""


@dataclass(frozen=True, eq=False)
class Corpus:
    """The passages of one page, or of one figure's own texts (then `page` is None)."""

    page: str | None
    passages: tuple[Passage, ...]
    mark: DecimalMark = "."
    _known: dict[int, tuple[Token, ...]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, page: str | None, passages: Iterable[Passage], mark: DecimalMark = ".") -> Corpus:
        """The texts of some passages. mark: the decimal mark that the page writes."""
        return cls(page, tuple(passages), mark)

    def altered(self, number: int, passage: Passage) -> Corpus:
        """The same with another passage in the place of one."""
        passages = list(self.passages)
        passages[number] = passage
        known = {other: tokens for other, tokens in self._known.items() if other != number}
        return Corpus(self.page, tuple(passages), self.mark, known)

    def tokens(self, number: int) -> tuple[Token, ...]:
        """The tokens of a passage."""
        if number not in self._known:
            self._known[number] = tokenize(self.passages[number].text.value, self.mark)
        return self._known[number]

    @cached_property
    def body(self) -> Body:
        """All passages as tokens, to search for phrases."""
        return Body(tuple(map(self.tokens, range(len(self.passages)))))

    def holding(self, pattern: re.Pattern[str]) -> Iterator[tuple[int, tuple[Token, ...]]]:
        """The passages whose text the pattern finds, by their index, as tokens.

        Most pages of a project state no claim; their other passages are never cut into tokens.
        """
        for number, passage in enumerate(self.passages):
            if pattern.search(passage.text.value):
                yield number, self.tokens(number)

    @cached_property
    def disagreeing(self) -> frozenset[NumberKey]:
        """The quantities said twice whose word and digits are not the same number."""
        return frozenset(
            (id(self), passage, at)
            for passage, tokens in self.holding(MAYBE_DIGITS)
            for at, token in enumerate(tokens)
            if token.literal is not None and token.literal.disagrees
        )

    def find(self, phrase: Phrase, freedom: Freedom = EXACT) -> list[Place]:
        """The places of a phrase here, written as it is but for what `freedom` leaves open."""
        return [Place(self, number, match) for number, match in self.body.find(phrase, freedom)]


@dataclass(frozen=True, eq=False)
class Place:
    """Where a phrase stands: the tokens `match.start` to `match.end` of one passage."""

    corpus: Corpus
    passage: int
    match: Match

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All the tokens of the passage."""
        return self.corpus.tokens(self.passage)

    def span(self, first: int, behind: int) -> Span:
        """Where the tokens from index `first` up to `behind` stand in the file."""
        tokens = self.tokens
        text = self.corpus.passages[self.passage].text
        return text.span(tokens[first].start, tokens[behind - 1].end)

    @property
    def whole(self) -> Span:
        """Where the phrase stands in the file."""
        return self.span(self.match.start, self.match.end)

    @cached_property
    def key(self) -> NumberKey:
        """The same for two places that are the same tokens."""
        return (id(self.corpus), self.passage, self.match.start)

    def number_keys(self, ordinals: Iterable[int]) -> frozenset[NumberKey]:
        """A key for each number token of the given ordinals."""
        return frozenset(
            (id(self.corpus), self.passage, self.match.numbers[ordinal]) for ordinal in ordinals
        )
