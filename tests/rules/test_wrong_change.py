"""What to write where a change is said in words that are not its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project import check_files, small_project

from proseproof.query import Worker

ROWS = {"runs": [{"old_s": 97, "new_s": 17}]}


@pytest.mark.parametrize(
    ("says", "help_"),
    [
        ("is 82% faster", 'say "82% less", or write `471%`'),
        ("a reduction of 82x", 'say "82% less", or write `5.706x`'),
        ("rose by 82 percent", 'say "fell by 82 percent"'),  # no number makes it true
    ],
)
def test_the_words_and_the_number_are_named(
    tmp_path: Path, worker: Worker, says: str, help_: str
) -> None:
    claim = {"says": says, "change": "SELECT old_s, new_s FROM runs"}
    (finding,) = check_files(
        tmp_path, small_project(f"It {says}.\n", [claim], ROWS), worker
    ).findings
    assert (finding.rule, finding.help) == ("wrong-change", help_)
