"""One phrase in many places: pages, figures and claims change together."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project import lines, small_project
from tests.update.updated import CLAIMS, left, said, updated

from proseproof.query import Worker

SAVED = {"says": "saved 0.6 to 1.8 s", "query": "SELECT low_s, high_s FROM m"}
ROWS = {"m": [{"low_s": 0.71, "high_s": 2.04, "n": 4}]}


def test_every_place_of_a_phrase_changes(tmp_path: Path, worker: Worker) -> None:
    figure = {
        "id": "fig", "kind": "text", "title": "It saved 0.6 to 1.8 s", "claims": [SAVED],
        "caption": "The runs saved *0.6* to 1.8 s.",
    }  # fmt: skip
    page = "It saved 0.6 to 1.8 s.\n\nAgain it saved 0.60 to 1.80 s.\n"
    files = small_project(page, tables=ROWS, figures=[figure])
    result = updated(tmp_path, files, worker)
    assert said(result, files) == "It saved 0.7 to 2.0 s.\n\nAgain it saved 0.71 to 2.04 s."
    claims = result.texts[CLAIMS]
    assert claims.count("saved 0.7 to 2.0 s") == 2
    assert "The runs saved *0.7* to 2.0 s." in claims
    assert result.left == ()


def test_claims_that_share_a_number_change_with_it(tmp_path: Path, worker: Worker) -> None:
    longer = {
        "says": "saved 0.6 to 1.8 s in 4 runs",
        "query": "SELECT low_s, high_s, n FROM m",
    }
    true = {"says": "It saved 0.6 to 1.8 s", "holds": "SELECT low_s < high_s FROM m"}
    files = small_project("It saved 0.6 to 1.8 s in 4 runs.\n", [SAVED, longer, true], ROWS)
    result = updated(tmp_path, files, worker)
    assert said(result, files) == "It saved 0.7 to 2.0 s in 4 runs."
    assert result.texts[CLAIMS].count("saved 0.7 to 2.0 s") == 3
    assert result.left == ()


def test_a_given_that_holds_the_number_changes_with_it(tmp_path: Path, worker: Worker) -> None:
    given = [{"says": "0.6 to 1.8 s of the 60 s budget", "why": "the budget was chosen"}]
    page = "It saved 0.6 to 1.8 s of the 60 s budget.\n"
    files = small_project(page, [SAVED], ROWS, given=given)
    result = updated(tmp_path, files, worker)
    assert "0.7 to 2.0 s of the 60 s budget" in result.texts[CLAIMS]
    assert result.left == ()


def test_a_claim_that_is_old_follows_the_page(tmp_path: Path, worker: Worker) -> None:
    files = small_project("It saved 0.71 to 2.04 s.\n", [SAVED], ROWS)
    result = updated(tmp_path, files, worker)
    assert set(result.texts) == {CLAIMS}
    assert "saved 0.71 to 2.04 s" in result.texts[CLAIMS]
    assert result.left == ()


def test_a_claim_that_is_as_wrong_as_the_page_says_what_the_page_will_say(
    tmp_path: Path, worker: Worker
) -> None:
    """Both are right about 46.23, and a claim has to be found on its page again."""
    claim = {"says": "roughly 40 percent in all", "query": "SELECT a_pct FROM m"}
    files = small_project("It is roughly 45 percent in all.\n", [claim], {"m": [{"a_pct": 46.23}]})
    result = updated(tmp_path, files, worker)
    assert said(result, files) == "It is roughly 46 percent in all."
    assert "roughly 46 percent in all" in result.texts[CLAIMS]
    assert result.left == ()


@pytest.mark.parametrize(
    ("page", "says", "after"),
    [
        ("21.0 ms", "22 ms", "20.0 ms"),
        ("21 ms", "22.0 ms", "20 ms"),
        ("+12 ms", "13 ms", "+20 ms"),
    ],
)
def test_a_claim_in_another_style_than_the_page_follows_the_page(
    tmp_path: Path, worker: Worker, page: str, says: str, after: str
) -> None:
    """A phrase is found by its digits and its sign, so it takes those of the page."""
    claim = {"says": f"median request took {says}", "query": "SELECT t_ms FROM m"}
    files = small_project(f"Our median request took {page}.\n", [claim], {"m": [{"t_ms": 20}]})
    result = updated(tmp_path, files, worker)
    assert said(result, files) == f"Our median request took {after}."
    assert f"median request took {after}" in result.texts[CLAIMS]
    assert result.left == ()


def test_a_claim_that_alone_is_old_leaves_other_sentences(tmp_path: Path, worker: Worker) -> None:
    """What it says is right on the page, and the words of the other sentence are common."""
    claim = {"says": "took 22 ms", "query": "SELECT t_ms FROM m"}
    other = {"says": "Others took 24 ms", "why": "they told us"}
    files = small_project(
        "We took 20 ms. Others took 24 ms.\n", [claim], {"m": [{"t_ms": 20}]}, given=[other]
    )
    result = updated(tmp_path, files, worker)
    assert set(result.texts) == {CLAIMS}
    assert "took 20 ms" in result.texts[CLAIMS]


def test_two_claims_at_odds_are_left(tmp_path: Path, worker: Worker) -> None:
    """No text is right for both, so none is written."""
    other = {"says": "saved 0.6 to 1.8 s", "query": "SELECT high_s, high_s + 1 AS a_s FROM m"}
    files = small_project("It saved 0.6 to 1.8 s.\n", [SAVED, other], ROWS)
    result = updated(tmp_path, files, worker)
    assert result.texts == {}
    assert "two claims ask for different numbers here" in left(result)


def test_a_snippet_changes_in_its_own_file(tmp_path: Path, worker: Worker) -> None:
    files = small_project('Look:\n\n--8<-- "docs/part.txt"\n', [SAVED], ROWS)
    files["docs/part.txt"] = "It saved 0.6 to 1.8 s.\n"
    result = updated(tmp_path, files, worker)
    assert result.texts["docs/part.txt"] == "It saved 0.7 to 2.0 s.\n"
    assert result.left == ()


def test_cells_of_a_table_change_one_by_one(tmp_path: Path, worker: Worker) -> None:
    table = {
        "id": "nights", "kind": "table", "title": "The nights",
        "data": "SELECT night, done_n, time_s FROM m",
        "columns": {"Night": "{night}", "Done": "{done_n}", "Time (ms)": "{time_s}"},
    }  # fmt: skip
    rows = {
        "m": [
            {"night": "Mon", "done_n": 4, "time_s": 0.0412},
            {"night": "Tue", "done_n": 5, "time_s": 1.25},
        ]
    }
    page = "| Night | Done | Time (ms) |\n|:--|--:|--:|\n| Mon | 3 | 41 |\n| Tue | 5 | 1,198.0 |\n"
    files = small_project(page, tables=rows, figures=[table])
    result = updated(tmp_path, files, worker)
    assert (
        said(result, files) == page.replace("| 3 |", "| 4 |").replace("1,198.0", "1,250.0").strip()
    )
    assert lines(result.after) == []
