"""Names for a query as it is typed: the tables and views, and the columns of those it reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal as OneOf

from proseproof.block import read_project, read_section
from proseproof.disk import PROJECT_FILE
from proseproof.lsp.keys import is_claims_file
from proseproof.lsp.sql_words import sql_words
from proseproof.lsp.threads import sql_of
from proseproof.model import Figure
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome
from proseproof.source import Source, Text


@dataclass(frozen=True)
class SqlName:
    """A name that a query can use. detail: what it is, in a word or two."""

    name: str
    kind: OneOf["table", "column"]
    detail: str


def names_at(outcome: Outcome, source: Source, offset: int) -> tuple[SqlName, ...]:
    """The names for the query at an offset of a claims file; none where no query stands.

    outcome: of the last check, which may be of an older text; the query is read from `source`.
    """
    found = _query_at(source, offset) if is_claims_file(source.path) else None
    if found is None:
        return ()
    sql, figure = found
    names = {each.name: each for each in _all(outcome, figure, sql)}
    return tuple(names.values())


def _query_at(source: Source, offset: int) -> tuple[Text, Figure | None] | None:
    """The query at the offset, and the figure whose rows it sees as `data`."""
    queries: list[tuple[Text, Figure | None]] = []
    if source.path == PROJECT_FILE:
        project, _ = read_project(source)
        queries = [(view.query, None) for view in project.views] if project is not None else []
    else:
        section, _ = read_section(source)
        for figure in section.figures if section is not None else ():
            queries += [(sql, None if sql is figure.data else figure) for sql in sql_of(figure)]
    for sql, own in queries:
        span = sql.span()
        if span.start <= offset <= span.end:
            return sql, own
    return None


def _all(outcome: Outcome, figure: Figure | None, sql: Text) -> Iterator[SqlName]:
    """Columns of the tables that the query names first, then every table and view."""
    named = {word.name.lower() for word in sql_words(sql.value)}
    plate = outcome.plates.get(figure.id) if figure is not None else None
    if plate is not None and plate.answer is not None and "data" in named:
        for column in plate.answer.columns:
            yield SqlName(column.name, "column", f"data: {column.type}")
    for capture in outcome.captures.values():
        for table in capture.tables:
            if table.table.lower() in named:
                for name, kind in zip(table.columns, table.types, strict=True):
                    yield SqlName(name, "column", f"{table.table}: {kind}")
    if figure is not None and figure.data is not None:
        yield SqlName("data", "table", f"the rows of {figure.id}")
    for name, capture in outcome.captures.items():
        for table in capture.tables:
            yield SqlName(table.table, "table", f"table of {name}")
    for view in outcome.project.views if outcome.project is not None else ():
        yield SqlName(view.name, "table", "view")
