"""Coverage: what stands behind each number of the prose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal as OneOf

from proseproof.expression import Expression, TooSlow
from proseproof.judge.corpus import MAYBE_DIGITS, Corpus, NumberKey
from proseproof.judge.words import read_phrases
from proseproof.model import Allow, Given, Limits
from proseproof.nouns import dataclass
from proseproof.prose import Passage
from proseproof.source import Span

Status = OneOf["bound", "given", "allowed", "unbound"]


@dataclass(frozen=True, eq=False)
class WrittenNumber:
    """A number in digits that a reader meets outside code ticks.

    reason: what the claims files say of a number that is given or allowed.
    """

    corpus: Corpus
    key: NumberKey
    span: Span
    written: str
    status: Status
    reason: Given | Allow | None = None


@dataclass(frozen=True, eq=False)
class Coverage:
    """numbers: in the order of the texts. idle: what was given or allowed and silences nothing.

    slow_allow: whose expressions were not held against every text, and what each took.
    """

    numbers: tuple[WrittenNumber, ...]
    idle_given: tuple[Given, ...]
    idle_allow: tuple[Allow, ...]
    slow_allow: tuple[tuple[Allow, str], ...] = ()


@dataclass(frozen=True, eq=False)
class GivenWords:
    """The words of a `given`, and the numbers that stand under them."""

    given: Given
    keys: frozenset[NumberKey]


def find_given(given: Given, corpora: Iterable[Corpus]) -> GivenWords:
    """Where the words of a `given` stand on its section's pages and in its figures' texts."""
    keys: set[NumberKey] = set()
    for corpus in corpora:
        for phrase, _ in read_phrases(given.says, corpus.mark):
            for place in corpus.find(phrase):
                keys |= place.number_keys(range(len(place.match.numbers)))
    return GivenWords(given, frozenset(keys))


def cover(
    corpora: Sequence[Corpus], bound: frozenset[NumberKey], givens: Sequence[GivenWords],
    allows: Sequence[Allow], limits: Limits, silenced: frozenset[NumberKey] = frozenset(),
) -> Coverage:  # fmt: skip
    """The status of each number of `corpora`: bound before given before allowed.

    limits: say how long the expression of an `allow` may take. silenced: numbers, in words perhaps,
    that would be stale but for a `given`.
    """
    given = frozenset(key for words in givens for key in words.keys)
    allowing = [_Allowing(allow, float(limits.seconds)) for allow in allows]
    numbers: list[WrittenNumber] = []
    met: set[NumberKey] = set()
    for same in _by_place(corpora).values():
        corpus, (key, start, end, passage) = same[0]
        keys = {each[0] for _, each in same}
        status: Status = "bound" if keys & bound else "given" if keys & given else "unbound"
        reason: Given | Allow | None = None
        if status == "given":
            reason = next(words.given for words in givens if words.keys & keys)
        if status == "unbound":
            for one in allowing:
                if one.allows(passage, start, end):
                    status, reason = "allowed", reason or one.allow
        if status != "bound":
            met |= keys
        span, written = passage.text.span(start, end), passage.text.value[start:end]
        numbers.append(WrittenNumber(corpus, key, span, written, status, reason))
    idle = tuple(
        words.given for words in givens if not words.keys & met and not words.keys & silenced
    )
    unused = tuple(one.allow for one in allowing if not one.used)
    slow = tuple((one.allow, one.slow) for one in allowing if one.slow)
    return Coverage(tuple(numbers), idle, unused, slow)


_Written = tuple[NumberKey, int, int, Passage]


def _by_place(corpora: Iterable[Corpus]) -> dict[tuple[str, int], list[tuple[Corpus, _Written]]]:
    """The numbers by where they stand: a snippet that two pages include is counted once."""
    places: dict[tuple[str, int], list[tuple[Corpus, _Written]]] = {}
    for corpus in corpora:
        for written in _digits(corpus):
            span = written[3].text.span(written[1], written[2])
            places.setdefault((span.source.path, span.start), []).append((corpus, written))
    return places


def _digits(corpus: Corpus) -> Iterator[_Written]:
    """The numbers in digits outside code, with their characters in their passage."""
    for index, tokens in corpus.holding(MAYBE_DIGITS):
        passage = corpus.passages[index]
        if passage.kind == "page title":
            continue  # front matter names the page; it may be claimed and need not be
        for at, token in enumerate(tokens):
            literal = token.literal
            if literal is None or (literal.words and literal.twin is None):
                continue
            if any(start <= token.start < end for start, end in passage.code):
                continue
            yield (id(corpus), index, at), token.start, token.end, passage


class _Allowing:
    """An `allow` at work. used: whether it silenced a number. slow: what it took too much of.

    If it did, it counts for each number behind: that it is too slow is one mistake, and the
    numbers that it would have allowed are none.
    """

    def __init__(self, allow: Allow, seconds: float) -> None:
        self.allow = allow
        self.used, self.slow = False, ""
        self._expression = Expression(allow.match.value, seconds)
        self._spans: dict[int, tuple[tuple[int, int], ...]] = {}

    def allows(self, passage: Passage, start: int, end: int) -> bool:
        """Whether the expression fits characters of the passage that the number is among."""
        try:
            if not self.slow and id(passage) not in self._spans:
                self._spans[id(passage)] = self._expression.spans(passage.text.value)
        except TooSlow as too_slow:
            self.slow = str(too_slow)
        fits = bool(self.slow) or any(
            first <= start and end <= last for first, last in self._spans[id(passage)]
        )
        self.used |= fits
        return fits
