"""A query that gives nothing to compare: no row, NULL, NaN or infinity.

A misspelt name in a condition gives an empty answer, which would otherwise let any number pass.
"""

from collections.abc import Iterator

from proseproof.finding import Finding
from proseproof.judge.claim import Examined
from proseproof.judge.examination import Examination
from proseproof.judge.quantity import Quantity
from proseproof.model import Figure
from proseproof.query import Answer
from proseproof.rules.wording import first_line
from proseproof.source import Text

NAME = "no-value"


def check(examination: Examination) -> Iterator[Finding]:
    """Each query without a row, and each value that is none."""
    empty: set[Figure] = set()
    for figure in examination.figures:
        rows = examination.data.get(figure)
        if figure.data is not None and isinstance(rows, Answer) and not rows.rows:
            empty.add(figure)
            yield _empty(figure.data, f"`data` of `{figure.id}` has no row")
    for examined in examination.claims:
        if examined.asked.figure not in empty:
            yield from _of_claim(examined)
    for table in examination.tables:
        if table.null and table.figure.data is not None:
            value = table.null[0]
            yield Finding(
                NAME, first_line(table.figure.data),
                f"`{value.column}` is {what(value)} in row {value.row + 1} of `{table.figure.id}`",
            )  # fmt: skip


def _of_claim(examined: Examined) -> Iterator[Finding]:
    claim = examined.claim
    query = claim.query or claim.change
    if isinstance(examined.asked.binding, Answer) and query is not None:
        if not examined.asked.binding.rows:
            yield _empty(query, "the query gives no row")
        elif examined.missing:
            value = examined.missing[0]
            yield _empty(query, f"the query gives {what(value)} for `{value.column}`")
        elif examined.misread is not None and examined.misread.rule == NAME:
            yield _empty(query, examined.misread.message)
    if isinstance(examined.asked.holds, Answer) and claim.holds is not None:
        if not examined.asked.holds.rows:
            yield _empty(claim.holds, "the query gives no row, so nothing was tried")
        elif any(row[0] is None for row in examined.asked.holds.rows):
            yield _empty(claim.holds, "the query gives NULL where true or false is asked")


def _empty(query: Text, message: str) -> Finding:
    return Finding(
        NAME, first_line(query), message, notes=("an empty answer or NULL never proves a number",)
    )


def what(value: Quantity) -> str:
    """Names a value that is none."""
    if value.raw is None:
        return "NULL"
    if isinstance(value.raw, list | dict):
        return "a nested value"
    return "NaN" if value.raw != value.raw else "infinity"
