"""The words that several rules share: what the page says, what the capture says, what to write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from proseproof.finding import Label
from proseproof.judge.claim import Examined
from proseproof.judge.corpus import Place
from proseproof.judge.place import Check
from proseproof.judge.quantity import show, with_unit
from proseproof.judge.table import ExaminedTable
from proseproof.judge.verdict import Report
from proseproof.language.hedge import negation_before, read_hedge
from proseproof.language.literal import round_to, write_like
from proseproof.language.reading import Said
from proseproof.language.token import Token
from proseproof.language.units import FACTOR, PERCENT
from proseproof.rules.beside import as_claimed
from proseproof.source import Span, Text

__all__ = [
    "claim_label",
    "computed",
    "evidence",
    "first_line",
    "hedge_in",
    "hedge_of",
    "hedge_words",
    "origin_label",
    "part_range",
    "part_shown",
    "said",
    "said_in",
    "speaker",
    "unit_words",
    "with_unit",
]


def speaker(report: Report) -> str:
    """Who says a wrong number: the page, a text of the figure's own, or the claim alone."""
    if report.place is None:
        return "claim"
    return "text" if report.place.corpus.page is None else "page"


def said(report: Report) -> str:
    """The number as its place writes it, with its hedge and its unit, or the unit lent to it."""
    start = report.place.match.start if report.place is not None else 0
    return said_in(_text(report), _tokens(report), report.check, start)


def said_in(text: str, tokens: Sequence[Token], check: Check, start: int = 0) -> str:
    """The number of a check as a text writes it, which the tokens are cut from.

    start: the index at which the phrase begins.
    """
    first, last = check.said, check.bottom or check.said
    begin, denial = _hedge_of(text, tokens, first, start)
    written = denial + text[tokens[begin].start : tokens[last.after - 1].end]
    bare = first.after == first.at + 1 and not first.literal.factor and check.bottom is None
    return with_unit(written, (first.unit or first.lent) if bare else None)


def hedge_words(place: Place, said: Said) -> str:
    """The words of a number's hedge at a place, with the negation that turns it round."""
    text = place.corpus.passages[place.passage].text.value
    return hedge_in(text, place.tokens, said, place.match.start)


def hedge_of(report: Report) -> str:
    """The same, at the place of a report, or in the claim's own words where it has none."""
    start = report.place.match.start if report.place is not None else 0
    return hedge_in(_text(report), _tokens(report), report.check.said, start)


def hedge_in(text: str, tokens: Sequence[Token], said: Said, start: int = 0) -> str:
    """The same, in a text that the tokens are cut from. start: where the phrase begins."""
    begin, denial = _hedge_of(text, tokens, said, start)
    return denial + text[tokens[begin].start : tokens[said.at].start].rstrip()


def unit_words(report: Report) -> str:
    """What stands behind the digits of a number up to the end of its unit, as its place has it."""
    tokens, one = _tokens(report), report.check.said
    return _text(report)[tokens[one.at].end : tokens[one.after - 1].end]


_NEAR = 4
"""So many words are quoted between a negation and the bound that it turns round."""


def _hedge_of(text: str, tokens: Sequence[Token], said: Said, start: int) -> tuple[int, str]:
    """The index at which the hedge of a number begins, and the negation that is quoted before."""
    hedge = read_hedge(tokens, said.at, start) if said.hedge is not None else None
    if hedge is None:
        return said.at, ""
    begin = hedge[1]
    bound = hedge[0] in ("more", "less", "at least", "at most")
    denial = negation_before(tokens, begin, start) if bound else None
    if denial is None or tokens[begin].norm in ("no", "not"):
        return begin, ""
    if begin - denial > _NEAR:
        return begin, f"{tokens[denial].written} … "
    return begin, text[tokens[denial].start : tokens[begin].start]


def _tokens(report: Report) -> Sequence[Token]:
    if report.place is not None:
        return report.place.tokens
    assert isinstance(report.origin, Examined)
    return report.origin.phrase.tokens


