"""A quantity said twice that disagrees with itself, where no claim speaks of it."""

from __future__ import annotations

from collections.abc import Iterator

from proseproof.finding import Finding
from proseproof.judge.corpus import Corpus
from proseproof.judge.examination import Examination
from proseproof.source import Span


def disagreements(examination: Examination, rule: str, told: set[Span]) -> Iterator[Finding]:
    """`ten (15) days` anywhere in the prose, but for the places that are told already."""
    spans = {(span.source.path, span.start) for span in told}
    for corpus in examination.texts:
        for finding in _in_corpus(corpus, rule):
            if (finding.span.source.path, finding.span.start) not in spans:
                yield finding


def _in_corpus(corpus: Corpus, rule: str) -> Iterator[Finding]:
    for _, number, at in sorted(corpus.disagreeing):
        token = corpus.tokens(number)[at]
        literal = token.literal
        assert literal is not None
        assert literal.twin is not None
        word, digits = literal.written.split("(")[0].strip(), literal.twin.written
        yield Finding(
            rule,
            corpus.passages[number].text.span(token.start, token.end),
            f"the word says {word}, the digits say {digits}",
            notes=("a quantity that is said twice is one number",),
        )
