"""An explanation as text for a terminal, readable without colour."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from proseproof.capture import Capture
from proseproof.explain import Explanation, Judgement, Query, Reason
from proseproof.judge.quantity import exact, show
from proseproof.near import first_few
from proseproof.query import Answer, Refusal, Value
from proseproof.report.cells import shown
from proseproof.report.order import in_order, place
from proseproof.report.summary import count

MOST_ROWS = 20
"""Rows of an answer that are shown; of the others only their count."""


def render(explanations: Sequence[Explanation], reasons: Sequence[Reason] = ()) -> str:
    """The explanations, a blank line between two, then the numbers that no claim binds.

    What an earlier one shows, such as the rows that all cells of a table come from, is named only.
    """
    told: dict[object, str] = {}
    blocks = ["".join(f"{line}\n" for line in _lines(one, told)) for one in explanations]
    if reasons:
        blocks.append("".join(f"{_reason(one)}\n" for one in reasons))
    return "\n".join(blocks)


def _reason(reason: Reason) -> str:
    return (
        f"{place(reason.number.span)}: {reason.number.written} is bound by no claim: {reason.why}"
    )


def _lines(one: Explanation, told: dict[object, str]) -> Iterator[str]:
    """told: the queries and captures that were shown, each with the proof that they stand under."""
    proof = one.proof
    yield f"{proof.id} {proof.verdict}"
    yield f"  {shown(proof.says)}"
    yield ""
    places = ", ".join(map(place, proof.places))
    if places or one.place is None:
        yield f"  said at      {places or 'no place'}"
    if proof.claim is not None:
        yield f"  declared at  {place(proof.claim.span)}, in {proof.figure.id}"
        if proof.claim.why:
            yield f"  why          {proof.claim.why}"
    else:
        yield f"  declared at  {place(proof.figure.span)}"
    if one.judgements:
        where = f"at {place(one.place)}" if one.place is not None else "by the claim's own words"
        yield ""
        yield f"  judged {where}, values before rounding"
        yield from _indented(_table([_judgement(each) for each in one.judgements]))
    for query in one.queries:
        first = told.setdefault((query.name, query.sql, id(query.given)), proof.id)
        yield ""
        yield from _query(query) if first == proof.id else [f"  {_title(query)}: see {first}"]
    for capture in one.captures:
        first = told.setdefault(capture.name, proof.id)
        yield ""
        yield from (
            _capture(capture)
            if first == proof.id
            else [f"  from capture {capture.name}: see {first}"]
        )
    if one.findings:
        yield ""
        yield "  findings"
        yield from (
            f"    {place(finding.span)}: {finding.severity}[{finding.rule}]: {finding.message}"
            for finding in in_order(one.findings)
        )


def _judgement(one: Judgement) -> list[str]:
    verdict = "right" if one.right else "wrong"
    rule = "" if one.right else f"[{one.rule}]"
    return [shown(one.said), verdict, shown(one.value), one.why, rule]


def _query(query: Query) -> Iterator[str]:
    yield f"  {_title(query)}"
    yield from _indented(query.sql.splitlines())
    if isinstance(query.given, Refusal):
        yield f"  refused: {query.given.message}"
    elif isinstance(query.given, Answer):
        yield f"  gives {count(len(query.given.rows), 'row')}"
        yield from _indented(_rows(query.given, judged=query.name == "holds"))


def _title(query: Query) -> str:
    asked = query.name in ("query", "change", "holds", "data")
    return query.name if asked else f"view {query.name}"


def _rows(answer: Answer, judged: bool) -> Iterator[str]:
    """The rows as a table. judged: the first column says which hold; those that fail come first."""
    head = [column.name for column in answer.columns]
    if judged:
        head[0] = "holds"
    rows = sorted(answer.rows, key=lambda row: judged and row[0] is True)
    cells = [[_cell(value) for value in row] for row in first_few(rows, MOST_ROWS)]
    if cells:
        yield from _table([head, *cells])
    if len(cells) < len(rows):
        yield f"and {len(rows) - len(cells)} more"


def _cell(value: Value) -> str:
    """A value in one line: a number without the noise of binary floats, a nested value as JSON."""
    if value is None:
        return "NULL"
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, bool | int):
        return str(value).lower()
    number = exact(value)
    return show(number, 12) if not isinstance(number, str | None) else shown(str(number or value))


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows with their columns under one another."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def _capture(capture: Capture) -> Iterator[str]:
    copied = "transcribed, not measured" if capture.transcribed else ""
    facts = [fact for fact in (capture.dated or "no date recorded", copied) if fact]
    yield f"  from capture {capture.name}, {', '.join(facts)}"
    for file in capture.files:
        yield f"    {file.path}"
        yield f"    sha256 {file.sha256}"
