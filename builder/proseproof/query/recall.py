"""Questions answered from what was kept, and the rest by a worker."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from proseproof.capture import Capture
from proseproof.kept import NOTHING_KEPT, Book, Kept, program, version_of
from proseproof.model import CaptureDeclaration
from proseproof.nouns import dataclass
from proseproof.query.answer import Answer, Question, Refusal, SessionLimits
from proseproof.query.client import Worker
from proseproof.query.reach import Reach
from proseproof.query.written import read_answer, write_answer

Captures = Sequence[tuple[CaptureDeclaration, Capture]]
Views = Sequence[tuple[str, str]]


def ask_or_recall(
    worker: Worker,
    captures: Captures,
    views: Views,
    questions: Sequence[Question],
    kept: Kept,
    limits: SessionLimits | None = None,
) -> tuple[tuple[Answer | Refusal, ...], tuple[Refusal | None, ...]]:
    """As `Worker.ask`, over the tables of the captures; the worker is not asked what is known.

    An answer is known if it was given to the same SQL, by this DuckDB and this program, over the
    same views, and files with the same bytes read as the same tables; so is that a view is sound.
    All that a query names counts, and no other capture and no other view. A refusal is never known.
    """
    limits = limits or SessionLimits()
    tables = [rows for _, capture in captures for rows in capture.tables]
    reach = Reach([rows.table for rows in tables], views)
    shelf = _Shelf(kept, captures, views, limits)
    results: dict[Question, Answer | Refusal] = {}
    unknown: dict[Question, _Place] = {}
    for question in questions:
        place = shelf.place(reach.of(question.sql, question.data or ""), question)
        known = place.book.get(place.key)
        if known is None:
            unknown[question] = place
        else:
            results[question] = read_answer(known)
    new = {
        name: place
        for name, sql in views
        if (place := shelf.place(reach.of(name, sql), name)).book.get(place.key) is None
    }
    refused: Mapping[str, Refusal | None] = {}
    if unknown or new:
        asked = [text for one in unknown for text in (one.sql, one.data or "")]
        named = reach.of(*asked, *new)
        wanted = [(name, sql) for name, sql in views if name.lower() in named]
        answers, faults = worker.ask(
            [rows for rows in tables if rows.table.lower() in named],
            wanted,
            list(unknown),
            limits,
            [*(rows.table for rows in tables), *(name for name, _ in views)],
        )
        refused = dict(zip((name for name, _ in wanted), faults, strict=True))
        results |= zip(unknown, answers, strict=True)
        if not any(faults):
            for (_, place), answer in zip(unknown.items(), answers, strict=True):
                if isinstance(answer, Answer):
                    place.book.add(place.key, write_answer(answer))
            for place in new.values():
                place.book.add(place.key, True)
        shelf.close()
    return tuple(results[one] for one in questions), tuple(refused.get(name) for name, _ in views)


@dataclass(frozen=True)
class _Place:
    """Where something is kept that the session says."""

    book: Book
    key: str


class _Shelf:
    """The books of a session: of each set of captures that queries read there is one."""

    def __init__(self, kept: Kept, captures: Captures, views: Views, limits: SessionLimits) -> None:
        database = version_of("duckdb")
        # What cannot be told apart is not kept.
        self._kept = kept if database is not None else NOTHING_KEPT
        self._made_by = ("answers", program(), database, repr(limits))
        self._captures = captures
        self._tables = {
            rows.table.lower(): at
            for at, (_, capture) in enumerate(captures)
            for rows in capture.tables
        }
        self._views = {name.lower(): sql for name, sql in views}
        self._books: dict[frozenset[int], Book] = {}
        self._digest = cache(self._digest_of)

    def place(self, named: frozenset[str], asked: Question | str) -> _Place:
        """Where the answer to a question is kept, or that the view of this name is sound.

        named: the tables and views that it may read, in lower case.
        """
        behind = self._digest(named.intersection(self._views))
        what = asked if isinstance(asked, str) else [asked.sql, asked.data]
        return _Place(self._book(named), json.dumps([what, behind]))

    def close(self) -> None:
        """Writes the books that say more than before."""
        for book in self._books.values():
            book.close()

    def _digest_of(self, views: frozenset[str]) -> str:
        """A hash of the views of these names and of their SQL."""
        sql = json.dumps(sorted((name, self._views[name]) for name in views))
        return hashlib.sha256(sql.encode()).hexdigest()

    def _book(self, named: frozenset[str]) -> Book:
        read = frozenset(self._tables[name] for name in named.intersection(self._tables))
        if read not in self._books:
            made_of = [_made_of(*self._captures[at]) for at in sorted(read)]
            self._books[read] = Book(self._kept, *self._made_by, made_of)
        return self._books[read]


def _made_of(declaration: CaptureDeclaration, capture: Capture) -> list[Any]:
    """All that decides the rows of a capture."""
    return [
        declaration.name,
        # Where in its lines a log holds JSON, what JSON may hold, and whether it is a record,
        # decide the rows as well.
        [declaration.marker.value if declaration.marker else None, declaration.nonfinite],
        declaration.connection is not None,
        [[table.name, table.path] for table in declaration.tables],
        [[file.path, file.sha256] for file in capture.files],
    ]
