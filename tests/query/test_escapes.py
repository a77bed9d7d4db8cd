"""Ways out of the session, each refused, after which the tables are what they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.query.lab import TABLES, VIEWS, ask_lab, refusal

from proseproof.query import Answer, Question, Refusal, Worker

DELETING = "WITH x AS (DELETE FROM steps RETURNING *) FROM x"
ROW_FUNCTIONS = (
    "the functions that FROM takes are generate_series, json_each, json_tree, range, repeat,"
    " and unnest"
)
PIVOT = "this is several in one (a PIVOT that lists its values with IN is a SELECT)"

STATEMENTS = [
    "DROP TABLE steps",
    "DELETE FROM steps",
    "INSERT INTO steps SELECT * FROM steps",
    "UPDATE steps SET step = 0",
    "CREATE TABLE x AS FROM steps",
    "CREATE VIEW x AS FROM steps",
    "CREATE MACRO f(x) AS x + 1",
    "ALTER TABLE steps ADD COLUMN x INT",
    "TRUNCATE steps",
    "ATTACH ':memory:' AS other",
    "ATTACH 'stolen.db'",
    "DETACH memory",
    "USE temp",
    "COPY steps TO 'stolen.csv'",
    "COPY steps FROM 'stolen.csv'",
    "EXPORT DATABASE 'stolen'",
    "IMPORT DATABASE 'stolen'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET threads = 8",
    "SET VARIABLE x = 1",
    "RESET memory_limit",
    "PRAGMA database_list",
    "CALL pragma_version()",
    "CHECKPOINT",
    "VACUUM",
    "BEGIN TRANSACTION",
    "PREPARE p AS SELECT 1",
    "EXECUTE p",
    "EXPLAIN SELECT 1",
    "EXPLAIN ANALYZE SELECT 1",
    "SELECT 1; DROP TABLE steps",
    "DROP TABLE steps; SELECT 1",
    DELETING,
    "WITH x AS (INSERT INTO steps FROM steps RETURNING *) FROM x",
    "WITH x AS (UPDATE steps SET step = 0 RETURNING *) SELECT 1",
    "WITH x AS (COPY steps TO 'stolen.csv') FROM x",
    "SELECT (WITH x AS (DELETE FROM steps RETURNING *) SELECT count(*) FROM x)",
    "FROM (WITH x AS (DELETE FROM steps RETURNING *) FROM x)",
    "SELECT 1 INTO OUTFILE 'stolen.csv'",
    "PIVOT steps ON run USING sum(step)",
    "SHOW TABLES",
    "SHOW ALL TABLES",
    "DESCRIBE steps",
    "SUMMARIZE steps",
    "FROM (DESCRIBE steps)",
    "FROM (SHOW TABLES)",
]

READS = [
    "FROM '/etc/passwd'",
    "FROM 'https://example.org/x.csv'",
    "FROM 's3://bucket/x.parquet'",
    'FROM "lab.csv"',
    "FROM read_csv('lab.csv')",
    "FROM read_csv_auto('lab.csv')",
    "FROM read_text('/etc/passwd')",
    "FROM read_blob('/etc/passwd')",
    "FROM read_json('lab.json')",
    "FROM read_parquet('lab.parquet')",
    "FROM parquet_metadata('lab.parquet')",
    "FROM parquet_scan('lab.parquet')",
    "FROM sniff_csv('lab.csv')",
    "FROM glob('/etc/*')",
    "FROM duckdb_settings()",
    "FROM duckdb_secrets()",
    "FROM duckdb_tables",
    "FROM pragma_database_size()",
    "FROM pg_catalog.pg_tables",
    "FROM information_schema.tables",
    "FROM sqlite_master",
    "FROM main.steps",
    "FROM memory.main.steps",
    "FROM query('DROP TABLE steps')",
    "FROM query_table('steps')",
    "FROM json_execute_serialized_sql('{}')",
    "FROM test_all_types()",
    "FROM which_secret('x', 's3')",
    "FROM checkpoint()",
    "SELECT (SELECT content FROM read_text('/etc/passwd'))",
    "SELECT 1 WHERE EXISTS (FROM glob('/*'))",
    "WITH x AS (FROM read_text('/etc/passwd')) FROM x",
    "FROM steps, LATERAL (FROM read_text(run))",
    "FROM steps UNION ALL BY NAME FROM read_csv('x')",
    "FROM steps POSITIONAL JOIN glob('*')",
    "FROM (VALUES ((SELECT count(*) FROM glob('*'))))",
    "SELECT list_transform([1], lambda x: (SELECT count(*) FROM glob('*')))",
    "FROM steps ORDER BY (SELECT count(*) FROM glob('*'))",
    "FROM steps LIMIT (SELECT count(*) FROM glob('*'))",
]

UNSTABLE = [
    "SELECT now()",
    "SELECT NOW()",
    'SELECT "now"()',
    "SELECT system.main.now()",
    "SELECT current_date",
    "SELECT current_timestamp",
    "SELECT CURRENT_TIME",
    "SELECT localtimestamp",
    "SELECT today()",
    "SELECT get_current_timestamp()",
    "SELECT transaction_timestamp()",
    "SELECT ago(INTERVAL 1 DAY)",
    "SELECT age(DATE '2026-11-30')",
    "SELECT random()",
    "SELECT setseed(0.5)",
    "SELECT uuid()",
    "SELECT gen_random_uuid()",
    "SELECT uuidv7()",
    "SELECT nextval('s')",
    "SELECT user",
    "SELECT current_user",
    "SELECT session_user",
    "SELECT current_schema",
    "SELECT current_database()",
    "SELECT current_setting('memory_limit')",
    "SELECT getvariable('x')",
    "SELECT getenv('HOME')",
    "SELECT version()",
    "SELECT pg_postmaster_start_time()",
    "SELECT txid_current()",
    "SELECT current_query()",
    "SELECT sleep_ms(10)",
    "SELECT write_log('x')",
    "SELECT reservoir_quantile(step, 0.5) FROM steps",
    "SELECT step FROM steps ORDER BY random()",
    "SELECT step FROM steps WHERE random() < 0.5",
    "SELECT sum(step) OVER (ORDER BY random()) FROM steps",
    "SELECT count(*) FILTER (WHERE random() < 0.5) FROM steps",
    "SELECT list_transform([1], lambda x: random())",
    "SELECT COLUMNS(lambda c: random() < 0.5) FROM steps",
    "SELECT step.random() FROM steps",
    "FROM steps USING SAMPLE 10%",
    "FROM steps TABLESAMPLE reservoir(2)",
    "FROM range(3) TABLESAMPLE 50%",
    "SELECT current_date AS current_date",
]

HIDING = [
    "SELECT TRY_CAST(run AS INT) FROM steps",
    "SELECT TRY(1 // 0)",
    "SELECT try_strptime(run, '%Y') FROM steps",
    "SELECT $1",
    "SELECT ?",
    "SELECT $x",
    "SELECT '\0'",
    "SELECT 1 -- \0; DROP TABLE steps",
    "SELECT '\ud800'",
]


@pytest.mark.parametrize("sql", STATEMENTS + READS + UNSTABLE + HIDING)
def test_it_is_refused_and_the_tables_stay(worker: Worker, sql: str) -> None:
    questions = [
        Question(sql),
        Question("SELECT 1", data=sql),
        Question(f"SELECT 1 FROM ({sql}) x"),
        Question("SELECT count(*) FROM steps"),
    ]
    views = (*VIEWS, ("stolen", sql))
    (plain, data, inner, after), refusals = worker.ask(TABLES, views, questions)
    assert isinstance(plain, Refusal)
    assert isinstance(data, Refusal)
    assert isinstance(inner, Refusal)
    assert refusals[-1]
    assert isinstance(after, Answer)
    assert after.rows == ((6,),)


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("DROP TABLE steps", "DROP TABLE steps ◂ a query is one SELECT, this is DROP"),
        (
            "SELECT 1; DROP TABLE steps",
            "DROP TABLE steps ◂ a query is one SELECT, these are 2 statements",
        ),
        ("SELECT now()", "now() ◂ `now` gives another value on each run"),
        ("SELECT current_date", "current_date ◂ `current_date` gives another value on each run"),
        ("SELECT version()", "version() ◂ `version` tells of the database, not of the captures"),
        (
            "SELECT 'é', TRY_CAST(run AS INT) FROM steps",
            "TRY_CAST(run AS INT) ◂ TRY_CAST turns what it cannot read into NULL",
        ),
        ("SELECT $1", "$1 ◂ a parameter has no value here"),
        (
            "FROM read_csv('x.csv')",
            f"read_csv('x.csv') ◂ `read_csv` reads from outside the captures ({ROW_FUNCTIONS})",
        ),
        (DELETING, f"{DELETING} ◂ a query is one SELECT, this holds DELETE"),
        (
            "FROM steps USING SAMPLE 1",
            "FROM steps USING SAMPLE 1 ◂ a sample gives other rows on each run",
        ),
        (
            "PIVOT steps ON run USING sum(step)",
            f"PIVOT steps ON run USING sum(step) ◂ a query is one SELECT, {PIVOT}",
        ),
    ],
)
def test_what_is_said(worker: Worker, sql: str, said: str) -> None:
    assert refusal(worker, sql) == said


def test_nothing_is_written_anywhere(
    worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for sql in (f"COPY steps TO '{tmp_path}/stolen.csv'", f"ATTACH '{tmp_path}/stolen.db'"):
        assert isinstance(ask_lab(worker, sql), Refusal)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_cannot_slip_in_its_own_duckdb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "duckdb.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    with Worker() as worker:
        assert isinstance(ask_lab(worker, "SELECT 1"), Answer)
