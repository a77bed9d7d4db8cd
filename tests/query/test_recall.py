"""Answers known from an earlier run: only to the same question over the same bytes."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from tests.project import check_files, lines, small_project, write_files

from proseproof.kept import Kept
from proseproof.outcome import Outcome
from proseproof.query import Answer, Column, Question, Refusal, Worker
from proseproof.query.client import Result
from proseproof.query.written import read_answer, write_answer
from proseproof.run import check

PAGE = "Run a took 5.5 s, and b took 7 s.\n"
ROWS = {"runs": [{"run": "a", "time_s": 5.5}, {"run": "b", "time_s": 7}]}
CLAIMS = [
    {"says": "a took 5.5 s", "query": "SELECT time_s FROM runs WHERE run = 'a'"},
    {"says": "b took 7 s", "query": "SELECT max(time_s) FROM slow"},
]
PROJECT = small_project(PAGE, CLAIMS, ROWS, project_views={"slow": "FROM runs WHERE time_s > 6"})


class Counting(Worker):
    """A worker that notes what it is asked."""

    def __init__(self) -> None:
        super().__init__(at_once=False)
        self.asked: list[str] = []

    def ask(self, tables, views, questions, limits=None, names=()):  # type: ignore[no-untyped-def]
        self.asked += [question.sql for question in questions]
        return super().ask(tables, views, questions, limits, names)


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "cache" / "kept")


def run(root: Path, files: dict[str, str], kept: Kept) -> tuple[Outcome, list[str]]:
    """A check in a folder of its own, and the queries that it had to ask."""
    with Counting() as worker:
        outcome = check(write_files(root, files), worker, kept=kept)
        return outcome, worker.asked


def test_the_second_check_asks_nothing(tmp_path: Path, kept: Kept) -> None:
    first, asked = run(tmp_path / "one", PROJECT, kept)
    assert lines(first) == []
    assert len(asked) == 3  # two claims and a view
    second, asked = run(tmp_path / "two", PROJECT, kept)
    assert asked == []
    assert [proof.values for proof in second.proofs] == [proof.values for proof in first.proofs]
    assert [proof.captures for proof in second.proofs] == [("lab",), ("lab",)]


def test_prose_is_judged_by_answers_that_are_known(tmp_path: Path, kept: Kept) -> None:
    run(tmp_path / "one", PROJECT, kept)
    wrong = {**PROJECT, "docs/page.md": PAGE.replace("5.5", "5.6")}
    outcome, asked = run(tmp_path / "two", wrong, kept)
    assert asked == []
    assert lines(outcome) == ["docs/page.md:1:12 stale-number: page says 5.6 s, capture says 5.5 s"]


def test_only_a_new_question_is_asked(tmp_path: Path, kept: Kept) -> None:
    run(tmp_path / "one", PROJECT, kept)
    other = {"claims/page.yml": PROJECT["claims/page.yml"].replace("run = 'a'", "run <> 'b'")}
    outcome, asked = run(tmp_path / "two", {**PROJECT, **other}, kept)
    assert lines(outcome) == []
    assert asked == ["SELECT time_s FROM runs WHERE run <> 'b'"]
    assert run(tmp_path / "three", {**PROJECT, **other}, kept)[1] == []


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT min(time_s) FROM slow",
        'SELECT time_s FROM "SLOW"',
        "FROM (SELECT max(time_s) AS last_s FROM Runs)",
        "WITH slow AS (FROM runs) SELECT max(time_s) FROM slow",
        "SELECT (SELECT max(time_s) FROM main.runs)",
    ],
)
def test_a_new_question_finds_the_rows_that_it_reads_and_no_others(
    tmp_path: Path, kept: Kept, sql: str
) -> None:
    run(tmp_path / "one", PROJECT, kept)
    claims = [CLAIMS[0], {"says": "b took 7 s", "query": sql}]
    other = small_project(PAGE, claims, ROWS, project_views={"slow": "FROM runs WHERE time_s > 6"})
    whole, _ = run(tmp_path / "two", other, Kept(None))
    outcome, asked = run(tmp_path / "three", other, kept)
    assert asked == [sql]
    assert lines(outcome) == lines(whole)
    assert ("main." in sql) == bool(lines(whole))


def test_a_view_whose_name_is_refused_has_its_rows_all_the_same(tmp_path: Path, kept: Kept) -> None:
    """Its name is one mistake, and what it gives is no other."""
    views = {"läufe": "FROM runs"}
    claim = {"says": "b took 7 s", "query": "SELECT max(time_s) FROM läufe"}
    first = small_project(PAGE, CLAIMS[:1], ROWS, project_views=views)
    then = small_project(PAGE, [CLAIMS[0], claim], ROWS, project_views=views)
    run(tmp_path / "one", first, kept)
    [told] = lines(run(tmp_path / "two", then, kept)[0])
    assert "`läufe` is not a name of a table" in told


@pytest.mark.parametrize(
    ("file", "old", "new", "finding"),
    [
        ("capture/lab.json", "5.5", "5.7", "page says 5.5 s, capture says 5.7 s"),
        ("claims/project.yml", "> 6", "< 6", "page says 7 s, capture says 5.5 s"),
        ("capture/lab.json", '"runs"', '"laps"', "`lab` has no member `runs`"),
    ],
)
def test_another_capture_or_view_is_another_matter(
    tmp_path: Path, kept: Kept, file: str, old: str, new: str, finding: str
) -> None:
    run(tmp_path / "one", PROJECT, kept)
    outcome, _ = run(tmp_path / "two", {**PROJECT, file: PROJECT[file].replace(old, new)}, kept)
    assert any(finding in line for line in lines(outcome)), lines(outcome)


LAPS = {"laps": [{"lap_s": 8.5}, {"lap_s": 9}]}
TWO = {
    **small_project(
        f"{PAGE}The laps took 8.5 s and 9 s.\n",
        [
            *CLAIMS,
            {"says": "laps took 8.5 s", "query": "SELECT min(lap_s) FROM laps"},
            {"says": "and 9 s", "query": "SELECT max(lap_s) FROM late"},
        ],
        ROWS,
        project_captures={
            "lab": {"file": "capture/lab.json", "tables": {"runs": "runs[]"}},
            "track": {"file": "capture/laps.json", "tables": {"laps": "laps[]"}},
        },
        project_views={"slow": "FROM runs WHERE time_s > 6", "late": "FROM laps"},
    ),
    "capture/laps.json": json.dumps(LAPS),
}


@pytest.mark.parametrize(
    ("file", "old", "new", "asked_again"),
    [
        ("capture/laps.json", "8.5", "8.50", ["min(lap_s) FROM laps", "max(lap_s) FROM late"]),
        ("capture/lab.json", "5.5", "5.50", ["time_s FROM runs", "max(time_s) FROM slow"]),
        ("claims/project.yml", "> 6", "> 6.0", ["max(time_s) FROM slow"]),
    ],
)
def test_what_reads_nothing_that_changed_is_not_asked_again(
    tmp_path: Path, kept: Kept, file: str, old: str, new: str, asked_again: list[str]
) -> None:
    run(tmp_path / "one", TWO, kept)
    assert old in TWO[file]
    outcome, asked = run(tmp_path / "two", {**TWO, file: TWO[file].replace(old, new)}, kept)
    assert lines(outcome) == []
    claims = [sql for sql in asked if not sql.startswith("SELECT * FROM (")]  # which asks a view
    assert len(claims) == len(asked_again), asked
    for sql, words in zip(claims, asked_again, strict=True):
        assert words in sql


def test_two_captures_are_remembered_side_by_side(tmp_path: Path, kept: Kept) -> None:
    """Going back to a former capture, as on another branch, asks nothing anew."""
    run(tmp_path / "one", TWO, kept)
    other = TWO["capture/laps.json"].replace("8.5", "8.50")
    run(tmp_path / "two", {**TWO, "capture/laps.json": other}, kept)
    assert run(tmp_path / "three", TWO, kept)[1] == []


MIN, LATE = ("claims/page.yml", "SELECT min(lap_s) FROM laps"), ("claims/project.yml", "FROM laps")


@pytest.mark.parametrize(
    ("place", "sql"),
    [
        (MIN, "SELECT 1 FROM slov"),
        (MIN, "SELECT 1 FROM lapz"),
        (MIN, "SELECT x FROM slow"),
        (LATE, "FROM slov"),
        (LATE, "SELECT a, a FROM runs"),
        (LATE, "FROM late"),
    ],
)
def test_a_refusal_says_the_same_whatever_is_known(
    tmp_path: Path, kept: Kept, place: tuple[str, str], sql: str
) -> None:
    """Tables and views that are not loaded this time are still those that can be named."""
    run(tmp_path / "one", TWO, kept)
    file, old = place
    files = {**TWO, file: TWO[file].replace(old, sql)}
    outcome, _ = run(tmp_path / "two", files, kept)
    whole, _ = run(tmp_path / "three", files, Kept(None))
    assert outcome.findings
    assert [(each.message, each.notes, each.help) for each in outcome.findings] == [
        (each.message, each.notes, each.help) for each in whole.findings
    ]


def test_the_same_file_read_as_other_tables_is_another_matter(tmp_path: Path, kept: Kept) -> None:
    capture = '{"runs": [{"run": "a", "time_s": 5.5}], "old": [{"run": "a", "time_s": 4}]}'
    files = {**small_project("It took 5.5 s.", [{"says": "took 5.5 s",
        "query": "SELECT time_s FROM runs"}]), "capture/lab.json": capture}  # fmt: skip
    assert lines(run(tmp_path / "one", files, kept)[0]) == []
    files["claims/project.yml"] = files["claims/project.yml"].replace('"runs[]"', '"old[]"')
    outcome, _ = run(tmp_path / "two", files, kept)
    assert lines(outcome) == ["docs/page.md:1:9 stale-number: page says 5.5 s, capture says 4.0 s"]


def test_the_same_log_read_behind_another_mark_is_another_matter(
    tmp_path: Path, kept: Kept
) -> None:
    files = small_project(
        "It took 5.5 s.", [{"says": "took 5.5 s", "query": "SELECT time_s FROM laps"}],
        project_captures={"laps": {"file": "capture/laps.log", "marker": "warm "}},
    )  # fmt: skip
    files["capture/laps.log"] = 'warm {"time_s": 5.5}\ncold {"time_s": 9}\n'
    assert lines(run(tmp_path / "one", files, kept)[0]) == []
    files["claims/project.yml"] = files["claims/project.yml"].replace("warm", "cold")
    outcome, _ = run(tmp_path / "two", files, kept)
    assert lines(outcome) == ["docs/page.md:1:9 stale-number: page says 5.5 s, capture says 9.0 s"]


def test_a_schema_is_asked_again_behind_another_mark(tmp_path: Path, kept: Kept) -> None:
    laps = {"file": "capture/laps.log", "marker": "warm ", "schema": "capture/laps.schema.json"}
    files = small_project("One lap.", project_captures={"laps": laps})
    files["capture/laps.log"] = 'warm {"time_s": 5.5}\ncold {"time_s": null}\n'
    files["capture/laps.schema.json"] = '{"properties": {"time_s": {"type": "number"}}}'
    assert lines(run(tmp_path / "one", files, kept)[0]) == []
    files["claims/project.yml"] = files["claims/project.yml"].replace("warm", "cold")
    outcome, _ = run(tmp_path / "two", files, kept)
    assert lines(outcome) == [
        "capture/laps.log:2:17 invalid-capture: `time_s` is null, not a number"
    ]


def test_a_refusal_is_never_kept(tmp_path: Path, kept: Kept) -> None:
    broken = {**PROJECT, "claims/page.yml": PROJECT["claims/page.yml"].replace("time_s", "tim_s")}
    for folder in ("one", "two"):
        outcome, asked = run(tmp_path / folder, broken, kept)
        assert "SELECT tim_s FROM runs WHERE run = 'a'" in asked
        assert "invalid-query" in {finding.rule for finding in outcome.findings}


def test_a_refused_view_is_never_kept(tmp_path: Path, kept: Kept) -> None:
    broken = {"claims/project.yml": PROJECT["claims/project.yml"].replace("time_s", "tim_s")}
    for folder in ("one", "two"):
        outcome, asked = run(tmp_path / folder, {**PROJECT, **broken}, kept)
        assert len(asked) == 3
        assert [finding.rule for finding in outcome.findings] == ["invalid-query"]


def test_without_a_cache_all_is_asked(tmp_path: Path, worker: Worker) -> None:
    assert lines(check_files(tmp_path, PROJECT, worker)) == []


@pytest.mark.parametrize(
    "value",
    [
        None, True, 0, 2**120, -0.0, 0.1, 1e-300, float("inf"), "", "é\u2009\x00", Decimal("1.20"),
        date(2026, 11, 30), datetime(2026, 11, 30, 4, 2, 23, 958000),
        datetime(2026, 11, 30, tzinfo=UTC), time(4, 2), timedelta(days=-2, microseconds=3),
        [1, [None, Decimal(2)], {"a": date(2026, 1, 1)}], {"a": {"b": [timedelta(1)]}}, {}, [],
    ],
)  # fmt: skip
def test_every_value_comes_back_as_it_was(value: object, tmp_path: Path) -> None:
    kept = Kept(tmp_path / "kept")
    answer = Answer((Column("a", "T"),), ((value,),), {"type": "SELECT_NODE"}, ("runs",), True)  # type: ignore[arg-type]
    kept.put(write_answer(answer), "x")
    back = read_answer(kept.get("x"))
    assert back == answer
    assert repr(back.rows) == repr(answer.rows)


def test_nan_comes_back_too() -> None:
    answer = Answer((Column("a", "DOUBLE"),), ((float("nan"),),), {})
    assert repr(read_answer(write_answer(answer)).rows) == "((nan,),)"


def test_a_closed_worker_answers_nothing() -> None:
    worker = Worker(at_once=False)
    worker.close()
    with pytest.raises(RuntimeError, match="closed"):
        worker.ask([], [], [Question("SELECT 1")])


def test_a_result_is_an_answer_or_a_refusal(worker: Worker) -> None:
    results: tuple[Result, ...] = worker.ask([], [], [Question("SELECT 1"), Question("SELEC 1")])[0]
    assert [type(result) for result in results] == [Answer, Refusal]
