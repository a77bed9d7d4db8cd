"""The advice of findings: the name that was meant, the unit in which a number is right."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project import check_files, small_project

from proseproof.query import Worker
from proseproof.report.summary import summary

RUNS = {"runs": [{"run": "a", "time_s": 163.4}]}


@pytest.mark.parametrize(
    ("query", "advice"),
    [
        ("SELECT tiem_s FROM runs", "write `time_s`"),
        ("SELECT r.tiem_s FROM runs r", "write `time_s`"),
        ("SELECT time_s FROM rnus", "write `runs`"),
        ("SELECT throughput FROM runs", ""),
    ],
)
def test_a_name_that_is_misspelt_in_sql(
    query: str, advice: str, tmp_path: Path, worker: Worker
) -> None:
    claim = {"says": "took 163 s", "query": query}
    (finding,) = check_files(
        tmp_path, small_project("It took 163 s.\n", [claim], RUNS), worker
    ).findings
    assert (finding.rule, finding.help) == ("invalid-query", advice)


@pytest.mark.parametrize(
    ("written", "advice", "end"),
    [
        ("163 ms", "write `s`", "1 error in 1 file"),
        (
            "164 s", "write `163`, or run `proseproof update`",
            "1 error in 1 file; 1 can be updated: proseproof update",
        ),
    ],
)  # fmt: skip
def test_a_number_that_is_right_in_another_unit(
    written: str, advice: str, end: str, tmp_path: Path, worker: Worker
) -> None:
    """Only what `update` would write is counted by the summary."""
    claim = {"says": f"took {written}", "query": "SELECT time_s FROM runs"}
    outcome = check_files(tmp_path, small_project(f"It took {written}.\n", [claim], RUNS), worker)
    (finding,) = outcome.findings
    assert (finding.rule, finding.help) == ("stale-number", advice)
    assert summary(outcome).startswith(f"{end} \u00b7")
