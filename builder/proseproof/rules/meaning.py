"""Why a new number would not leave its sentence true, in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, takewhile

from proseproof.judge.claim import Examined
from proseproof.judge.corpus import Place
from proseproof.judge.direction import COMPARATIVES
from proseproof.judge.examination import Examination
from proseproof.judge.place import Check
from proseproof.judge.verdict import Report
from proseproof.language.foreign import foreign_hedge
from proseproof.language.hedge import negation_before
from proseproof.language.literal import Literal
from proseproof.language.token import Token
from proseproof.language.units import conversion
from proseproof.model import DecimalMark, Limits
from proseproof.query import Answer
from proseproof.rules.beside import checks_beside, same_number
from proseproof.rules.mending import echoes_of, new_literal
from proseproof.rules.other_unit import right_units
from proseproof.rules.wording import hedge_words

IN_ANOTHER_UNIT = "the number is right in another unit"


def broken_meaning(report: Report, examination: Examination) -> str:
    """What would be wrong with the sentence once its number is new; empty where nothing would.

    The phrase is judged as a whole: where one number of it has to be left, all are. Where the page
    is right and the claim alone is old, the sentence is true as it stands.
    """
    if report.place is None:
        return ""
    if report.guessed:
        return "another claim of the same words may be meant here"
    own = _broken_number(same_number(report), report.place, examination.project.limits)
    return (
        own
        or _other_claim(report, report.place, report.check, examination)
        or next(_reasons(report, examination), "")
    )


def _other_claim(report: Report, place: Place, check: Check, examination: Examination) -> str:
    """Two claims that want different numbers at one place cannot both have theirs."""
    key = (id(place.corpus), place.passage, check.said.at)
    other = examination.verdicts.proved.get(key)
    return "another claim says that it is right" if other not in (None, report.origin) else ""


def _reasons(report: Report, examination: Examination) -> Iterator[str]:
    limits = examination.project.limits
    claims = [report.origin] if isinstance(report.origin, Examined) else []
    claims += [echo.claim for echo in echoes_of(report, examination) if echo.claim is not None]
    for examined in claims:
        yield from _broken_claim(examined)
    for place, checks in _phrases(report):
        yield from _turned(place, checks, limits)
        for check in checks:
            if check.fault not in (None, "slack"):
                same = [one for one in checks if one.said.at == check.said.at]
                why = _broken_number(same, place, limits)
                why = why or _other_claim(report, place, check, examination)
                if why:
                    yield f"{check.said.literal.written} beside it is left: {why}"


def _phrases(report: Report) -> Iterator[tuple[Place, Sequence[Check]]]:
    """The place of a report with its checks; where it is exact, every exact place of its claim."""
    assert report.place is not None
    if report.exact and isinstance(report.origin, Examined):
        yield from ((judged.place, judged.checks) for judged in report.origin.places)
    else:
        yield report.place, checks_beside(report)


def _broken_claim(examined: Examined) -> Iterator[str]:
    """What a claim says besides its numbers, where that is false."""
    holds = examined.asked.holds
    if examined.claim.holds is not None:
        if not isinstance(holds, Answer) or not holds.rows:
            yield "its `holds` was not tried"
        elif any(row[0] is not True for row in holds.rows):
            yield "its `holds` has a counterexample"
    if examined.named.missing is not None:
        yield f"the capture says {examined.named.missing}, which the phrase does not name"
    if examined.values and examined.pairing is None:
        yield "the numbers of the phrase and the values do not pair"


def _broken_number(checks: Sequence[Check], place: Place, limits: Limits) -> str:
    """What is wrong with one number once it is new, whatever stands beside it."""
    check = checks[0]
    if check.fault == "unit":
        return "its unit does not convert"
    if check.fault == "reversed":
        return "the range is reversed"
    hedge = check.said.hedge
    if hedge not in (None, "about", "up to"):
        return f'"{hedge_words(place, check.said)}" fails'
    foreign = foreign_hedge(place.tokens, check.said.at)
    if foreign is not None:
        return f'"{place.span(*foreign).text}" is not read'
    denied = _denied(place.tokens, check.said.at)
    if denied is not None:
        return f'"{denied}" may make the number a bound'
    if right_units(check, limits):
        return IN_ANOTHER_UNIT
    old = check.said.literal
    new = new_literal(old, checks, limits, place.corpus.mark)
    if isinstance(new, str):
        return new
    if old.value * new.value < 0 or new.value * check.wanted < 0:
        return "the sign turns"
    if (old.value == 0 or new.value == 0) and not _counts(check):
        was, now = "the value was zero", "the value is zero"
        return was if old.value == 0 else now if check.wanted == 0 else "the value rounds to zero"
    return _broken_plural(check, new, place.tokens)


def _denied(tokens: Sequence[Token], at: int) -> str | None:
    """The word that denies a comparison with the number at index `at`: in "no run took longer than
    8 s" it makes the number a bound, which a rounded value need not hold; None without one."""
    before = at - 1 - (at > 0 and tokens[at - 1].norm in ("the", "a", "an"))
    word = tokens[before].norm if before >= 0 else ""
    if word != "than" and not word.startswith("exceed"):
        return None
    denial = negation_before(tokens, before)
    return tokens[denial].written if denial is not None else None


