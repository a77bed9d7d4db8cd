"""What an update leaves: a number whose sentence would no longer be true, each with the reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.project import lines, small_project
from tests.update.updated import left, said, sentence, updated

from proseproof.query import Worker

LEFT: dict[str, tuple[str, dict[str, Any], str]] = {
    "a sign turns": ("saved 0.6 s", {"a_s": -0.2}, "the sign turns"),
    "nothing is left of it": ("saved 0.6 s", {"a_s": 0}, "the value is zero"),
    "next to nothing is left of it": ("saved 0.6 s", {"a_s": 0.04}, "the value rounds to zero"),
    "there was nothing": ("saved 0.0 s", {"a_s": 0.6}, "the value was zero"),
    "a lower bound": ("more than 40 s", {"a_s": 31}, '"more than" fails'),
    "an upper bound": ("within 45 s", {"a_s": 46}, '"within" fails'),
    "a bound in other words": (
        "no night took longer than the 45 s", {"a_s": 46.3}, '"no" may make the number a bound',
    ),
    "a bound in a verb": (
        "none exceeded 45 s", {"a_s": 46.3}, '"none" may make the number a bound',
    ),
    "nearly": ("nearly 100 s", {"a_s": 103}, '"nearly" fails'),
    "a word beyond twelve": (
        "after three nights", {"n": 13},
        "words are written for whole numbers from zero to twelve",
    ),
    "a part": (
        "a quarter of it", {"a_ratio": 0.31}, 'the words "a quarter" stand for no other number',
    ),
    "a factor": ("twice as long", {"a_ratio": 3.1}, 'the words "twice" stand for no other number'),
    "an article": ("about a minute", {"a_s": 92}, 'the words "a" stand for no other number'),
    "one of several": ("1 run failed", {"n": 3}, '"run" stands for one'),
    "several of one": ("3 failed runs", {"n": 1}, '"runs" stands for several'),
    "seconds of a second": ("took 2 seconds", {"a_s": 1.2}, '"seconds" stands for several'),
    "a ratio of two numbers": (
        "11/12 of the nights", {"a_ratio": 0.75},
        "one value does not tell the two numbers of a ratio",
    ),
    "each of several": (
        "each took 41 s", {"a_s": 52, "b_s": 57},
        "no one number at the places written is right for every value",
    ),
    "a move that turns": (
        "went from 50 to 40 s", {"a_s": 40, "b_s": 50}, "50 and 40 change places",
    ),
    "a comparison that turns": (
        "took 69 against 68 s", {"a_s": 66, "b_s": 67}, "69 and 68 change places",
    ),
    "two numbers and a word that compares them": (
        "took 12 s with zstd, which is faster than 14 s with gzip",
        {"a_s": 15, "x": "zstd", "b_s": 13, "y": "gzip"}, "12 and 14 change places",
    ),
    "a superlative": (
        "gzip was the slowest with 14 s, zstd took 12 s",
        {"x": "gzip", "a_s": 12, "y": "zstd", "b_s": 13}, "14 and 12 change places",
    ),
    "a range that shrinks to a point": (
        "saved 1 to 3 s", {"a_s": 1.1, "b_s": 1.3}, "1 and 3 become one number",
    ),
    "a range that reverses": (
        "took 12–14 s", {"a_s": 14, "b_s": 12}, "the range is reversed",
    ),
    "a number whose unit is no time": (
        "took 41 s", {"a_mb": 52}, "no new number mends it",
    ),
    "a list that grows": (
        "took 41 and 42 s", {"a_s": 41, "b_s": 43, "c_s": 44},
        "the phrase has another count of numbers",
    ),
    "a bound that says little": (
        "more than 10 s", {"a_s": 40},
        "the bound still holds, and how near it stands is for the author to choose",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("says", "values", "why"), LEFT.values(), ids=LEFT)
def test_a_number_is_left(
    says: str, values: dict[str, Any], why: str, tmp_path: Path, worker: Worker
) -> None:
    result = updated(tmp_path, sentence(f"It is so: {says}.", says, values), worker)
    assert result.texts == {}
    assert set(left(result)) == {why}


def test_a_phrase_is_left_as_a_whole(tmp_path: Path, worker: Worker) -> None:
    """41 s alone could be mended, but not the sentence that it stands in."""
    says = "took 41 s, more than 30 s of them idle"
    files = sentence(f"It {says}.", says, {"a_s": 52, "b_s": 22})
    result = updated(tmp_path, files, worker)
    assert result.texts == {}
    assert left(result) == ['30 beside it is left: "more than" fails', '"more than" fails']


def test_a_sentence_with_a_counterexample_is_left(tmp_path: Path, worker: Worker) -> None:
    says = "saved 2 s in every run"
    files = sentence(f"It {says}.", says, {"a_s": 3}, holds="SELECT a_s < 2 FROM measured")
    result = updated(tmp_path, files, worker)
    assert result.texts == {}
    assert left(result) == ["no number makes the sentence true", "its `holds` has a counterexample"]


def test_a_number_under_another_claim_that_is_false_is_left(tmp_path: Path, worker: Worker) -> None:
    number = {"says": "saved 2 s", "query": "SELECT a_s FROM m"}
    words = {"says": "Every run saved 2 s", "holds": "SELECT a_s < 2 FROM m"}
    files = small_project("Every run saved 2 s.\n", [number, words], {"m": [{"a_s": 3}]})
    result = updated(tmp_path, files, worker)
    assert result.texts == {}
    assert "its `holds` has a counterexample" in left(result)


def test_a_number_beside_the_wrong_name_is_left(tmp_path: Path, worker: Worker) -> None:
    says = "gzip was the fastest with 12 s"
    files = sentence(f"Here {says}.", says, {"tool": "zstd", "a_s": 9})
    result = updated(tmp_path, files, worker)
    assert result.texts == {}
    assert set(left(result)) == {
        "the capture says zstd, which the phrase does not name",
        "the sentence names something else",
    }


def test_a_number_that_may_belong_to_either_of_two_claims_is_left(
    tmp_path: Path, worker: Worker
) -> None:
    """By their order the first night is the first claim's; by its number it is the other's."""
    claims = [
        {"says": "took 46.3 s in all", "query": "SELECT a_s FROM m"},
        {"says": "took 12.5 s in all", "query": "SELECT b_s FROM m"},
    ]
    rows = {"m": [{"a_s": 46.3, "b_s": 12.5}]}
    page = "One night took 12.9 s in all.\n\nOne night took 46.9 s in all.\n"
    result = updated(tmp_path / "crossed", small_project(page, claims, rows), worker)
    assert result.texts == {}
    assert set(left(result)) == {"another claim of the same words may be meant here"}
    page = "One night took 46.9 s in all.\n\nOne night took 12.9 s in all.\n"
    files = small_project(page, claims, rows)
    result = updated(tmp_path / "in order", files, worker)
    assert said(result, files) == "One night took 46.3 s in all.\n\nOne night took 12.5 s in all."


def test_words_that_ask_for_another_number_are_left(tmp_path: Path, worker: Worker) -> None:
    files = sentence(
        "It took 82% faster.", "82% faster", {"a_s": 97, "b_s": 17},
        change="SELECT a_s, b_s FROM measured",
    )  # fmt: skip
    result = updated(tmp_path, files, worker)
    assert result.texts == {}
    assert left(result) == ["the words ask for another number"]


def test_a_change_that_goes_the_other_way_is_left(tmp_path: Path, worker: Worker) -> None:
    files = sentence(
        "It took 12 percent less time.", "12 percent less time", {"a_s": 50, "b_s": 60},
        change="SELECT a_s, b_s FROM measured",
    )  # fmt: skip
    result = updated(tmp_path, files, worker)
    assert result.texts == {}
    assert left(result) == ["the sign turns"]


def test_mark_up_inside_a_number_is_left(tmp_path: Path, worker: Worker) -> None:
    files = sentence("It took 4<b>1</b>.2 s in all.", "took 41.2 s in all", {"a_s": 53.9})
    result = updated(tmp_path, files, worker)
    assert result.texts == {}
    assert left(result) == ["mark-up stands inside the number"]


def test_mark_up_beside_the_digits_that_change_is_no_matter(tmp_path: Path, worker: Worker) -> None:
    files = sentence("It sent 3.1×10<sup>5</sup> rows.", "sent 3.1×10⁵ rows", {"n": 420000})
    result = updated(tmp_path, files, worker)
    assert result.texts["docs/page.md"] == "It sent 4.2×10<sup>5</sup> rows.\n"
    assert result.left == ()


def test_what_is_safe_is_written_beside_what_is_left(tmp_path: Path, worker: Worker) -> None:
    claims = [
        {"says": "took 41 s", "query": "SELECT a_s FROM m"},
        {"says": "saved 2 s", "query": "SELECT b_s FROM m"},
    ]
    files = small_project(
        "It took 41 s.\n\nIt saved 2 s.\n", claims, {"m": [{"a_s": 52, "b_s": -1}]}
    )
    result = updated(tmp_path, files, worker)
    assert result.texts["docs/page.md"] == "It took 52 s.\n\nIt saved 2 s.\n"
    assert left(result) == ["the sign turns"]


def test_a_table_with_other_rows_is_left(tmp_path: Path, worker: Worker) -> None:
    table = {
        "id": "nights", "kind": "table", "title": "The nights",
        "data": "SELECT night, time_s FROM m",
        "columns": {"Night": "{night}", "Time": "{time_s} s"},
    }  # fmt: skip
    rows = {"m": [{"night": "Mon", "time_s": 41}, {"night": "Wed", "time_s": 44}]}
    page = "| Night | Time |\n|---|---|\n| Mon | 41 s |\n| Tue | 43 s |\n"
    result = updated(tmp_path, small_project(page, tables=rows, figures=[table]), worker)
    assert result.texts == {}
    assert "the table has other rows" in left(result)


def test_a_number_beside_one_that_another_claim_makes_right_is_left(
    tmp_path: Path, worker: Worker
) -> None:
    """The second sentence has the words of the first claim, and speaks of something else."""
    claims = [
        {"says": "the job took 45 s in 3 rounds", "query": "SELECT a_s, a_n FROM m"},
        {"says": "By day the job took 44 s", "query": "SELECT b_s FROM m"},
    ]
    page = "By night the job took 45 s in 3 rounds.\n\nBy day the job took 44 s in 9 rounds.\n"
    files = small_project(page, claims, {"m": [{"a_s": 45, "a_n": 3, "b_s": 44}]})
    result = updated(tmp_path, files, worker)
    assert result.texts == {}
    assert lines(result.before) == ["docs/page.md:3:29 stale-number: page says 9, capture says 3"]
    assert left(result) == ["44 beside it is left: another claim says that it is right"]


def test_a_right_number_is_not_written_over(tmp_path: Path, worker: Worker) -> None:
    """Two claims differ in their numbers alone; each place keeps to the one that is right there."""
    claims = [
        {"says": "12.4 s with gzip and 3.1 s with zstd", "query": "SELECT a_s, b_s FROM m"},
        {"says": "30.9 s with gzip and 7.2 s with zstd", "query": "SELECT c_s, d_s FROM m"},
    ]
    page = "12.4 s with gzip and 3.2 s with zstd.\n\n30.9 s with gzip and 7.2 s with zstd.\n"
    files = small_project(
        page, claims, {"m": [{"a_s": 12.41, "b_s": 3.08, "c_s": 30.92, "d_s": 7.15}]}
    )
    result = updated(tmp_path, files, worker)
    assert result.texts == {"docs/page.md": page.replace("3.2", "3.1")}
    assert result.left == ()
