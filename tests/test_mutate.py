"""Mutations: what is changed, what notices it, and what a project that looks away lets pass."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.project import small_project, write_files

from proseproof.answers import ask_all
from proseproof.load import Loaded, load
from proseproof.mutate import Score, mutate
from proseproof.query import Worker

ROWS = {"runs": [{"run": "a", "time_s": 5.5, "cut_pct": -12.0}, {"run": "b", "time_s": 7.25}]}
CLAIMS = [
    {"says": "a took about 5.5 s", "query": "SELECT min(time_s) FROM runs"},
    {"says": "−12 percent", "query": "SELECT cut_pct FROM runs WHERE run = 'a'"},
    {"says": "two runs", "query": "SELECT count(*) FROM runs"},
    {"says": "a is faster", "holds": "SELECT min(time_s) < max(time_s) FROM runs"},
]
PAGE = "Run a took about 5.5 s, which is −12 percent. There are two runs, and a is faster.\n"


def score(
    root: Path, worker: Worker, files: dict[str, str], seen: list[Any] | None = None
) -> Score:
    loaded = load(write_files(root, files))
    assert isinstance(loaded, Loaded)
    progress = (lambda done, of: seen.append((done, of))) if seen is not None else None
    answers = ask_all(worker, loaded)
    return mutate(loaded, answers, progress) if progress else mutate(loaded, answers)


def test_each_number_and_what_stands_around_it(tmp_path: Path, worker: Worker) -> None:
    seen: list[tuple[int, int]] = []
    found = score(tmp_path, worker, small_project(PAGE, CLAIMS, ROWS), seen)
    # 5.5: digit, sign, unit, hedge; −12: digit, sign, unit; two: the word; "faster".
    assert (found.tried, found.survivors, found.share) == (9, (), 1.0)
    assert seen[-1] == (9, 9)


def test_cells_and_snippets_are_changed_too(tmp_path: Path, worker: Worker) -> None:
    table = {
        "id": "times",
        "kind": "table",
        "title": "Times",
        "data": "SELECT run, time_s FROM runs",
        "columns": {"Run": "{run}", "Time": "{time_s:.2f} s"},
    }
    rows = "| Run | Time |\n|---|---|\n| a | 5.50 s |\n| b | 7.25 s |\n"
    files = small_project('--8<-- "docs/part.txt"\n', (), ROWS, figures=[table])
    found = score(tmp_path, worker, {**files, "docs/part.txt": rows})
    assert (found.tried, found.survivors) == (6, ())


def test_a_number_that_is_right_as_well_is_no_change_to_notice(
    tmp_path: Path, worker: Worker
) -> None:
    """Half-way, 5.4 and 5.5 are right; behind "more than" 40 is right up to 54."""
    rows = {"runs": [{"time_s": 5.45, "load_w": 54, "n": 2.5}]}
    claims = [
        {"says": "The run took 5.4 s", "query": "SELECT time_s FROM runs"},
        {"says": "it drew more than 40 W in all", "query": "SELECT load_w FROM runs"},
        {"says": "two of them failed by night", "query": "SELECT n FROM runs"},
    ]
    sentence = (
        "The run took 5.4 s, it drew more than 40 W in all, and two of them failed by night.\n"
    )
    found = score(tmp_path, worker, small_project(f"{sentence}\n{sentence}", claims, rows))
    # Each twice: digit, sign and unit of 5.4 s and of 40 W, its hedge; "all", "two".
    assert found.tried == 18
    assert found.survivors == ()


def test_a_project_that_looks_away_lets_it_pass(tmp_path: Path, worker: Worker) -> None:
    away = {"stale-number": "off", "missing-phrase": "warning"}
    files = small_project(PAGE, CLAIMS[:1], ROWS, project_rules={**away, "unbound-number": "off"})
    found = score(tmp_path, worker, files)
    assert {one.kind for one in found.survivors} >= {"number", "sign"}
    assert found.share < 1
    first = found.survivors[0]
    assert (first.page, first.span.text, first.text) == ("docs/page.md", "5.5", "5.6")


def test_nothing_to_change_is_nothing_missed(tmp_path: Path, worker: Worker) -> None:
    assert score(tmp_path, worker, small_project("No number here.\n", (), ROWS)).share == 1.0
