"""Mutation: would the check notice if a number, unit, sign, hedge or direction word were wrong?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Literal as OneOf

from proseproof.answers import Answers
from proseproof.judge.agree import judge_number
from proseproof.judge.corpus import Place
from proseproof.judge.examination import Examination
from proseproof.judge.place import Check
from proseproof.language.hedge import read_hedge
from proseproof.language.numeral import write_numeral
from proseproof.language.token import tokenize
from proseproof.language.units import FACTOR, PERCENT, Unit, siblings
from proseproof.load import Loaded
from proseproof.model import Limits
from proseproof.nouns import dataclass
from proseproof.rules import judge
from proseproof.run import examine_all
from proseproof.source import Span

MutationKind = OneOf["number", "sign", "unit", "hedge", "direction"]


@dataclass(frozen=True)
class Mutation:
    """One change of a page, as its reader meets it: the characters of `span` become `text`.

    passage, start, end: where in the texts of `page` they stand.
    """

    kind: MutationKind
    span: Span
    text: str
    page: str
    passage: int
    start: int
    end: int


@dataclass(frozen=True)
class Score:
    """What became of the mutations. survivors: those that no rule noticed."""

    tried: int
    survivors: tuple[Mutation, ...]

    @property
    def share(self) -> float:
        """The share that was noticed, 0 to 1; 1 where there was nothing to change."""
        return 1.0 if not self.tried else 1 - len(self.survivors) / self.tried


_OPPOSITES = {
    "faster": "slower", "slower": "faster", "less": "more", "more": "less", "fewer": "more",
    "higher": "lower", "lower": "higher", "larger": "smaller", "smaller": "larger",
    "longer": "shorter", "shorter": "longer", "saved": "lost", "saves": "loses", "rose": "fell",
    "fell": "rose", "gain": "loss", "ahead": "behind", "behind": "ahead", "every": "no",
    "all": "some", "none": "all", "only": "main", "best": "worst", "worst": "best",
    "first": "last", "last": "first",
}  # fmt: skip
_HEDGES = {
    "about": "more than", "around": "more than", "roughly": "more than", "nearly": "more than",
    "almost": "more than", "more": "less", "less": "more", "over": "under", "under": "over",
    "above": "below", "below": "above", "at least": "at most", "at most": "at least",
    "up": "down", "within": "beyond", "~": ">", "≈": ">", ">": "<", "<": ">",
}  # fmt: skip


def mutate(
    loaded: Loaded, answers: Answers, progress: Callable[[int, int], None] = lambda done, of: None
) -> Score:
    """Changes each bound number of the pages, and what stands around it, one at a time, in memory.

    progress: told how many mutations are done, of how many.
    """
    examination = examine_all(loaded, answers)
    by_page: dict[str, list[Mutation]] = {}
    for mutation in _unique(mutations(examination)):
        by_page.setdefault(mutation.page, []).append(mutation)
    total = sum(len(found) for found in by_page.values())
    survivors: list[Mutation] = []
    done = 0
    for path, found in by_page.items():
        around = _around(loaded, path)
        known = frozenset(_faults(around, answers))
        for mutation in found:
            if all(fault in known for fault in _faults(_with(around, mutation), answers)):
                survivors.append(mutation)
            done += 1
            progress(done, total)
    return Score(done, tuple(survivors))


def _unique(found: Iterator[Mutation]) -> list[Mutation]:
    return list({(*one.span.order, one.text): one for one in found}.values())


def _around(loaded: Loaded, path: str) -> Loaded:
    """The part of the project that can notice a change of one page."""
    sections = tuple(
        section for section in loaded.sections if path in {page.value for page in section.pages}
    )
    wanted = {page.value for section in sections for page in section.pages} | {path}
    pages = {name: page for name, page in loaded.pages.items() if name in wanted}
    return replace(loaded, sections=sections, pages=pages)


def _with(loaded: Loaded, mutation: Mutation) -> Loaded:
    page = loaded.pages[mutation.page]
    changed = page.altered(mutation.passage, mutation.start, mutation.end, mutation.text)
    return replace(loaded, pages={**loaded.pages, mutation.page: changed})


def _faults(loaded: Loaded, answers: Answers) -> Iterator[tuple[str, str]]:
    """The errors, as the project weighs them, one after another: the first new one is enough."""
    weights = loaded.project.rules
    for finding in judge(examine_all(loaded, answers)):
        if weights.get(finding.rule, finding.severity) == "error":
            yield finding.rule, finding.message


def mutations(examination: Examination) -> Iterator[Mutation]:
    """Every mutation of the pages, place by place."""
    limits = examination.project.limits
    for examined in examination.claims:
        for judged in examined.places:
            if judged.place.corpus.page is None:
                continue
            for check in judged.checks:
                yield from _of_number(judged.place, check, limits)
            yield from _of_words(judged.place)
    for table in examination.tables:
        for cell in table.cells:
            for check in cell.checks:
                if cell.place is not None:
                    yield from _of_number(cell.place, check, limits)


def _mutation(kind: MutationKind, place: Place, first: int, behind: int, text: str) -> Mutation:
    """The tokens from index `first` up to `behind` become `text`."""
    tokens, page = place.tokens, place.corpus.page
    assert page is not None
    return Mutation(
        kind, place.span(first, behind), text, page, place.passage,
        tokens[first].start, tokens[behind - 1].end,
    )  # fmt: skip


def _of_number(place: Place, check: Check, limits: Limits) -> Iterator[Mutation]:
    said = check.said
    at, literal = said.at, said.literal
    span = place.span(at, at + 1)
    if literal.words and literal.twin is None:
        word = _wrong(
            map(write_numeral, (literal.value + 1, literal.value + 2)), place, check, limits
        )
        if word is not None and span.text.isalpha():
            yield _mutation("number", place, at, at + 1, word)
    else:
        written = place.tokens[at].written
        number = _wrong(_other_digits(written), place, check, limits)
        if number is not None:
            yield _mutation("number", place, at, at + 1, number)
        if literal.twin is None and literal.value != 0:
            other_sign = written[1:] if literal.sign else f"\u2212{written}"
            yield _mutation("sign", place, at, at + 1, other_sign)
    unit = _other_unit(said.unit)
    if said.unit is not None and unit is not None and said.after > at + 1:
        yield _mutation("unit", place, at + 1, said.after, unit)
    hedge = read_hedge(place.tokens, at, place.match.start)
    if hedge is not None:
        first = place.tokens[hedge[1]].norm
        both = " ".join(token.norm for token in place.tokens[hedge[1] : hedge[1] + 2])
        width = 2 if both in _HEDGES else 1
        other = _HEDGES.get(both) or _HEDGES.get(first)
        if other is not None:
            yield _mutation("hedge", place, hedge[1], hedge[1] + width, other)


def _wrong(numbers: Iterable[str | None], place: Place, check: Check, limits: Limits) -> str | None:
    """The first of some numbers that is not right as well: at an exact half both neighbours are,
    and many are behind "more than". None where all are right."""
    said = check.said
    for written in numbers:
        tokens = tokenize(written, place.corpus.mark) if written is not None else ()
        literal = tokens[0].literal if len(tokens) == 1 else None
        if literal is None:
            continue
        fault = judge_number(literal, said.hedge, check.wanted, check.value.noisy, limits)
        if fault is not None or check.bottom is not None or literal.disagrees:
            return written
    return None


def _other_digits(written: str) -> Iterator[str]:
    """The number with one digit another: the last one first, and one higher (9 becomes 8) first."""
    for at in range(len(written) - 1, -1, -1):
        if written[at].isdecimal():
            digit = int(written[at])
            for other in (*range(digit + 1, 10), *range(digit - 1, -1, -1)):
                yield f"{written[:at]}{other}{written[at + 1 :]}"


def _other_unit(unit: Unit | None) -> str | None:
    if unit is None:
        return None
    if unit in (PERCENT, FACTOR):
        return "x" if unit == PERCENT else "%"
    near = siblings(unit)
    return near[0].symbol if near else None


def _of_words(place: Place) -> Iterator[Mutation]:
    """The words that say a direction or a quantity, where a query stands behind them."""
    for index in range(place.match.start, place.match.end):
        other = _OPPOSITES.get(place.tokens[index].norm)
        span = place.span(index, index + 1)
        if other is not None and re.fullmatch(r"\w+", span.text):
            yield _mutation("direction", place, index, index + 1, other)