def _text(report: Report) -> str:
    """What the tokens of a report are cut from."""
    if report.place is not None:
        return report.place.corpus.passages[report.place.passage].text.value
    assert isinstance(report.origin, Examined)
    return report.origin.phrase.text


_COARSE = 20  # a value that is rounded by more than a twentieth of itself is shown as it is
_DIGITS_OF_WORDS = 4  # what a word rounds away is shown to so many digits


def computed(report: Report) -> str:
    """The value as the place would write it; exactly where it is held against a bound, where
    rounding would make the two look the same, or would round most of the value away."""
    check = as_claimed(report, report.check)
    literal, unit = check.said.literal, check.unit
    if check.bottom is not None:
        return _as_ratio(check)
    if literal.fraction:
        return part_shown(check, check.wanted)
    style = literal.twin if literal.twin is not None else literal
    if style.words:
        return with_unit(show(check.wanted, _DIGITS_OF_WORDS), unit)
    mark = report.place.corpus.mark if report.place is not None else "."
    written = write_like(style, check.wanted, mark)
    bound = check.said.hedge not in (None, "about", "up to")
    rounded = abs(round_to(check.wanted, style.step) - check.wanted)
    coarse = rounded * _COARSE > abs(check.wanted)
    if written is None or bound or coarse or written == style.written:
        minus = style.sign if style.sign not in ("", "+") else "\u2212"
        written = re.sub("^-", minus, show(check.wanted, 4 if coarse else 6)).replace(".", mark)
    return with_unit(written if style.sign == "+" else written.removeprefix("+"), unit)


def part_shown(check: Check, value: Fraction) -> str:
    """A value beside a part in words, such as two thirds: in percent where it is a part of one."""
    unit, number = check.unit, value
    if unit is not None and unit.code == FACTOR.code:
        unit, number = PERCENT, value * 100
    return with_unit(show(number, _DIGITS_OF_WORDS), unit)


def part_range(check: Check) -> str:
    """From where to where a part in words, such as two thirds, is right."""
    literal = check.said.literal
    ends = (literal.value - literal.step / 2, literal.value + literal.step / 2)
    return " to ".join(part_shown(check, end) for end in ends)


def _as_ratio(check: Check) -> str:
    """A quotient over the denominator that is written, where that gives a whole number."""
    assert check.bottom is not None
    bottom = check.bottom.literal
    top = round(check.wanted * bottom.value)
    if abs(top - check.wanted * bottom.value) * 10**9 <= abs(top):
        return f"{top}/{bottom.written}"
    return show(check.wanted)


def origin_label(report: Report) -> str:
    """Names what the number belongs to: the claim by its id or its figure's, or the table."""
    if isinstance(report.origin, ExaminedTable):
        return f"table `{report.origin.figure.id}`"
    return claim_label(report.origin)


def claim_label(examined: Examined) -> str:
    """Names a claim: its own id, or that of its figure."""
    claim = examined.claim
    return f"claim `{claim.id}`" if claim.id else f"claim of `{examined.asked.figure.id}`"


def first_line(text: Text) -> Span:
    """The first line of a text that is not blank, as a span of its file."""
    start = len(text.value) - len(text.value.lstrip())
    end = text.value.find("\n", start)
    stop = len(text.value.rstrip()) if end == -1 else end
    return text.span(start, max(stop, start))


def evidence(report: Report) -> tuple[Label, ...]:
    """Shows the query and the value it gives, before rounding."""
    check = report.check
    comparable = check.fault != "unit"
    number = check.wanted if comparable else check.value.number
    unit = check.unit if comparable else check.value.unit
    if check.said.literal.fraction and unit is not None and unit.code == FACTOR.code:
        number, unit = number * 100, PERCENT
    value = with_unit(show(number), unit)
    if isinstance(report.origin, ExaminedTable):
        data = report.origin.figure.data
        row = f"row {check.value.row + 1} gives `{check.value.column}` {value}"
        return (Label(first_line(data), row),) if data is not None else ()
    claim = report.origin.claim
    query = claim.query or claim.change
    return (Label(first_line(query), f"gives {value}"),) if query is not None else ()
