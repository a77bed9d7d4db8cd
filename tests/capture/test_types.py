"""Columns keep every value as it was recorded, all the way into the session and back."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.capture.declared import read

from proseproof.capture import Rows
from proseproof.capture.columns import tabulate
from proseproof.capture.path import Astray
from proseproof.query import Answer, Question, Worker
from proseproof.query.load import Table, load, reader
from proseproof.sql_type import Scalar, Struct, Union, has_union, parse_type

SCALARS = 'UNION("boolean" BOOLEAN, "number" DOUBLE, "text" VARCHAR'


@pytest.mark.parametrize(
    ("values", "type_"),
    [
        ([True, None], "BOOLEAN"),
        ([1, -(2**63), 2**63 - 1], "BIGINT"),
        ([2**63], "HUGEINT"),
        ([-(2**127) + 1, 2**127 - 1], "HUGEINT"),
        ([2**127], "BIGNUM"),
        ([10**60], "BIGNUM"),
        ([1, 2.5], "DOUBLE"),
        ([2**53, 0.5], "DOUBLE"),
        (["a", None], "VARCHAR"),
        (["2026-11-30T04:02:23Z"], "VARCHAR"),
        (["1.5", "inf"], "VARCHAR"),
        ([[1, 2], []], "BIGINT[]"),
        ([[1], ["a"]], 'UNION("boolean" BOOLEAN, "number" DOUBLE, "text" VARCHAR)[]'),
        ([{"seed": 7}, {"lr": 0.5}], 'STRUCT("seed" BIGINT, "lr" DOUBLE)'),
        ([{}, None], "JSON"),
        ([None], "DOUBLE"),
        ([1, "1"], 'UNION("boolean" BOOLEAN, "number" DOUBLE, "text" VARCHAR)'),
        (
            [True, {"a": 1}, [1]],
            f'{SCALARS}, "list" BIGINT[], "object" STRUCT("a" BIGINT))',
        ),
    ],
)
def test_a_column_has_the_type_of_all_its_values(values: list[Any], type_: str) -> None:
    laid = tabulate("lab", [{"x": value} for value in values])
    assert not isinstance(laid, Astray)
    assert laid[1] == (type_,)


@pytest.mark.parametrize("values", [[2**53 + 1, 0.5], [2**53 + 1, "a"], [10**400, 0.5]])
def test_an_integer_that_would_be_rounded_is_refused(values: list[Any]) -> None:
    laid = tabulate("lab", [{"x": value} for value in values])
    assert isinstance(laid, Astray)
    said = f"`x` of `lab` holds {values[0]} among other values, too big for a DOUBLE"
    assert laid.message == said


def test_settings_of_several_kinds_compare_by_kind(tmp_path: Path, worker: Worker) -> None:
    lab = {
        "base": {"backend": "fsdp", "frac": 0.25, "seed": 7, "offload": True, "note": None},
        "kept": {"backend": "fsdp", "frac": 0.25, "seed": "7", "offload": False, "note": None},
    }
    files = {"lab.json": json.dumps(lab)}
    capture = read(tmp_path, files, tables={"settings": "{run}.{key}"}).capture
    assert capture
    queries = {
        "SELECT key, value FROM settings WHERE run = 'base'": (
            ("backend", "fsdp"),
            ("frac", 0.25),
            ("seed", 7),
            ("offload", True),
            ("note", None),
        ),
        "SELECT key FROM settings WHERE value = 'fsdp'": (("backend",), ("backend",)),
        "SELECT key FROM settings WHERE value = 0.25": (("frac",), ("frac",)),
        "SELECT run FROM settings WHERE value = 7": (("base",),),
        "SELECT run FROM settings WHERE value = '7'": (("kept",),),
        "SELECT run FROM settings WHERE value = true": (("base",),),
        "SELECT count(*) FROM settings WHERE value IS NULL": ((2,),),
        "SELECT sum(value.number), max(value.text) FROM settings": ((7.5, "fsdp"),),
        """SELECT list(key) FROM (FROM settings WHERE run = 'base') a
           FULL JOIN (FROM settings WHERE run = 'kept') b USING (key)
           WHERE a.value IS DISTINCT FROM b.value""": ((["seed", "offload"],),),
    }
    answers, _ = worker.ask(capture.tables, [], [Question(sql) for sql in queries])
    assert [getattr(answer, "rows", answer) for answer in answers] == list(queries.values())
    assert isinstance(answers[0], Answer)
    assert isinstance(answers[0], Answer)
    assert isinstance(answers[0].rows[2][1], int)


SESSION = duckdb.connect(config={"threads": 1})

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.integers(-(10**60), 10**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
NAMES = st.sampled_from(["a", "b", "c d", 'q"q', "select", "é"])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3)
)


@given(st.lists(st.fixed_dictionaries({"x": VALUES, "y": VALUES}), min_size=1, max_size=6))
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_the_session_gives_back_what_was_recorded(rows: list[dict[str, Any]]) -> None:
    laid = tabulate("lab", rows)
    if isinstance(laid, Astray):
        assert "too big for a DOUBLE" in laid.message
        return
    SESSION.execute("DROP TABLE IF EXISTS lab")
    load(SESSION, Table("lab", *laid))
    found = SESSION.execute("FROM lab")
    kinds = [parse_type(str(field[1])) for field in found.description or ()]
    assert [str(kind) for kind in kinds] == list(laid[1])
    for row, fetched in zip(rows, found.fetchall(), strict=True):
        for name, kind, value in zip(laid[0], kinds, fetched, strict=True):
            read_value = reader(kind)
            plain = read_value(value) if read_value else value
            assert same(row[name], plain), (row[name], plain, str(kind))


def same(recorded: Any, fetched: Any) -> bool:
    """Whether a fetched value is the recorded one, members that others have being null."""
    if isinstance(recorded, dict) and isinstance(fetched, dict):
        return all(same(recorded.get(name), fetched.get(name)) for name in {*recorded, *fetched})
    if isinstance(recorded, list) and isinstance(fetched, list):
        return len(recorded) == len(fetched) and all(map(same, recorded, fetched))
    if isinstance(recorded, bool) or isinstance(fetched, bool):
        return recorded is fetched
    if isinstance(recorded, float) and isinstance(fetched, float | int):
        return math.isclose(recorded, fetched, rel_tol=0, abs_tol=0)
    # An empty object beside other kinds has no type of its own in a union.
    return bool(recorded == fetched) or (recorded == {} and fetched in ("{}", None))


@pytest.mark.parametrize(
    "text",
    [
        "BIGINT",
        "DECIMAL(18,3)",
        "MAP(VARCHAR, INTEGER)",
        'STRUCT("a" BIGINT, "b ""c""" UNION("x, y" DOUBLE, "text" VARCHAR[])[])[]',
        "ENUM('a, b', '(')",
    ],
)
def test_a_type_is_read_as_it_is_written(text: str) -> None:
    assert str(parse_type(text)) == text


