"""What would be written in place of a wrong number, and where; or why there is no such number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from proseproof.finding import Edit
from proseproof.judge.agree import judge_number
from proseproof.judge.claim import Examined
from proseproof.judge.echo import Echo
from proseproof.judge.examination import Examination
from proseproof.judge.place import Check
from proseproof.judge.verdict import Report
from proseproof.language.literal import Literal, round_to, write_like
from proseproof.language.phrase import same_writing
from proseproof.language.token import tokenize
from proseproof.language.units import FACTOR
from proseproof.model import DecimalMark, Limits
from proseproof.nouns import dataclass
from proseproof.rules.beside import own_check, same_number
from proseproof.source import Text


@dataclass(frozen=True)
class Mend:
    """A new number. literal: as it reads where the finding stands, `literal.written` as it is
    written there. edits: at its place, and wherever a claims file repeats it."""

    literal: Literal
    edits: tuple[Edit, ...]


def mend(report: Report, examination: Examination) -> Mend | str:
    """The new number in place of a wrong one, in its style; or, in a few words, why none is."""
    if report.place is None:
        return _mend_says(report, examination.project.limits)
    limits, mark = examination.project.limits, report.place.corpus.mark
    new = new_literal(report.check.said.literal, same_number(report), limits, mark)
    if isinstance(new, str):
        return new
    token = report.place.tokens[report.check.said.at]
    passage = report.place.corpus.passages[report.place.passage].text
    edits = [_edit(passage[token.start : token.end], new.written)]
    for echo in echoes_of(report, examination):
        said = _written_in(echo, new, mark)
        if said is None:
            return f'the claim cannot say {new.written} as it says "{echo.literal.written}"'
        edits.append(_edit(echo.text, said))
    whole = tuple(edit for edit in edits if edit is not None)
    return Mend(new, whole) if len(whole) == len(edits) else "mark-up stands inside the number"


def _written_in(echo: Echo, new: Literal, mark: DecimalMark) -> str | None:
    """The new number of a page, which has this mark, as the claim may write it to be found there.

    In the claim's own style where that says the same, else as the page writes it.
    """
    own = write_like(echo.literal, new.value, echo.mark)
    for written in (own, new.written if echo.mark == mark else None):
        tokens = tokenize(written, echo.mark) if written is not None else ()
        literal = tokens[0].literal if len(tokens) == 1 else None
        if literal is not None and same_writing(literal, new):
            return written
    return None


def echoes_of(report: Report, examination: Examination) -> tuple[Echo, ...]:
    """The words of the claims files that repeat the number of a report."""
    if report.place is None:
        return ()
    key = (id(report.place.corpus), report.place.passage, report.check.said.at)
    return (*examination.echoes.get(key, ()), *_own_words(report))


def _own_words(report: Report) -> tuple[Echo, ...]:
    """The number in the claim itself, where it is as wrong as the page's and another one."""
    origin, own = report.origin, own_check(report, report.check)
    if not isinstance(origin, Examined) or origin.places or own is None or own.fault is None:
        return ()
    token = origin.phrase.tokens[own.said.at]
    assert token.literal is not None
    mark = origin.mark
    return (Echo(origin.words[token.start : token.end], token.literal, mark, origin),)


def new_literal(
    old: Literal, checks: Sequence[Check], limits: Limits, mark: DecimalMark = "."
) -> Literal | str:
    """The number that says the values of all the checks in the style of `old`; or why none does."""
    first = checks[0]
    if first.bottom is not None:
        return "one value does not tell the two numbers of a ratio"
    for value in _roundings(old, checks):
        written = write_like(old, value, mark)
        tokens = tokenize(written, mark) if written is not None else ()
        new = tokens[0].literal if len(tokens) == 1 else None
        if written is None or new is None:
            continue
        if new.value == old.value and not old.disagrees:
            continue  # it is written so already, and is wrong
        if _is_right(new, checks, limits):
            return replace(new, written=written)
    return _no_writing(old, checks)


def _is_right(new: Literal, checks: Sequence[Check], limits: Limits) -> bool:
    return not any(
        judge_number(
            new, one.said.hedge, one.wanted, one.value.noisy, limits,
            one.unit is not None and one.unit.code == FACTOR.code,
        )
        for one in checks
    )  # fmt: skip


def _roundings(old: Literal, checks: Sequence[Check]) -> Iterator[Fraction]:
    """The values; behind "about" first at the significant digits that are written."""
    grain = old.grain
    while checks[0].said.hedge == "about" and not old.words and grain > old.step:
        yield from (round_to(one.wanted, grain) for one in checks)
        grain /= 10
    yield from (one.wanted for one in checks)


def _no_writing(old: Literal, checks: Sequence[Check]) -> str:
    if old.fraction or old.factor or old.written.lower() in ("a", "an"):
        return f'the words "{old.written}" stand for no other number'
    if write_like(old, checks[0].wanted) is None:
        if old.words:
            return "words are written for whole numbers from zero to twelve"
        return f"no other number is written like {old.written}"
    if len({one.wanted for one in checks}) > 1:
        return "no one number at the places written is right for every value"
    return "no number at the places written is right"


def _mend_says(report: Report, limits: Limits) -> Mend | str:
    """The words of a claim brought to those of the page, which is right."""
    examined, check = report.origin, report.check
    assert isinstance(examined, Examined)
    mark = examined.mark
    ordinal = [said.at for said in examined.numbers].index(check.said.at)
    new = next(
        (
            judged.place.tokens[judged.place.match.numbers[ordinal]].literal
            for judged in examined.shapes
            if judged.right
        ),
        None,
    ) or new_literal(check.said.literal, same_number(report), limits, mark)
    if isinstance(new, str):
        return new
    token = examined.phrase.tokens[check.said.at]
    edit = _edit(examined.words[token.start : token.end], new.written)
    return Mend(new, (edit,)) if edit is not None else "mark-up stands inside the number"


def _edit(old: Text, new: str) -> Edit | None:
    """The edit that makes `old` read `new`, spelt as the file spells it: a thin space that stands
    there as an entity or as an escape stays one. None where mark-up stands between the characters
    that change."""
    start, behind = 0, 0
    if not _unbroken(old):
        shorter = min(len(old), len(new))
        while start < shorter and old.value[start] == new[start]:
            start += 1
        while behind < shorter - start and old.value[-1 - behind] == new[-1 - behind]:
            behind += 1
    changed = old[start : len(old) - behind]
    if not _unbroken(changed) or not len(changed):
        return None
    return Edit(
        changed.span(), "".join(_spelt(char, old) for char in new[start : len(new) - behind])
    )


def _unbroken(text: Text) -> bool:
    return all(end == start for end, start in zip(text.ends, text.starts[1:], strict=False))


def _spelt(char: str, old: Text) -> str:
    """A character as `old` writes it, where `old` has it and it is no plain digit or letter."""
    at = -1 if char.isascii() and char.isalnum() else old.value.find(char)
    return char if at < 0 else old.source.text[old.starts[at] : old.ends[at]]
