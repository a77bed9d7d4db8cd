"""The words that several rules share: what the page says, what the capture says, what to write."""

from __future__ import annotations

from collections.abc import Sequence

from proseproof.finding import Label
from proseproof.judge.claim import Examined
from proseproof.judge.place import Check
from proseproof.judge.quantity import show, with_unit
from proseproof.judge.table import ExaminedTable
from proseproof.judge.verdict import Report
from proseproof.language.hedge import read_hedge
from proseproof.language.literal import write_like
from proseproof.language.token import Token
from proseproof.source import Span, Text

__all__ = [
    "claim_label",
    "computed",
    "evidence",
    "first_line",
    "origin_label",
    "said",
    "with_unit",
]


def said(report: Report) -> str:
    """The number as the place says it, with its hedge and its unit."""
    return said_at(_tokens(report), report.check)


def said_at(tokens: Sequence[Token], check: Check) -> str:
    """The number of a check as its tokens say it, with its hedge and its unit."""
    literal = check.said.literal
    written = literal.written
    if literal.twin is not None:
        written = f"{written} ({literal.twin.written})"
    if check.bottom is not None:
        return f"{written}/{check.bottom.literal.written}"
    hedge = read_hedge(tokens, check.said.at)
    words = ""
    if hedge is not None and check.said.hedge is not None:
        run = [token.norm for token in tokens[hedge[1] : check.said.at]]
        words = "".join(word if word in "~≈" else f"{word} " for word in run)
    own = check.said.unit or check.said.lent
    return words + (written if literal.factor else with_unit(written, own))


def _tokens(report: Report) -> Sequence[Token]:
    if report.place is not None:
        return report.place.tokens
    assert isinstance(report.origin, Examined)
    return report.origin.phrase.tokens


def computed(check: Check) -> str:
    """The value as the place would write it; to more places where that would look the same."""
    literal = check.said.literal
    unit = check.unit
    if check.bottom is not None:
        return show(check.wanted)
    style = literal.twin if literal.twin is not None else literal
    written = None if style.words else write_like(style, check.wanted)
    if written is None or written == style.written:
        written = show(check.wanted)
    shown = unit if check.said.unit or check.said.lent or unit is None else None
    return with_unit(written, shown if shown is not None else unit)


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
    number = show(check.wanted if comparable else check.value.number)
    value = with_unit(number, check.unit if comparable else check.value.unit)
    if isinstance(report.origin, ExaminedTable):
        data = report.origin.figure.data
        row = f"row {check.value.row + 1} gives `{check.value.column}` {value}"
        return (Label(first_line(data), row),) if data is not None else ()
    claim = report.origin.claim
    query = claim.query or claim.change
    return (Label(first_line(query), f"gives {value}"),) if query is not None else ()
