"""A claim examined: its values, the pairing of its numbers, and each place where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from datetime import timedelta
from fractions import Fraction

from proseproof.judge.change import Misreading, read_change
from proseproof.judge.corpus import Corpus, NumberKey, Place
from proseproof.judge.names import NO_NAMES, Names, find_names
from proseproof.judge.pair import Pairing, in_digits, pair
from proseproof.judge.place import Check, check_numbers, check_place, is_plainly_wrong, read_place
from proseproof.judge.quantity import Quantity, quantities
from proseproof.judge.words import read_phrases
from proseproof.language.phrase import Phrase
from proseproof.language.reading import Said, read_numbers
from proseproof.language.units import unit_of_suffix
from proseproof.model import Claim, DecimalMark, Figure, Limits
from proseproof.nouns import dataclass
from proseproof.query import Answer, Refusal
from proseproof.source import Span, Text


@dataclass(frozen=True, eq=False, slots=True)
class Judged:
    """A place, held against values.

    exact: the numbers stand as the claim writes them. done: the checks, but for a place that is
    plainly wrong, whose checks are made once they are asked for. said: its numbers that stand for
    values, by their ordinal in the phrase.
    """

    place: Place
    exact: bool
    done: tuple[Check, ...] | None
    said: Mapping[int, Said]
    claim: Examined | None = field(default=None, repr=False)
    limits: Limits | None = field(default=None, repr=False)

    @property
    def checks(self) -> tuple[Check, ...]:
        """Each of its numbers against its value."""
        if self.done is not None:
            return self.done
        assert self.claim is not None
        assert self.claim.pairing is not None
        assert self.limits is not None
        return check_numbers(self.said, self.claim.pairing, self.claim.values, self.limits)

    @property
    def right(self) -> bool:
        """Whether each number is right."""
        return self.done is not None and all(check.fault is None for check in self.done)


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
    named: where the phrase says these. missing: values that are NULL, NaN or infinite; truths:
    those that are true or false, or an interval, which are neither numbers nor names.
    numbers: those of the phrase. pairing: None where there is nothing to pair or it fails.
    says: the phrase itself held against the values.
    places: where it stands as written; shapes: where the same words stand with other numbers,
    which nothing else explains (see `proseproof.judge.elsewhere`).
    misread: why `change` could not be read. mark: the decimal mark that the phrase is read with.
    """

    asked: Asked
    phrase: Phrase
    words: Text
    numbers: tuple[Said, ...]
    values: tuple[Quantity, ...] = ()
    names: tuple[Quantity, ...] = ()
    named: Names = NO_NAMES
    missing: tuple[Quantity, ...] = ()
    truths: tuple[Quantity, ...] = ()
    pairing: Pairing | None = None
    says: tuple[Check, ...] = ()
    places: tuple[Judged, ...] = ()
    shapes: tuple[Judged, ...] = ()
    misread: Misreading | None = None
    corpora: tuple[Corpus, ...] = field(default=(), repr=False)
    mark: DecimalMark = "."

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.asked.claim

    @property
    def binds(self) -> bool:
        """Whether the claim says what its numbers are; `holds` alone binds none.

        One without any SQL, which is told, was to say it too.
        """
        claim = self.claim
        return claim.query is not None or claim.change is not None or claim.holds is None

    @property
    def digits(self) -> frozenset[int]:
        """The ordinals of the phrase's numbers that are written in digits."""
        return frozenset(index for index, said in enumerate(self.numbers) if in_digits(said))

    @property
    def name_numbers(self) -> frozenset[int]:
        """The ordinals of the phrase's numbers that belong to a name."""
        return _in_names(self.numbers, self.named)

    def keys(self, place: Place) -> frozenset[NumberKey]:
        """The number tokens of a place that stand for values."""
        return place.number_keys(self.pairing.ordinals) if self.pairing is not None else frozenset()

    def bound_keys(self, place: Place) -> frozenset[NumberKey]:
        """The number tokens of a place that the claim speaks for, those in names included.

        A claim that cannot be checked still binds the digits that it says.
        """
        if not self.binds:
            return frozenset()
        ordinals = self.digits if self.pairing is None else self.pairing.ordinals
        return place.number_keys(ordinals | self.name_numbers)

    def judge(
        self, place: Place, limits: Limits, exact: bool, said: Mapping[int, Said] | None = None
    ) -> Judged:
        """Holds the numbers of a place, `said` where they are read already, against the values."""
        if self.pairing is None:
            return Judged(place, exact, (), {})
        numbers = said if said is not None else self.read(place)
        if is_plainly_wrong(numbers, self.pairing, self.values):
            return Judged(place, exact, None, numbers, self, limits)
        done = check_numbers(numbers, self.pairing, self.values, limits)
        return Judged(place, exact, done, numbers)

    def read(self, place: Place) -> dict[int, Said]:
        """The numbers of a place that stand for values, by their ordinal in the phrase."""
        start, end = place.match.start, place.match.end
        ordinals = self.pairing.ordinals if self.pairing is not None else frozenset()
        return read_place(place.tokens, start, end, ordinals)


