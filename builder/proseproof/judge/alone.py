"""Claims that are a number alone: where it stands twice, nothing tells which is meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence

from proseproof.judge.claim import Examined, Judged
from proseproof.judge.corpus import NumberKey, Place


def crowding(
    claim: Examined, places: Sequence[Judged], settled: Container[NumberKey]
) -> tuple[Place, ...]:
    """The places of one text among which the claim does not tell its own; empty where it does.

    settled: number tokens that a table speaks for.

    A phrase of one number, with its unit or without, is every such number of a page, be it of
    other things: the `8` of eight runs is that of eight machines. A word beside it tells them
    apart. Once in each of several texts, as on the pages of two languages, it is told apart.
    """
    if len(claim.numbers) != 1 or claim.phrase.words:
        return ()
    found = [
        judged.place
        for judged in places
        if not all(key in settled for key in judged.place.number_keys([0]))
    ]
    times = Counter(id(place.corpus) for place in found)
    return tuple(place for place in found if times[id(place.corpus)] > 1)
