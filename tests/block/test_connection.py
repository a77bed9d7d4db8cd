"""Connections and what is recorded from them: as they are declared, and no password among them."""

from __future__ import annotations

import pytest
from tests.block.said import said

from proseproof.block import read_project
from proseproof.source import Source

PROJECT = """\
pages: [docs/*.md]
connections:
  lab: {engine: postgresql, dsn_env: LAB_DSN}
  lake:
    driver: trino
    dsn_env: LAKE_DSN
    options: {adbc.trino.catalog: runs}
    secrets: {password: LAKE_PASSWORD}
captures:
  nights:
    file: capture/nights.parquet
    connection: lab
    sql: SELECT 1 AS n
"""


def found(old: str = "", new: str = "") -> list[str]:
    """The findings of the project after a change, or as it is."""
    assert old in PROJECT
    _, findings = read_project(Source("claims/project.yml", PROJECT.replace(old, new, 1)))
    return said(findings)


def test_connections_as_they_are_written() -> None:
    project, findings = read_project(Source("claims/project.yml", PROJECT))
    assert said(findings) == []
    assert project is not None
    lab, lake = project.connections
    assert (lab.name, lab.engine, lab.dsn_env, lab.span.text) == (
        "lab", "postgresql", "LAB_DSN", "lab",
    )  # fmt: skip
    assert (lake.engine, lake.options, lake.secrets) == (
        "trino", {"adbc.trino.catalog": "runs"}, {"password": "LAKE_PASSWORD"},
    )  # fmt: skip
    (nights,) = project.captures
    assert nights.connection is not None
    assert nights.sql is not None
    assert (nights.connection.value, nights.sql.value) == ("lab", "SELECT 1 AS n")


SECRET = "put it in an environment variable, and name that under"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            "dsn_env: LAB_DSN",
            "dsn_env: 'postgresql://me:hunter2@db/lab'",
            f"3:38 the value of `dsn_env` holds a password -> {SECRET} `dsn_env`",
        ),
        (
            "adbc.trino.catalog: runs",
            "uri: 'grpc://me:hunter2@db'",
            f"7:20 the value of `uri` holds a password -> {SECRET} `dsn_env`",
        ),
        (
            "adbc.trino.catalog: runs",
            "login: 'user=me;Password=hunter2'",
            f"7:22 the value of `login` holds a password -> {SECRET} `dsn_env`",
        ),
        (
            "adbc.trino.catalog: runs",
            "account: 'me:hunter2@myorg-lab/runs'",
            f"7:24 the value of `account` holds a password -> {SECRET} `dsn_env`",
        ),
        (
            "adbc.trino.catalog: runs",
            "adbc.flight.sql.authorization_header: Bearer x",
            (
                "7:53 the option `adbc.flight.sql.authorization_header` is a secret, and this file "
                f"is not -> {SECRET} `secrets`"
            ),
        ),
        (
            "connection: lab",
            "connection: postgresql://me:hunter2@db/lab",
            f"12:17 the value of `connection` holds a password -> {SECRET} `dsn_env`",
        ),
    ],
)
def test_a_password_in_the_file_is_found_and_not_repeated(old: str, new: str, line: str) -> None:
    assert found(old, new) == [line]
    assert not any("hunter2" in one for one in found(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("adbc.trino.catalog: runs", "adbc.trino.url: 'https://me@db:8443/runs'"),
        ("adbc.trino.catalog: runs", "time: '12:30@noon'"),
        ("password: LAKE_PASSWORD", "token: LAKE_TOKEN"),
        ("sql: SELECT 1 AS n", "sql: SELECT tokens = 5 AS n FROM passwords"),
        ("nights.parquet", "nights.json"),
    ],
)
def test_what_holds_no_password(old: str, new: str) -> None:
    assert found(old, new) == []


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            "connection: lab",
            "connection: lb",
            "12:17 there is no connection `lb` -> write `lab` (the connections are lab and lake)",
        ),
        ("    connection: lab\n", "", "12:5 `sql` stands without `connection`"),
        ("    sql: SELECT 1 AS n\n", "", "12:5 `connection` stands without `sql`"),
        (
            "nights.parquet",
            "nights.csv",
            (
                "11:11 `capture/nights.csv` is no place for one record (a record is one file that "
                "ends with .parquet or .json)"
            ),
        ),
        (
            "nights.parquet",
            "*.parquet",
            (
                "11:11 `capture/*.parquet` is no place for one record (a record is one file that "
                "ends with .parquet or .json)"
            ),
        ),
        (
            "engine: postgresql, ",
            "",
            (
                "3:8 a connection has none of `engine` and `driver` -> add `engine: postgresql`, "
                "`engine: flightsql`, `engine: snowflake` or `engine: bigquery`"
            ),
        ),
        (
            "driver: trino",
            "driver: ./trino.so",
            (
                "5:13 `./trino.so` is not a name of a driver (a driver's name is small letters, "
                "digits, `-` and `_`)"
            ),
        ),
        (
            "engine: postgresql",
            "engine: postgres",
            (
                "3:17 `postgres` is not an engine -> write `postgresql` (the values are "
                "postgresql, flightsql, snowflake, and bigquery)"
            ),
        ),
        (
            "dsn_env: LAB_DSN",
            "dsn_env: LAB-DSN",
            (
                "3:38 `LAB-DSN` is not a name of an environment variable (an environment "
                "variable's name is a letter or `_`, then letters, digits and `_`)"
            ),
        ),
    ],
)
def test_what_cannot_be_recorded(old: str, new: str, line: str) -> None:
    assert found(old, new) == [line]
