"""Rows of a PostgreSQL recorded once: what is kept, what is never replaced, what is refused."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest
from adbc_driver_postgresql import dbapi
from tests.engine.conftest import PASSWORD
from tests.engine.recorded import SQL, Lab
from tests.project import check_files, lines

from proseproof.disk import Disk
from proseproof.engine import Recorded
from proseproof.query import Worker
from proseproof.run import check


def rows(path: Path) -> list[tuple[object, ...]]:
    with duckdb.connect() as connection:
        connection.execute("SET timezone = 'UTC'")
        return connection.execute("FROM read_parquet(?)", [str(path)]).fetchall()


def test_rows_are_kept_as_they_are_with_where_they_came_from(tmp_path: Path, lab: str) -> None:
    made = Lab(tmp_path, lab).record()
    assert made == Recorded("capture/nights.parquet", 3)
    kept = rows(tmp_path / made.path)
    assert [row[:4] for row in kept] == [
        (1, "eu", 40.5, Decimal("0.10")),
        (2, "eu", 41.2, Decimal("12.25")),
        (3, "us", 44.0, Decimal("3.00")),
    ]
    first = kept[0][4]
    assert isinstance(first, datetime)
    assert first.astimezone(UTC) == datetime(2026, 11, 30, 3, tzinfo=UTC)
    outcome = check(Disk(tmp_path))
    assert lines(outcome) == []
    told = outcome.captures["nights"].provenance
    assert told["recorded_utc"] == "2026-11-30T05:30:00Z"
    assert (told["kind"], told["connection"], told["query"]) == ("measured", "lab", SQL)
    assert (told["engine"]["name"], told["engine"]["product"]) == ("postgresql", "PostgreSQL")
    assert told["rows"]["n"] == 3
    raw = (tmp_path / made.path).read_bytes()
    assert PASSWORD.encode() not in raw
    assert b"pass%20word" not in raw


def test_checks_read_the_record_and_ask_nobody(tmp_path: Path, lab: str, worker: Worker) -> None:
    project = Lab(tmp_path, lab)
    project.record()
    claims = {
        "page": "docs/page.md",
        "figures": [
            {
                "id": "requests",
                "kind": "text",
                "claims": [
                    {
                        "says": "The median is 41.2 ms",
                        "query": "SELECT median(total_ms) FROM nights",
                    },
                    {"says": "costs 12.25", "query": "SELECT max(cost) FROM nights"},
                ],
            }
        ],
    }
    page = "The median is 41.2 ms, and the dearest costs 12.25.\n"
    files = project.files() | {"docs/page.md": page, "claims/page.yml": json.dumps(claims)}
    assert lines(check_files(tmp_path, files, worker)) == []


def test_a_record_in_json_is_read_by_its_rows(tmp_path: Path, lab: str, worker: Worker) -> None:
    project = Lab(tmp_path, lab, "capture/nights.json")
    project.record()
    document = json.loads((tmp_path / project.file).read_text())
    assert document["rows"][1]["total_ms"] == 41.2
    outcome = check_files(tmp_path, project.files(), worker)
    assert lines(outcome) == []
    (table,) = outcome.captures["nights"].tables
    assert (table.table, len(table.rows)) == ("nights", 3)
    assert outcome.captures["nights"].dated == "recorded 2026-11-30"


def test_the_same_rows_again_are_not_written(tmp_path: Path, lab: str) -> None:
    project = Lab(tmp_path, lab)
    project.record()
    before = (tmp_path / project.file).read_bytes()
    assert project.record() == Recorded(project.file, 3, written=False)
    assert [path.name for path in (tmp_path / "capture").iterdir()] == ["nights.parquet"]
    assert (tmp_path / project.file).read_bytes() == before


def test_a_record_is_never_replaced(tmp_path: Path, lab: str) -> None:
    project = Lab(tmp_path, lab)
    project.record()
    before = (tmp_path / project.file).read_bytes()
    with dbapi.connect(lab) as opened, opened.cursor() as cursor:
        cursor.execute("INSERT INTO requests VALUES (4, 'us', 50, 1, now())")
        opened.commit()
    made = project.record()
    assert isinstance(made, Recorded)
    assert made.path.startswith("capture/nights-2026-11-30-")
    assert len(rows(tmp_path / made.path)) == 4
    assert (tmp_path / project.file).read_bytes() == before


def test_another_query_needs_another_record(tmp_path: Path, lab: str, worker: Worker) -> None:
    project = Lab(tmp_path, lab)
    project.record()
    other = SQL.replace("ORDER BY id", "WHERE id > 1 ORDER BY id")
    (finding,) = check_files(tmp_path, project.files(other), worker).findings
    assert (finding.rule, finding.span.text, finding.message) == (
        "stale-capture", other, "`nights` was recorded with another query than this",
    )  # fmt: skip
    assert finding.help == "run `proseproof capture nights`"
    made = project.record(other)
    assert isinstance(made, Recorded)
    assert (made.path != project.file, made.rows) == (True, 2)
    # YAML decides the indentation of a query, which is no change of it.
    assert lines(check_files(tmp_path, project.files(f"{SQL}\n"), worker)) == []


def test_what_was_not_recorded_yet(tmp_path: Path, worker: Worker) -> None:
    (finding,) = check_files(tmp_path, Lab(tmp_path, "").files(), worker).findings
    assert (finding.message, finding.help) == (
        "there is no file `capture/nights.parquet`", "run `proseproof capture nights`",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        (
            "SELECT regio FROM requests",
            (
                'regio: postgresql says: column "regio" does not exist; '
                'its hint: Perhaps you meant to reference the column "requests.region"'
            ),
        ),
        ("SELEC 1", 'SELEC: postgresql says: syntax error at or near "SELEC"'),
        (
            "SELECT id FROM requests\nWHERE false",
            "SELECT id FROM requests: the query gives no row",
        ),
        (
            "SELECT id, region AS ID FROM requests",
            "SELECT id, region AS ID FROM requests: two columns are named `id`",
        ),
        (
            "SELECT interval '1 day' AS wait",
            (
                "SELECT interval '1 day' AS wait: `wait` is an interval, which Parquet cuts: "
                "cast it to seconds"
            ),
        ),
        (
            "SELECT 5::money AS price",
            (
                "SELECT 5::money AS price: `price` is money, which arrives in cents: "
                "cast it to numeric"
            ),
        ),
        (
            "SELECT 1 / (id - 2) AS n FROM requests",
            "SELECT 1 / (id - 2) AS n FROM requests: postgresql breaks off: division by zero",
        ),
        (
            "DELETE FROM requests RETURNING id",
            (
                "DELETE FROM requests RETURNING id: postgresql says: "
                "cannot execute DELETE in a read-only transaction"
            ),
        ),
    ],
)
def test_a_query_whose_rows_are_not_kept(tmp_path: Path, lab: str, sql: str, said: str) -> None:
    assert Lab(tmp_path, lab).refused(sql) == said


def test_what_is_no_json_is_not_recorded_as_json(tmp_path: Path, lab: str) -> None:
    said = Lab(tmp_path, lab, "capture/nights.json").refused("SELECT 'NaN'::float8 AS n")
    assert said == "SELECT 'NaN'::float8 AS n: `NaN` is no JSON number"


@pytest.mark.parametrize(
    ("number", "kept"),
    [
        ("9223372036854775807::bigint", 2**63 - 1),
        ("123456789012345678901234567890::numeric", 123456789012345678901234567890),
        ("-0.000000000000000000001::numeric", Decimal("-0.000000000000000000001")),
        ("avg(id)", Decimal("2.0000000000000000")),
        ("1e40::numeric", 1e40),
        ("'Infinity'::numeric", float("inf")),
        ("NULL::numeric", None),
        ("true", True),
        ("ARRAY[1, 2]", [1, 2]),
        ("'007'::text", "007"),
    ],
)
def test_values_keep_their_worth(tmp_path: Path, lab: str, number: str, kept: object) -> None:
    made = Lab(tmp_path, lab).record(f"SELECT {number} AS n FROM requests")
    assert isinstance(made, Recorded)
    assert rows(tmp_path / made.path)[0] == (kept,)


def test_many_rows_keep_their_order(tmp_path: Path, lab: str) -> None:
    sql = "SELECT i, md5(i::text) AS word FROM generate_series(300000, 1, -1) i"
    made = Lab(tmp_path, lab).record(sql)
    assert made == Recorded("capture/nights.parquet", 300_000)
    assert [row[0] for row in rows(tmp_path / made.path)] == list(range(300_000, 0, -1))
