"""What an update leaves where a unit is wrong: no number is written before it, nor half a range."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project import small_project
from tests.update.updated import updated

from proseproof.query import Worker

RANGES = [
    "8.85–69.4",
    "8.85 to 69.4",
    "between 8.85 and 69.4",
    "8.85 and 69.4",
    "8.85, 69.4",
    "8.85 against 69.4",
    "about 9–70",
]
SIDES = [("ms", "µs", "ms"), ("µs", "µs", "ms"), ("ms", "s", "ms"), ("s", "s", "ms")]


def _project(page: str, says: str) -> dict[str, str]:
    claim = {"says": f"a request took {says} in all", "query": "SELECT a_ms FROM m"}
    rows = {"m": [{"a_ms": 8.85}, {"a_ms": 69.41}]}
    return small_project(f"Here a request took {page} in all.\n", [claim], rows)


def _last(words: str) -> str:
    """The number that the unit stands behind, which carets and advice are about."""
    return "70" if words.endswith("70") else "69.4"


@pytest.mark.parametrize("words", RANGES)
@pytest.mark.parametrize(("claim", "page", "right"), SIDES)
def test_a_range_in_a_wrong_unit_is_left_whole(
    words: str, claim: str, page: str, right: str, tmp_path: Path, worker: Worker
) -> None:
    result = updated(tmp_path, _project(f"{words} {page}", f"{words} {claim}"), worker)
    assert result.texts == {}
    [one] = result.left
    assert one.finding.help == f"write `{_last(words)} {right}`"
    assert one.why == "the number is right in another unit"


@pytest.mark.parametrize("words", RANGES)
def test_a_claim_in_a_wrong_unit_is_told_once(words: str, tmp_path: Path, worker: Worker) -> None:
    result = updated(tmp_path, _project(f"{words} ms", f"{words} µs"), worker)
    assert result.texts == {}
    [one] = result.left
    assert one.finding.span.source.path == "claims/page.yml"
    assert one.finding.help == f"write `{_last(words)} ms`"


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        ("5 and 300 s", ["give each number its own unit"]),
        ("300 and 5 s", ["write `300 ms`"]),
        # One number is right in another unit, and one in none: no advice would be enough.
        ("5 and 301 ms", ["rewrite the sentence: a new number alone would not make it true"]),
    ],
)
def test_a_unit_that_serves_a_right_number_stays(
    words: str, advice: list[str], tmp_path: Path, worker: Worker
) -> None:
    claim = {"says": f"took {words} in all", "query": "SELECT a_s, b_s FROM m"}
    first, last = (5, 0.3) if words.startswith("5") else (0.3, 5)
    rows = {"m": [{"a_s": first, "b_s": last}]}
    result = updated(tmp_path, small_project(f"It took {words} in all.\n", [claim], rows), worker)
    assert result.texts == {}
    assert [one.finding.help for one in result.left][:1] == advice
    assert {one.why.rpartition(": ")[2] for one in result.left} == {
        "the number is right in another unit"
    }


def test_a_range_whose_values_are_others_is_written(tmp_path: Path, worker: Worker) -> None:
    result = updated(tmp_path, _project("9.85–79.4 ms", "9.85–79.4 ms"), worker)
    assert result.texts["docs/page.md"] == "Here a request took 8.85–69.4 ms in all.\n"
    assert result.left == ()
