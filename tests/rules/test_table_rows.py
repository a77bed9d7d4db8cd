"""Rows of a table that are missing, too many or moved: where to type, and what, on one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project import check_files, small_project

from proseproof.query import Worker

CALLS = {
    "calls": [
        {"route": "home", "time_ms": 12.351, "n": 40},
        {"route": "cart", "time_ms": 69.408, "n": 31},
        {"route": "help", "time_ms": 38.662, "n": 14},
        {"route": "login", "time_ms": 41.049, "n": 22},
    ]
}
BLOCK = {
    "id": "routes",
    "kind": "table",
    "title": "Routes",
    "data": "SELECT route, time_ms, n FROM calls",
    "columns": {"Route": "{route}", "Calls": "{n}", "Time": "{time_ms} ms"},
}
HEAD = "| Route | Time | Note | Calls |\n|---|---|---|---|\n"
HOME = "| home | 12.4 ms | | 40 |\n"
CART = "| cart | 69.4 ms | slow | 31 |\n"
HELP = "| help | 38.7 ms | | 14 |\n"
LOGIN = "| login | 41.0 ms | | 22 |\n"
MORE = "| more | 9.1 ms | | 7 |\n"


def found(tmp_path: Path, worker: Worker, page: str, block: object = BLOCK) -> list[str]:
    """Each finding in one line: where, what, what to do."""
    files = small_project(page, (), CALLS, figures=[block])
    return [
        f"{one.span.first.line} {one.message} -> {one.help}{''.join(f' ({n})' for n in one.notes)}"
        for one in check_files(tmp_path, files, worker).findings
    ]


@pytest.mark.parametrize(
    ("page", "findings"),
    [
        (HEAD + HOME + CART + HELP + LOGIN, []),
        # A row is written as the page writes its rows: its columns, its places, its units.
        (
            HEAD + HOME + CART + LOGIN,
            [
                ("4 the table lacks the row help | 38.7 ms |  | 14"
                " -> add the row `| help | 38.7 ms |  | 14 |` behind the row `cart`")
            ],
        ),
        (
            HEAD + CART + HELP + LOGIN,
            [
                ("1 the table lacks the row home | 12.4 ms |  | 40"
                " -> add the row `| home | 12.4 ms |  | 40 |` as the first one")
            ],
        ),
        (
            HEAD + HOME + LOGIN,
            [
                ("3 the table lacks the row cart | 69.4 ms |  | 31"
                " -> add the row `| cart | 69.4 ms |  | 31 |` behind the row `home`"
                " (1 more row is missing)")
            ],
        ),
        # One that stands where another belongs, and one that stands elsewhere.
        (
            HEAD + HOME + CART + MORE + LOGIN,
            [
                ("5 the table has the row more | 9.1 ms |  | 7, the data has help | 38.7 ms |  | 14"
                " in its place -> write `| help | 38.7 ms |  | 14 |`")
            ],
        ),
        (
            HEAD + HOME + CART + LOGIN + MORE,
            [
                ("4 the table lacks the row help | 38.7 ms |  | 14"
                " -> add the row `| help | 38.7 ms |  | 14 |` behind the row `cart`"),
                ("6 the table has the row more | 9.1 ms |  | 7, the data has none like it"
                " -> take the row out, or change `data`"),
            ],
        ),
        # Moved rows, alone and beside other mistakes.
        (
            HEAD + HOME + HELP + CART + LOGIN,
            [
                ("5 the rows stand in another order than the data's"
                " -> move the row `cart` behind the row `home`, or change the order of `data`")
            ],
        ),
        (
            HEAD + LOGIN + HELP + HOME + CART,
            [
                ("4 the rows stand in another order than the data's"
                " -> move the row `help` behind the row `cart`, or change the order of `data`"
                " (1 more row stands elsewhere)")
            ],
        ),
        (
            HEAD + LOGIN + HOME + CART.replace("69.4", "69.9") + HELP,
            [
                ("3 the rows stand in another order than the data's"
                " -> move the row `login` behind the row `help`, or change the order of `data`"),
                ("5 page says 69.9 ms, capture says 69.4 ms"
                " -> write `69.4 ms`, or run `proseproof update`"
                " (compared to one decimal place)"),
            ],
        ),
        # A cell with other words.
        (
            HEAD + HOME + CART + HELP.replace("38.7 ms", "fast") + LOGIN,
            ['5 the cell under Time says "fast", the data gives "38.7 ms" -> write `38.7 ms`'],
        ),
    ],
)  # fmt: skip
def test_a_table_whose_rows_differ(
    tmp_path: Path, worker: Worker, page: str, findings: list[str]
) -> None:
    assert found(tmp_path, worker, page) == findings


def test_a_row_in_the_unit_of_its_header(tmp_path: Path, worker: Worker) -> None:
    block = {**BLOCK, "columns": {"Route": "{route}", "Time, s": "{time_ms}"}}
    page = "| Route | Time, s |\n|---|---|\n| home | 0.012 |\n| cart | 0.069 |\n| login | 0.041 |\n"
    assert found(tmp_path, worker, page, block) == [
        (
            "4 the table lacks the row help | 0.039"
            " -> add the row `| help | 0.039 |` behind the row `cart`"
        )
    ]


def test_a_row_with_a_decimal_comma(tmp_path: Path, worker: Worker) -> None:
    """A number that no other row shows how to write has the mark of the page as well."""
    block = {**BLOCK, "columns": {"Weg": "{route}", "Zeit": "{time_ms:.1f} ms"}}
    page = "| Weg | Zeit |\n|---|---|\n| more | 7,2 ms |\n"
    files = small_project(page, (), {"calls": CALLS["calls"][:1]}, figures=[block],
                          project_decimal=",")  # fmt: skip
    (finding,) = check_files(tmp_path, files, worker).findings
    assert finding.help == "write `| home | 12,4 ms |`"


def test_a_row_of_an_html_table(tmp_path: Path, worker: Worker) -> None:
    block = {**BLOCK, "columns": {"Route": "{route}", "Calls": "{n}"}}
    rows = "".join(
        f"<tr><td>{route}</td><td>{n}</td></tr>\n"
        for route, n in (("home", 40), ("help", 14), ("login", 22))
    )
    page = f"<table>\n<tr><th>Route</th><th>Calls</th></tr>\n{rows}</table>\n"
    assert found(tmp_path, worker, page, block) == [
        (
            "3 the table lacks the row cart | 31"
            " -> add a row with the cells cart | 31 behind the row `home`"
        )
    ]


@pytest.mark.parametrize(
    ("header", "place", "advice"),
    [
        ("| Rote | Time | Calls |", "1:3", "write `Route`"),  # a like name
        ("| Route | Time | Count |", "1:18", "write `Calls`"),  # the only one that is no column
        ("| Route | Time | Note | Count |", "1:1", ""),  # one of two: nobody can tell
    ],
)
def test_a_header_that_was_renamed(
    tmp_path: Path, worker: Worker, header: str, place: str, advice: str
) -> None:
    rule = "|".join("---" for _ in header.split("|")[1:-1])
    page = f"{header}\n|{rule}|\n| home | 12.4 ms | 40 | 40 |\n"
    (finding,) = check_files(
        tmp_path, small_project(page, (), CALLS, figures=[BLOCK]), worker
    ).findings
    first = finding.span.first
    assert (f"{first.line}:{first.column}", finding.help) == (place, advice)
    assert "its block has" in finding.message
