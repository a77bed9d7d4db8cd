"""A query that gives nothing to compare: no row, NULL, NaN or infinity.

A misspelt name in a condition gives an empty answer, which would otherwise let any number pass.
"""

from collections.abc import Callable, Iterator

from proseproof.finding import Finding
from proseproof.judge.claim import Examined
from proseproof.judge.examination import Examination
from proseproof.judge.quantity import Quantity
from proseproof.judge.unmet import Unmet, unmet
from proseproof.model import Figure
from proseproof.near import listing, nearest
from proseproof.query import Answer
from proseproof.rules.wording import first_line
from proseproof.source import Text

NAME = "no-value"


def check(examination: Examination) -> Iterator[Finding]:
    """Each query without a row, and each value that is none."""
    captures = examination.captures.values()

    def empty_at(query: Text, answer: Answer, message: str) -> Finding:
        return _empty(query, message, next(unmet(answer, query.value, captures), None))

    empty: set[Figure] = set()
    for figure in examination.figures:
        rows = examination.data.get(figure)
        if figure.data is not None and isinstance(rows, Answer) and not rows.rows:
            empty.add(figure)
            yield empty_at(figure.data, rows, f"`data` of `{figure.id}` has no row")
    for examined in examination.claims:
        if examined.asked.figure not in empty:
            yield from _of_claim(examined, empty_at)
    for table in examination.tables:
        if table.null and table.figure.data is not None:
            value = table.null[0]
            yield Finding(
                NAME, first_line(table.figure.data),
                f"`{value.column}` is {what(value)} in row {value.row + 1} of `{table.figure.id}`",
            )  # fmt: skip


def _of_claim(
    examined: Examined, empty_at: Callable[[Text, Answer, str], Finding]
) -> Iterator[Finding]:
    claim, binding, holds = examined.claim, examined.asked.binding, examined.asked.holds
    query = claim.query or claim.change
    if isinstance(binding, Answer) and query is not None:
        if not binding.rows:
            yield empty_at(query, binding, "the query gives no row")
        elif examined.missing:
            value = examined.missing[0]
            yield empty_at(query, binding, f"the query gives {what(value)} for `{value.column}`")
        elif examined.misread is not None and examined.misread.rule == NAME:
            yield empty_at(query, binding, examined.misread.message)
    if isinstance(holds, Answer) and claim.holds is not None:
        if not holds.rows:
            yield empty_at(claim.holds, holds, "the query gives no row, so nothing was tried")
        elif any(row[0] is None for row in holds.rows):
            yield empty_at(claim.holds, holds, "the query gives NULL where true or false is asked")


def _empty(query: Text, message: str, cause: Unmet | None) -> Finding:
    """A finding at the query, or at the text of it that no row has."""
    if cause is None:
        note = "an empty answer or NULL never proves a number"
        return Finding(NAME, first_line(query), message, notes=(note,))
    near = nearest(cause.text, cause.known)
    note = f"no row has it in `{cause.column}`, which is {listing(cause.known, near=cause.text)}"
    return Finding(
        NAME, query.span(cause.start, cause.end), message, notes=(note,),
        help=f"write `'{near[0]}'`" if near else "",
    )  # fmt: skip


def what(value: Quantity) -> str:
    """Names a value that is none."""
    if value.raw is None:
        return "NULL"
    if isinstance(value.raw, list | dict):
        return "a nested value"
    return "NaN" if value.raw != value.raw else "infinity"
