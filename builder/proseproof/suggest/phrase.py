"""The words that a claim quotes for a draft: enough of the sentence to be found there alone."""

from __future__ import annotations

from collections.abc import Iterator

from proseproof.language.reading import read_numbers
from proseproof.suggest.draft import Draft
from proseproof.suggest.terms import stems

_STOPS = frozenset({".", "?", "!", ",", ";", ":", "(", ")", "—", "–", '"'})
_WANTED = (4, 3, 2, 6, 8, 12)


def phrases_of(draft: Draft) -> Iterator[str]:
    """Phrases that hold the numbers of the draft and no other digits, the best first.

    They are the reader's text. Whether the page says one of them nowhere else with other numbers
    is for the caller to check.
    """
    seen: set[str] = set()
    for words in _WANTED:
        first, last = _around(draft, words)
        text = _text(draft, first, last)
        if text not in seen:
            seen.add(text)
            yield text


def _text(draft: Draft, first: int, last: int) -> str:
    tokens = draft.tokens
    return draft.corpus.passages[draft.passage].text.value[tokens[first].start : tokens[last].end]


def _around(draft: Draft, words: int) -> tuple[int, int]:
    """The tokens from and to which about so many words stand beside the numbers."""
    first, last = draft.first, draft.said[-1].after - 1
    left = _reach(draft, first, -1, words)
    missing = words - (first - left)
    right = _reach(draft, last, 1, max(missing, 0)) if missing > 0 else last
    if right == last and last == draft.said[-1].at:
        noun = _reach(draft, last, 1, 1)  # `12 steps`: the noun that a bare number counts
        right = noun if stems(draft.tokens[noun].written) else last
    return left, right


def _reach(draft: Draft, at: int, step: int, words: int) -> int:
    """How far from `at` the phrase goes: so many words, within the clause, up to other digits."""
    tokens = draft.tokens
    others = {
        index
        for said in read_numbers(tokens)
        if not said.literal.words
        for index in range(said.at, said.after)
    }
    here = at
    while words and 0 <= here + step < len(tokens):
        if tokens[here + step].norm in _STOPS or here + step in others:
            break
        here += step
        words -= tokens[here].kind != "mark"
    while here != at and tokens[here].kind == "mark":
        here -= step
    return here
