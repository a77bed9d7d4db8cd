"""The advice for a condition that no row meets: the text that was meant, where one is near."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project import check_files, small_project

from proseproof.query import Worker

CALLS = {
    "calls": [
        {"route": route, "time_ms": time, "day": "1"}
        for route, time in (("home", 12.4), ("cart", 69.4), ("login", 41.0))
    ]
}
NAMED = "no row has it in `route`, which is home, cart, and login"
GENERAL = "an empty answer or NULL never proves a number"


@pytest.mark.parametrize(
    ("condition", "at", "advice", "note"),
    [
        ("route = 'logn'", "'logn'", "write `'login'`", NAMED),
        ("'Cart' = calls.route", "'Cart'", "write `'cart'`", NAMED),
        ("route IN ('hme', 'help')", "'hme'", "write `'home'`", NAMED),
        ("route = 'checkout'", "'checkout'", "", NAMED),  # nothing like it
        ("route = 'login' AND day = '2'", "'2'", "", "no row has it in `day`, which is 1"),
        # No text of the condition is the cause.
        ("route = 'login' AND time_ms > 50", "", "", GENERAL),
        ("upper(route) = 'LOGN'", "", "", GENERAL),
    ],
)
def test_a_condition_that_no_row_meets(
    tmp_path: Path, worker: Worker, condition: str, at: str, advice: str, note: str
) -> None:
    query = f"SELECT time_ms FROM calls WHERE {condition}"
    claim = {"says": "took 41.0 ms", "query": query}
    files = small_project("It took 41.0 ms.\n", [claim], CALLS)
    (finding,) = check_files(tmp_path, files, worker).findings
    assert (finding.rule, finding.help, finding.notes) == ("no-value", advice, (note,))
    assert finding.span.text == (at or query)
