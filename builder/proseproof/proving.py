"""From an examination to its outcome: proofs for the ledger, marks, plates to draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Literal as OneOf

from proseproof.finding import Finding
from proseproof.judge.claim import Examined
from proseproof.judge.corpus import Place
from proseproof.judge.examination import Examination
from proseproof.judge.quantity import Quantity, show
from proseproof.judge.table import Cell, ExaminedTable
from proseproof.load import Loaded
from proseproof.model import Figure, View
from proseproof.outcome import Excused, Mark, Numbers, Outcome, Page, Plate, Proof
from proseproof.query import Answer
from proseproof.rules.wording import with_unit
from proseproof.source import Span


def prove(examination: Examination, loaded: Loaded, findings: tuple[Finding, ...] = ()) -> Outcome:
    """The outcome of a check: everything a report, a page or the ledger shows of it."""
    origins = _Origins(examination)
    proofs = [_of_claim(examined, name, origins) for examined, name in _named(examination)]
    ids = {id(examined): name for examined, name in _named(examination)}
    for table in examination.tables:
        proofs += [_of_cell(table, cell, origins) for cell in table.cells if cell.place is not None]
    marks = _marks(examination, ids)
    pages = {
        path: Page(
            page.source, page.prose, marks.get(path, ()),
            _count(examination, lambda corpus, path=path: corpus.page == path),
        )
        for path, page in loaded.pages.items()
    }  # fmt: skip
    plates = {
        figure.id: Plate(
            figure, section, _rows(examination, figure),
            origins.of(_rows(examination, figure)), marks.get(figure.id, ()),
        )
        for section in examination.sections
        for figure in section.figures
    }  # fmt: skip
    return Outcome(
        examination.project, findings, pages, plates, tuple(proofs), loaded.captures,
        _count(examination, lambda corpus: True), len(examination.claims),
        tuple(_excused(examination)),
    )  # fmt: skip


def _rows(examination: Examination, figure: Figure) -> Answer | None:
    rows = examination.data.get(figure)
    return rows if isinstance(rows, Answer) else None


def _named(examination: Examination) -> Iterator[tuple[Examined, str]]:
    """Each claim with the id of its proof: its own, or its figure's and its number there."""
    counts: dict[str, int] = {}
    for examined in examination.claims:
        figure = examined.asked.figure.id
        counts[figure] = counts.get(figure, 0) + 1
        yield examined, examined.claim.id or f"{figure}.{counts[figure]}"


class _Origins:
    """What stands behind a query: captures, and the views that lead to them."""

    def __init__(self, examination: Examination) -> None:
        self._examination = examination
        self._captures = {
            rows.table: name
            for name, capture in examination.captures.items()
            for rows in capture.tables
        }

    def of(self, *answers: object) -> tuple[str, ...]:
        """The names of the captures, sorted."""
        read = {table for one in answers if isinstance(one, Answer) for table in one.reads}
        return tuple(sorted({self._captures[table] for table in read}))

    def rows(self, figure: Figure) -> Answer | None:
        """The rows of a figure, where it has any."""
        return _rows(self._examination, figure)

    def reads_data(self, answer: Answer) -> bool:
        """Whether the query reads its figure's `data`."""
        return "data" in answer.names

    def views(self, *answers: object) -> tuple[View, ...]:
        """The views, in the order in which they are met."""
        return tuple(self._examination.views_behind(answers))


def _of_claim(examined: Examined, name: str, origins: _Origins) -> Proof:
    claim, figure = examined.claim, examined.asked.figure
    asked = examined.asked
    reads_data = figure.data is not None and any(
        isinstance(answer, Answer) and origins.reads_data(answer)
        for answer in (asked.binding, asked.holds)
    )
    answers = [asked.binding, asked.holds]
    sql = [query.value.strip() for query in (claim.query, claim.change, claim.holds) if query]
    if reads_data and figure.data is not None:
        sql.append(f"-- data\n{figure.data.value.strip()}")
    places = tuple(judged.place.whole for judged in examined.places)
    right = _holds(examined) and all(judged.right for judged in examined.places) and bool(places)
    captures = origins.of(*answers)
    return Proof(
        name, figure, claim, " ".join(claim.says.value.split()),
        "holds" if right else "fails", _rows_of(examined), tuple(sql), captures, places,
        origins.views(*answers, origins.rows(figure) if reads_data else None),
    )  # fmt: skip


def _holds(examined: Examined) -> bool:
    asked, claim, named = examined.asked, examined.claim, examined.named
    if examined.binds:
        only_names = bool(examined.names) and not examined.values
        amiss = named.missing is not None or named.as_text or examined.truths or examined.missing
        if amiss or (examined.pairing is None and not only_names):
            return False
    if claim.holds is None:
        return True
    return (
        isinstance(asked.holds, Answer)
        and bool(asked.holds.rows)
        and all(row[0] is True for row in asked.holds.rows)
    )


