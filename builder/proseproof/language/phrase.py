"""Phrases: what a claim says, as a pattern of words and numbers, and where a text says the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from proseproof.language.hedge import denial, read_hedge
from proseproof.language.literal import Literal
from proseproof.language.reading import unit_behind
from proseproof.language.token import Token, tokenize
from proseproof.language.units import Unit
from proseproof.model import DecimalMark
from proseproof.nouns import dataclass


@dataclass(frozen=True, eq=False)
class Word:
    """A word or mark that must stand."""

    norm: str


@dataclass(frozen=True, eq=False)
class Slot:
    """A number of the phrase; `ordinal` counts the phrase's numbers, words included, from 0."""

    literal: Literal
    ordinal: int
    norm: str


@dataclass(frozen=True, eq=False)
class UnitWord:
    """The unit behind a number; any spelling of it will do."""

    unit: Unit


Item = Word | Slot | UnitWord
_SPACES = re.compile(r"[ \t\r\n\f\v]+")  # a no-break or thin space may part thousands


@dataclass(frozen=True, eq=False)
class Phrase:
    """The words of a claim, white space folded, cut into tokens."""

    text: str
    tokens: tuple[Token, ...]

    @classmethod
    def read(cls, text: str, mark: DecimalMark = ".") -> Phrase:
        """The phrase of a text; quotes, dashes and the case of a first letter do not matter."""
        folded = _SPACES.sub(" ", text).strip()
        return cls(folded, tokenize(folded, mark))

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The phrase as what must stand, in order."""
        items: list[Item] = []
        at = ordinal = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.literal is None:
                items.append(Word(token.norm))
                at += 1
                continue
            items.append(Slot(token.literal, ordinal, token.norm))
            ordinal += 1
            unit = unit_behind(self.tokens, at)
            if unit is not None:
                items.append(UnitWord(unit[0]))
            at = unit[1] if unit else at + 1
        return tuple(items)

    @property
    def words(self) -> tuple[str, ...]:
        """The words beside the numbers and their units; single marks do not count."""
        return tuple(
            item.norm for item in self.items if isinstance(item, Word) and item.norm[:1].isalpha()
        )


@dataclass(frozen=True, eq=False)
class Match:
    """Where a phrase stands: `tokens[start:end]`. numbers: the index of each slot's token."""

    start: int
    end: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Freedom:
    """What of a phrase may be written otherwise at a place.

    slots: the ordinals of numbers that may be any; the others must be written as the phrase writes
    them. units: whether the unit of such a number may be another one too, or none.
    """

    slots: frozenset[int] = frozenset()
    units: bool = True


EXACT = Freedom()


def match_at(
    phrase: Phrase, tokens: Sequence[Token], at: int, freedom: Freedom = EXACT
) -> Match | None:
    """The phrase's match that begins at index `at`, or None.

    A unit behind the last number belongs to the match, all of it: "30 tokens" where the text says
    "30 tokens per minute" matches the whole.
    """
    if not phrase.items:
        return None
    numbers: list[int] = []
    end = _match_items(phrase.items, tokens, at, freedom, numbers)
    if end is None:
        return None
    unit = unit_behind(tokens, numbers[-1]) if numbers else None
    end = max(end, unit[1]) if unit is not None else end
    if numbers and _bound_to_the_left(tokens, at, numbers[0]):
        return None
    return None if _bound_to_the_right(tokens, end) else Match(at, end, tuple(numbers))


def _match_items(
    items: Sequence[Item], tokens: Sequence[Token], at: int, freedom: Freedom, numbers: list[int]
) -> int | None:
    loose = False
    index = 0
    while index < len(items):
        item = items[index]
        if isinstance(item, UnitWord):
            unit = unit_behind(tokens, at - 1)
            if unit is not None and (loose or unit[0] == item.unit):
                at = unit[1]
            elif not loose:
                return None
        elif at >= len(tokens):
            return None
        elif isinstance(item, Word):
            if tokens[at].kind == "number" or tokens[at].norm != item.norm:
                skipped = unit_behind(tokens, at - 1) if loose else None
                if skipped is None or skipped[1] >= len(tokens):
                    return None
                if tokens[skipped[1]].norm != item.norm:
                    return None
                at = skipped[1]
            at += 1
        else:
            literal = tokens[at].literal
            if literal is None:
                return None
            if item.literal.money not in ("", literal.money):
                return None
            free = item.ordinal in freedom.slots
            if not free and not same_writing(item.literal, literal):
                return None
            numbers.append(at)
            loose = free and freedom.units
            at += 1
            index += 1
            continue
        loose = False
        index += 1
    return at


def same_writing(one: Literal, other: Literal) -> bool:
    """Whether two numbers are written alike: the same digits and sign, separators aside."""
    if one.words != other.words or (one.twin is None) != (other.twin is None):
        return False
    if one.words and not _same_words(one, other):
        return False
    if one.twin is not None and other.twin is not None:
        return same_writing(one.twin, other.twin)
    return (
        one.value == other.value and one.step == other.step and bool(one.sign) == bool(other.sign)
    )


def _same_words(one: Literal, other: Literal) -> bool:
    ours, theirs = (w.written.lower().replace("-", " ").split("(")[0] for w in (one, other))
    return ours.split() == theirs.split()


_JOINTS = frozenset({"-", "/", "×", "x", ":"})


def _bound_to_the_left(tokens: Sequence[Token], at: int, number: int) -> bool:
    """Whether a match that begins at `at` cuts off what belongs to its first number, at `number`:

    the beginning of its hedge, the negation that turns round a hedge which it begins with, and
    where it begins with the number a hedge, a sign, or another number.
    """
    if at == 0:
        return False
    hedge = read_hedge(tokens, number)
    if hedge is not None and hedge[1] < at:
        return True
    if denial(tokens, number, at) is not None:
        return True
    if at < number:
        return False
    before = tokens[at - 1]
    if before.kind == "number":
        return True
    joined = before.end == tokens[at].start
    if before.norm in ("±", "+", "-") and joined:
        return True
    if at < 2 or before.written == "—":
        return False
    if before.norm == "to" or (before.norm in ("-", "×", "x") and not joined):
        return tokens[at - 2].kind == "number"
    return before.norm in _JOINTS and joined and _ends_a_number(tokens, at - 2)


def _ends_a_number(tokens: Sequence[Token], at: int) -> bool:
    for back in (0, 1, 2, 3):
        index = at - back
        if index < 0:
            return False
        if tokens[index].kind == "number":
            unit = unit_behind(tokens, index)
            return back == 0 or (unit is not None and unit[1] == at + 1)
    return False


def _bound_to_the_right(tokens: Sequence[Token], end: int) -> bool:
    """Whether the number that ends the match goes on: `3` of `3/4` or `3²`, `3 s` of `3 s–5 s`."""
    if end < len(tokens) and _is_raised(tokens[end - 1], tokens[end]):
        return True
    if end + 1 >= len(tokens) or not _ends_a_number(tokens, end - 1):
        return False
    joint, after = tokens[end], tokens[end + 1]
    return (
        joint.norm in _JOINTS
        and after.kind == "number"
        and tokens[end - 1].end == joint.start
        and joint.end == after.start
    )


def _is_raised(number: Token, behind: Token) -> bool:
    """Whether a small digit touches a number, which makes it another one or marks a note to it."""
    first = behind.written[:1]
    small = first in "⁺⁻" or (behind.literal is None and first.isdigit())
    return number.kind == "number" and number.end == behind.start and small
