"""Questions in SQL, answered by a locked-down DuckDB session that holds the project's tables."""

from __future__ import annotations

from proseproof.query.answer import Answer, Column, Question, Refusal, SessionLimits, Value
from proseproof.query.client import Worker, ask, start_worker

__all__ = [
    "Answer",
    "Column",
    "Question",
    "Refusal",
    "SessionLimits",
    "Value",
    "Worker",
    "ask",
    "start_worker",
]
