"""Which wrong numbers are told: one report a written number, at the place that is to be mended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from proseproof.judge.claim import Examined, Judged
from proseproof.judge.corpus import Place
from proseproof.judge.place import Check
from proseproof.judge.table import ExaminedTable
from proseproof.source import Span

NumberKey = tuple[int, int, int]
"""A number token of the texts: see `Place.number_keys`."""


@dataclass(frozen=True, eq=False)
class Report:
    """A wrong number. place: where it stands; None: in the YAML's `says` alone, at `span`.

    exact: the place is written as the claim writes it, so the YAML is to be mended with it.
    origin: the claim, or the table block whose cell it is.
    """

    origin: Examined | ExaminedTable
    check: Check
    span: Span
    place: Place | None
    exact: bool


@dataclass(frozen=True, eq=False)
class Verdicts:
    """The outcome for all claims.

    reports: wrong numbers. bound: the number tokens that a claim binds, right or reported.
    proved: those that a claim or a table makes right, each with it. unstated: claims that stand
    nowhere, as written or with other numbers.
    """

    reports: tuple[Report, ...]
    bound: frozenset[NumberKey]
    proved: dict[NumberKey, Examined | ExaminedTable]
    unstated: tuple[Examined, ...]


_ENOUGH_WORDS = (
    2  # with fewer beside its numbers, a phrase is too common to be looked for elsewhere
)


def decide(
    claims: Sequence[Examined], tables: Sequence[ExaminedTable], given: frozenset[NumberKey]
) -> Verdicts:
    """Settles which places are wrong. given: number tokens that stand under a `given`."""
    proved = _proved(claims)
    sizes = {key: len(claim.phrase.tokens) for key, claim in proved.items()}
    reports: dict[NumberKey, Report] = {}
    by_table = _tables(tables, reports)
    unstated: list[Examined] = []
    yaml_only: list[Report] = []
    ordered = sorted(claims, key=lambda one: -len(one.phrase.tokens))
    for claim in ordered:
        for judged in claim.places:
            covered = _keys(claim, judged)
            longer = all(sizes.get(key, 0) > len(claim.phrase.tokens) for key in covered)
            if not (covered and longer):
                _report(reports, claim, judged)
    for claim in ordered:
        open_shapes = [
            judged
            for judged in claim.shapes
            if not judged.right
            and not _keys(claim, judged)
            <= (proved.keys() | given | reports.keys() | by_table.keys())
        ]
        enough = len(claim.phrase.words) >= _ENOUGH_WORDS
        if claim.places:
            for judged in open_shapes if enough else ():
                _report(reports, claim, judged)
        elif open_shapes and (enough or len(open_shapes) == 1):
            for judged in open_shapes:
                _report(reports, claim, judged)
        elif any(judged.right for judged in claim.shapes) and _says_is_wrong(claim):
            yaml_only += _says_reports(claim)
        elif not any(_keys(claim, judged) & reports.keys() for judged in claim.shapes):
            unstated.append(claim)
    bound = frozenset(_bound(claims)) | reports.keys() | by_table.keys()
    told = (*reports.values(), *yaml_only)
    return Verdicts(told, bound, {**by_table, **proved}, tuple(unstated))


def _tables(
    tables: Iterable[ExaminedTable], reports: dict[NumberKey, Report]
) -> dict[NumberKey, ExaminedTable]:
    """The numbers of the cells of tables; those that are wrong are reported."""
    keys: dict[NumberKey, ExaminedTable] = {}
    for table in tables:
        for cell in table.cells:
            if cell.place is None:
                continue
            for key in cell.place.number_keys(range(len(cell.place.match.numbers))):
                keys[key] = table
            _report(reports, table, Judged(cell.place, cell.checks, False))
    return keys


def _proved(claims: Iterable[Examined]) -> dict[NumberKey, Examined]:
    proved: dict[NumberKey, Examined] = {}
    for claim in claims:
        for judged in (*claim.places, *claim.shapes):
            if not judged.right or not judged.checks:
                continue
            for key in _keys(claim, judged):
                held = proved.get(key)
                if held is None or len(held.phrase.tokens) < len(claim.phrase.tokens):
                    proved[key] = claim
    return proved


def _keys(claim: Examined, judged: Judged) -> frozenset[NumberKey]:
    if claim.pairing is None:
        return frozenset()
    return judged.place.number_keys(claim.pairing.ordinals)


def _bound(claims: Iterable[Examined]) -> Iterator[NumberKey]:
    for claim in claims:
        if claim.claim.query is None and claim.claim.change is None:
            continue  # `holds` alone binds no number
        ordinals = claim.digits if claim.pairing is None else claim.pairing.ordinals
        for judged in claim.places:
            yield from judged.place.number_keys(ordinals)
        for judged in claim.shapes:
            if judged.right and judged.checks:
                yield from judged.place.number_keys(ordinals)


def _report(
    reports: dict[NumberKey, Report], origin: Examined | ExaminedTable, judged: Judged
) -> None:
    place = judged.place
    for check in judged.checks:
        if check.fault is None:
            continue
        key = (id(place.corpus), place.passage, check.said.at)
        last = check.bottom or check.said
        span = place.span(check.said.at, last.after)
        reports.setdefault(key, Report(origin, check, span, place, judged.exact))


def _says_is_wrong(claim: Examined) -> bool:
    return any(check.fault is not None for check in claim.says)


def _says_reports(claim: Examined) -> list[Report]:
    return [
        Report(claim, check, says_span(claim, check), None, True)
        for check in claim.says
        if check.fault is not None
    ]


def says_span(claim: Examined, check: Check) -> Span:
    """Where the number of a check on `says` stands in the YAML."""
    last = check.bottom or check.said
    tokens = claim.phrase.tokens
    return phrase_span(claim, tokens[check.said.at].start, tokens[last.after - 1].end)


def phrase_span(claim: Examined, start: int, end: int) -> Span:
    """Characters of the phrase as a span of the YAML."""
    return claim.words.span(start, end)
