"""What belongs together in a project: the phrase and its claim, the fence and its figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proseproof.judge.claim import Examined
from proseproof.judge.examination import Examination
from proseproof.lsp.sql_words import sql_words
from proseproof.model import Figure, Project, Section
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome, Plate, Proof
from proseproof.run import Study
from proseproof.source import Source, Span, Text


@dataclass(frozen=True, eq=False)
class Thread:
    """A thing of the project: `declared` at one place, named at others (`uses`).

    numbers: the parts of the uses that are numbers; each belongs to one thread only. proof: of a
    claim or a cell, else None.
    """

    declared: Span
    uses: tuple[Span, ...]
    numbers: tuple[Span, ...] = ()
    proof: Proof | None = None

    @property
    def ends(self) -> tuple[Span, ...]:
        """All places to take hold of it."""
        return (self.declared, *self.uses, *self.numbers)


@dataclass(frozen=True, eq=False)
class Hold:
    """A thread, and the span of it that was pointed at."""

    thread: Thread
    span: Span

    @property
    def far_ends(self) -> tuple[Span, ...]:
        """The other end: the declaration from a use, the uses from the declaration."""
        return self.thread.uses if self.span is self.thread.declared else (self.thread.declared,)


def holds_at(threads: Iterable[Thread], path: str, offset: int) -> tuple[Hold, ...]:
    """The threads at an offset of a file, of the shortest span; several where they share it."""
    found = [
        Hold(thread, span)
        for thread in threads
        for span in thread.ends
        if span.source.path == path and span.start <= offset <= span.end and span.start < span.end
    ]
    least = min((hold.span.end - hold.span.start for hold in found), default=0)
    nearest = [hold for hold in found if hold.span.end - hold.span.start == least]
    return tuple({id(hold.thread): hold for hold in nearest}.values())


def threads_of(study: Study) -> tuple[Thread, ...]:
    """All threads of a checked project."""
    outcome = study.outcome
    if outcome.project is None or study.examination is None:
        return ()
    plates = tuple(outcome.plates.values())
    return (
        *_proofs(outcome, study.examination),
        *(_figure(plate, outcome) for plate in plates),
        *_tables(outcome.project, plates),
        *_data(plates),
        *_files(outcome, plates),
    )


def sql_of(figure: Figure) -> tuple[Text, ...]:
    """The queries of a figure block, its `data` first."""
    claims = [(claim.query, claim.change, claim.holds) for claim in figure.claims]
    return tuple(sql for sql in (figure.data, *sum(claims, ())) if sql is not None)


def _proofs(outcome: Outcome, examination: Examination) -> Iterator[Thread]:
    """Each claim, and each cell of a table, from the YAML to where it is said, rightly or not."""
    marks = [mark for page in outcome.pages.values() for mark in page.marks]
    marks += [mark for plate in outcome.plates.values() for mark in plate.marks]
    numbers: dict[str, list[Span]] = {}
    for mark in marks:
        numbers.setdefault(mark.proof, []).append(mark.span)
    wrong: dict[int, list[Span]] = {}
    for report in examination.verdicts.reports:
        if isinstance(report.origin, Examined) and report.place is not None:
            wrong.setdefault(id(report.origin.claim), []).append(report.place.whole)
    for proof in outcome.proofs:
        said = dict.fromkeys((*proof.places, *wrong.get(id(proof.claim), ())))
        declared = proof.claim.says.span() if proof.claim is not None else proof.figure.span
        yield Thread(declared, tuple(said), tuple(numbers.get(proof.id, ())), proof)


def _figure(plate: Plate, outcome: Outcome) -> Thread:
    fences = tuple(
        placement.span
        for page in outcome.pages.values()
        for placement in page.prose.placements
        if placement.figure.value == plate.figure.id
    )
    return Thread(plate.figure.span, fences)


def _tables(project: Project, plates: Sequence[Plate]) -> Iterator[Thread]:
    """Each table and view, from its declaration in project.yml to the queries that name it."""
    declared = {view.name.lower(): view.span for view in project.views}
    for capture in project.captures:
        for table in capture.tables:
            declared[table.name.lower()] = table.name_span or table.span
        if not capture.tables:
            declared[capture.name.lower()] = capture.span
    queries = [view.query for view in project.views]
    queries += [sql for plate in plates for sql in sql_of(plate.figure)]
    named = [(name, span) for sql in queries for name, span in _names(sql)]
    for name, span in declared.items():
        if span is not None:
            yield Thread(span, tuple(use for used, use in named if used == name))


def _data(plates: Sequence[Plate]) -> Iterator[Thread]:
    """The rows of a figure, from its `data` to the queries of its claims."""
    for plate in plates:
        data, *others = sql_of(plate.figure) or (None,)
        if data is not None and data is plate.figure.data:
            uses = [span for sql in others if sql for name, span in _names(sql) if name == "data"]
            if uses:
                yield Thread(_first_word(data), tuple(uses))


def _names(sql: Text) -> Iterator[tuple[str, Span]]:
    for word in sql_words(sql.value):
        if not word.called:
            yield word.name.lower(), sql.span(word.start, word.end)


def _first_word(sql: Text) -> Span:
    """Where a query begins: a place to go to that is no other thread's."""
    word = next(sql_words(sql.value), None)
    return sql.span(word.start, word.end) if word is not None else sql.span()


def _files(outcome: Outcome, plates: Sequence[Plate]) -> Iterator[Thread]:
    """The paths that claims files write, each to the top of its file."""
    assert outcome.project is not None
    sections: dict[int, Section] = {id(plate.section): plate.section for plate in plates}
    for section in sections.values():
        for page in section.pages:
            if page.value in outcome.pages:
                yield Thread(_top(page.value), (page.span(),))
    for declaration in outcome.project.captures:
        capture = outcome.captures.get(declaration.name)
        for file in capture.files if capture is not None else ():
            yield Thread(_top(file.path), (declaration.file.span(),))
        if declaration.schema is not None and capture is not None:
            yield Thread(_top(declaration.schema.value), (declaration.schema.span(),))


def _top(path: str) -> Span:
    return Source(path, "").span(0, 0)
