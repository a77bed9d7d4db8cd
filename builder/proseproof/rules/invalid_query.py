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
from proseproof.judge.examination import Examination, without_rows
from proseproof.judge.quantity import show_raw
from proseproof.judge.text_order import TextColumns, ordered_text
from proseproof.query import Answer, Refusal
from proseproof.query.place import refuse_at
from proseproof.rules.wording import claim_label, first_line
from proseproof.source import Text

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
    yield from _ordered_text(examination)


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


def _ordered_text(examination: Examination) -> Iterator[Finding]:
    """A number that the capture keeps as text is no number to `<`, and "9.5" is above "10.5"."""
    columns = TextColumns(examination.captures.values())
    for view in examination.project.views:
        asked, ahead = without_rows(view.query.value)
        yield from _in_order(
            view.query, examination.views.get(view.name.lower()), columns, asked, ahead
        )
    for figure in examination.figures:
        if figure.data is not None:
            yield from _in_order(figure.data, examination.data.get(figure), columns)
    for examined in examination.claims:
        claim, given = examined.claim, examined.asked
        for sql, answer in (
            (claim.query or claim.change, given.binding),
            (claim.holds, given.holds),
        ):
            if sql is not None:
                yield from _in_order(sql, answer, columns, label=claim_label(examined))


def _in_order(
    sql: Text, answer: Answer | Refusal | None, columns: TextColumns, asked: str = "",
    ahead: int = 0, label: str = "",
) -> Iterator[Finding]:  # fmt: skip
    """asked: what the places of the answer count in, if not `sql`, which begins `ahead` behind."""
    part = ordered_text(answer, columns) if isinstance(answer, Answer) else None
    if part is None:
        return
    name = ".".join(part["column_names"])
    place = refuse_at(asked or sql.value, part, f"`{name}` is text, compared letter by letter")
    yield Finding(
        NAME, sql.span(place.start - ahead, place.end - ahead), place.message, label,
        help=f"cast it: `CAST({name} AS DOUBLE)`",
    )  # fmt: skip
