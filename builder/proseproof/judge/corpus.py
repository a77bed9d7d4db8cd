"""The texts that claims can stand in: the passages of a page or of a figure block, as tokens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from proseproof.language.body import Body
from proseproof.language.phrase import EXACT, Freedom, Match, Phrase
from proseproof.language.token import Token, tokenize
from proseproof.model import DecimalMark
from proseproof.prose import Passage
from proseproof.source import Span

NumberKey = tuple[int, int, int]
"""A number token of the texts: see `Place.number_keys`."""


@dataclass(frozen=True, eq=False)
class Corpus:
    """The passages of one page, or of one figure's own texts (then `page` is None)."""

    page: str | None
    passages: tuple[Passage, ...]
    body: Body
    mark: DecimalMark = "."

    @classmethod
    def of(cls, page: str | None, passages: Iterable[Passage], mark: DecimalMark = ".") -> Corpus:
        """Cuts the passages into tokens. mark: the decimal mark that the page writes."""
        kept = tuple(passages)
        texts = tuple(tokenize(passage.text.value, mark) for passage in kept)
        return cls(page, kept, Body(texts), mark)

    def altered(self, number: int, passage: Passage) -> Corpus:
        """The same with another passage in the place of one."""
        passages, texts = list(self.passages), list(self.body.texts)
        passages[number], texts[number] = passage, tokenize(passage.text.value, self.mark)
        return Corpus(self.page, tuple(passages), Body(tuple(texts)), self.mark)

    @cached_property
    def disagreeing(self) -> frozenset[NumberKey]:
        """The quantities said twice whose word and digits are not the same number."""
        return frozenset(
            (id(self), passage, at)
            for passage, tokens in enumerate(self.body.texts)
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
        return self.corpus.body.texts[self.passage]

    def span(self, first: int, behind: int) -> Span:
        """Where the tokens from index `first` up to `behind` stand in the file."""
        tokens = self.tokens
        text = self.corpus.passages[self.passage].text
        return text.span(tokens[first].start, tokens[behind - 1].end)

    @property
    def whole(self) -> Span:
        """Where the phrase stands in the file."""
        return self.span(self.match.start, self.match.end)

    @property
    def key(self) -> NumberKey:
        """The same for two places that are the same tokens."""
        return (id(self.corpus), self.passage, self.match.start)

    def number_keys(self, ordinals: Iterable[int]) -> frozenset[NumberKey]:
        """A key for each number token of the given ordinals."""
        return frozenset(
            (id(self.corpus), self.passage, self.match.numbers[ordinal]) for ordinal in ordinals
        )
