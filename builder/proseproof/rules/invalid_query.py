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
from proseproof.judge.unmeasured import lineages_of
from proseproof.query import Answer
from proseproof.query.place import refuse_at
from proseproof.query.tree import Tree
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
    lineages = lineages_of(examination.captures.values(), examination.view_trees)
    for view in examination.project.views:
        tree = examination.view_trees.get(view.name.lower())
        part = tree and ordered_text(tree, lineages.beside(None), columns)
        if part:
            asked, ahead = without_rows(view.query.value)
            yield _text(view.query, part, asked, ahead)
    for figure in examination.figures:
        rows = examination.data.get(figure.id)
        if figure.data is not None and isinstance(rows, Answer):
            part = ordered_text(rows.tree, lineages.beside(None), columns)
            if part:
                yield _text(figure.data, part, figure.data.value)
    for examined in examination.claims:
        claim, given_to = examined.claim, examined.asked
        rows = examination.data.get(given_to.figure.id)
        known = lineages.beside(rows if isinstance(rows, Answer) else None)
        for sql, given in (
            (claim.query or claim.change, given_to.binding), (claim.holds, given_to.holds),
        ):  # fmt: skip
            if sql is not None and isinstance(given, Answer):
                part = ordered_text(given.tree, known, columns)
                if part:
                    yield _text(sql, part, sql.value, label=claim_label(examined))


def _text(sql: Text, part: Tree, asked: str, ahead: int = 0, label: str = "") -> Finding:
    """The finding at a column. asked: what its place counts in, `ahead` characters before `sql`."""
    name = ".".join(part["column_names"])
    place = refuse_at(asked, part, f"`{name}` is text, compared letter by letter")
    return Finding(
        NAME, sql.span(place.start - ahead, place.end - ahead), place.message, label,
        help=f"cast it: `CAST({name} AS DOUBLE)`",
    )  # fmt: skip