def _rows_of(examined: Examined) -> tuple[tuple[str, ...], ...]:
    """The rows of the query, a name beside the number that it belongs to; what `holds` gives."""
    binding, holds = examined.asked.binding, examined.asked.holds
    columns = [one.name for one in binding.columns] if isinstance(binding, Answer) else []
    values = sorted(
        (*examined.values, *examined.names),
        key=lambda one: (one.row, columns.index(one.column) if one.column in columns else 0),
    )
    rows = [tuple(map(value_text, row)) for _, row in groupby(values, lambda one: one.row)]
    if isinstance(holds, Answer):
        true = sum(row[0] is True for row in holds.rows)
        rows.append((f"true in {true} of {len(holds.rows)} rows",))
    return tuple(rows)


def value_text(value: Quantity) -> str:
    """A value before rounding, with its unit: `0.6 s`."""
    if isinstance(value.value, str):
        return value.value
    return with_unit(show(value.number), value.unit)


def _of_cell(table: ExaminedTable, cell: Cell, origins: _Origins) -> Proof:
    assert cell.place is not None
    figure = table.figure
    whole = cell.place.whole if cell.place.tokens else None
    sql = (figure.data.value.strip(),) if figure.data is not None else ()
    values = tuple(value_text(check.value) for check in cell.checks)
    return Proof(
        _cell_id(table, cell), figure, None, whole.text if whole is not None else "",
        "holds" if cell.right else "fails",
        (values,) if values else (), sql, origins.of(table.answer),
        (whole,) if whole is not None else (),
        origins.views(table.answer), _row_name(table, cell),
    )  # fmt: skip


def _row_name(table: ExaminedTable, cell: Cell) -> str:
    """What the row of a cell begins with; empty for the first cell itself."""
    cells = table.table.grid.rows[cell.row] if table.table is not None else ()
    first = cells[0].text if cells else None
    return first.value if first is not None and first.span() != cell.span else ""


def _cell_id(table: ExaminedTable, cell: Cell) -> str:
    return f"{table.figure.id}.r{cell.row + 1}c{cell.column + 1}"


def _marks(examination: Examination, ids: Mapping[int, str]) -> dict[str, tuple[Mark, ...]]:
    """The bound numbers by page path, and by figure id those of the figure's own texts."""
    names = {id(corpus): path for path, corpus in examination.pages.items()}
    names |= {id(corpus): figure.id for figure, corpus in examination.figure_texts.items()}
    found: dict[str, dict[tuple[str, int], Mark]] = {}
    proved = examination.verdicts.proved

    def mark(place: Place, first: int, behind: int, proof: str) -> None:
        span: Span = place.span(first, behind)
        where = found.setdefault(names[id(place.corpus)], {})
        where.setdefault((span.source.path, span.start), Mark(span, proof))

    for examined in examination.claims:
        for judged in (*examined.places, *examined.shapes):
            for check in judged.checks if judged.right else ():
                last = check.bottom or check.said
                key = (id(judged.place.corpus), judged.place.passage, check.said.at)
                if proved.get(key) is examined:
                    mark(judged.place, check.said.at, last.after, ids[id(examined)])
    for table in examination.tables:
        for cell in table.cells:
            for check in cell.checks if cell.right else ():
                assert cell.place is not None
                mark(cell.place, check.said.at, check.said.after, _cell_id(table, cell))
    for examined in examination.claims:
        for judged in examined.places if not examined.binds and _holds(examined) else ():
            place, whole = judged.place, judged.place.whole
            where = found.setdefault(names[id(place.corpus)], {})
            clear = not any(_meet(whole, other.span) for other in where.values())
            if judged.right and clear and place.corpus.page is not None:
                start = (whole.source.path, whole.start)
                where[start] = Mark(whole, ids[id(examined)], words=True)
    return {
        name: tuple(sorted(marks.values(), key=lambda mark: mark.span.order))
        for name, marks in found.items()
    }


def _meet(one: Span, other: Span) -> bool:
    """Whether two spans share a character."""
    same = one.source.path == other.source.path
    return same and one.start < other.end and other.start < one.end


def _excused(examination: Examination) -> Iterator[Excused]:
    """The numbers that are given or allowed, in the order of the texts."""
    pages = {
        id(examination.figure_texts[figure]): section.pages[0].value if section.pages else ""
        for section in examination.sections
        for figure in section.figures
        if figure in examination.figure_texts
    }
    for number in examination.coverage.numbers:
        if number.reason is not None:
            status: OneOf["given", "allowed"] = "given" if number.status == "given" else "allowed"
            page = number.corpus.page or pages.get(id(number.corpus), "")
            yield Excused(number.span, status, number.reason.why, page)


def _count(examination: Examination, wanted: Any) -> Numbers:
    counts = {"bound": 0, "given": 0, "allowed": 0, "unbound": 0}
    for number in examination.coverage.numbers:
        if wanted(number.corpus):
            counts[number.status] += 1
    return Numbers(**counts)
