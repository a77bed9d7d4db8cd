"""The page of findings: each of its examples, a page and a claim, is checked for what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.project import check_files, lines

from proseproof.query import Worker

DOCS = Path(__file__).parents[1] / "docs" / "builder"
_EXAMPLE = re.compile(
    r"```text\npage {4}(?P<page>.+)\nsays {4}(?P<says>.+)\n"
    r"(?P<kind>query|change|holds) +(?P<sql>.+)\n"
    r"check   error\[(?P<rule>[\w-]+)\]: (?P<message>.+)\n```"
)
EXAMPLES = list(_EXAMPLE.finditer((DOCS / "findings.md").read_text(encoding="utf-8")))
_CSV = re.compile(r'```csv title="capture/packing.csv"\n(.*?)```', re.DOTALL)


def _rows() -> str:
    """The capture of the quick start, which the examples read."""
    found = _CSV.search((DOCS / "quick-start.md").read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["rule"])
def test_an_example_finds_what_it_shows(
    tmp_path: Path, worker: Worker, example: re.Match[str]
) -> None:
    """The rule and the first line of the finding."""
    claim = f"says: '{example['says'].replace(chr(39), chr(39) * 2)}'"
    files = {
        "docs/page.md": f"{example['page']}\n",
        "capture/packing.csv": _rows(),
        "claims/project.yml": "pages: [docs/*.md]\n"
        "captures: {packing: {file: capture/packing.csv}}\n",
        "claims/page.yml": "page: docs/page.md\n"
        "figures:\n  - id: text\n    kind: text\n    claims:\n"
        f"      - {claim}\n        {example['kind']}: |\n          {example['sql']}\n",
    }
    found = [line.partition(" ")[2] for line in lines(check_files(tmp_path, files, worker))]
    assert f"{example['rule']}: {example['message']}" in found


def test_there_are_examples() -> None:
    """The page has not lost its form."""
    assert len(EXAMPLES) > 8
