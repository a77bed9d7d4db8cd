"""Findings made by hand, for the reports to print."""

from __future__ import annotations

from typing import Protocol

import pytest

from proseproof.finding import Edit, Finding, Label
from proseproof.outcome import Numbers, Outcome
from proseproof.source import Source, Span

PAGE = """\
# Latency


## Requests


The median request takes 41.2 ms. One in fifty takes longer than 180 ms.
We measured from three regions, and clients gave up after 9 retries.
"""
CLAIMS = """\
page: docs/latency.md
figures:
  - id: latency
    kind: text
    claims:
      - says: takes 41.2 ms
        query: SELECT median(total_ms) FROM requests
        id: median-request
      - says: one in fifty requests
        query: SELECT 1
"""


def at(source: Source, words: str) -> Span:
    """The first place of `words` in the source."""
    start = source.text.index(words)
    return source.span(start, start + len(words))


class At(Protocol):
    """Where words stand in a text made for the test, under a path."""

    def __call__(self, text: str, words: str, path: str = ...) -> Span: ...


@pytest.fixture
def place() -> At:
    """`place(text, words)` is the span of the words in a page of that text."""

    def place(text: str, words: str, path: str = "docs/page.md") -> Span:
        return at(Source(path, text), words)

    return place


@pytest.fixture
def stale() -> Finding:
    """A number that the capture no longer bears out, with its query as evidence."""
    page, claims = Source("docs/latency.md", PAGE), Source("claims/latency.yml", CLAIMS)
    return Finding(
        rule="stale-number",
        span=at(page, "41.2 ms"),
        message="page says 41.2 ms, capture says 44.1 ms",
        label="claim `median-request`",
        labels=(Label(at(claims, "SELECT median(total_ms) FROM requests"), "gives 44.0556 ms"),),
        notes=("compared to one decimal place",),
        help="write `44.1 ms`, or run `proseproof update`",
        edits=(
            Edit(at(page, "41.2 ms"), "44.1 ms"),
            Edit(at(claims, "41.2 ms"), "44.1 ms"),
        ),
    )


@pytest.fixture
def missing() -> Finding:
    """A phrase that stands nowhere, with the closest wording as evidence."""
    page, claims = Source("docs/latency.md", PAGE), Source("claims/latency.yml", CLAIMS)
    return Finding(
        rule="missing-phrase",
        span=at(claims, "one in fifty requests"),
        message='no sentence on this page says "one in fifty requests"',
        labels=(Label(at(page, "One in fifty takes"), "the closest wording"),),
        help="put the words back, or change `says` to the words on the page",
    )


@pytest.fixture
def unbound() -> Finding:
    """A number that nothing checks, said as a warning."""
    page = Source("docs/latency.md", PAGE)
    return Finding(
        rule="unbound-number",
        span=at(page, "9"),
        message="nothing checks the number 9",
        help="bind it with a claim, or list it under `given` with a reason",
        severity="warning",
    )


@pytest.fixture
def outcome(stale: Finding, missing: Finding, unbound: Finding) -> Outcome:
    """All three, out of order and one of them twice, as several rules may give them."""
    return Outcome(
        project=None,
        findings=(unbound, stale, missing, stale),
        numbers=Numbers(bound=37, given=2, allowed=1, unbound=1),
        claims=12,
    )
