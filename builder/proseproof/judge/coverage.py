"""Coverage: what stands behind each number of the prose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from proseproof.judge.corpus import Corpus, NumberKey
from proseproof.judge.words import read_phrases
from proseproof.model import Allow, Given
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
    """numbers: in the order of the texts. idle: what was given or allowed and silences nothing."""

    numbers: tuple[WrittenNumber, ...]
    idle_given: tuple[Given, ...]
    idle_allow: tuple[Allow, ...]


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
    allows: Sequence[Allow], silenced: frozenset[NumberKey] = frozenset(),
) -> Coverage:  # fmt: skip
    """The status of each number of `corpora`: bound before given before allowed.

    silenced: numbers, in words perhaps, that would be stale but for a `given`.
    """
    given = frozenset(key for words in givens for key in words.keys)
    patterns = [(allow, re.compile(allow.match.value)) for allow in allows]
    used: set[int] = set()
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
            for index, (allow, pattern) in enumerate(patterns):
                if _matches(pattern, passage.text.value, start, end):
                    status, reason = "allowed", reason or allow
                    used.add(index)
        if status != "bound":
            met |= keys
        span, written = passage.text.span(start, end), passage.text.value[start:end]
        numbers.append(WrittenNumber(corpus, key, span, written, status, reason))
    idle = tuple(
        words.given for words in givens if not words.keys & met and not words.keys & silenced
    )
    unused = tuple(allow for index, (allow, _) in enumerate(patterns) if index not in used)
    return Coverage(tuple(numbers), idle, unused)


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
    for index, (passage, tokens) in enumerate(zip(corpus.passages, corpus.body.texts, strict=True)):
        if passage.kind == "page title":
            continue  # front matter names the page; it may be claimed and need not be
        for at, token in enumerate(tokens):
            literal = token.literal
            if literal is None or (literal.words and literal.twin is None):
                continue
            if any(start <= token.start < end for start, end in passage.code):
                continue
            yield (id(corpus), index, at), token.start, token.end, passage


def _matches(pattern: re.Pattern[str], text: str, start: int, end: int) -> bool:
    return any(found.start() <= start and end <= found.end() for found in pattern.finditer(text))
