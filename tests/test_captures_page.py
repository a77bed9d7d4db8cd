"""The pages about captures: what they show is what the program reads and writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proseproof.block import read_project
from proseproof.model import Project
from proseproof.source import Source

DOCS = Path(__file__).parents[1] / "docs" / "builder"
_YAML = re.compile(r"```yaml\n(.*?)```", re.DOTALL)
FENCES = [
    (name, text)
    for name in ("captures.md", "shapes.md")
    for text in _YAML.findall((DOCS / name).read_text(encoding="utf-8"))
]


def project_of(text: str) -> Project:
    """The project whose file says this, and names a page. What is wrong with it is an error."""
    project, findings = read_project(Source("claims/project.yml", f"pages: [docs/*.md]\n{text}"))
    assert [finding.message for finding in findings] == []
    assert project is not None
    return project


@pytest.mark.parametrize(("name", "text"), FENCES)
def test_what_is_shown_of_a_project_file_is_right(name: str, text: str) -> None:
    project_of(text)


def test_every_engine_is_described() -> None:
    page = (DOCS / "captures.md").read_text(encoding="utf-8")
    for engine in ("postgresql", "flightsql", "snowflake", "bigquery"):
        assert f"| `{engine}` | `pip install 'proseproof[{engine}]'` |" in page
