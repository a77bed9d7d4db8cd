"""A shape laid over a file: what project.yml is to say of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from proseproof.capture import Capture, read_capture
from proseproof.disk import Disk
from proseproof.model import CaptureDeclaration, Table
from proseproof.nouns import dataclass
from proseproof.query import Answer, Question, Worker
from proseproof.shapes.shape import Column, Shape, View
from proseproof.source import Source, Text
from proseproof.sql_type import quoted

_NUMBER = "CAST(nullif(regexp_extract({}, '^-?[0-9.]+'), '') AS DOUBLE)"


@dataclass(frozen=True)
class Declared:
    """What project.yml is to say of a capture: its tables by path, how it is read, and its views.

    views: name, SQL, and what their rows are.
    """

    tables: dict[str, str]
    marker: str
    nonfinite: bool
    views: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Misfit:
    """Why a file is not of a shape, in a few words."""

    reason: str


def declare(shape: Shape, file: str, disk: Disk, worker: Worker) -> Declared | Misfit:
    """The declaration of a file, from the root, with as much of the shape as the file has.

    Views and columns that the shape calls optional are left out where the file lacks them.
    """
    ending = PurePosixPath(file).suffix.removeprefix(".").lower()
    if shape.endings and ending not in shape.endings:
        return Misfit(f"it does not end with .{' or .'.join(shape.endings)}")
    capture = _read(shape, file, disk)
    if isinstance(capture, Misfit):
        return capture
    session = _Session(capture, worker)
    table = next(iter(shape.tables))
    for wanted, answers in zip(shape.has, session.answer(table, shape.has), strict=True):
        if not answers:
            return Misfit(f"it has no `{wanted}`")
    columns = capture.tables[0].columns
    if shape.like and not any(re.search(shape.like, column) for column in columns):
        return Misfit("its columns have other names")
    for view in shape.views:
        sql = session.view(view)
        if sql is not None:
            session.add(view, sql)
        elif not view.optional:
            return Misfit(f"`{view.name}` cannot be made of it")
    about = {view.name: view.about for view in shape.views}
    views = tuple((name, sql, about[name]) for name, sql in session.views)
    return Declared(dict(shape.tables), shape.marker, shape.nonfinite, views)


def _read(shape: Shape, file: str, disk: Disk) -> Capture | Misfit:
    """The file as a capture with the tables of the shape."""
    texts = {name: Source(name, text) for name, text in (("file", file), ("mark", shape.marker))}
    here = texts["file"].span(0, len(file))
    tables = tuple(Table(name, path, here) for name, path in shape.tables.items())
    marker = Text.of(texts["mark"]) if shape.marker else None
    declaration = CaptureDeclaration(
        next(iter(shape.tables)), Text.of(texts["file"]), None, tables, here,
        marker=marker, nonfinite=shape.nonfinite,
    )  # fmt: skip
    capture, findings = read_capture(declaration, disk)
    return capture if capture is not None else Misfit(findings[0].message)


class _Session:
    """Tries SQL over the tables of a capture, and the views that were made so far."""

    def __init__(self, capture: Capture, worker: Worker) -> None:
        self.views: list[tuple[str, str]] = []
        self._tables = capture.tables
        self._worker = worker

    def add(self, view: View, sql: str) -> None:
        """Lets the SQL of later views read this one, unless it is optional and empty."""
        if not view.optional or self._rows(f"SELECT 1 FROM ({sql}) LIMIT 1"):
            self.views.append((view.name, sql))

    def answer(self, source: str, expressions: Sequence[str]) -> list[bool]:
        """Whether each expression has an answer over a source."""
        asked = [f"SELECT {expression} FROM {source} LIMIT 0" for expression in expressions]
        answers, _ = self._worker.ask(self._tables, self.views, [Question(sql) for sql in asked])
        return [isinstance(answer, Answer) for answer in answers]

    def _rows(self, sql: str) -> bool:
        (answer,), _ = self._worker.ask(self._tables, self.views, [Question(sql)])
        return isinstance(answer, Answer) and bool(answer.rows)

    def view(self, view: View) -> str | None:
        """The SQL of a view, as much of it as there is; None where something needed is missing."""
        sources = [source for source in view.sources if self.answer(source, ["1"]) == [True]]
        if not sources:
            return None
        source = sources[0]
        ways = [list(_ways(column)) for column in view.columns]
        flat = [test for column in ways for test, _ in column]
        found = iter(self.answer(source, flat))
        lines = []
        for column, tried in zip(view.columns, ways, strict=True):
            fits = [sql for _, sql in tried if next(found)]
            if fits:
                lines.append(_named(fits[0], column.name))
            elif not column.optional:
                return None
        return _written(lines, source, view)


def _ways(column: Column) -> Iterator[tuple[str, str]]:
    """For each way to a column, what to try and what to write."""
    for way in column.ways:
        match column.kind:
            case "number":
                yield f"{quoted(way)} + 0", quoted(way)
                yield f"starts_with({quoted(way)}, '')", _NUMBER.format(quoted(way))
            case "flag":
                sql = f"{quoted(way)} = 'Active'"
                yield f"starts_with({quoted(way)}, '')", sql
            case _:
                yield way, way


def _named(sql: str, name: str) -> str:
    """An item of SELECT: with its name where it has not got it already."""
    return sql if name == "*" or sql == name else f"{sql} AS {name}"


def _written(items: Sequence[str], source: str, view: View) -> str:
    """The statement, an item a line where they are many."""
    whole = f"SELECT {', '.join(items)}"
    if len(whole) > 80:
        whole = "SELECT " + ",\n       ".join(items)
    lines = [whole, f"FROM {source}"]
    lines += [f"WHERE {view.where}"] if view.where else []
    lines += [f"GROUP BY {view.group}"] if view.group else []
    lines += [f"ORDER BY {view.order}"] if view.order else []
    short = " ".join(lines)
    return short if "\n" not in short and len(short) <= 80 else "\n".join(lines)
