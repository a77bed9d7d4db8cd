"""Claims that are a number alone: where it stands twice, nothing tells which is meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import replace

from proseproof.judge.claim import Examined, Judged
from proseproof.judge.corpus import NumberKey, Place

_COMMON = frozenset(
    "a an the about around roughly some approximately nearly almost over above under below within"
    " more less fewer than at least most up to no not and or of in by for from with is was"
    .split()
)  # fmt: skip
"""Words that stand before any number, and say nothing of what it is."""


def crowding(
    claim: Examined, places: Sequence[Judged], settled: Container[NumberKey]
) -> tuple[Place, ...]:
    """The places of one text among which the claim does not tell its own; empty where it does.

    settled: number tokens that a table or a longer claim speaks for.

    A phrase of one number, with a unit and a hedge or without, is every such number of a page, be
    it of other things: the `8` of eight runs is that of eight machines. A word beside it tells them
    apart. Once in each of several texts, as on the pages of two languages, it is told apart.
    """
    if not _is_alone(claim):
        return ()
    found = [
        judged.place
        for judged in places
        if not all(key in settled for key in judged.place.number_keys([0]))
    ]
    times = Counter(id(place.corpus) for place in found)
    return tuple(place for place in found if times[id(place.corpus)] > 1)


def without_given(claim: Examined, given: frozenset[NumberKey]) -> Examined:
    """The claim without the places that a `given` speaks for, if it is a number alone and has more.

    given: the number tokens under a `given`, whose words say what they are.
    """
    if not given or not _is_alone(claim):
        return claim
    own = tuple(one for one in claim.places if not one.place.number_keys([0]) <= given)
    return replace(claim, places=own) if own else claim


def _is_alone(claim: Examined) -> bool:
    words = {word.lower() for word in claim.phrase.words}
    return len(claim.numbers) == 1 and not words - _COMMON