@dataclass(frozen=True, eq=False)
class Reading:
    """One way to read a claim's phrase.

    mark: the decimal mark that it is read with. words: the text of `says` that the phrase is cut
    from. numbers: those of the phrase. places: where it stands as written.
    """

    mark: DecimalMark
    phrase: Phrase
    words: Text
    numbers: tuple[Said, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, eq=False)
class Quoted:
    """A claim's phrase, in the texts that it may stand in, read in each way that it can be."""

    corpora: tuple[Corpus, ...]
    readings: tuple[Reading, ...]


def quote(claim: Claim, corpora: Sequence[Corpus]) -> Quoted:
    """Finds the phrase of a claim in these texts, the likelier reading first."""
    # A phrase is quoted from any of its pages, and is written with the decimal mark of that one.
    marks: dict[DecimalMark, None] = dict.fromkeys(corpus.mark for corpus in corpora) or {".": None}
    readings = [
        Reading(
            mark, phrase, words, tuple(read_numbers(phrase.tokens)),
            tuple(place for corpus in corpora for place in corpus.find(phrase)),
        )
        for mark in marks
        for phrase, words in read_phrases(claim.says, mark)
    ]  # fmt: skip
    return Quoted(tuple(corpora), tuple(readings))


def examine(asked: Asked, quoted: Quoted, limits: Limits) -> Examined:
    """Holds a claim against its answers, wherever it stands as written."""
    found = [_examine(asked, reading, quoted.corpora, limits) for reading in quoted.readings]
    return min(found, key=lambda one: (not one.places, one.pairing is None))


def _examine(
    asked: Asked, reading: Reading, corpora: tuple[Corpus, ...], limits: Limits
) -> Examined:
    phrase, numbers = reading.phrase, reading.numbers
    read = _values(asked, phrase, numbers)
    named = find_names(phrase.tokens, read.names, asked.claim.names or {})
    pairing = None
    if read.values and not read.missing and read.misread is None:
        in_names = _in_names(numbers, named)
        pairing = pair(phrase.tokens, numbers, read.values, asked.claim.each, in_names)
    says: tuple[Check, ...] = ()
    if pairing is not None:
        says = check_place(phrase.tokens, 0, len(phrase.tokens), pairing, read.values, limits)
    examined = Examined(
        asked, phrase, reading.words, numbers, read.values, read.names, named, read.missing,
        read.truths, pairing, says, misread=read.misread, corpora=corpora, mark=reading.mark,
    )  # fmt: skip
    places = tuple(examined.judge(place, limits, True) for place in reading.places)
    return replace(examined, places=places)


def _in_names(numbers: Sequence[Said], named: Names) -> frozenset[int]:
    return frozenset(index for index, said in enumerate(numbers) if said.at in named.tokens)


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
    truths = tuple(quantity for quantity in found if isinstance(quantity.raw, bool | timedelta))
    return _Read(
        tuple(quantity for quantity in found if isinstance(quantity.value, Fraction)),
        tuple(one for one in found if isinstance(one.value, str) and one not in truths),
        missing,
        truths,
    )


def proved(claims: Iterable[Examined]) -> dict[NumberKey, Examined]:
    """The number tokens that a claim makes right, each with the longest such claim."""
    found: dict[NumberKey, Examined] = {}
    for claim in claims:
        for judged in (*claim.places, *claim.shapes):
            if judged.right and judged.checks:
                for key in claim.keys(judged.place):
                    held = found.get(key)
                    if held is None or len(held.phrase.tokens) < len(claim.phrase.tokens):
                        found[key] = claim
    return found


def says_span(claim: Examined, check: Check) -> Span:
    """Where the number of a check on `says` stands in the YAML."""
    last = check.bottom or check.said
    tokens = claim.phrase.tokens
    return phrase_span(claim, tokens[check.said.at].start, tokens[last.after - 1].end)


def phrase_span(claim: Examined, start: int, end: int) -> Span:
    """Characters of the phrase as a span of the YAML."""
    return claim.words.span(start, end)
