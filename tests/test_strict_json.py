"""Strict JSON: what is no JSON, where, and what is left alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from tests.capture.declared import read

from proseproof.strict_json import Mistake, find_mistake, locate, read_json

MISTAKES = [
    # the file, where the mistake stands in it, the words
    ('{"a": 1, "a": 2}', "1:10", "the key `a` stands twice in one object"),
    ('{"a": {"b": 1,\n "b": 2}}', "2:2", "the key `b` stands twice in one object"),
    ('{"a": NaN}', "1:7", "`NaN` is no JSON number"),
    ('{"a": -Infinity}', "1:7", "`-Infinity` is no JSON number"),
    ("[1,\n 2,\n nan]", "3:2", "`nan` is no JSON number"),
    ('{"runs": [{"step": 1}, {"st', "1:27", "the file ends inside a string"),
    ('{"runs": [1, 2', "1:14", "the file ends inside a list"),
    ('{"runs": [1, 2]\n', "1:15", "the file ends inside an object"),
    ('{"runs":', "1:8", "the file ends before a value"),
    ("", "1:1", "the file is empty"),
    (" \n ", "1:1", "the file is empty"),
    ("\ufeff{}", "1:1", "the file starts with a byte order mark"),
    ('{"a": 1} x', "1:10", "the JSON value has ended before this"),
    ('{"a": 1}\n{"a": 2}', "2:1", "the JSON value has ended before this"),
    ('{"a": 1,}', "1:9", "`}` stands where a key in double quotes is due"),
    ("{'a': 1}", "1:2", "`'a'` stands where a key in double quotes is due"),
    ('{"a" 1}', "1:6", "`1` stands where a colon behind the key `a` is due"),
    ('{"a": 1 "b": 2}', "1:9", '`"` stands where a comma or `}` is due'),
    ("[1 2]", "1:4", "`2` stands where a comma or `]` is due"),
    ("[1,, 2]", "1:4", "`,` stands where a value is due"),
    ("[01]", "1:2", "`01` is no JSON number"),
    ("[1.]", "1:2", "`1.` is no JSON number"),
    ("[None]", "1:2", "`None` is no JSON value"),
    ("// runs\n[]", "1:1", "`//` is no JSON value"),
    ("[1e999]", "1:2", "`1e999` is beyond the range of a double"),
    ('["a\\x"]', "1:4", "`\\x` is no JSON escape"),
    ('["a\nb"]', "1:2", "a line ends inside a string"),
    ('["a\tb"]', "1:4", "a string holds the control character U+0009"),
    ('["é\\ud83d"]', "1:4", "`\\ud83d` is half of a surrogate pair"),
    ("[" * 201 + "]" * 201, "1:201", "more than 200 objects and lists stand inside one another"),
    ("[" * 100_000, "1:201", "more than 200 objects and lists stand inside one another"),
    ("[" + "9" * 5000 + "]", "1:2", "an integer has 5000 digits, more than 4300"),
]


@pytest.mark.parametrize(("text", "place", "message"), MISTAKES)
def test_a_mistake_is_found_at_its_place(
    tmp_path: Path, text: str, place: str, message: str
) -> None:
    assert read(tmp_path, {"lab.json": text}).lines == [f"lab.json:{place} {message}"]


def test_a_key_that_stands_twice_shows_the_first(tmp_path: Path) -> None:
    (finding,) = read(tmp_path, {"lab.json": '{"a": 1,\n "a": 2}'}).findings
    (label,) = finding.labels
    assert (label.span.text, label.span.first.line, label.text) == ('"a"', 1, "here first")


def test_a_file_cut_in_half_shows_what_was_opened(tmp_path: Path) -> None:
    (finding,) = read(tmp_path, {"lab.json": '{"runs": [\n {"a": 1},\n {"a":'}).findings
    assert finding.message == "the file ends before a value"
    (finding,) = read(tmp_path, {"lab.json": '{"runs": [\n {"a": 1},\n'}).findings
    assert finding.message == "the file ends before a value"
    (finding,) = read(tmp_path, {"lab.json": '{"runs": [\n {"a": 1}'}).findings
    assert [(label.span.text, label.text) for label in finding.labels] == [("[", "opened here")]


def test_bytes_that_are_no_text_are_found(tmp_path: Path) -> None:
    assert read(tmp_path, {"lab.json": b'{"a": "\xff"}'}).lines == [
        "lab.json:1:8 the file is not UTF-8"
    ]
    assert read(tmp_path, {"lab.json": '{"a": 1}'.encode("utf-16")}).lines == [
        "lab.json:1:1 the file is not UTF-8"
    ]


LEFT_ALONE = [
    '{"a": 1, "b": {"a": 2}}',
    '[-0, 0.0, 1E+2, 123456789012345678901234567890, "\\u00e9\\ud83d\\ude00\\n\\/"]',
    " \r\n\t[ true , false , null ]\n\n",
    '"\\\\ud800 is not an escape"',
    '{"": 1, "é": [], " ": {}}',
    "[" * 200 + "]" * 200,
]


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_strict_json_is_left_alone(text: str) -> None:
    assert find_mistake(text) is None
    assert read_json(text) == json.loads(text)


def test_a_line_of_json_lines_is_found_by_its_line(tmp_path: Path) -> None:
    lines = '{"a": 1}\n\n{"a": 2}\n{"a": 3'
    assert read(tmp_path, {"lab.jsonl": lines}).lines == [
        "lab.jsonl:4:7 the line ends inside an object"
    ]
    assert read(tmp_path, {"lab.ndjson": lines + "}\r\n"}).dicts() == [
        {"a": 1},
        {"a": 2},
        {"a": 3},
    ]


def test_two_values_on_a_line_are_not_one_row(tmp_path: Path) -> None:
    assert read(tmp_path, {"lab.jsonl": '{"a": 1}, {"a": 2}\n'}).lines == [
        "lab.jsonl:1:9 the JSON value has ended before this"
    ]


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(st.text() | st.text(alphabet='{}[]",:\\u0 1e-tn\n'))
@settings(deadline=None)
def test_reading_never_raises(text: str) -> None:
    value = read_json(text)
    if isinstance(value, Mistake):
        assert 0 <= value.start <= value.end <= len(text)
    else:
        assert find_mistake(text) is None


@given(JSON, st.booleans())
@settings(deadline=None)
def test_whatever_is_json_is_read(value: Any, plain: bool) -> None:
    written = json.dumps(value, ensure_ascii=plain)
    assert read_json(written) == value
    assert find_mistake(written) is None


@given(JSON)
@settings(deadline=None)
def test_cutting_a_text_is_always_noticed(value: Any) -> None:
    written = json.dumps({"runs": [value]})
    for end in range(len(written)):
        assert isinstance(read_json(written[:end]), Mistake)


@given(JSON, st.data())
@settings(deadline=None)
def test_a_value_is_found_by_its_path(value: Any, data: st.DataObject) -> None:
    written = json.dumps(value, indent=1)
    path: list[str | int] = []
    here = value
    while isinstance(here, dict | list) and here and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else range(len(here))))
        path.append(key)
        here = here[key]
    start, end = locate(written, path)
    assert json.loads(written[start:end]) == here


@pytest.mark.parametrize(
    "text",
    [
        "1e400",
        "-1E+0400",
        "1" * 310 + ".5",
        "1" * 250 + "e99",
        "1" * 150 + "e200",
        "[0.1, 1e999]",
    ],
)
def test_a_number_beyond_a_double_is_found_however_it_is_written(text: str) -> None:
    read = read_json(text)
    assert isinstance(read, Mistake)
    assert read.message.endswith("is beyond the range of a double")


@pytest.mark.parametrize("text", ["1e308", "1e-400", "1e0099", "1" * 300 + ".5", '"1e999"'])
def test_a_number_within_a_double_is_read(text: str) -> None:
    assert read_json(text) == json.loads(text)


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_words_that_are_no_numbers_may_be_read_as_text(word: str) -> None:
    assert isinstance(read_json(f'{{"n": {word}}}'), Mistake)
    assert read_json(f'{{"n": {word}}}', nonfinite=True) == {"n": word}
    assert find_mistake(f"[{word}]", nonfinite=True) is None
    # All else is as strict as ever.
    assert isinstance(read_json(f'{{"n": {word}, "n": 1}}', nonfinite=True), Mistake)
    assert isinstance(read_json('{"n": nan}', nonfinite=True), Mistake)
