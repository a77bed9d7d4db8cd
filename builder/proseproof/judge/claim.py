"""A claim examined: its values, the pairing of its numbers, and each place where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from proseproof.judge.change import Misreading, read_change
from proseproof.judge.corpus import Corpus, Place
from proseproof.judge.pair import Pairing, pair
from proseproof.judge.place import Check, check_place
from proseproof.judge.words import read_phrase
from proseproof.judge.quantity import Quantity, quantities
from proseproof.language.phrase import Phrase
from proseproof.language.reading import Said, read_numbers
from proseproof.language.units import unit_of_suffix
from proseproof.model import Claim, Figure, Limits
from proseproof.query import Answer, Refusal
from proseproof.source import Text


@dataclass(frozen=True, eq=False)
class Judged:
    """A place and its checks. exact: the numbers stand as the claim writes them."""

    place: Place
    checks: tuple[Check, ...]
    exact: bool

    @property
    def right(self) -> bool:
        """Whether each number is right."""
        return all(check.fault is None for check in self.checks)


@dataclass(frozen=True, eq=False)
class Asked:
    """A claim and its answers. binding: to `query` or `change`; holds: to `holds`."""

    claim: Claim
    figure: Figure
    binding: Answer | Refusal | None = None
    holds: Answer | Refusal | None = None


@dataclass(frozen=True, eq=False)
class Examined:
    """All that is known of a claim.

    words: the text of `says` that the phrase is cut from.
    values: the numeric values that its numbers stand for; names: the text values of its rows.
    missing: values that are NULL, NaN or infinite; truths: those that are true or false.
    numbers: those of the phrase. pairing: None where there is nothing to pair or it fails.
    says: the phrase itself held against the values.
    places: where it stands as written; shapes: where the same words stand with other numbers.
    misread: why `change` could not be read.
    """

    asked: Asked
    phrase: Phrase
    words: Text
    numbers: tuple[Said, ...]
    values: tuple[Quantity, ...] = ()
    names: tuple[Quantity, ...] = ()
    missing: tuple[Quantity, ...] = ()
    truths: tuple[Quantity, ...] = ()
    pairing: Pairing | None = None
    says: tuple[Check, ...] = ()
    places: tuple[Judged, ...] = ()
    shapes: tuple[Judged, ...] = ()
    misread: Misreading | None = None
    corpora: tuple[Corpus, ...] = field(default=(), repr=False)

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.asked.claim

    @property
    def digits(self) -> frozenset[int]:
        """The ordinals of the phrase's numbers that are written in digits."""
        return frozenset(
            index
            for index, said in enumerate(self.numbers)
            if not said.literal.words or said.literal.twin is not None
        )


def examine(asked: Asked, corpora: Sequence[Corpus], limits: Limits) -> Examined:
    """Holds a claim against its answers, wherever it stands in `corpora`."""
    claim = asked.claim
    mark = corpora[0].mark if corpora else "."
    phrase, words = read_phrase(claim.says, mark)
    numbers = tuple(read_numbers(phrase.tokens))
    read = _values(asked, phrase, numbers)
    pairing = None
    if read.values and not read.missing and read.misread is None:
        pairing = pair(phrase.tokens, numbers, read.values, claim.each)
    wild = frozenset() if pairing is None else pairing.ordinals
    exact = [place for corpus in corpora for place in corpus.find(phrase)]
    known = {place.key for place in exact}
    alike = [
        place
        for corpus in (corpora if wild else ())
        for place in corpus.find(phrase, wild)
        if place.key not in known
    ]

    def judge(place: Place, is_exact: bool) -> Judged:
        checks: tuple[Check, ...] = ()
        if pairing is not None:
            match = place.match
            checks = check_place(place.tokens, match.start, match.end, pairing, read.values, limits)
        return Judged(place, checks, is_exact)

    says: tuple[Check, ...] = ()
    if pairing is not None:
        says = check_place(phrase.tokens, 0, len(phrase.tokens), pairing, read.values, limits)
    return Examined(
        asked, phrase, words, numbers, read.values, read.names, read.missing, read.truths, pairing, says,
        tuple(judge(place, True) for place in exact),
        tuple(judge(place, False) for place in alike),
        read.misread, tuple(corpora),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Read:
    values: tuple[Quantity, ...] = ()
    names: tuple[Quantity, ...] = ()
    missing: tuple[Quantity, ...] = ()
    truths: tuple[Quantity, ...] = ()
    misread: Misreading | None = None


def _values(asked: Asked, phrase: Phrase, numbers: Sequence[Said]) -> _Read:
    if not isinstance(asked.binding, Answer):
        return _Read()
    found = quantities(asked.binding)
    unit = unit_of_suffix(asked.claim.unit.value) if asked.claim.unit is not None else None
    if unit is not None:
        found = tuple(replace(quantity, unit=unit) for quantity in found)
    missing = tuple(quantity for quantity in found if quantity.value is None)
    if asked.claim.change is not None and not missing:
        read = read_change(phrase.tokens, numbers, found)
        return _Read(found, misread=read) if isinstance(read, Misreading) else _Read(read)
    truths = tuple(quantity for quantity in found if isinstance(quantity.raw, bool))
    return _Read(
        tuple(quantity for quantity in found if isinstance(quantity.value, Fraction)),
        tuple(one for one in found if isinstance(one.value, str) and one not in truths),
        missing,
        truths,
    )
