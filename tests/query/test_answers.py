"""What a query gives: plain values in the order of the rows, and where they come from."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest
from tests.query.lab import TABLES, VIEWS, answer, ask_lab, refusal

from proseproof.query import Question, Refusal, Worker

PAIRS = """
    SELECT step, a.rollout_s AS base_s, b.rollout_s AS kept_s, base_s - kept_s AS saved_s
    FROM steps a JOIN steps b USING (step)
    WHERE a.run = 'base' AND b.run = 'kept' AND a.rollout_clean ORDER BY step
"""


@pytest.mark.parametrize(
    ("sql", "value", "type_"),
    [
        ("SELECT 7::HUGEINT", 7, "HUGEINT"),
        ("SELECT 69.4", Decimal("69.4"), "DECIMAL(3,1)"),
        ("SELECT max(rollout_s) FROM clean_steps", 69.4, "DOUBLE"),
        ("SELECT count(*) FROM steps", 6, "BIGINT"),
        ("SELECT 1 / 0", float("inf"), "DOUBLE"),
        ("SELECT max(rollout_s) FROM steps WHERE run = 'bse'", None, "DOUBLE"),
        ("SELECT list(run ORDER BY step) FROM steps WHERE run = 'base'", ["base"] * 3, "VARCHAR[]"),
        ("SELECT config FROM requests", {"seed": 7}, "STRUCT(seed BIGINT)"),
        ("SELECT config.seed FROM requests", 7, "BIGINT"),
        ("SELECT value FROM settings WHERE key = 'backend'", "fsdp", None),
        ("SELECT value FROM settings WHERE run = 'kept'", 7, None),
        ("""SELECT '{"a": [1, null]}'::JSON""", {"a": [1, None]}, "JSON"),
        ("SELECT 0.1::FLOAT", 0.1, "FLOAT"),
        ("SELECT 10::BIGNUM + 1::BIGNUM", 11, "BIGNUM"),
        ("SELECT DATE '2026-11-30'", date(2026, 11, 30), "DATE"),
        ("SELECT TIMESTAMP '2026-11-30 04:02'", datetime(2026, 11, 30, 4, 2), "TIMESTAMP"),
        ("SELECT TIME '04:02'", time(4, 2), "TIME"),
        ("SELECT INTERVAL 90 SECOND", timedelta(seconds=90), "INTERVAL"),
        ("SELECT 'é' AS x", "é", "VARCHAR"),
        ("SELECT array_value(1, 2)", [1, 2], "INTEGER[2]"),
        (
            "SELECT UUID '08752a12-0000-4000-8000-000000000000'",
            "08752a12-0000-4000-8000-" + "0" * 12,
            "UUID",
        ),
        ("SELECT '\\xFF'::BLOB", "ff", "BLOB"),
        ("SELECT MAP {'a': 1}", {"a": 1}, "MAP(VARCHAR, INTEGER)"),
    ],
)
def test_values_are_plain(worker: Worker, sql: str, value: Any, type_: str | None) -> None:
    given = answer(worker, sql)
    assert given.rows == ((value,),)
    assert type(given.rows[0][0]) is type(value)
    if type_:
        assert given.columns[0].type == type_


def test_rows_keep_the_order_of_their_table(worker: Worker) -> None:
    given = answer(worker, "SELECT run, step FROM steps WHERE step > 0")
    assert given.rows == (("base", 1), ("base", 2), ("kept", 1), ("kept", 2))
    assert not given.unordered


def test_a_question_sees_its_data(worker: Worker) -> None:
    given = answer(worker, "SELECT round(min(saved_s), 1), max(step) FROM data", PAIRS)
    assert given.rows == ((1.4, 1),)
    assert [column.name for column in given.columns] == ["round(min(saved_s), 1)", "max(step)"]
    assert answer(worker, "SELECT step FROM data", PAIRS).rows == ((0,), (1,))


def test_a_question_without_data_sees_none(worker: Worker) -> None:
    questions = [Question("FROM data", PAIRS), Question("FROM data"), Question("FROM data", PAIRS)]
    (first, second, third), _ = worker.ask(TABLES, VIEWS, questions)
    assert first == third
    assert isinstance(second, Refusal)
    assert second.message == "there is no table `data`"


def test_a_fault_of_the_data_is_told_once_for_each_question(worker: Worker) -> None:
    assert refusal(worker, "FROM data", "SELECT stpe FROM steps") == (
        "stpe ◂ `steps` has no column `stpe`"
        " (the columns are run, step, rollout_s, and rollout_clean)"
    )
    result = ask_lab(worker, "FROM data", "SELECT stpe FROM steps")
    assert isinstance(result, Refusal)
    assert result.in_data


def test_two_columns_of_data_have_two_names(worker: Worker) -> None:
    data = "SELECT a.step, b.step FROM steps a, steps b"
    assert refusal(worker, "FROM data", data) == f"{data} ◂ two columns are named `step`"


@pytest.mark.parametrize(
    ("sql", "reads"),
    [
        ("SELECT 1", ()),
        ("FROM steps", ("steps",)),
        ("FROM clean_steps", ("steps",)),
        ("SELECT (SELECT count(*) FROM Settings), count(*) FROM steps", ("settings", "steps")),
        ("WITH steps AS (FROM steps) FROM steps JOIN requests ON true", ("requests", "steps")),
        ("WITH steps AS (SELECT 1) FROM steps", ()),
        ("FROM data", ("steps",)),
    ],
)
def test_an_answer_names_the_tables_behind_it(
    worker: Worker, sql: str, reads: tuple[str, ...]
) -> None:
    assert answer(worker, sql, "FROM clean_steps").reads == reads


@pytest.mark.parametrize(
    ("sql", "unordered"),
    [
        ("FROM steps", False),
        ("FROM clean_steps", False),
        ("SELECT count(*) FROM steps GROUP BY run", True),
        ("SELECT count(*) FROM steps GROUP BY run ORDER BY run", False),
        ("SELECT count(*) FROM steps WHERE run = 'base' GROUP BY run", False),
        ("FROM steps a JOIN steps b USING (step)", True),
        ("SELECT count(*) FROM steps a JOIN steps b USING (step)", False),
        ("FROM data", True),
        ("FROM data ORDER BY n", False),
        ("SELECT sum(n) FROM data", False),
    ],
)
def test_rows_that_nothing_orders_are_told(worker: Worker, sql: str, unordered: bool) -> None:
    data = "SELECT run, count(*) AS n FROM steps GROUP BY run"
    assert answer(worker, sql, data).unordered is unordered


def test_views_may_read_one_another_in_any_order(worker: Worker) -> None:
    views = (("b", "SELECT n + 1 AS n FROM a"), ("a", "SELECT count(*) AS n FROM steps"))
    (given,), refusals = worker.ask(TABLES, views, [Question("FROM b")])
    assert getattr(given, "rows", given) == ((7,),)
    assert refusals == (None, None)


def test_a_view_that_is_refused_is_named_by_those_that_use_it(worker: Worker) -> None:
    views = (
        ("fine", "FROM steps"),
        ("broken", "SELECT foo FROM steps"),
        ("above", "FROM broken"),
        ("loop", "FROM loop"),
    )
    questions = [Question("FROM fine"), Question("FROM broken"), Question("FROM loop")]
    answers, refusals = worker.ask(TABLES, views, questions)
    assert [refusal and refusal.message for refusal in refusals] == [
        None,
        "`steps` has no column `foo`",
        "the view `broken` is refused",
        "the view `loop` reads itself",
    ]
    assert [getattr(given, "message", None) for given in answers] == [
        None,
        "the view `broken` is refused",
        "the view `loop` is refused",
    ]


def test_a_fault_inside_a_view_is_the_whole_querys(worker: Worker) -> None:
    views = (("wide", "SELECT run::DOUBLE AS x, step FROM steps"),)
    sql = "SELECT max(x) FROM wide WHERE step >= 0 AND step <= 100"
    ((given,), _) = worker.ask(TABLES, views, [Question(sql)])
    assert given == Refusal("the text 'base' of the column `run` is no DOUBLE", 0, len(sql))


def test_sums_are_the_same_on_every_run(worker: Worker) -> None:
    sql = "SELECT sum(1.0::DOUBLE / (range + 1)), stddev(1.0::DOUBLE / range) FROM range(1, 300000)"
    assert answer(worker, sql).rows == answer(worker, sql).rows