def _counts(check: Check) -> bool:
    """Whether a number counts things, of which there may be none."""
    return check.unit is None and isinstance(check.value.raw, int)


_NO_NOUN = frozenset(
    "and or to of out in on at per against versus vs as is was were are has had with from by than "
    "more less fewer times percent points for when while where that which this plus minus does "
    "behind before after above below over under between through within without not until".split()
)


def _broken_plural(check: Check, new: Literal, tokens: Sequence[Token]) -> str:
    """Whether "1 run" would become "2 run", or "2 runs" would become "1 runs"."""
    old = check.said.literal
    if (old.value == 1) == (new.value == 1) or old.step != 1:
        return ""
    words = takewhile(_may_be_noun, tokens[check.said.at + 1 : check.said.at + 4])
    nouns = [word.norm for word in words]
    if check.said.unit is not None and nouns and len(nouns[0]) <= len("min"):
        return ""  # a symbol
    if old.value == 1:
        return f'"{nouns[0]}" stands for one' if nouns else ""
    several = next((noun for noun in nouns if noun.endswith("s") and len(noun) > 1), None)
    return f'"{several}" stands for several' if several else ""


def _may_be_noun(token: Token) -> bool:
    return token.kind == "word" and token.norm.isalpha() and token.norm not in _NO_NOUN


_JOINTS = frozenset({"against", "versus", "vs", "or"})
_SUPERLATIVES = frozenset(
    "fastest slowest lowest highest smallest largest shortest longest best worst most least ahead "
    "behind".split()
)


def _turned(place: Place, checks: Sequence[Check], limits: Limits) -> Iterator[str]:
    """Numbers that the phrase compares, if they change places or become one number."""
    mark = place.corpus.mark
    for low, high in combinations(checks, 2):
        if low.bottom or high.bottom or low.said is high.said or not _compared(place, low, high):
            continue
        before = _order(low, high, low.said.literal, high.said.literal)
        after = _order(low, high, _new(low, limits, mark), _new(high, limits, mark))
        first, last = low.said.literal.written, high.said.literal.written
        if before and after == 0:
            yield f"{first} and {last} become one number"
        elif before and after != before:
            yield f"{first} and {last} change places"


def _compared(place: Place, low: Check, high: Check) -> bool:
    """Whether the order of two numbers is part of what is said: the ends of a range or a move, the
    sides of "against", or numbers of one unit beside a word that compares."""
    between = place.tokens[low.said.after : high.said.at]
    tied = low.said.tie is not None and not any(token.kind == "number" for token in between)
    if tied and (low.said.tie != "list" or _JOINTS & {token.norm for token in between}):
        return True
    phrase = {token.norm for token in place.tokens[place.match.start : place.match.end]}
    return _alike(low, high) and bool(phrase & (COMPARATIVES | _SUPERLATIVES))


def _alike(low: Check, high: Check) -> bool:
    if low.unit is None or high.unit is None:
        return low.unit is high.unit
    return conversion(high.unit, low.unit) is not None


def _new(check: Check, limits: Limits, mark: DecimalMark) -> Literal:
    if check.fault is None:
        return check.said.literal
    new = new_literal(check.said.literal, (check,), limits, mark)
    return check.said.literal if isinstance(new, str) else new


def _order(low: Check, high: Check, first: Literal, last: Literal) -> int:
    """-1, 0 or 1 as the first number is smaller than, equal to or larger than the last."""
    factor = Fraction(1)
    if low.unit is not None and high.unit is not None:
        factor = conversion(high.unit, low.unit) or factor
    apart = first.value - last.value * factor
    return (apart > 0) - (apart < 0)
