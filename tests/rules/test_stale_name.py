"""Where a wrong name is told, and what is to be written there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.project import check_files, small_project

from proseproof.query import Worker

CALLS = {
    "calls": [
        {"route": "cart", "time_ms": 41.2, "kind": "a page"},
        {"route": "help", "time_ms": 38.7, "kind": "a page"},
        {"route": "log in", "time_ms": 36.1, "kind": "a form"},
    ]
}
SLOWEST = "SELECT arg_max(route, time_ms), max(time_ms) FROM calls"
ALL = "SELECT route, time_ms FROM calls WHERE time_ms > 38"


@pytest.mark.parametrize(
    ("says", "query", "names", "marked", "advice"),
    [
        ("The slowest route is help with 41.2 ms", SLOWEST, {}, "help", "write `cart`"),
        ("The slowest route is `log in` with 41.2 ms", SLOWEST, {}, "log in", "write `cart`"),
        (
            "The slowest route is the form with 41.2 ms", SLOWEST,
            {"log in": "the form", "cart": "the basket"}, "the form", "write `the basket`",
        ),
        ("It is cart with 41.2 ms and log in with 38.7 ms", ALL, {}, "log in", "write `help`"),
        (
            "It is help with 41.2 ms and cart with 38.7 ms", ALL, {}, "help",
            "write the names in this order: `cart`, then `help`",
        ),
        # No name of the data stands there, or more names than the query gives.
        (
            "The slowest one took 41.2 ms", SLOWEST, {}, "The slowest one took 41.2 ms",
            "name `cart` where its value stands",
        ),
        (
            "help and log in took 41.2 ms", SLOWEST, {}, "help and log in took 41.2 ms",
            "name `cart` where its value stands",
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("on_page", [True, False])
def test_a_wrong_name_is_marked(
    says: str, query: str, names: dict[str, Any], marked: str, advice: str, on_page: bool,
    tmp_path: Path, worker: Worker,
) -> None:  # fmt: skip
    claim: dict[str, Any] = {"says": says, "query": query}
    if names:
        claim["names"] = names
    page = f"In short: {says}.\n" if on_page else "Nothing is said.\n"
    outcome = check_files(tmp_path, small_project(page, [claim], CALLS), worker)
    (found,) = (one for one in outcome.findings if one.rule == "stale-name")
    assert (found.span.text, found.help) == (marked, advice)
    assert found.span.source.path == ("docs/page.md" if on_page else "claims/page.yml")
