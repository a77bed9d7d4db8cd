"""The page of findings: each of its examples, a page and a claim, is checked for what it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.findings_page import PROJECT, projects
from tests.project import check_files, lines

from proseproof.query import Worker
from proseproof.rules import NAMES
from proseproof.site.inspection import inspected

DOCS = Path(__file__).parents[1] / "docs" / "builder"
_EXAMPLE = re.compile(
    r"```text\npage {4}(?P<page>.+)\nsays {4}(?P<says>.+)\n"
    r"(?P<kind>query|change|holds) +(?P<sql>.+)\n"
    r"check   error\[(?P<rule>[\w-]+)\]: (?P<message>.+)\n```"
)
TEXT = (DOCS / "findings.md").read_text(encoding="utf-8")
EXAMPLES = list(_EXAMPLE.finditer(TEXT))
_SECTION = re.compile(
    r"(?P<rule>[\w-]+)\n(?P<manual>.*?)```\w+\n(?P<part>.*?)"
    r"^check   error\[(?P<found>[\w-]+)\]: (?P<message>[^\n]+)\n```",
    re.MULTILINE | re.DOTALL,
)
SECTIONS = {
    section["rule"]: section
    for part in re.split(r"^### ", TEXT, flags=re.MULTILINE)
    if (section := _SECTION.match(part))
}
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
        "claims/project.yml": PROJECT,
        "claims/page.yml": "page: docs/page.md\n"
        "figures:\n  - id: text\n    kind: text\n    claims:\n"
        f"      - {claim}\n        {example['kind']}: |\n          {example['sql']}\n",
    }
    found = [line.partition(" ")[2] for line in lines(check_files(tmp_path, files, worker))]
    assert f"{example['rule']}: {example['message']}" in found


@pytest.mark.parametrize("rule", sorted(set(NAMES) - {one["rule"] for one in EXAMPLES}))
def test_an_excerpt_of_a_file_finds_what_it_shows(
    tmp_path: Path, worker: Worker, rule: str
) -> None:
    """What is no page with one claim stands in a project of its own, which holds the excerpt."""
    section = SECTIONS[rule]
    files = {"capture/packing.csv": _rows(), "claims/project.yml": PROJECT, **projects()[rule]}
    lines_shown = [line.strip() for line in section["part"].splitlines()]
    assert any(
        [line.strip() for line in text.splitlines()][at : at + len(lines_shown)] == lines_shown
        for text in files.values()
        for at in range(len(text.splitlines()))
    )
    outcome = inspected(check_files(tmp_path, files, worker))
    found = [line.partition(" ")[2] for line in lines(outcome)]
    assert f"{rule}: {section['message']}" in found


@pytest.mark.parametrize("rule", NAMES)
def test_each_rule_has_its_section(rule: str) -> None:
    """What it says, what to do about it, and an example of this very rule."""
    section = SECTIONS[rule]
    assert section["found"] == rule
    assert len(section["manual"].split()) > 10