@pytest.mark.parametrize(
    ("inside", "most"), [("[{}]", 100), ('{{"a": {}}}', 100), ('[{}, "x"]', 8)]
)
def test_a_value_may_nest_as_deep_as_a_query_can_follow(
    worker: Worker, inside: str, most: int
) -> None:
    """What nests deeper is told, and does not take the session with it."""

    def rows(depth: int) -> list[dict[str, Any]]:
        text = "5"
        for _ in range(depth):
            text = inside.format(text)
        return [{"x": json.loads(text), "n": 5}]

    laid = tabulate("lab", rows(most))
    assert not isinstance(laid, Astray)
    (answer,), _ = worker.ask([Rows("lab", *laid)], [], [Question("SELECT n FROM lab")])
    assert isinstance(answer, Answer)
    assert tabulate("lab", rows(120)) == Astray("`x` of `lab` nests deeper than a column can")


def test_types_that_duckdb_writes_its_own_way() -> None:
    assert parse_type("INTEGER[3]") == parse_type("INTEGER[]")
    assert parse_type("STRUCT(a BIGINT)") == Struct((("a", Scalar("BIGINT")),))
    assert has_union(parse_type("STRUCT(a UNION(x DOUBLE))[]"))
    assert not has_union(parse_type("STRUCT(a DOUBLE)[]"))


@given(st.text() | st.text(alphabet="STRUCT(UNION a,)[]\"'"))
@settings(deadline=None)
def test_reading_a_type_never_raises(text: str) -> None:
    assert isinstance(str(parse_type(text)), str)


@given(
    st.recursive(
        st.sampled_from([Scalar("BIGINT"), Scalar("VARCHAR")]),
        lambda inner: st.builds(
            lambda make, parts: make(tuple(parts.items())),
            st.sampled_from([Struct, Union]),
            st.dictionaries(st.text(min_size=1), inner, min_size=1, max_size=3),
        ),
    )
)
@settings(deadline=None)
def test_writing_a_type_and_reading_it_changes_nothing(kind: Any) -> None:
    assert parse_type(str(kind)) == kind
