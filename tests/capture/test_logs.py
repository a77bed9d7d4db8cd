"""Logs with JSON in their lines, and JSON with words for numbers that it does not have."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.capture.declared import Read, read

from proseproof.source import Source, Text

MARK = ":::MLLOG"
LOG = """\
starting up {"n": 0}
:::MLLOG {"key": "run_start", "time_ms": 5}
0: :::MLLOG {"key": "run_stop", "time_ms": 25}
done
"""


def log(root: Path, text: str, name: str = "result_0.txt", mark: str = MARK) -> Read:
    """The capture `lab` of a log, whose mark stands in line 1 of mark.yml."""
    return read(root, {name: text}, marker=Text.of(Source("mark.yml", mark)))


@pytest.mark.parametrize("name", ["result_0.txt", "run.log", "log", "log.jsonl", "log.csv"])
def test_json_stands_behind_a_mark(tmp_path: Path, name: str) -> None:
    assert log(tmp_path, LOG, name).dicts() == [
        {"key": "run_start", "time_ms": 5},
        {"key": "run_stop", "time_ms": 25},
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nothing\n", ["mark.yml:1:1 no line has the mark `:::MLLOG`"]),
        ("", ["mark.yml:1:1 no line has the mark `:::MLLOG`"]),
        ("x\n0: :::MLLOG {x}\n", ["run.log:2:14 `x` stands where a key in double quotes is due"]),
        (":::MLLOG\n", ["run.log:1:8 the line is empty"]),
        (
            ':::MLLOG {"a": 1, "a": 2}\n',
            ["run.log:1:19 the key `a` stands twice in one object"],
        ),
    ],
)
@pytest.mark.parametrize("most", [10**9, -1])
def test_what_is_wrong_behind_a_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: list[str], most: int
) -> None:
    monkeypatch.setattr("proseproof.capture.read.MOST_HELD", most)
    assert log(tmp_path, text, "run.log").lines == said


def test_without_a_mark_a_log_is_no_capture(tmp_path: Path) -> None:
    (said,) = read(tmp_path, {"run.log": LOG}).lines
    assert said.startswith("lab.yml:1:1 `run.log` ends with `.log`, which is no kind of capture")


def test_nan_and_infinity_are_findings_or_text(tmp_path: Path) -> None:
    files = {"a.jsonl": '{"rate": Infinity, "n": 5}\n{"rate": 1.5, "n": NaN}\n'}
    assert read(tmp_path, files).lines == ["a.jsonl:1:10 `Infinity` is no JSON number"]
    table = read(tmp_path, files, nonfinite=True).table()
    assert table.types == (
        'UNION("boolean" BOOLEAN, "number" DOUBLE, "text" VARCHAR)',
        'UNION("boolean" BOOLEAN, "number" DOUBLE, "text" VARCHAR)',
    )
    assert table.rows == [("Infinity", 5), (1.5, "NaN")]


def test_csv_has_no_words_for_numbers(tmp_path: Path) -> None:
    said = read(tmp_path, {"a.csv": "n\nNaN\n"}, nonfinite=True).lines
    assert said == ["lab.yml:1:1 `nonfinite` is about JSON, this capture is csv"]


def test_elements_that_are_no_objects_are_values(tmp_path: Path) -> None:
    files = {"a.json": '{"times": [1.5, 2, null], "series": [[1, "a"], [2, "b"]], "odd": [1, {}]}'}
    tables = {"times": "times[]", "series": "series[]", "flat": "series[][]"}
    found = read(tmp_path, files, tables=tables)
    assert [row["value"] for row in found.dicts("times")] == [1.5, 2, None]
    assert [row["value"] for row in found.dicts("series")] == [[1, "a"], [2, "b"]]
    assert [row["value"] for row in found.dicts("flat")] == [1, "a", 2, "b"]
    assert read(tmp_path, files, tables={"odd": "odd[]"}).lines == [
        "lab.yml:3:1 element 1 of `odd[]` of `lab` is a number, not an object"
    ]
