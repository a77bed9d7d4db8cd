"""The packaged JSON Schemas: sound, described, and of one mind with the reading of the files."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any, Literal

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st

from proseproof.block import load_schema, read_project, read_section, schema_text
from proseproof.language.units import SUFFIXES
from proseproof.rules import NAMES as NAMES_OF_RULES
from proseproof.source import Source

NAMES: tuple[Literal["claims", "project"], ...] = ("claims", "project")

CLAIMS: dict[str, Any] = {
    "page": ["a.md", "b.md"],
    "figures": [
        {
            "id": "fig", "kind": "chart", "title": "T", "claim": "C", "caption": "D",
            "data": "SELECT 1", "chart": {"mark": "bar"},
            "compare": {"runs": ["a", "b"], "differ": ["c"]},
            "claims": [
                {"id": "one", "says": "5 s", "query": "SELECT 5", "unit": "s", "each": True},
                {"says": 5, "change": "SELECT 1, 2", "holds": "SELECT true", "why": "so"},
            ],
        },
        {"id": "tab", "kind": "table", "title": "T", "data": "SELECT 1", "columns": {"A": "{a}"}},
        {"id": "txt", "kind": "text", "claims": [{"says": "so", "holds": "SELECT true"}]},
    ],
    "given": [{"says": "4B", "why": "a name"}],
}  # fmt: skip
PROJECT: dict[str, Any] = {
    "pages": "docs/**",
    "captures": {"lab": {"file": "a.json", "schema": "b.json", "tables": {"runs": "runs.{run}"}}},
    "views": {"mine": "SELECT 1"},
    "allow": [{"match": "a", "why": "b"}],
    "rules": {"slack": "off", "invalid-query": "error"},
    "decimal": {",": ["docs/de/**"]},
    "limits": {"about": "10%", "slack": 1.5},
    "coverage": {"**": "100%"},
}
# What an author may put where something else belongs. (A number or a truth value where text
# belongs is not among it: the text is taken as it is written.)
STRANGE = [None, "", "x", "../x", [], ["a"], ["a", "a"], {}, {"a": "b"}, {"says": "x"}]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each container of a document with each of its keys."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield value, key
            yield from places(item)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield value, index
            yield from places(item)


@st.composite
def spoilt(draw: st.DrawFn, document: dict[str, Any]) -> dict[str, Any]:
    """The document with one or two of its parts taken out, replaced or renamed."""
    whole = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 2))):
        container, key = draw(st.sampled_from(list(places(whole)) or [(whole, "page")]))
        change = draw(st.sampled_from(["drop", "replace", "rename", "add"]))
        if change == "replace":
            container[key] = copy.deepcopy(draw(st.sampled_from(STRANGE)))
        elif change == "add" and isinstance(container, dict):
            container[draw(st.sampled_from(["x", "unit", "columns", "query", "says"]))] = "s"
        elif isinstance(container, dict):
            value = container.pop(key, None)
            if change == "rename":
                container[f"{key}x"] = value
        elif isinstance(key, int) and key < len(container):
            del container[key]
    return whole


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_sound_and_its_examples_fit(name: Literal["claims", "project"]) -> None:
    schema = json.loads(schema_text(name))
    jsonschema.Draft202012Validator.check_schema(schema)
    for _, one in subschemas(schema, ()):
        for example in one.get("examples", ()):
            inner = {**one, "$defs": schema["$defs"]}
            jsonschema.Draft202012Validator(inner).validate(example)


@pytest.mark.parametrize("name", NAMES)
def test_each_key_is_explained(name: Literal["claims", "project"]) -> None:
    schema = json.loads(schema_text(name))
    for path, one in subschemas(schema, ()):
        if path[-2:-1] == ("properties",) and not {"if", "then"} & set(path):
            target = schema["$defs"].get(one.get("$ref", "").rpartition("/")[2], {})
            assert one.get("description") or target.get("description"), path


def subschemas(schema: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every part of a schema that is a schema, with its path."""
    if isinstance(schema, dict):
        yield path, schema
        for key, value in schema.items():
            if key not in ("examples", "const", "enum"):
                yield from subschemas(value, (*path, key))
    elif isinstance(schema, list):
        for value in schema:
            yield from subschemas(value, (*path, "item"))


def test_the_units_are_those_that_columns_can_carry() -> None:
    units = load_schema("claims")["$defs"]["claim"]["properties"]["unit"]["enum"]
    assert set(SUFFIXES) <= set(units)
    assert all(unit in SUFFIXES or unit.endswith("_per_s") for unit in units)
    assert len(set(units)) == len(units)


def test_each_rule_can_be_weighed_in_the_project_file() -> None:
    assert set(NAMES_OF_RULES) <= set(load_schema("project")["properties"]["rules"]["properties"])


@given(spoilt(CLAIMS))
@settings(max_examples=300, deadline=None)
def test_claims_are_refused_when_the_schema_refuses_them(document: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator(load_schema("claims"))
    _, findings = read_section(Source("claims/x.yml", json.dumps(document)))
    assert bool(findings) == (not validator.is_valid(document)), findings


@given(spoilt(PROJECT))
@settings(max_examples=300, deadline=None)
def test_a_project_is_refused_when_the_schema_refuses_it(document: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator(load_schema("project"))
    _, findings = read_project(Source("claims/project.yml", json.dumps(document)))
    assert bool(findings) == (not validator.is_valid(document)), findings


@given(st.text(max_size=80) | spoilt(CLAIMS).map(str))
@settings(max_examples=200, deadline=None)
def test_reading_never_raises(text: str) -> None:
    for read in (read_section, read_project):
        result, findings = read(Source("claims/x.yml", text))
        assert result is not None or findings
        assert list(findings) == sorted(findings, key=lambda finding: finding.order)
