"""The rows of views are worked out once, and no answer shows it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from tests.query.lab import TABLES

from proseproof.capture import Rows
from proseproof.query import Answer, Question, Refusal, SessionLimits, Worker

LIMITS = SessionLimits(seconds=2, memory_gb=0.5)


def asked(
    worker: Worker, view: str, sql: str, *, tables: tuple[Rows, ...] = TABLES
) -> Answer | Refusal:
    """What a query says that reads the view `v`."""
    ((result,), _) = worker.ask(tables, [("v", view)], [Question(sql)], LIMITS)
    return result


@pytest.mark.parametrize(
    ("view", "sql", "rows"),
    [
        (
            "SELECT run, step FROM steps ORDER BY step DESC, run",
            "SELECT step FROM v LIMIT 2",
            [2, 2],
        ),
        ("SELECT value FROM settings", "SELECT value FROM v", [7, "fsdp", 7]),
        ("SELECT config FROM requests", "SELECT config.seed FROM v", [7]),
        (
            "SELECT 60.65 AS x, * FROM steps -- as said",
            "SELECT DISTINCT x FROM v",
            [Decimal("60.65")],
        ),
        ("SELECT NULL AS x FROM steps", "SELECT count(x) FROM v", [0]),
        ('SELECT 1 AS "rows of v" FROM requests;', 'SELECT "rows of v" FROM v', [1]),
    ],
)
def test_a_view_answers_as_its_query_does(
    worker: Worker, view: str, sql: str, rows: list[object]
) -> None:
    answer = asked(worker, view, sql)
    assert isinstance(answer, Answer), answer
    assert [value for (value,) in answer.rows] == rows


def test_a_view_that_cannot_be_worked_out_whole_serves_who_asks_for_less(worker: Worker) -> None:
    view = "SELECT key, CAST(value.text AS INTEGER) AS number FROM settings"
    assert isinstance(asked(worker, view, "SELECT count(key) FROM v"), Answer)
    refused = asked(worker, view, "SELECT sum(number) FROM v")
    assert isinstance(refused, Refusal)
    assert "fsdp" in refused.message


@pytest.mark.parametrize(
    "view",
    [
        "SELECT a.range AS x FROM range(100000) a, range(100000) b",
        "SELECT range AS x, repeat('x', 2000000000) AS text FROM range(3)",
        "SELECT 1 AS x, list(range) AS all_of_them FROM range(1000000000)",
    ],
    ids=["rows", "memory of a value", "memory of a list"],
)
def test_a_view_that_is_too_much_as_a_whole_serves_who_asks_for_less(
    worker: Worker, view: str
) -> None:
    answer = asked(worker, view, "SELECT x FROM v WHERE x = 1 LIMIT 1")
    assert isinstance(answer, Answer), answer
    assert answer.rows == ((1,),)


def test_a_view_that_takes_too_long_is_refused_so_that_no_machine_is_too_slow_for_an_answer(
    worker: Worker,
) -> None:
    view = "SELECT a.range AS x, count(*) FROM range(100000) a, range(100000) b GROUP BY a.range"
    views = [("v", view), ("w", "SELECT 1 AS one FROM steps")]
    questions = [Question("SELECT x FROM v WHERE x = 1"), Question("SELECT sum(one) FROM w")]
    (first, second), (refused, none) = worker.ask(TABLES, views, questions, LIMITS)
    assert isinstance(refused, Refusal)
    assert refused.message == "the view takes longer than 2 s"
    assert isinstance(first, Refusal)
    assert first.message == "the view `v` is refused"
    assert isinstance(second, Answer)
    assert none is None


def test_what_breaks_off_ahead_of_the_questions_costs_none_its_answer(worker: Worker) -> None:
    views = [("v", "SELECT repeat('x', 2000000000) AS text FROM steps"), ("w", "FROM settings")]
    questions = [Question("SELECT max(length(text)) FROM v"), Question("SELECT count(*) FROM w")]
    (first, second), refused = worker.ask(TABLES, views, questions, LIMITS)
    assert isinstance(first, Refusal)
    assert first.message == "the query needs more than 0.5 GB of memory"
    assert isinstance(second, Answer)
    assert second.rows == ((3,),)
    assert refused == (None, None)
