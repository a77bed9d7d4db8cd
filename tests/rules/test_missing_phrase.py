"""What a claim that stands nowhere is shown of the words that are closest to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project import check_files, small_project

from proseproof.query import Worker


@pytest.mark.parametrize(
    ("page", "says", "notes"),
    [
        ("It was 5 s slower.", "It was 5 s faster", ['it says "slower" for "faster"']),
        ("Here it was never 5 s.", "it was always 5 s", ['it says "never" for "always"']),
        ("They took 5 s.", "We took 5 s", ['it says "They" for "We"']),
        ("It was not faster by 5 s.", "It was faster by 5 s", []),  # a word more is no other word
        ("Some job took 5 s once.", "This run took 5 s", []),
        ("It took 5 s.", "It took 5 s each", []),
    ],
)
def test_the_one_word_that_is_another_is_named(
    tmp_path: Path, worker: Worker, page: str, says: str, notes: list[str]
) -> None:
    claim = {"says": says, "query": "SELECT time_s FROM runs"}
    rows = {"runs": [{"time_s": 5}]}
    outcome = check_files(tmp_path, small_project(f"{page}\n", [claim], rows), worker)
    found = next(one for one in outcome.findings if one.rule == "missing-phrase")
    assert list(found.notes) == notes
