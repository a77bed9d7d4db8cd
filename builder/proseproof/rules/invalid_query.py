"""A query that cannot be answered, or whose answer is of the wrong kind.

The finding points at the offending word of the SQL and lists the names there are. A query is one
SELECT over the project's tables; files, the network, settings, writes, random numbers and the
clock are refused. A query that reads no capture proves nothing, nor does a number that it writes
itself. A number that the data keeps as text is never parsed in silence: cast it.
"""

from collections.abc import Iterator
from datetime import timedelta

from proseproof.finding import Finding
from proseproof.judge.claim import Examined
from proseproof.judge.examination import Examination
from proseproof.judge.quantity import show_raw
from proseproof.judge.text_order import ordered_text
from proseproof.query import Answer
from proseproof.rules.wording import claim_label, first_line

NAME = "invalid-query"


def check(examination: Examination) -> Iterator[Finding]:
    """Each refused query, and each answer of the wrong kind."""
    for refused in examination.refused:
        refusal = refused.refusal
        yield Finding(
            NAME, refused.sql.span(refusal.start, refusal.end), refusal.message,
            notes=refusal.notes, help=refusal.help,
        )  # fmt: skip
    for examined in examination.claims:
        yield from _of_claim(examined)
        yield from _ordered_text(examined, examination)


def _of_claim(examined: Examined) -> Iterator[Finding]:
    claim = examined.claim
    query = claim.query or claim.change
    if query is not None:
        for value in examined.named.as_text[:1]:
            yield Finding(
                NAME, first_line(query), f'`{value.column}` is text, "{value.value}", not a number',
                claim_label(examined), help=f"cast it: `CAST({value.column} AS DOUBLE)`",
            )  # fmt: skip
        for value in examined.truths[:1]:
            interval = isinstance(value.raw, timedelta)
            yield Finding(
                NAME, first_line(query),
                f"`{value.column}` is {'an interval, ' if interval else ''}{value.value}, "
                "not a number",
                claim_label(examined),
                help="give its seconds: `epoch(…)`" if interval
                else "count the rows, or use `holds`",
            )  # fmt: skip
        if examined.misread is not None and examined.misread.rule == NAME:
            yield Finding(NAME, first_line(query), examined.misread.message, claim_label(examined))
    holds = examined.asked.holds
    if isinstance(holds, Answer) and claim.holds is not None:
        wrong = next((row[0] for row in holds.rows if not isinstance(row[0], bool | None)), None)
        if wrong is not None:
            yield Finding(
                NAME, first_line(claim.holds),
                f"the first column of `holds` is {show_raw(wrong)}, not true or false",
                claim_label(examined),
            )  # fmt: skip


def _ordered_text(examined: Examined, examination: Examination) -> Iterator[Finding]:
    """A number that the capture keeps as text is no number to `<`, and "9.5" is above "10.5"."""
    claim, asked = examined.claim, examined.asked
    for sql, given in ((claim.query or claim.change, asked.binding), (claim.holds, asked.holds)):
        if sql is not None and isinstance(given, Answer):
            column = ordered_text(given.tree, examination.captures)
            if column is not None:
                yield Finding(
                    NAME, first_line(sql), f"`{column}` is text, compared letter by letter",
                    claim_label(examined), help=f"cast it: `CAST({column} AS DOUBLE)`",
                )  # fmt: skip
