"""Time, memory and size: what takes too much is refused, and costs no other question its answer."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator

import pytest
from tests.query.lab import TABLES, VIEWS, ask_lab

from proseproof.capture import Rows
from proseproof.query import Answer, Question, Refusal, SessionLimits, Worker, ask, start_worker

SMALL = SessionLimits(seconds=0.4, memory_gb=0.5, rows=1000, answer_mb=1)


@pytest.fixture(scope="module")
def own() -> Iterator[Worker]:
    """A worker that the other tests need not share."""
    with start_worker() as running:
        yield running


def said(worker: Worker, sql: str, limits: SessionLimits = SMALL) -> str:
    """The message of the refusal that a question meets."""
    result = ask_lab(worker, sql, limits=limits)
    assert isinstance(result, Refusal), result
    return result.message


@pytest.mark.parametrize(
    "sql",
    [
        "WITH RECURSIVE r AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM r) SELECT count(*) FROM r",
        "SELECT count(*) FROM range(100000) a, range(100000) b, range(1000) c",
    ],
)
def test_a_query_without_an_end_is_stopped(own: Worker, sql: str) -> None:
    assert said(own, sql) == "the query takes longer than 0.4 s"


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT length(repeat('x', 2000000000))",
        "SELECT repeat('x', 2000000000)",
        "SELECT list(range) FROM range(1000000000)",
        "SELECT list_sum(range(1000000000))",
        "SELECT count(DISTINCT range) FROM range(200000000)",
        "SELECT string_agg(repeat('x', 1000000), '') FROM range(10000)",
    ],
)
def test_a_query_that_needs_too_much_memory_is_refused(own: Worker, sql: str) -> None:
    limits = SessionLimits(seconds=30, memory_gb=0.5)
    assert said(own, sql, limits) == "the query needs more than 0.5 GB of memory"


def test_too_many_rows_are_refused_and_as_many_as_allowed_are_not(own: Worker) -> None:
    assert said(own, "FROM range(1001)") == "the query gives more than 1,000 rows"
    assert isinstance(ask_lab(own, "FROM range(1000)", limits=SMALL), Answer)


def test_too_big_an_answer_is_refused(own: Worker) -> None:
    assert said(own, "SELECT repeat('x', 2000000)") == "the query gives more than 1 MB"


@pytest.mark.parametrize("depth", [700, 5000])
def test_a_value_that_is_nested_too_deep_is_refused(own: Worker, depth: int) -> None:
    sql = f"SELECT (repeat('[', {depth}) || repeat(']', {depth}))::JSON"
    result = ask_lab(own, sql)
    if isinstance(result, Refusal):
        assert result.message == "a value is nested too deep"
    assert isinstance(result, Refusal) or depth == 700


@pytest.mark.parametrize("terms", [160, 5000, 200_000])
def test_a_query_that_is_nested_too_deep_is_refused(own: Worker, terms: int) -> None:
    assert said(own, "SELECT 1" + " + 1" * terms) == "the query is nested too deep"
    assert said(own, f"SELECT {'(' * terms}1{')' * terms}") == "the query is nested too deep"


def test_the_questions_around_a_bad_one_have_their_answers(own: Worker) -> None:
    good = Question("SELECT count(*) FROM data", "FROM clean_steps")
    bad = [
        Question("SELECT length(repeat('x', 2000000000))"),
        Question("SELECT count(*) FROM range(100000) a, range(100000) b, range(1000) c"),
        Question("SELECT 1", "SELECT repeat('x', 2000000000) AS x"),
    ]
    answers, refusals = own.ask(TABLES, VIEWS, [good, bad[0], good, bad[1], bad[2], good], SMALL)
    assert [getattr(answer, "rows", None) for answer in answers] == [
        ((4,),),
        None,
        ((4,),),
        None,
        None,
        ((4,),),
    ]
    assert [answer.message for answer in answers if isinstance(answer, Refusal)] == [
        "the query needs more than 0.5 GB of memory",
        "the query takes longer than 0.4 s",
        "the query needs more than 0.5 GB of memory",
    ]
    assert isinstance(answers[4], Refusal)
    assert answers[4].in_data
    assert refusals == (None,)


def test_captures_that_do_not_fit_are_told(own: Worker) -> None:
    table = Rows("big", ("x",), ("VARCHAR",), [("x" * 1000,)] * 100_000)
    limits = SessionLimits(memory_gb=0.05)
    (answer,), (refusal,) = own.ask([table], [("v", "FROM big")], [Question("SELECT 1")], limits)
    assert isinstance(answer, Refusal)
    assert answer.message == "the captures need more than 0.05 GB of memory"
    assert refusal == Refusal("the captures need more than 0.05 GB of memory", 0, 8)
    assert isinstance(ask_lab(own, "SELECT 1"), Answer)


def test_a_worker_that_is_gone_is_replaced(own: Worker) -> None:
    assert isinstance(ask_lab(own, "SELECT 1"), Answer)
    assert own._process
    own._process._process.send_signal(signal.SIGKILL)
    time.sleep(0.1)
    assert isinstance(ask_lab(own, "SELECT 1"), Answer)


def test_nothing_to_ask_is_nothing_to_answer(own: Worker) -> None:
    assert own.ask((), (), ()) == ((), ())
    assert isinstance(ask((), (), [Question("SELECT 1 AS x")])[0][0], Answer)


def test_a_worker_can_be_closed_twice() -> None:
    worker = start_worker()
    worker.close()
    worker.close()
