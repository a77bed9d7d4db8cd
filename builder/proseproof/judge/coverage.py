"""Coverage: what stands behind each number of the prose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from proseproof.judge.corpus import Corpus, NumberKey
from proseproof.judge.words import read_phrase
from proseproof.model import Allow, Given
from proseproof.prose import Passage
from proseproof.source import Span

Status = OneOf["bound", "given", "allowed", "unbound"]


@dataclass(frozen=True, eq=False)
class WrittenNumber:
    """A number in digits that a reader meets outside code ticks."""

    corpus: Corpus
    key: NumberKey
    span: Span
    written: str
    status: Status


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
        phrase = read_phrase(given.says, corpus.mark)[0]
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
    given = frozenset().union(*(words.keys for words in givens))
    patterns = [(allow, re.compile(allow.match.value)) for allow in allows]
    used: set[int] = set()
    numbers: list[WrittenNumber] = []
    seen: set[tuple[str, int]] = set()
    for corpus in corpora:
        for key, start, end, passage in _digits(corpus):
            span = passage.text.span(start, end)
            place = (span.source.path, span.start)
            if place in seen:
                continue  # a snippet that two pages include is read once
            seen.add(place)
            written = passage.text.value[start:end]
            status: Status = "bound" if key in bound else "given" if key in given else "unbound"
            if status == "unbound":
                for index, (_, pattern) in enumerate(patterns):
                    if _matches(pattern, passage.text.value, start, end):
                        status = "allowed"
                        used.add(index)
            numbers.append(WrittenNumber(corpus, key, span, written, status))
    met = {number.key for number in numbers}
    idle = tuple(
        words.given for words in givens if not ((words.keys & met) - bound or words.keys & silenced)
    )
    unused = tuple(allow for index, (allow, _) in enumerate(patterns) if index not in used)
    return Coverage(tuple(numbers), idle, unused)


def _digits(corpus: Corpus) -> Iterator[tuple[NumberKey, int, int, Passage]]:
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
