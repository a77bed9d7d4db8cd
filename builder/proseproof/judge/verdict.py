"""Which wrong numbers are told: one report a written number, at the place that is to be mended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from proseproof.judge.alone import crowding
from proseproof.judge.claim import Examined, Judged, proved, says_span
from proseproof.judge.closest import astray, closest, moved
from proseproof.judge.corpus import Corpus, NumberKey, Place
from proseproof.judge.elsewhere import Shape, assigned, distance, has_enough_words, shape_of
from proseproof.judge.place import Check
from proseproof.judge.table import ExaminedTable
from proseproof.language.phrase import Freedom
from proseproof.nouns import dataclass
from proseproof.source import Span


@dataclass(frozen=True, eq=False)
class Report:
    """A wrong number. place: where it stands; None: in the YAML's `says` alone, at `span`.

    exact: the place is written as the claim writes it, so the YAML is to be mended with it.
    origin: the claim, or the table block whose cell it is. guessed: another claim has the same
    words, and the place may as well be that one's.
    """

    origin: Examined | ExaminedTable
    check: Check
    span: Span
    place: Place | None
    exact: bool
    guessed: bool = False

    @property
    def key(self) -> NumberKey | None:
        """The number on the page; None where it stands in the YAML alone."""
        return _key(self.place, self.check) if self.place is not None else None


_ByPlace = dict[NumberKey, list[tuple[Examined, Judged]]]


@dataclass(frozen=True, eq=False)
class Verdicts:
    """The outcome for all claims.

    reports: wrong numbers. bound: the number tokens that a claim binds, right or reported.
    proved: those that a claim or a table makes right, each with it. unstated: claims that stand
    nowhere, as written or with other numbers. silenced: those that only a `given` makes right.
    closest: the wording that is closest to an unstated claim, by the claim's identity; the same
    words, where they stand on a page that is none of its own.
    crowded: the places of a claim that does not tell which of them it is about, likewise.
    """

    reports: tuple[Report, ...]
    bound: frozenset[NumberKey]
    proved: dict[NumberKey, Examined | ExaminedTable]
    unstated: tuple[Examined, ...]
    silenced: frozenset[NumberKey] = frozenset()
    closest: Mapping[int, Place] = field(default_factory=dict)
    crowded: Mapping[int, tuple[Place, ...]] = field(default_factory=dict)


def decide(
    claims: Sequence[Examined], tables: Sequence[ExaminedTable], given: frozenset[NumberKey],
    texts: Sequence[Corpus] = (), *, is_lost_told: bool = True,
) -> Verdicts:  # fmt: skip
    """Settles which places are wrong. given: number tokens that stand under a `given`.

    texts: all of the project, since the words of a claim may have gone to another page.
    is_lost_told: a claim that stands nowhere is an error, so its numbers need be none.
    """
    return _Decision(claims, tables, given, texts, is_lost_told).verdicts()


class _Decision:
    """Gathers the reports, the longest phrases first; made, asked once and dropped."""

    def __init__(
        self, claims: Sequence[Examined], tables: Sequence[ExaminedTable],
        given: frozenset[NumberKey], texts: Sequence[Corpus], is_lost_told: bool,
    ) -> None:  # fmt: skip
        self.claims, self.given, self.texts = claims, given, texts
        self.is_lost_told = is_lost_told
        self.proved = proved(claims)
        self.reports: dict[NumberKey, Report] = {}
        self.only_in_yaml: list[Report] = []
        self.unstated: list[Examined] = []
        self.silenced: set[NumberKey] = set()
        self.crowded: dict[int, tuple[Place, ...]] = {}
        self.bound = set(_bound(claims))
        self.spoken: set[NumberKey] = set()  # the numbers, right or wrong, that a claim answers for
        self.by_table = {key: table for table in tables for key in table.keys}
        for table in tables:
            for cell in table.cells:
                if cell.place is not None:
                    self._report(table, cell.place, cell.checks, exact=False)

    def verdicts(self) -> Verdicts:
        ordered = sorted(self.claims, key=lambda one: -len(one.phrase.tokens))
        for claim in ordered:
            # A place under a longer claim is that claim's; one that has no other is its own.
            own = [judged for judged in claim.places if not self._under_longer(claim, judged)]
            if several := crowding(claim, own, self.by_table.keys() | self.spoken):
                self.crowded[id(claim)] = several
                continue
            for judged in own or claim.places:
                self._answer_for(claim, judged)
        standing = [claim for claim in ordered if claim.places]
        elsewhere = self._by_place(standing)
        nearest = {key: min(map(_differing, found)) for key, found in elsewhere.items()}
        lost: dict[Shape, list[Examined]] = {}
        for claim in ordered:
            if not claim.places:
                lost.setdefault(_shape(claim), []).append(claim)
        homeless = [same for group in lost.values() for same in self._settle(group, nearest)]
        left = {id(claim) for same in homeless for claim in same}
        settled = [claim for group in lost.values() for claim in group if id(claim) not in left]
        self._stale_elsewhere(elsewhere, self._by_place(filter(has_enough_words, settled)))
        for same in homeless:
            self._homeless(same)
        near = self._closest()
        bound = frozenset(self.bound | self.reports.keys() | self.by_table.keys())
        return Verdicts(
            (*self.reports.values(), *self.only_in_yaml), bound,
            {**self.by_table, **self.proved}, tuple(self.unstated), frozenset(self.silenced), near,
            self.crowded,
        )  # fmt: skip

    def _closest(self) -> dict[int, Place]:
        """Where the words of the unstated claims may have gone, and their own numbers with them."""
        found: dict[int, Place] = {}
        for claim in self.unstated:
            place = astray(claim, self.texts) or closest(claim.phrase, claim.corpora)
            if place is not None:
                found[id(claim)] = place
                if claim.binds and self.is_lost_told:
                    own = {said.literal.value for said in claim.numbers}
                    self.bound |= place.number_keys(moved(place, own))
        return found

    def _under_longer(self, claim: Examined, judged: Judged) -> bool:
        """Whether longer claims make every number of the place right."""
        keys = claim.keys(judged.place)
        size = len(claim.phrase.tokens)
        return bool(keys) and all(
            key in self.proved and len(self.proved[key].phrase.tokens) > size for key in keys
        )

    def _open(self, claim: Examined) -> list[Judged]:
        """The places with other numbers that nothing makes right, and nothing tells yet."""
        result = []
        right = any(judged.right for judged in claim.shapes)
        if right and not claim.places and not has_enough_words(claim):
            return []  # the claim alone is old, and words as common stand elsewhere as well
        for judged in claim.shapes:
            if judged.right:
                continue
            keys = claim.keys(judged.place)
            left = keys - self.proved.keys() - self.spoken - self.by_table.keys()
            if left - self.given:
                result.append(judged)
            else:
                self.silenced |= left
        return result

    def _by_place(self, claims: Iterable[Examined]) -> _ByPlace:
        """The open places of claims, each with all that have its words."""
        found: _ByPlace = {}
        for claim in claims:
            for judged in self._open(claim):
                found.setdefault(judged.place.key, []).append((claim, judged))
        return found

    def _settle(
        self, group: list[Examined], nearest: Mapping[NumberKey, int]
    ) -> list[list[Examined]]:
        """Claims of the same words that stand nowhere as written: finds the place of each.

        nearest: how many numbers differ, at a place, from the claim nearest to it that does stand;
        it is no place of a claim that is further. Those left without one come back, the claims of
        one phrase together.
        """
        phrases: dict[str, list[Examined]] = {}
        for claim in group:
            phrases.setdefault(claim.phrase.text, []).append(claim)
        claims = [same[0] for same in phrases.values()]
        found = [
            (rank, one)
            for rank, claim in enumerate(claims)
            for one in self._open(claim)
            if one.place.key not in nearest or nearest[one.place.key] >= _differing((claim, one))
        ]
        places = dict.fromkeys(judged.place.key for _, judged in found)
        turns = {key: turn for turn, key in enumerate(places)}
        in_order = len(turns) == len(claims)

        def cost(one: tuple[int, Judged]) -> tuple[int, int, float]:
            rank, judged = one
            differing, far = distance(claims[rank], judged)
            return differing, abs(rank - turns[judged.place.key]) if in_order else 0, far

        def nearness(one: tuple[int, Judged]) -> tuple[int, float]:
            return distance(claims[one[0]], one[1])

        guessed = in_order and assigned(found, cost) != assigned(found, nearness)
        told: set[int] = set()
        if has_enough_words(group[0]) or len(turns) <= len(claims):
            taken: set[NumberKey] = set()
            for rank, judged in sorted(found, key=cost):
                free = judged.place.key not in taken and rank not in told
                if free and self._answer_for(claims[rank], judged, guessed):
                    taken.add(judged.place.key)
                    told.add(rank)
        return [same for rank, same in enumerate(phrases.values()) if rank not in told]

    def _homeless(self, same: list[Examined]) -> None:
        """Claims without a place: the YAML is old, or the words have gone."""
        claim = same[0]
        wrong = [check for check in claim.says if check.fault is not None]
        if wrong and any(judged.right for judged in claim.shapes):
            self.only_in_yaml += [
                Report(claim, check, says_span(claim, check), None, True) for check in wrong
            ]
        elif not any(claim.keys(one.place) & self.reports.keys() for one in claim.shapes):
            self.unstated += same

    def _stale_elsewhere(self, *found: _ByPlace) -> None:
        """The other places of claims that have one: each is told once, by the claim nearest."""
        places: _ByPlace = {}
        for some in found:
            for key, candidates in some.items():
                places.setdefault(key, []).extend(candidates)
        for candidates in places.values():
            nearest = sorted(candidates, key=lambda one: distance(*one))
            next((one for one in nearest if self._answer_for(*one)), None)

    def _answer_for(self, claim: Examined, judged: Judged, guessed: bool = False) -> bool:
        """Makes a place that of a claim and tells what is wrong there; False where nothing is.

        A place that is not written as the claim writes it leaves out the numbers that are another
        claim's: what that makes right is not wrong.
        """
        place = judged.place
        checks = [
            check
            for check in judged.checks
            if judged.exact or not self._is_settled(_key(place, check))
        ]
        if not judged.exact and all(check.fault is None for check in checks):
            return False
        keys = claim.bound_keys(place)  # what is right beside it is no loose number
        self.bound |= keys
        self.spoken |= keys
        self._report(claim, place, checks, judged.exact, guessed)
        return True

    def _is_settled(self, key: NumberKey) -> bool:
        return key in self.spoken or key in self.proved

    def _report(
        self, origin: Examined | ExaminedTable, place: Place, checks: Iterable[Check],
        exact: bool, guessed: bool = False,
    ) -> None:  # fmt: skip
        for check in checks:
            if check.fault is not None:
                last = check.bottom or check.said
                span = place.span(check.said.at, last.after)
                report = Report(origin, check, span, place, exact, guessed)
                self.reports.setdefault(_key(place, check), report)


def _key(place: Place, check: Check) -> NumberKey:
    return (id(place.corpus), place.passage, check.said.at)


def _differing(one: tuple[Examined, Judged]) -> int:
    return distance(*one)[0]


def _shape(claim: Examined) -> Shape:
    ordinals = claim.pairing.ordinals if claim.pairing is not None else frozenset()
    corpora = tuple(id(corpus) for corpus in claim.corpora if corpus.page is not None)
    return (corpora, shape_of(claim.phrase, Freedom(ordinals)))


def _bound(claims: Iterable[Examined]) -> Iterator[NumberKey]:
    for claim in claims:
        right = [judged for judged in claim.shapes if judged.right and judged.checks]
        for judged in (*claim.places, *right):
            yield from claim.bound_keys(judged.place)
