"""The fast look at documents says "satisfied" only where jsonschema says so too."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from hypothesis import given, strategies as st
from referencing import Registry

from proseproof.capture.schema_fit import surely_satisfied


def test_a_document_that_satisfies_its_schema_does_so_surely() -> None:
    schema = {"properties": {"step": {"$ref": "#/$defs/step"}}, "$defs": {"step": {"minimum": 0}}}
    assert surely_satisfied(schema, [{"step": 0}, {"step": 10**30}])
    assert not surely_satisfied(schema, [{"step": 0}, {"step": -1}])


def test_a_list_of_lists_to_any_depth_ends_with_the_document() -> None:
    assert surely_satisfied({"type": ["array", "null"], "items": {"$ref": "#"}}, [[[], [[]]], None])


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"properties": {"a": {"anyOf": [{"$ref": "#/properties/a"}, {"type": "null"}]}}},
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"not": {"$ref": "#/$defs/a"}}}},
        {"$ref": "https://example.org/schema.json"},
        {"$schema": "https://example.org/schema.json"},
        {"$ref": "#/$defs/none"},
        {"type": "nothing"},
        {"pattern": "("},
    ],
)
def test_a_schema_that_is_none_or_never_ends_is_left_to_jsonschema(schema: Any) -> None:
    assert not surely_satisfied(schema, [None])


def test_a_pattern_that_takes_for_ever_is_left_to_jsonschema() -> None:
    assert not surely_satisfied({"pattern": "(a|aa)+\\1$"}, ["a" * 60 + "b"])


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"^\W$", "é"),
        (r"^\D$", "٣"),
        (r"^[^\d]$", "٣"),
        (r"^(?!\w)", "é"),
        (r"^\p{L}$", "é"),
        (r"^\s$", " "),
        ("^[a-z--b]$", "c"),
    ],
)
def test_a_pattern_that_the_two_read_differently_is_left_to_jsonschema(
    pattern: str, text: str
) -> None:
    assert not surely_satisfied({"pattern": pattern}, [text])
    assert not surely_satisfied({"patternProperties": {pattern: True}}, [{text: 1}])


@pytest.mark.parametrize("pattern", [r"^\d+-\w+\.json$", "^[^/]+$", "a{2}|[b-d]", r"\[\\"])
def test_other_patterns_are_not(pattern: str) -> None:
    assert surely_satisfied({"properties": {"a": {"pattern": pattern}}}, [{"b": 1}])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.sampled_from("abc"), inside),
    max_leaves=8,
)
KINDS = ["array", "boolean", "integer", "null", "number", "object", "string"]
SCHEMAS = st.recursive(
    st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(KINDS)
            | st.lists(st.sampled_from(KINDS), unique=True, min_size=1),
            "const": VALUES,
            "enum": st.lists(VALUES, min_size=1, max_size=3),
            "minimum": st.integers() | st.floats(allow_nan=False, allow_infinity=False),
            "exclusiveMaximum": st.integers(),
            "maxLength": st.integers(0, 4),
            "minItems": st.integers(0, 3),
            "uniqueItems": st.booleans(),
            "required": st.lists(st.sampled_from("abc"), unique=True),
        },
    ),
    lambda inside: st.fixed_dictionaries(
        {},
        optional={
            "items": inside,
            "properties": st.dictionaries(st.sampled_from("abc"), inside),
            "additionalProperties": inside | st.booleans(),
            "anyOf": st.lists(inside, min_size=1, max_size=3),
            "allOf": st.lists(inside, min_size=1, max_size=3),
            "oneOf": st.lists(inside, min_size=1, max_size=3),
            "not": inside,
            "if": inside,
            "then": inside,
            "else": inside,
        },
    ),
    max_leaves=6,
)


@given(SCHEMAS, VALUES)
def test_what_is_surely_satisfied_has_no_violation(schema: Any, value: Any) -> None:
    errors = list(jsonschema.Draft202012Validator(schema, registry=Registry()).iter_errors(value))
    if surely_satisfied(schema, [value]):
        assert not errors
