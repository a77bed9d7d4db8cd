"""Mistakes in SQL: the words they point at, and what is said of them."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.query.lab import TABLES, ask_lab, refusal

from proseproof.query import Answer, Refusal, Worker

STEPS = "the columns are run, step, rollout_s, and rollout_clean"

MISTAKES = {
    "SELECT median(latency) FROM requests": (
        "latency ◂ `requests` has no column `latency`"
        " (the columns are id, region, started_at, status, total_ms, and config)"
    ),
    "SELECT 'äöü', latency FROM steps": f"latency ◂ `steps` has no column `latency` ({STEPS})",
    "SELECT s.foo FROM steps s": f"s.foo ◂ `steps` has no column `foo` ({STEPS})",
    "SELECT step FROM steps ORDER BY foo": f"foo ◂ `steps` has no column `foo` ({STEPS})",
    'SELECT step FROM steps WHERE run = "base"': (
        '"base" ◂ `steps` has no column `base`'
        f" (double quotes name a column, single quotes hold text) ({STEPS})"
    ),
    "SELECT foo FROM steps JOIN settings USING (run)": (
        "foo ◂ no table here has a column `foo`: `steps` and `settings`"
        " (the columns of steps are run, step, rollout_s, and rollout_clean)"
        " (the columns of settings are run, key, and value)"
    ),
    "WITH c AS (SELECT step FROM steps) SELECT foo FROM c": (
        "foo ◂ `c` has no column `foo` (the only column is step)"
    ),
    "SELECT x FROM (SELECT step, run AS r FROM steps) s": (
        "x ◂ `s` has no column `x` (the columns are step and r)"
    ),
    "SELECT latency": "latency ◂ there is no table to take the column `latency` from",
    "SELECT t.step FROM steps": "t.step ◂ the query reads no table `t` (it reads steps)",
    "SELECT config.sed FROM requests": ("config.sed ◂ `config` has no field `sed` (near it: seed)"),
    "SELECT run.x FROM steps": "run.x ◂ `run` has no fields, so no `x`",
    "FROM stps": (
        "stps ◂ there is no table `stps`"
        " (the tables are steps, settings, requests, and clean_steps)"
    ),
    "SELECT medain(step) FROM steps": ("medain ◂ there is no function `medain` (near it: median)"),
    "SELECT step::INTEGR FROM steps": "INTEGR ◂ there is no type `INTEGR`",
    "SELECT step FROM steps a JOIN steps b ON a.step = b.step": (
        "step ◂ `step` is a column of several tables (they are a.step and b.step)"
    ),
    "SELECT a.run FROM steps a, settings a": (
        "SELECT a.run FROM steps a, settings a ◂ two tables in FROM are named `a`"
    ),
    "SELECT sum(run) FROM steps": "sum ◂ `sum` does not take VARCHAR",
    "SELECT quantile_cont(rollout_s) FROM steps": (
        "quantile_cont ◂ `quantile_cont` does not take DOUBLE (it takes quantile_cont(x, quantile))"
    ),
    "SELECT run + 1 FROM steps": "+ ◂ `+` does not take VARCHAR and INTEGER",
    "SELECT step LIKE 'x' FROM steps": "LIKE 'x' ◂ `LIKE` does not take BIGINT and VARCHAR",
    "SELECT step FROM steps WHERE run > 3": ("run > 3 ◂ VARCHAR does not compare with INTEGER"),
    "SELECT step FROM steps WHERE step = 'x'": "'x' ◂ the text 'x' is no BIGINT",
    "SELECT run::DOUBLE FROM steps": (
        "::DOUBLE ◂ the text 'base' of the column `run` is no DOUBLE"
    ),
    "SELECT run, sum(step) FROM steps": "run ◂ `run` is neither grouped nor aggregated",
    "SELECT step FROM steps WHERE sum(step) > 1": "sum(step) ◂ WHERE holds no aggregates",
    "SELECT max(sum(step)) FROM steps": "sum(step) ◂ an aggregate stands inside another",
    "SELECT 1, (SELECT step FROM steps)": (
        "(SELECT step FROM steps) ◂ a subquery that stands for one value gives several rows"
    ),
    "SELECT 1 UNION ALL SELECT 1, 2": (
        "SELECT 1 UNION ALL SELECT 1, 2 ◂ the two sides have different numbers of columns"
    ),
    "SELECT * EXCLUDE (foo) FROM steps": (
        "SELECT * EXCLUDE (foo) FROM steps ◂ EXCLUDE names no column `foo`"
    ),
    "SELECT 9223372036854775807 + 1": (
        "SELECT 9223372036854775807 + 1 ◂ 9223372036854775807 + 1 is beyond INT64"
    ),
    "SELECT 5 % 0": "SELECT 5 % 0 ◂ `5 % 0` divides by zero",
    "SELECT step,, run FROM steps": ", ◂ syntax error at `,`",
    "SELEC step FROM steps": "SELEC ◂ syntax error at `SELEC`",
    "SELECT step FORM steps": "FORM ◂ syntax error at `FORM`",
    "SELECT step FROM steps WERE step > 1": "WERE ◂ syntax error at `WERE`",
    "SELECT step FROM steps GRUOP BY 1": "GRUOP ◂ syntax error at `GRUOP`",
    "SELECT step FROM steps WHERE step >": "> ◂ syntax error at `>`",
    "SELECT step one x FROM steps": "x ◂ syntax error at `x`",
    "SELECT 'abc": "' ◂ a quote opens here and does not close",
    "": " ◂ the query is empty",
    " -- nothing\n": "-- nothing ◂ the query is empty",
    "SELECT step FROM steps LIMIT -1": "-1 ◂ LIMIT/OFFSET cannot be negative",
    "SELECT list_transform([1], x -> x + 1) FROM steps": (
        "SELECT list_transform([1], x -> x + 1) FROM steps ◂ "
        "a lambda is written `lambda x: …`, not `x -> …`"
    ),
}


@pytest.mark.parametrize(("sql", "said"), MISTAKES.items())
def test_a_mistake_is_told_at_its_word(worker: Worker, sql: str, said: str) -> None:
    assert refusal(worker, sql) == said


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT median(total_ms) FROM requests",
        "SELECT 'äöü', step FROM Steps;",
        "(SELECT step FROM steps LIMIT 1)",
        "FROM steps SELECT max(step) GROUP BY ALL ORDER BY ALL -- fine",
        "SELECT count(*) FILTER (WHERE rollout_clean) FROM steps",
        "SELECT age(DATE '2026-11-30', DATE '2026-11-29'), date_trunc('day', DATE '2026-11-30')",
        "SELECT x FROM steps, unnest([1, 2]) u(x)",
        "SELECT user, current_date FROM (SELECT 1 AS user, 2 AS current_date)",
        "SELECT COLUMNS('rollout.*') FROM steps",
        "SELECT list_transform([1, 2], lambda x: x + 1)",
        "PIVOT steps ON run IN ('base', 'kept') USING sum(rollout_s)",
        "VALUES (1), (2)",
    ],
)
def test_what_is_right_is_answered(worker: Worker, sql: str) -> None:
    assert isinstance(ask_lab(worker, sql), Answer)


ADVICE = {
    "SELECT min(step) max(step) FROM steps": ("max", "write a comma or an operator before `max`"),
    "SELECT min(a) lo max(b) hi avg(c) FROM steps": (
        "max",
        "write a comma or an operator before `max`",
    ),
    "SELECT run step.x FROM steps": ("step", "write a comma or an operator before `step`"),
    "SELECT 'é' 'y' FROM steps": ("'y'", "write a comma or an operator before `'y'`"),
    "SELECT step FROM steps WHERE a = 1 b = 2": ("b", "write an operator before `b`"),
    "SELECT max(step, min(step) FROM steps": ("FROM", "write `)` before `FROM`"),
    "SELECT max(step": ("step", "write `)` behind `step`"),
    "SELECT max(step)) FROM steps": (")", "take out the `)`"),
    "SELECT step,, run FROM steps": (",", "take out the `,`"),
    "SELECT step FROM steps ORDER step": ("step", "write `BY` before `step`"),
    "SELECT CASE WHEN a THEN b FROM steps": ("FROM", "write `END` before `FROM`"),
    "SELECT step FORM steps": ("FORM", "write `FROM`"),
    "SELECT step FROM steps WHERE step >": (">", ""),
    "SELECT step FROM steps JOIN runs USING run": ("run", ""),
}


@pytest.mark.parametrize("sql", ADVICE)
def test_what_a_query_lacks_is_told_where_that_alone_makes_it_one(worker: Worker, sql: str) -> None:
    refused = ask_lab(worker, sql)
    assert isinstance(refused, Refusal)
    word = sql[refused.start : refused.end]
    assert (word, refused.help) == ADVICE[sql]
    assert refused.message == f"syntax error at `{word}`"


WORDS = st.sampled_from(
    "SELECT|FROM|steps|step|(|)|,|*|'|\"|é|WHERE|=|1|sum(|GROUP BY|ORDER BY|::|a.b|UNION"
    "|WITH x AS (|[|{|->|$1|;|--".split("|")
)


def test_no_view_is_advised_to_read_itself(worker: Worker) -> None:
    views = [("clean_step", "FROM clean_stepp"), ("clean_steps", "FROM steps")]
    _, (refused, sound) = worker.ask(TABLES, views, [])
    assert sound is None
    assert refused is not None
    assert refused.help == "write `clean_steps`"
    assert refused.notes == ("the tables are steps, settings, requests, and clean_steps",)


@given(st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=20))
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_asking_never_raises(worker: Worker, sql: str) -> None:
    result = ask_lab(worker, sql)
    if not isinstance(result, Answer):
        assert 0 <= result.start <= result.end <= len(sql)
        assert result.message[:1] not in ("", " ")
