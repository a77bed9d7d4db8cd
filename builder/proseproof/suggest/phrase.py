"""The words that a claim quotes for a draft: enough of the sentence to be found there alone."""

from __future__ import annotations

from collections.abc import Iterator

from proseproof.language.reading import read_numbers
from proseproof.suggest.draft import Draft

_PAUSES = frozenset({",", ":"})
_STOPS = frozenset({".", "?", "!", ",", ";", ":", "(", ")", "—", "–", '"'})
# A phrase neither begins nor ends with these, unless there is nothing else.
_THIN = frozenset(
    "a an the of in on at to for from by with and or as is are was were be been it its this that"
    " these those they we you so if when while into which who".split()
)
_ENOUGH = 2
_WANTED = ((3, 0), (3, 1), (2, 0), (2, 1), (4, 2), (6, 3), (9, 5))


def phrases_of(draft: Draft) -> Iterator[str]:
    """Phrases that hold the numbers of the draft and no other digits, the best first.

    They are the reader's text. Whether the page says one of them nowhere else with other numbers
    is for the caller to check.
    """
    seen: set[str] = set()
    for before, behind in _WANTED:
        text = _text(draft, *_around(draft, before, behind))
        if text not in seen:
            seen.add(text)
            yield text


def _text(draft: Draft, first: int, last: int) -> str:
    tokens = draft.tokens
    return draft.corpus.passages[draft.passage].text.value[tokens[first].start : tokens[last].end]


def _around(draft: Draft, before: int, behind: int) -> tuple[int, int]:
    """The tokens from and to which so many words stand before and behind the numbers.

    What the clause lacks before them is taken from behind; a bare number keeps what it counts.
    """
    first, last = draft.first, draft.said[-1].after - 1
    left, found = _reach(draft, first, -1, before)
    missing = before - found
    if missing <= 0 and last == draft.said[-1].at:
        missing = _is_noun(draft, last + 1)
    right, more = _reach(draft, last, 1, max(missing, behind))
    if not found + more:
        # `run a, was 9 ms`: beside its number alone a thin word says nothing.
        return _reach(draft, first, -1, before, _STOPS - _PAUSES)[0], right
    if found + more < _ENOUGH and left > 0 and draft.tokens[left - 1].kind == "word":
        left -= 1  # `with seed 1` rather than `seed 1`, which may stand anywhere
    return left, right


def _is_noun(draft: Draft, at: int) -> int:
    """1 where a word stands at `at` that the number before it may count, as in `12 steps`."""
    return int(at < len(draft.tokens) and _is_full(draft, at))


def _is_full(draft: Draft, at: int) -> bool:
    token = draft.tokens[at]
    return token.kind != "mark" and token.norm not in _THIN


def _reach(
    draft: Draft, at: int, step: int, words: int, stops: frozenset[str] = _STOPS
) -> tuple[int, int]:
    """How far from `at` a phrase goes for so many full words, and how many there are.

    Not beyond the clause, nor to other digits or their units.
    """
    tokens = draft.tokens
    others = {
        index
        for said in read_numbers(tokens)
        if not said.literal.words
        for index in range(said.at, said.after)
    }
    here, end, found = at, at, 0
    while found < words and 0 <= here + step < len(tokens):
        here += step
        if tokens[here].norm in stops or here in others:
            break
        if _is_full(draft, here):
            end = here
            found += 1
    return end, found
