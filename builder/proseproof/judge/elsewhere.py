"""Where the words of a claim stand with other numbers, and nothing explains them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf

from proseproof.judge.claim import Examined, Judged
from proseproof.judge.corpus import Corpus, NumberKey, Place
from proseproof.language.phrase import Freedom, Phrase, Slot, UnitWord, Word
from proseproof.language.reading import Said
from proseproof.model import Limits

ENOUGH_WORDS = 2
"""With fewer beside its numbers and units a phrase is too common to mean the same elsewhere."""

Shape = tuple[object, ...]


def look_elsewhere(
    claims: Sequence[Examined], explained: Collection[NumberKey], limits: Limits
) -> tuple[Examined, ...]:
    """The claims with their `shapes`. explained: number tokens of tables, which claims leave alone.

    A claim that stands nowhere as written looks for its words, whatever their numbers and units
    are; with a word or none only where the units are its own. One that does stand looks for other
    places if it has words enough, and passes over those that say another kind of thing. Where a
    claim stands as written no other looks.
    """
    settled = {*explained, *_stated(claims)}
    known: dict[tuple[int, Shape], list[tuple[Place, dict[int, Said]]]] = {}

    def places(claim: Examined, corpus: Corpus) -> list[tuple[Place, dict[int, Said]]]:
        assert claim.pairing is not None
        freedom = Freedom(claim.pairing.ordinals, units=has_enough_words(claim))
        key = (id(corpus), shape_of(claim.phrase, freedom))
        if key not in known:
            found = corpus.find(claim.phrase, freedom)
            known[key] = [
                (place, claim.read(place)) for place in found if not claim.keys(place) <= settled
            ]
        return known[key]

    def look(claim: Examined) -> Examined:
        if claim.pairing is None or (claim.places and not has_enough_words(claim)):
            return claim
        own = {judged.place.key for judged in claim.places}
        found = [
            claim.judge(place, limits, exact=False, said=said)
            for corpus in claim.corpora
            for place, said in places(claim, corpus)
            if place.key not in own
        ]
        kept = (one for one in found if one.right or not claim.places or _same_kind(claim, one))
        return replace(claim, shapes=tuple(kept))

    return tuple(look(claim) for claim in claims)


def _stated(claims: Iterable[Examined]) -> Iterator[NumberKey]:
    for claim in claims:
        for judged in claim.places:
            yield from claim.keys(judged.place)


def has_enough_words(claim: Examined) -> bool:
    """Whether other numbers in a claim's words are likely to be meant for the claim."""
    return len(claim.phrase.words) >= ENOUGH_WORDS


def shape_of(phrase: Phrase, freedom: Freedom) -> Shape:
    """The same for phrases that stand in the same places."""
    shape: list[object] = []
    for item in phrase.items:
        if isinstance(item, Word):
            shape.append(item.norm)
        elif isinstance(item, UnitWord):
            shape.append(None if freedom.units else item.unit)
        else:
            shape.append(_of_slot(item, freedom))
    return tuple(shape)


def _of_slot(slot: Slot, freedom: Freedom) -> object:
    if slot.ordinal in freedom.slots:
        return slot.ordinal
    literal = slot.literal
    return (literal.value, literal.step, literal.words, bool(literal.sign), literal.twin)


def _same_kind(claim: Examined, judged: Judged) -> bool:
    """Whether a place writes its numbers in digits where the claim does, in units that convert."""
    return all(
        check.fault != "unit" and check.said.literal.words == says.said.literal.words
        for check, says in zip(judged.checks, claim.says, strict=True)
    )


def assigned(
    found: Iterable[tuple[int, Judged]], cost: Callable[[tuple[int, Judged]], tuple[float, ...]]
) -> Mapping[int, NumberKey]:
    """The place of each claim, by the claim's number: the cheapest first, and no place twice."""
    places: dict[int, NumberKey] = {}
    taken: set[NumberKey] = set()
    for number, judged in sorted(found, key=cost):
        if number not in places and judged.place.key not in taken:
            places[number] = judged.place.key
            taken.add(judged.place.key)
    return places


def distance(claim: Examined, judged: Judged) -> tuple[int, float]:
    """How far the numbers of a place are from those that the claim says: how many, and how far."""
    assert claim.pairing is not None
    differing, far = 0, 0.0
    for slot, says in zip(claim.pairing.slots, claim.says, strict=True):
        here, there = judged.said[slot[0]].literal, says.said.literal
        if here.size != there.size or here.value != there.value:
            differing += 1
            most = max(abs(here.size), abs(there.size))
            far += abs(here.size - there.size) / most if 0 < most < inf else 1.0
    return differing, far
