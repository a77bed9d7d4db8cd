"""What a phrase says and what its query gives: which rule judged it, and why as it did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from proseproof.judge.claim import Examined
from proseproof.judge.place import Check
from proseproof.judge.quantity import show, with_unit
from proseproof.language.literal import decimal_text, round_to
from proseproof.language.token import Token
from proseproof.language.units import FACTOR, PERCENT, Unit
from proseproof.model import Limits
from proseproof.nouns import dataclass
from proseproof.query import Answer
from proseproof.rules.wording import hedge_in, part_range, said_in

_DIGITS = 12  # significant digits of a value; behind them a binary float has only noise


@dataclass(frozen=True)
class Judgement:
    """Something that a phrase says, as it was judged.

    said: the words, as a number with its hedge and its unit. value: what the query gives for it,
    before rounding, with the column that it stands in. rule: the rule that judged. why: what makes
    it right or wrong.
    """

    said: str
    right: bool
    value: str
    why: str
    rule: str


def judge_number(check: Check, text: str, tokens: Sequence[Token], limits: Limits) -> Judgement:
    """A number beside its value: in the column's own unit, and in the one that is written.

    text: that the tokens are cut from.
    """
    value = check.value
    column = f"{value.column} ({value.reading})" if value.reading else value.column
    told = f"{column} = {_value(value.number, value.unit)}"
    if check.fault != "unit" and check.unit != value.unit:
        told += f" = {_value(check.wanted, check.unit)}"
    elif check.said.literal.fraction and check.unit is not None and check.unit.code == FACTOR.code:
        told += f" = {_value(check.wanted * 100, PERCENT)}"
    words = hedge_in(text, tokens, check.said)
    rule = _RULES.get(check.fault or "", "stale-number")
    return Judgement(
        said_in(text, tokens, check), check.fault is None, told, _why(check, words, limits), rule
    )


def judge_names(examined: Examined) -> Iterator[Judgement]:
    """The texts that the query gives, up to the first that the phrase does not name."""
    missing = examined.named.missing
    texts = {name: text for text, name in (examined.claim.names or {}).items()}
    for name in examined.named.order:
        right, text = name != missing, texts.get(name, name)
        why = "the phrase names it" if right else "the phrase does not name it here"
        if text != name:
            why = f"it reads {name}: {why}"
        yield Judgement(name, right, f"the query gives {text}", why, "stale-name")
        if not right:
            return


def judge_rows(holds: Answer) -> Judgement:
    """Whether every row of a `holds` is true."""
    true, every = sum(row[0] is True for row in holds.rows), len(holds.rows)
    why = f"true in {true} of {every} rows" if every else "no row was tried"
    rule = "does-not-hold" if every else "no-value"
    return Judgement("the words", bool(every) and true == every, "`holds`", why, rule)


_RULES = {"slack": "slack", "unit": "unit-mismatch", "reversed": "range-reversed"}


def _value(number: Fraction, unit: Unit | None) -> str:
    return with_unit(show(number, _DIGITS), unit)


def _why(check: Check, words: str, limits: Limits) -> str:
    """What makes a number right or wrong. words: those of its hedge."""
    value, number = show(check.wanted, _DIGITS), check.said.literal.written
    if check.fault == "unit":
        unit = check.value.unit
        return f"{unit.symbol} does not convert" if unit is not None else "the column has no unit"
    if check.fault == "reversed":
        return "the larger end stands first"
    if check.fault == "disagree":
        return "the word and the digits differ"
    if check.bottom is not None:
        both = f"{number}/{check.bottom.literal.written}"
        quotient = check.said.literal.value / check.bottom.literal.value
        equal = "is" if check.fault is None else "is not"
        return f"{both} = {show(quotient, _DIGITS)} {equal} {value}"
    if check.said.hedge in (None, "up to"):
        return _rounding(check, value)
    return _hedged(check, value, words, limits)


def _rounding(check: Check, value: str) -> str:
    literal = check.said.literal
    if literal.fraction and check.wanted != literal.value:
        return f"{literal.written.lower()} is right from {part_range(check)}"
    written = literal.written.lower() if literal.words else literal.written
    if check.wanted == literal.value:
        return f"it is exactly {written}"
    if abs(check.wanted - literal.value) * 2 == literal.step:
        return f"{value} lies halfway, and rounds to {written} too"
    if check.fault is None:
        return f"{value} rounds to {written}"
    rounded = decimal_text(round_to(check.wanted, literal.step), max(literal.places, 0))
    to = f"{value} rounds to {rounded}" if rounded != value else f"it is {value}"
    return f"{to}, and not {written}"


def _hedged(check: Check, value: str, words: str, limits: Limits) -> str:
    number, hedge = check.said.literal.written, check.said.hedge
    share = f"{show(Fraction(limits.about) * 100)} percent of it"
    if hedge in ("about", "nearly"):
        asked = "equal at the digits written" if hedge == "about" else "below it"
        verb = "is" if check.fault is None else "is not"
        return f"{value} {verb} {words} {number}: {asked}, and within {share}"
    bound = {"more": "more than", "less": "less than"}.get(hedge or "", hedge)
    if check.fault == "stale":
        return f"{value} is not {bound} {number}"
    factor = f"a factor of {show(Fraction(limits.slack))}"
    return f"{value} is {bound} {number}, {'but not ' if check.fault else ''}within {factor}"
