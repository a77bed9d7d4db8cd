"""The files of a capture: found, or what stands near; read by what their names end with."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from tests.capture.declared import read

from proseproof.source import Source, Text

BACK = "put the file there, or change `file`"
ENDINGS = "(the endings are csv, json, jsonl, ndjson, and parquet)"
FILES = {"capture/miles.json": '{"a": 1}', "capture/notes.txt": "", "capture/raw": ""}


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (
            "capture/milez.json",
            "there is no file `capture/milez.json`",
        ),
        ("nowhere/x.json", "there is no file `nowhere/x.json`"),
        ("capture/*.jsonl", "no file matches `capture/*.jsonl`"),
        ("capture", "there is no file `capture`"),
        ("../outside.json", "there is no file `../outside.json`"),
        (
            "capture/notes.txt",
            f"`capture/notes.txt` ends with `.txt`, which is no kind of capture {ENDINGS}",
        ),
        (
            "capture/r*",
            f"`capture/raw` ends with nothing, which is no kind of capture {ENDINGS}",
        ),
    ],
)
def test_a_file_that_is_not_there(tmp_path: Path, file: str, message: str) -> None:
    assert read(tmp_path, FILES, file).lines == [f"lab.yml:1:1 {message}"]


@pytest.mark.parametrize(
    ("beside", "advice", "note"),
    [
        (["cachy.json"], "write `data/cachy.json`", ""),
        # A file of another kind is no substitute: its rows are found in another way.
        (["cache.csv"], BACK, "near it: data/cache.csv"),
        (
            ["cache.csv", "cachy.json"],
            "write `data/cachy.json`",
            "near it: data/cachy.json and data/cache.csv",
        ),
        (["other.json"], BACK, "near it: data/other.json"),
        ([], BACK, ""),
    ],
)
def test_the_file_that_was_meant_is_of_the_same_kind(
    tmp_path: Path, beside: list[str], advice: str, note: str
) -> None:
    files = {f"data/{name}": "{}" for name in beside}
    (finding,) = read(tmp_path, files, "data/cache.json").findings
    assert (finding.help, "".join(finding.notes)) == (advice, note)


def test_a_glob_that_matches_nothing_has_the_same_advice(tmp_path: Path) -> None:
    (finding,) = read(tmp_path, {}, "data/*.json").findings
    assert finding.help == BACK


def test_a_record_that_is_not_there_is_recorded_by_its_command(tmp_path: Path) -> None:
    lab = Text.of(Source("lab.yml", "lab"), 0, 3)
    (finding,) = read(tmp_path, {}, "data/lab.json", connection=lab, sql=lab).findings
    assert finding.help == "run `proseproof capture lab`"


def test_an_ending_that_is_misspelt_is_of_no_kind(tmp_path: Path) -> None:
    (finding,) = read(tmp_path, {"data/cache.json": "{}"}, "data/cache.jsn").findings
    assert finding.help == "write `data/cache.json`"


def test_files_of_several_kinds_are_no_table(tmp_path: Path) -> None:
    files = {"x/a.json": "{}", "x/b.csv": "a\n1\n"}
    assert read(tmp_path, files, "x/*").lines == [
        "lab.yml:1:1 `x/*` matches files of several kinds: json and csv"
    ]
    files = {"x/a.jsonl": '{"a": 1}\n', "x/b.ndjson": '{"a": 2}\n'}
    assert len(read(tmp_path / "lines", files, "x/*").dicts()) == 2


def test_a_name_with_a_bracket_is_a_file_before_it_is_a_glob(tmp_path: Path) -> None:
    files = {"run[1].json": '{"a": 1}', "run1.json": '{"a": 2}'}
    assert read(tmp_path, files).dicts() == [{"a": 1}]


def test_each_broken_file_of_a_glob_is_found(tmp_path: Path) -> None:
    files = {"x/a.json": "[", "x/b.json": "{}", "x/c.json": "nan"}
    found = read(tmp_path, files, "x/*.json")
    assert found.capture is None
    assert found.lines == [
        "x/a.json:1:1 the file ends before a value",
        "x/c.json:1:1 `nan` is no JSON number",
    ]


def test_the_digest_is_that_of_the_bytes(tmp_path: Path) -> None:
    raw = '{"é": "\r\n\\u00e9"}'.replace("\r\n", "").encode() + b"\r\n"
    found = read(tmp_path, {"lab.json": raw})
    assert found.capture
    (file,) = found.capture.files
    assert (file.sha256, file.size) == (hashlib.sha256(raw).hexdigest(), len(raw))
