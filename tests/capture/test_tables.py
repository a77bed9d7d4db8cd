"""Tables of a capture: where a path leads, and what it says when it leads nowhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from tests.capture.declared import read

from proseproof.capture.path import Astray, Each, Items, Member, parse_path

IS_A_LIST = (
    "`runs.{run}.steps` of `lab` is a list, not an object"
    " (`runs.{run}.steps[]` is each of its 2 elements)"
)
MILES = {
    "provenance": {"kind": "measured"},
    "runs": {
        "base": {
            "status": "done",
            "config": {"seed": 7, "frac": 0.25, "offload": True, "backend": "fsdp"},
            "steps": [{"step": 0, "rollout_s": 60.65}, {"step": 1, "rollout_s": 61}],
        },
        "kept": {
            "status": "killed",
            "config": {"seed": "7", "frac": 0.25, "offload": False, "backend": None},
            "steps": [],
        },
    },
}
FILES = {"lab.json": json.dumps(MILES)}


def test_a_row_for_each_member_with_its_key(tmp_path: Path) -> None:
    rows = read(tmp_path, FILES, tables={"runs": "runs.{run}"}).dicts("runs")
    assert [(row["run"], row["status"]) for row in rows] == [("base", "done"), ("kept", "killed")]
    assert rows[0]["config"]["backend"] == "fsdp"


def test_a_row_for_each_element_with_the_keys_met_on_the_way(tmp_path: Path) -> None:
    assert read(tmp_path, FILES, tables={"steps": "runs.{run}.steps[]"}).dicts("steps") == [
        {"run": "base", "step": 0, "rollout_s": 60.65},
        {"run": "base", "step": 1, "rollout_s": 61},
    ]


def test_a_member_that_is_no_object_is_a_value(tmp_path: Path) -> None:
    rows = read(tmp_path, FILES, tables={"settings": "runs.{run}.config.{key}"}).dicts("settings")
    assert rows[:2] == [
        {"run": "base", "key": "seed", "value": 7},
        {"run": "base", "key": "frac", "value": 0.25},
    ]
    assert rows[-1] == {"run": "kept", "key": "backend", "value": None}


def test_an_object_at_the_end_is_one_row(tmp_path: Path) -> None:
    tables = {"provenance": "provenance"}
    assert read(tmp_path, FILES, tables=tables).dicts("provenance") == [{"kind": "measured"}]


def test_several_tables_of_one_capture(tmp_path: Path) -> None:
    tables = {"runs": "runs.{run}", "steps": "runs.{run}.steps[]"}
    capture = read(tmp_path, FILES, tables=tables).capture
    assert capture
    assert [table.table for table in capture.tables] == ["runs", "steps"]
    assert capture.document == MILES
    assert capture.provenance == {"kind": "measured"}
    assert (capture.files[0].path, capture.files[0].size) == ("lab.json", len(FILES["lab.json"]))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('{"a": 1, "b": {"c": 2}}', [{"a": 1, "b": {"c": 2}}]),
        ('[{"a": 1}, {"b": 2}]', [{"a": 1, "b": None}, {"a": None, "b": 2}]),
        ('[{"a": 1}, null]', [{"a": 1}, {"a": None}]),
    ],
)
def test_a_capture_without_tables_is_one_table(
    tmp_path: Path, text: str, rows: list[dict[str, object]]
) -> None:
    assert read(tmp_path, {"lab.json": text}).dicts() == rows


def test_a_glob_is_one_table_in_the_order_of_its_paths(tmp_path: Path) -> None:
    files = {"b/2.json": '{"a": 2}', "b/1.json": '{"a": 1}', "b/10.json": '{"a": 10}'}
    found = read(tmp_path, files, "b/*.json")
    assert [row["a"] for row in found.dicts()] == [1, 10, 2]
    assert found.capture
    assert found.capture.document is None
    assert [file.path for file in found.capture.files] == ["b/1.json", "b/10.json", "b/2.json"]


def test_a_path_leads_into_each_file_and_each_line(tmp_path: Path) -> None:
    files = {"a.jsonl": '{"q": [{"x": 1}, {"x": 2}]}\n{"q": []}\n{"q": [{"x": 3}]}\n'}
    found = read(tmp_path, files, "*.jsonl", {"q": "q[]"})
    assert found.dicts("q") == [{"x": 1}, {"x": 2}, {"x": 3}]


def test_a_member_that_only_some_have_gives_rows_of_those(tmp_path: Path) -> None:
    files = {"lab.json": '{"a": {"s": {"x": 1}}, "b": {}, "c": {"s": null}, "d": null}'}
    found = read(tmp_path, files, tables={"s": "{run}.s"})
    assert found.dicts("s") == [{"run": "a", "x": 1}, {"run": "c", "x": None}]


def test_a_name_with_a_dot_stands_in_double_quotes(tmp_path: Path) -> None:
    files = {"lab.json": '{"v1.2": {"p[0]": [{"x": 1}]}}'}
    assert read(tmp_path, files, tables={"t": '"v1.2"."p[0]"[]'}).dicts("t") == [{"x": 1}]


def test_lists_of_lists(tmp_path: Path) -> None:
    files = {"lab.json": '[[{"x": 1}], [], [{"x": 2}]]'}
    assert read(tmp_path, files, tables={"t": "[][]"}).dicts("t") == [{"x": 1}, {"x": 2}]


ASTRAY = [
    # the path, the finding at its place in the declaration
    ("run.{r}", "`lab` has no member `run` (the members are provenance and runs)"),
    (
        "runs.{run}.stepz[]",
        "`runs.{run}` of `lab` has no member `stepz` (the members are status, config, and steps)",
    ),
    ("runs[]", "`runs` of `lab` is an object, not a list (the members are base and kept)"),
    ("runs.{run}.steps", IS_A_LIST),
    ("runs.{run}.steps.step", IS_A_LIST),
    ("runs.{run}.status", "`runs.{run}.status` of `lab` is a text, not an object"),
    ("provenance.kind[]", "`provenance.kind` of `lab` is a text, not a list"),
    ("runs.{status}", "`{status}` and the member `status` of its rows are one column"),
    ("runs.{STATUS}", "`{STATUS}` and the member `status` of its rows are one column"),
    ("runs.{value}.config.{key}", "`runs.{value}.config.{key}` makes two columns named `value`"),
    ("runs.{run}.{Run}", "`runs.{run}.{Run}` makes two columns named `run`"),
    ("runs..x", "`runs..x` is no path: a name is due at character 6"),
    ("runs.{run", "`runs.{run` is no path: a name is due at character 6"),
    ("runs.{}", "`runs.{}` is no path: braces hold no name"),
    ("runs[0]", "`runs[0]` is no path: `[` stands where a dot is due"),
    (".runs", "`.runs` is no path: a name is due at character 1"),
]


@pytest.mark.parametrize(("path", "message"), ASTRAY)
def test_a_path_that_leads_nowhere_says_what_is_there(
    tmp_path: Path, path: str, message: str
) -> None:
    assert read(tmp_path, FILES, tables={"t": path}).lines == [f"lab.yml:3:1 {message}"]


@pytest.mark.parametrize(
    ("path", "advice"),
    [
        ("run.{r}", "write `runs.{r}`"),
        ("runs.{run}.stepz[]", "write `runs.{run}.steps[]`"),
        ("results[]", ""),  # nothing is called like it
    ],
)
def test_a_misspelt_member_is_told_with_the_whole_path(
    tmp_path: Path, path: str, advice: str
) -> None:
    assert [one.help for one in read(tmp_path, FILES, tables={"t": path}).findings] == [advice]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "`lab` has no rows"),
        ("7", "`lab` is a number, not an object"),
        ("[1, 2]", "element 1 of `lab` is a number, not an object"),
        ('[{"a": 1}, "b"]', "element 2 of `lab` is a text, not an object"),
        ("{}", "the rows of `lab` have no members"),
        (
            '[{"Latency": 1, "latency": 2}]',
            "`Latency` and `latency` are one column of `lab` to SQL",
        ),
        ('[{"a": 1}, {"a ": 2}]', "the column `a ` of `lab` begins or ends with a blank"),
        ('[{"": 1}]', "a column of `lab` has no name"),
        ('[{"a\\u0007": 1}]', "a column of `lab` has an unprintable name, 'a\\x07'"),
        (
            '[{"c": {"x": 1}}, {"c": {"X": 1}}]',
            "`x` and `X` are one column of `c` of `lab` to SQL",
        ),
    ],
)
def test_a_document_that_is_no_table(tmp_path: Path, text: str, message: str) -> None:
    assert read(tmp_path, {"lab.json": text}).lines == [f"lab.yml:1:1 {message}"]


def test_each_table_that_goes_astray_is_found(tmp_path: Path) -> None:
    found = read(tmp_path, FILES, tables={"a": "runz", "b": "runs.{run}", "c": "steps[]"})
    assert found.capture is None
    assert [line.partition(" ")[0] for line in found.lines] == ["lab.yml:3:1", "lab.yml:5:1"]


def test_a_path_reads_to_its_steps() -> None:
    assert parse_path("") == ()
    assert parse_path("[]") == (Items(),)
    assert parse_path('runs.{run}."a.b"[][]') == (
        Member("runs"),
        Each("run"),
        Member("a.b"),
        Items(),
        Items(),
    )


@given(st.text() | st.text(alphabet='a.{}[]"'))
@settings(deadline=None)
def test_reading_a_path_never_raises(path: str) -> None:
    assert isinstance(parse_path(path), tuple | Astray)
