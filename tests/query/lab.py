"""A small lab to ask: three tables, a view, and one question at a time."""

from __future__ import annotations

from proseproof.capture import Rows
from proseproof.query import Answer, Question, Refusal, SessionLimits, Worker

SCALARS = 'UNION("boolean" BOOLEAN, "number" DOUBLE, "text" VARCHAR)'

TABLES = (
    Rows(
        "steps",
        ("run", "step", "rollout_s", "rollout_clean"),
        ("VARCHAR", "BIGINT", "DOUBLE", "BOOLEAN"),
        [
            ("base", 0, 69.4, True),
            ("base", 1, 58.5, True),
            ("base", 2, 70.0, False),
            ("kept", 0, 68.0, True),
            ("kept", 1, 56.7, True),
            ("kept", 2, None, None),
        ],
    ),
    Rows(
        "settings",
        ("run", "key", "value"),
        ("VARCHAR", "VARCHAR", SCALARS),
        [("base", "seed", 7), ("base", "backend", "fsdp"), ("kept", "seed", 7)],
    ),
    Rows(
        "requests",
        ("id", "region", "started_at", "status", "total_ms", "config"),
        ("BIGINT", "VARCHAR", "VARCHAR", "BIGINT", "DOUBLE", 'STRUCT("seed" BIGINT)'),
        [(1, "eu", "2026-11-30", 200, 41.25, {"seed": 7})],
    ),
)
VIEWS = (("clean_steps", "SELECT * FROM steps WHERE rollout_clean"),)


def ask_lab(
    worker: Worker, sql: str, data: str | None = None, limits: SessionLimits | None = None
) -> Answer | Refusal:
    """What the lab answers to one question."""
    ((result,), _) = worker.ask(TABLES, VIEWS, [Question(sql, data)], limits)
    return result


def answer(worker: Worker, sql: str, data: str | None = None) -> Answer:
    """The answer to a question that has one."""
    result = ask_lab(worker, sql, data)
    assert isinstance(result, Answer), result
    return result


def refusal(worker: Worker, sql: str, data: str | None = None) -> str:
    """A refusal in one line: the words it points at, its message, its notes in brackets."""
    result = ask_lab(worker, sql, data)
    assert isinstance(result, Refusal), result
    pointed = (data if result.in_data and data else sql)[result.start : result.end]
    notes = "".join(f" ({note})" for note in result.notes)
    return f"{pointed} ◂ {result.message}{notes}"
