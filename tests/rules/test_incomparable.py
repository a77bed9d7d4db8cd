"""Runs that a figure compares: what differs, what was not recorded, what is pooled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.project import check_files, lines, small_project

from proseproof.query import Worker


def found(tmp_path: Path, worker: Worker, first: Any, second: Any, *differ: str) -> list[str]:
    """The findings of a figure that compares two runs with these configs, without their place."""
    runs = {"a": {"config": first, "time_s": 5}, "b": {"config": second, "time_s": 4}}
    figure = {
        "id": "pair",
        "kind": "text",
        "compare": {"runs": ["a", "b"], "differ": list(differ)} if differ else {"runs": ["a", "b"]},
        "claims": [{"says": "a took 5 s", "query": "SELECT time_s FROM runs WHERE run = 'a'"}],
    }
    files = small_project("The run a took 5 s.", figures=[figure])
    files["claims/project.yml"] = files["claims/project.yml"].replace("runs[]", "runs.{run}")
    files["capture/lab.json"] = json.dumps({"runs": runs})
    outcome = check_files(tmp_path, files, worker)
    assert all(finding.rule == "incomparable" for finding in outcome.findings), lines(outcome)
    return ["; ".join([finding.message, *finding.notes]) for finding in outcome.findings]


@pytest.mark.parametrize(
    ("first", "second", "differ"),
    [
        ({"seed": 1}, {"seed": 1}, ()),
        ({"seed": 1, "offload": True}, {"seed": 1, "offload": False}, ("offload",)),
        ({"engine": {"level": 1}}, {"engine": {"level": 2}}, ("engine.level",)),
        # A reason is told beside what it explains, and is no setting.
        ({"level": None, "level_reason": "lost"}, {"level": 2}, ("level",)),
    ],
)
def test_runs_that_may_be_compared(
    tmp_path: Path, worker: Worker, first: Any, second: Any, differ: tuple[str, ...]
) -> None:
    assert found(tmp_path, worker, first, second, *differ) == []


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ({"seed": 1}, {"seed": 2}, "differ in `seed` as well (a: 1, b: 2)"),
        ({"warm": 1}, {"warm": True}, "differ in `warm` as well (a: 1, b: true)"),
        ({"seed": 1}, {}, "may differ in `seed` as well (a: 1, b: not recorded)"),
        (
            {"level": None, "level_reason": "lost"},
            {"level": 2},
            "may differ in `level` as well (a: not recorded, b: 2); a: lost",
        ),
        (
            {"level": None},
            {"level": None},
            "may differ in `level` as well (a: not recorded, b: not recorded)",
        ),
        # Where nothing has this name, the ending makes no reason of a setting.
        (
            {"stop_reason": "x"},
            {"stop_reason": "y"},
            "differ in `stop_reason` as well (a: x, b: y)",
        ),
    ],
)
def test_any_other_difference_is_found(
    tmp_path: Path, worker: Worker, first: Any, second: Any, said: str
) -> None:
    assert found(tmp_path, worker, first, second) == [f"the runs of `pair` {said}"]


def test_a_difference_that_is_not_there_is_found(tmp_path: Path, worker: Worker) -> None:
    assert found(tmp_path, worker, {"seed": 1}, {"seed": 1}, "seed") == [
        "the runs do not differ in `seed`"
    ]
