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
        ("163 ms", "write `163 s`", "1 error in 1 file"),
        (
            "164 s", "write `163 s`, or run `proseproof update`",
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


CARETS = {
    # The carets and the advice are of one size: the number with its unit.
    "took 8.4 s": ("8.4 s", "write `8.4 ms`"),
    "took 8.6 ms": ("8.6 ms", "write `8.4 ms`, or run `proseproof update`"),
    "took 12.3 to 8.4 s": ("8.4 s", "write `8.4 ms`"),
    # The unit stands behind the last number that it serves.
    "took 12.3 to 8.4 MB": (
        "8.4 MB", "say it in ms, or ask for a column in the unit that is written"
    ),
    "took 12.3, 8.4 or 8.4 MB": (
        "8.4 MB", "say it in ms, or ask for a column in the unit that is written"
    ),
    # Of several units in which the number is right, the column's own is meant.
    "needs about 20 GiB": ("20 GiB", "write `20 MiB`"),
}  # fmt: skip
QUERIES = {
    "took 12.3, 8.4 or 8.4 MB": "SELECT old_ms, new_ms, new_ms AS again_ms FROM runs",
    "took 12.3 to 8.4": "SELECT old_ms, new_ms FROM runs",
    "took": "SELECT new_ms FROM runs",
    "needs": "SELECT size_mib FROM runs",
}


@pytest.mark.parametrize("written", CARETS)
def test_the_advice_is_for_what_the_carets_mark(
    written: str, tmp_path: Path, worker: Worker
) -> None:
    query = next(query for start, query in QUERIES.items() if written.startswith(start))
    runs = [{"old_ms": 12.3, "new_ms": 8.4, "size_mib": 20}]
    claim = {"says": written, "query": query}
    files = small_project(f"It {written}.\n", [claim], {"runs": runs})
    (finding,) = check_files(tmp_path, files, worker).findings
    assert (finding.span.text, finding.help) == CARETS[written]


NOTES = {
    "a third": ("32.21%", '"a third" is right from 32.83% to 33.83%'),
    "roughly 64 percent": (
        "46%", '"roughly" is right at the digits written, and within a tenth of the number'
    ),
    "~64 percent": ("46%", '"~" is right at the digits written, and within a tenth of the number'),
    "almost 64 percent": ("46%", '"almost" is right below the number, and within a tenth of it'),
    "over 64 percent": ("46%", '"over" asks for more than the number'),
    "never over 40 percent": ("46%", '"never over" asks for at most the number'),
    "at least 64 percent": ("46%", '"at least" asks for at least the number'),
}  # fmt: skip


@pytest.mark.parametrize("written", NOTES)
def test_a_note_quotes_the_words_of_the_page_in_one_notation(
    written: str, tmp_path: Path, worker: Worker
) -> None:
    value, note = NOTES[written]
    claim = {"says": f"it saved {written}", "query": "SELECT part_ratio FROM runs"}
    part = 0.3221 if "third" in written else 0.46
    files = small_project(
        f"In all it saved {written}.\n", [claim], {"runs": [{"part_ratio": part}]}
    )
    (finding,) = check_files(tmp_path, files, worker).findings
    assert finding.message.endswith(f"capture says {value}")
    assert finding.notes == (note,)
    assert finding.labels[0].text == f"gives {value}"


@pytest.mark.parametrize(
    ("ratio", "advice"),
    [(0.3221, 'write "about a third" or the number in digits'),
     (0.46, "write the number in digits")],
)  # fmt: skip
def test_a_part_in_words_may_be_near(
    ratio: float, advice: str, tmp_path: Path, worker: Worker
) -> None:
    claim = {"says": "A third was saved", "query": "SELECT part_ratio FROM runs"}
    files = small_project("A third was saved.\n", [claim], {"runs": [{"part_ratio": ratio}]})
    (finding,) = check_files(tmp_path, files, worker).findings
    assert finding.help == advice


def test_a_counterexample_has_an_advice_and_lists_no_single_one_as_more(
    tmp_path: Path, worker: Worker
) -> None:
    runs = [{"run": name, "time_s": 5} for name in "abcd"]
    claim = {"says": "Each was done in time", "holds": "SELECT time_s < 5, run FROM runs"}
    files = small_project("Each was done in time.\n", [claim], {"runs": runs})
    (finding,) = check_files(tmp_path, files, worker).findings
    assert finding.help.startswith("change the words to what the rows say, or `holds`")
    assert finding.notes == ("run = b", "run = c", "run = d")


def test_the_summary_counts_the_tables_that_were_held_against_their_rows(
    tmp_path: Path, worker: Worker
) -> None:
    table = {"id": "t", "kind": "table", "title": "T", "data": "SELECT run, time_s FROM runs",
             "columns": {"Run": "{run}", "Time": "{time_s} s"}}  # fmt: skip
    page = "| Run | Time |\n|---|---|\n| a | 163.4 s |\n\nIt took 163 s.\n"
    alone = small_project(page.partition("\n\n")[0], [], RUNS, figures=[table])
    assert summary(check_files(tmp_path / "alone", alone, worker)).startswith(
        "no errors in 1 table \u00b7"
    )
    claim = {"says": "It took 163 s", "query": "SELECT time_s FROM runs"}
    both = small_project(page, [claim], RUNS, figures=[table])
    assert summary(check_files(tmp_path / "both", both, worker)).startswith(
        "no errors in 1 claim and 1 table \u00b7"
    )
