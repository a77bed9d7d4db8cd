"""Questions answered from what was kept, and the rest by a worker."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proseproof.capture import Capture, Rows
from proseproof.kept import NOTHING_KEPT, Book, Kept, program, version_of
from proseproof.model import CaptureDeclaration
from proseproof.query.answer import Answer, Question, Refusal, SessionLimits
from proseproof.query.client import Worker
from proseproof.query.written import read_answer, write_answer

_WORD = re.compile(r"[A-Za-z0-9_]+")


def ask_or_recall(
    worker: Worker,
    captures: Sequence[tuple[CaptureDeclaration, Capture]],
    views: Sequence[tuple[str, str]],
    questions: Sequence[Question],
    kept: Kept,
    limits: SessionLimits | None = None,
) -> tuple[tuple[Answer | Refusal, ...], tuple[Refusal | None, ...]]:
    """As `Worker.ask`, over the tables of the captures; the worker is not asked what is known.

    An answer is known if it was given to the same SQL, by this DuckDB and this program, over files
    with the same bytes read as the same tables, and the same views. A refusal is never known.
    """
    limits = limits or SessionLimits()
    made_of = _session(captures, views, limits)
    book = Book(kept if made_of else NOTHING_KEPT, *made_of)
    known = {key: answer for key in map(_key, questions) if (answer := book.get(key)) is not None}
    unknown = [question for question in questions if _key(question) not in known]
    results: dict[str, Answer | Refusal] = {key: read_answer(one) for key, one in known.items()}
    refused: tuple[Refusal | None, ...] = (None,) * len(views)
    if unknown or (views and book.is_new):
        named = _named(unknown, views)
        tables = [
            rows if _may_be_read(rows, named) else replace(rows, rows=(), big=None)
            for _, capture in captures
            for rows in capture.tables
        ]
        answers, refused = worker.ask(tables, views, unknown, limits)
        for question, answer in zip(unknown, answers, strict=True):
            results[_key(question)] = answer
            if isinstance(answer, Answer) and not any(refused):
                book.add(_key(question), write_answer(answer))
        book.close()
    return tuple(results[_key(question)] for question in questions), refused


def _named(questions: Sequence[Question], views: Sequence[tuple[str, str]]) -> set[str]:
    """The words of the queries, in small letters, and those of the views that they name."""
    named = _words(*(text for one in questions for text in (one.sql, one.data or "")))
    waiting = {name.lower(): sql for name, sql in views}
    while met := {name for name in waiting if name in named or not _WORD.fullmatch(name)}:
        named |= _words(*(waiting.pop(name) for name in met))
    return named


def _words(*texts: str) -> set[str]:
    return {word.lower() for text in texts for word in _WORD.findall(text)}


def _may_be_read(rows: Rows, named: set[str]) -> bool:
    """Whether the rows are worth loading: who names no table of the session cannot read it."""
    return rows.table.lower() in named or not _WORD.fullmatch(rows.table)


def _key(question: Question) -> str:
    return json.dumps([question.sql, question.data])


def _session(
    captures: Sequence[tuple[CaptureDeclaration, Capture]],
    views: Sequence[tuple[str, str]],
    limits: SessionLimits,
) -> tuple[Any, ...]:
    """All that an answer is made of but its question; nothing where that cannot be told."""
    database = version_of("duckdb")
    if database is None:
        return ()
    read = [
        [
            declaration.name,
            # Where in its lines a log holds JSON, what JSON may hold, and whether it is a record,
            # decide the rows as well.
            [declaration.marker.value if declaration.marker else None, declaration.nonfinite],
            declaration.connection is not None,
            [[table.name, table.path] for table in declaration.tables],
            [[file.path, file.sha256] for file in capture.files],
        ]
        for declaration, capture in captures
    ]
    return ("answers", program("query", "capture"), database, repr(limits), read, views)
