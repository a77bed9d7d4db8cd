"""A capture against its JSON Schema: each violation at its value."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.capture.declared import read

SCHEMA = {
    "type": "object",
    "required": ["runs"],
    "properties": {
        "runs": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "status": {"enum": ["done", "killed"]},
                    "steps": {"type": "array", "items": {"$ref": "#/$defs/step"}},
                },
            },
        }
    },
    "$defs": {
        "step": {
            "type": "object",
            "required": ["step", "rollout_s"],
            "properties": {"rollout_s": {"type": ["number", "null"], "exclusiveMinimum": 0}},
        }
    },
}

GOOD = """{"runs": {
  "base": {
    "status": "done",
    "steps": [{"step": 0, "rollout_s": 60.65}, {"step": 1, "rollout_s": null}]
  }
}}"""


def lines(root: Path, text: str, schema: Any = SCHEMA) -> list[str]:
    """The findings of a capture `lab.json` with this schema."""
    written = schema if isinstance(schema, str) else json.dumps(schema)
    files = {"lab.json": text, "lab.schema.json": written}
    return read(root, files, tables={"runs": "runs.{run}"}, schema="lab.schema.json").lines


def test_a_document_that_satisfies_its_schema(tmp_path: Path) -> None:
    assert lines(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("good", "bad", "line"),
    [
        ("60.65", '"60.65"', "4:40 `rollout_s` is a text, not a number or null"),
        ("60.65", "0", "4:40 `rollout_s` is 0, not more than 0"),
        (
            '"rollout_s": null',
            '"rollouts": null',
            "4:48 element 2 of `steps` has no `rollout_s` (the members are step and rollouts)",
        ),
        (
            '"done"',
            "1",
            '3:15 `status` is 1, which its schema does not list (it lists "done" and "killed")',
        ),
        (
            '"status": "done"',
            '"state": "done"',
            "3:14 `base` has a member `state`, which its schema does not know (near it: status)",
        ),
        ('{"runs"', '{"run"', "1:1 the document has no `runs` (the only member is run)"),
    ],
)
def test_a_violation_stands_at_its_value(tmp_path: Path, good: str, bad: str, line: str) -> None:
    assert lines(tmp_path, GOOD.replace(good, bad)) == [f"lab.json:{line}"]


def test_each_line_of_json_lines_is_a_document(tmp_path: Path) -> None:
    files = {"lab.jsonl": '{"x": 1}\n{"x": "a"}\n{"x": 2}\n{"y": 1}\n'}
    schema = {"required": ["x"], "properties": {"x": {"type": "integer"}}}
    files["s.json"] = json.dumps(schema)
    assert read(tmp_path, files, schema="s.json").lines == [
        "lab.jsonl:2:7 `x` is a text, not an integer",
        "lab.jsonl:4:1 the document has no `x` (the only member is y)",
    ]


def test_many_violations_are_a_few_and_a_count(tmp_path: Path) -> None:
    text = json.dumps({"runs": {"base": {"steps": [{"step": 0, "rollout_s": "x"}] * 12}}})
    found = lines(tmp_path, text)
    assert len(found) == 5
    assert found[-1].endswith("not a number or null (the file has 7 more like this)")


@pytest.mark.parametrize(
    ("schema", "line"),
    [
        ('{"type": ', "lab.schema.json:1:8 the file ends before a value"),
        ("[1]", "lab.schema.json:1:1 a JSON Schema is an object, this is a list"),
        (
            '{"properties": {"x": {"type": "strin"}}}',
            "lab.schema.json:1:31 `type` has a value that JSON Schema does not know",
        ),
        (
            '{"$ref": "https://example.org/other.json"}',
            "lab.yml:2:1 `https://example.org/other.json` in `lab.schema.json` leads nowhere",
        ),
        ('{"$ref": "#"}', "lab.yml:2:1 `lab.schema.json` refers to itself without an end"),
        ('{"$ref": "#/$defs/x"}', "lab.yml:2:1 `#/$defs/x` in `lab.schema.json` leads nowhere"),
    ],
)
def test_a_schema_that_is_none(tmp_path: Path, schema: str, line: str) -> None:
    assert lines(tmp_path, GOOD, schema) == [line]


def test_a_schema_that_is_not_there(tmp_path: Path) -> None:
    found = read(tmp_path, {"lab.json": "{}"}, schema="lab.schema.json")
    assert found.lines == ["lab.yml:2:1 there is no file `lab.schema.json`"]


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"key": {"pattern": r"^(a|aa)+$"}}},
        {"patternProperties": {r"^(a|aa)+$": True}, "required": ["b"]},
        {"patternProperties": {r"^(a|aa)+$": True}, "additionalProperties": False},
    ],
)
def test_a_pattern_takes_only_so_long(
    schema: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proseproof.capture.schema_patterns.SECONDS", 0.2)
    long = "a" * 60 + "!"
    assert lines(tmp_path, json.dumps({"key": long, long: 1}), schema) == [
        "lab.yml:2:1 `^(a|aa)+$` takes longer than 0.2 s, in `lab.schema.json`"
    ]


def test_patterns_say_what_they_allow(tmp_path: Path) -> None:
    schema = {
        "properties": {"runs": True, "key": {"pattern": r"^(a+)+$"}},
        "patternProperties": {r"_s$": {"type": "number"}},
        "additionalProperties": False,
    }
    assert lines(tmp_path, '{"runs": {"a": {}}, "key": "aa", "time_s": 5}', schema) == []
    bad = '{"runs": {}, "key": "aab", "time_s": "5", "time": 5}'
    assert [line.partition(" ")[2] for line in lines(tmp_path, bad, schema)] == [
        '`key` is "aab", which does not match `^(a+)+$`',
        "`time_s` is a text, not a number",
        "the document has a member `time`, which its schema does not know (it knows runs and key)",
    ]


def test_a_multiple_is_one_as_it_is_written(tmp_path: Path) -> None:
    """As floats, 0.3 is no multiple of 0.1."""
    schema = {"additionalProperties": {"multipleOf": 0.1}}
    assert lines(tmp_path, '{"runs": 0.3, "b": 1e300, "c": 7, "d": 0.35}', schema) == [
        "lab.json:1:40 `d` does not satisfy `multipleOf` of its schema"
    ]
