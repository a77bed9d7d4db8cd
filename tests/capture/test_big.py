"""JSON Lines that are too big to hold: the same rows and the same findings as small ones."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.capture.declared import read
from tests.capture.sizes import answer, both, own_cache  # noqa: F401

from proseproof.capture.big_lines import BigLines, LearningLines
from proseproof.kept import Kept
from proseproof.kept_files import KeptFiles
from proseproof.query.stored import stored

RUNS = [
    {"run": "a", "ms": 1.5, "clean": True, "config": {"seed": 1}, "marks": [1, 2]},
    {"run": "b", "ms": 2, "clean": False, "config": {"seed": 2, "level": None}, "marks": []},
    {"run": "c", "ms": None, "note": "naïve, “quoted” and \n broken"},
]


pytestmark = pytest.mark.usefixtures("own_cache")


def lines_of(documents: list[Any]) -> str:
    return "".join(f"{json.dumps(document, ensure_ascii=False)}\n" for document in documents)


@pytest.mark.parametrize(
    ("documents", "path"),
    [
        (RUNS, ""),
        ([{"runs": RUNS[:2]}, {"runs": RUNS[2:]}, {}], "runs[]"),
        ([{"of": {"x": {"steps": RUNS}}}, {"of": {"y": {"steps": None}}}], "of.{name}.steps[]"),
        ([{"config": {"seed": 1, "name": "x"}}, {"config": {"flag": True}}], "config.{key}"),
        ([{"times": [1, 2.5]}, {"times": []}, {"times": [3]}], "times[]"),
        ([{"n": 2**64}, {"n": 1}], ""),
        ([{"n": 2**200}, {"n": 1}], ""),
        ([{"n": 1}, {"n": "many"}, {"n": {"of": 2}}], ""),
        ([{"n": {}}, {"n": None}], ""),
    ],
)  # fmt: skip
def test_the_rows_of_a_big_file_are_those_of_a_small_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, documents: list[Any], path: str
) -> None:
    files = {"capture/lab.jsonl": lines_of(documents)}
    small, big = both(tmp_path, files, monkeypatch, tables={"lab": path})
    assert small.table().big is None
    assert big.table().big is not None
    assert big.table().rows == ()
    assert (big.table().columns, big.table().types) == (small.table().columns, small.table().types)
    assert answer(big.table()) == answer(small.table())


@pytest.mark.parametrize(
    "text",
    [
        '{"n": 1}\n{"n": 2, "n": 3}\n',
        '{"n": 1}\n\n{"n": NaN}\n',
        '{"n": 1}\n{"n": 2',
        '\ufeff{"n": 1}\n',
        b'{"n": 1}\n{"n": "\xff"}\n',
        '{"n": 1}\n[2]\n',
        '{"n": 1}\n{"N": 2}\n',
        '{"n": 0.5}\n{"n": 9007199254740993}\n',
        "\n\n",
    ],
)
def test_what_is_wrong_with_a_big_file_is_told_as_of_a_small_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | bytes
) -> None:
    small, big = both(tmp_path, {"capture/lab.jsonl": text}, monkeypatch)
    assert small.lines
    if text == "\n\n":
        assert (small.lines, big.lines) == (
            ["capture/lab.jsonl:1:1 the file is empty"], ["lab.yml:1:1 `lab` has no rows"],
        )  # fmt: skip
    else:
        assert big.lines == small.lines


def test_a_path_that_leads_nowhere_in_any_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"capture/lab.jsonl": lines_of([{"a": 1}, {"steps": [1, {"b": 2}]}])}
    for path in ("runs[]", "steps[]", "a.{b}", "steps[].b"):
        small, big = both(tmp_path, files, monkeypatch, tables={"lab": path})
        assert big.lines == small.lines != []


def test_a_schema_is_asked_line_by_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = {"type": "object", "properties": {"ms": {"type": ["number", "null"], "maximum": 1.8}}}
    files = {"capture/lab.jsonl": lines_of(RUNS), "capture/s.json": json.dumps(schema)}
    small, big = both(tmp_path, files, monkeypatch, schema="capture/s.json")
    assert big.lines == small.lines == ["capture/lab.jsonl:2:20 `ms` is 2, not at most 1.8"]


def test_a_big_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proseproof.capture.read.MOST_HELD", -1)
    files = {"capture/lab.jsonl": lines_of(RUNS)}
    kept = Kept(tmp_path / "kept")
    first = read(tmp_path, files, kept=kept).table()

    def refuse(*_: object) -> None:
        raise AssertionError

    with monkeypatch.context() as patch:
        patch.setattr(LearningLines, "learn", refuse)
        again = read(tmp_path, files, kept=kept).table()
        assert (again.columns, again.types) == (first.columns, first.types)
        with pytest.raises(AssertionError):
            read(tmp_path, {"capture/lab.jsonl": lines_of(RUNS[1:])}, kept=kept)


def test_rows_are_stored_once_and_a_damaged_file_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proseproof.capture.read.MOST_HELD", -1)
    rows = read(tmp_path, {"capture/lab.jsonl": lines_of(RUNS)}).table()
    files = KeptFiles(tmp_path / "tables")
    place = stored(rows, files)
    written = place.stat().st_ino
    assert stored(rows, files) == place
    assert place.stat().st_ino == written
    place.write_bytes(place.read_bytes()[:-1])
    assert stored(rows, files) == place
    assert place.stat().st_ino != written
    assert len(answer(rows)[1]) == 3


def test_a_file_that_changes_meanwhile_is_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proseproof.capture.read.MOST_HELD", -1)
    for documents in (RUNS, [{"n": 1}, {"n": "text"}]):
        rows = read(tmp_path, {"capture/lab.jsonl": lines_of(documents)}).table()
        (tmp_path / "capture/lab.jsonl").write_text(lines_of(documents[1:]))
        with pytest.raises(RuntimeError, match=r"capture/lab\.jsonl changed while it was read"):
            stored(rows, KeptFiles(tmp_path / "tables"))
        assert list((tmp_path / "tables").iterdir()) == []


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
NUMBERS = (
    st.integers(-(2**63), 2**63 - 1)
    | st.integers(-9, 9)
    | st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
COLUMNS = {
    "whole": st.integers(-(2**63), 2**63 - 1),
    "number": NUMBERS,
    "text": TEXTS,
    "flag": st.booleans(),
    "list": st.lists(TEXTS, max_size=2),
    "object": st.fixed_dictionaries({"a": NUMBERS}, optional={"b b": TEXTS, 'c"': st.none()}),
    "any": VALUES,
}


@given(st.lists(st.fixed_dictionaries({}, optional=COLUMNS), min_size=1, max_size=6))
@settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_rows_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, documents: list[Any]
) -> None:
    small, big = both(tmp_path, {"capture/lab.jsonl": lines_of(documents)}, monkeypatch)
    assert big.lines == small.lines
    if not small.lines:
        assert repr(answer(big.table())) == repr(answer(small.table()))


PLAIN = {name: values for name, values in COLUMNS.items() if name != "any"}


@given(st.lists(st.fixed_dictionaries({}, optional=PLAIN), min_size=1, max_size=6))
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_plain_lines_are_the_same_by_either_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, documents: list[Any]
) -> None:
    monkeypatch.setattr("proseproof.capture.read.MOST_HELD", -1)
    big = read(tmp_path, {"capture/lab.jsonl": lines_of(documents)})
    if big.lines:
        return
    rows = big.table()
    found = []
    for is_plain in (True, False):
        with monkeypatch.context() as patch, tempfile.TemporaryDirectory() as folder:
            patch.setattr(BigLines, "is_plain", is_plain)
            place = stored(rows, KeptFiles(Path(folder)))
            with duckdb.connect(str(place), read_only=True) as connection:
                found.append(connection.execute("FROM rows").fetchall())
    assert repr(found[0]) == repr(found[1])
