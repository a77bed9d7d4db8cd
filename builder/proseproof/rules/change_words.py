"""A change in words: a number between the words of its phrase, and the same the other way."""

from __future__ import annotations

from proseproof.judge.direction import OPPOSITES
from proseproof.judge.verdict import Report
from proseproof.rules.wording import computed, said

Told = tuple[str, str]
"""The words before a number and those behind it that say which way a change goes."""


def in_words(told: Told, number: str) -> str:
    """A number of a change between its words: `rose by 69%`, `69% less`."""
    return " ".join(part for part in (told[0], number, told[1]) if part)


def turned_round(told: Told) -> Told | None:
    """The words for the other direction; None where they are not known."""
    before, behind = (
        " ".join(OPPOSITES.get(word.lower(), word) for word in words.split()) for words in told
    )
    return (before, behind) if (before, behind) != told else None


def both_sides(report: Report) -> tuple[str, str]:
    """What the page says and what the capture says; with the words of a change that goes the other
    way, whose number alone would not tell what is wrong."""
    value = report.check.value
    here, there = said(report), computed(report)
    turned = turned_round(value.told)
    if not value.reading or value.number >= 0 or turned is None:
        return here, there
    return in_words(value.told, here), in_words(turned, there.lstrip("-\u2212"))
