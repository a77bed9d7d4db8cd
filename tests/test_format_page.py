"""The pages of the builder: each file of a project that they show in YAML is a legal one."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from proseproof.block import load_schema, read_project, read_section
from proseproof.source import Source
from proseproof.yaml_text import MapNode, read_yaml

BUILDER = Path(__file__).parents[1] / "docs" / "builder"
_FENCE = re.compile(r"^( *)(`{3,})yaml.*\n((?:.*\n)*?)\1\2$", re.MULTILINE)


def _shown(kind: str) -> list[str]:
    """The examples whose first key is one of a project's file, or of a section's."""
    keys = set(load_schema("project" if kind == "project" else "claims")["properties"])
    texts = [
        dedent(found[3])
        for page in sorted(BUILDER.glob("*.md"))
        for found in _FENCE.finditer(page.read_text(encoding="utf-8"))
    ]
    return [text for text in texts if _first_key(text) in keys]


def _first_key(text: str) -> str:
    node = read_yaml(Source("example.yml", text))[0]
    return node.entries[0][0].text.value if isinstance(node, MapNode) else ""


@pytest.mark.parametrize("text", _shown("project"))
def test_a_project_file_shown_to_readers_is_legal(text: str) -> None:
    whole = text if re.search("^pages:", text, re.MULTILINE) else f"{text}pages: [docs/*.md]\n"
    assert [one.message for one in read_project(Source("claims/project.yml", whole))[1]] == []


@pytest.mark.parametrize("text", _shown("claims"))
def test_a_claims_file_shown_to_readers_is_legal(text: str) -> None:
    whole = text if re.search("^page:", text, re.MULTILINE) else f"{text}page: docs/page.md\n"
    assert [one.message for one in read_section(Source("claims/page.yml", whole))[1]] == []


def test_the_examples_are_found() -> None:
    assert len(_shown("project")) > 10
    assert len(_shown("claims")) > 2
