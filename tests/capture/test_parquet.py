"""Parquet: left in place, its footers and digests read."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import pytest
from tests.capture.declared import read

from proseproof.query import Answer, Question, Worker


def write(path: Path, sql: str) -> None:
    """Writes the rows of a query as a Parquet file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({sql}) TO $${path}$$ (FORMAT parquet)")


def test_the_session_reads_the_files_in_place(tmp_path: Path, worker: Worker) -> None:
    write(tmp_path / "lab/1.parquet", "SELECT 1 AS step, 0.1::FLOAT AS x_s, uuid() AS id")
    write(tmp_path / "lab/it's 2.parquet", "SELECT 2 AS step, 0.2::FLOAT AS x_s, uuid() AS id")
    found = read(tmp_path, {}, "lab/*.parquet")
    table = found.table()
    assert table.columns == ("step", "x_s", "id")
    assert table.types == ("INTEGER", "FLOAT", "UUID")
    assert [Path(path).name for path in table.parquet] == ["1.parquet", "it's 2.parquet"]
    assert found.capture
    (first, _) = found.capture.files
    raw = (tmp_path / "lab/1.parquet").read_bytes()
    assert (first.sha256, first.size) == (hashlib.sha256(raw).hexdigest(), len(raw))
    sql = "SELECT step, x_s, length(id::VARCHAR) FROM lab"
    answers, _ = worker.ask([table], [], [Question(sql)])
    assert isinstance(answers[0], Answer)
    assert answers[0].rows == ((1, 0.1, 36), (2, 0.2, 36))
    assert answers[0].reads == ("lab",)


def test_a_path_is_a_path_and_no_pattern(tmp_path: Path, worker: Worker) -> None:
    write(tmp_path / "run=a/x[1].parquet", "SELECT 1 AS step")
    write(tmp_path / "run=a/x1.parquet", "SELECT 2 AS step")
    table = read(tmp_path, {}, "run=a/x[1].parquet").table()
    assert table.columns == ("step",)
    ((answer,), _) = worker.ask([table], [], [Question("FROM lab")])
    assert getattr(answer, "rows", answer) == ((1,),)


def test_moments_come_back_in_utc(tmp_path: Path, worker: Worker) -> None:
    write(tmp_path / "lab.parquet", "SELECT TIMESTAMPTZ '2026-11-30 04:02:23+02' AS at")
    table = read(tmp_path, {}, "lab.parquet").table()
    ((answer,), _) = worker.ask([table], [], [Question("FROM lab")])
    assert isinstance(answer, Answer)
    assert answer.rows == ((datetime(2026, 11, 30, 2, 2, 23, tzinfo=UTC),),)


def test_no_other_file_becomes_readable(tmp_path: Path, worker: Worker) -> None:
    write(tmp_path / "lab.parquet", "SELECT 1 AS step")
    write(tmp_path / "other.parquet", "SELECT 2 AS step")
    table = read(tmp_path, {}, "lab.parquet").table()
    ((answer,), _) = worker.ask([table], [], [Question(f"FROM '{tmp_path}/other.parquet'")])
    assert getattr(answer, "message", "").startswith("there is no table `")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no parquet at all", "no magic bytes found at end of file 'lab.parquet'"),
        (b"", "file 'lab.parquet' too small to be a Parquet file"),
        (b"PAR1 no parquet PAR1", "footer length error in file 'lab.parquet'"),
        (b"PAR1" + b"\xff" * 99 + b"\x09\0\0\0PAR1", "its footer cannot be read"),
    ],
)
def test_a_file_that_is_no_parquet(tmp_path: Path, content: bytes, reason: str) -> None:
    assert read(tmp_path, {"lab.parquet": content}).lines == [
        f"lab.yml:1:1 `lab.parquet` is no Parquet file: {reason}"
    ]


def test_files_with_different_columns_are_no_table(tmp_path: Path) -> None:
    write(tmp_path / "lab/1.parquet", "SELECT 1 AS step")
    write(tmp_path / "lab/2.parquet", "SELECT 1.5 AS step")
    (finding,) = read(tmp_path, {}, "lab/*.parquet").findings
    assert finding.message == "`lab/1.parquet` and `lab/2.parquet` have different columns"
    assert finding.notes == ("they differ in `step`",)
