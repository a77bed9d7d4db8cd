"""Faults that were really published: the right page is quiet, the wrong one is caught."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.project import check_files, lines

from proseproof.query import Worker

FAULTS = Path(__file__).parents[2] / "shared" / "cases"
CASES = sorted(FAULTS.glob("*/*.yml"))

pytestmark = pytest.mark.skipif(not CASES, reason="the collection of real faults is not at hand")


def _read(path: Path) -> dict[str, Any]:
    case: dict[str, Any] = YAML(typ="safe", pure=True).load(path)
    return case


def _files(case: dict[str, Any], side: str) -> dict[str, str]:
    wanted = case[side]
    figures = list(wanted.get("figures", []))
    if wanted.get("claims"):
        figures.append({"id": "said", "kind": "text", "claims": wanted["claims"]})
        if any(figure["id"] == "said" for figure in figures[:-1]):
            figures[-1]["id"] = "said-too"
    project: dict[str, Any] = {
        "pages": ["docs/*.md"],
        "captures": {"lab": {"file": "capture/lab.json", "tables": case["tables"]}},
    }
    if "views" in case:
        project["views"] = case["views"]
    section = {"page": "docs/page.md", "figures": figures}
    if "given" in wanted:
        section["given"] = wanted["given"]
    return {
        "docs/page.md": wanted["page"],
        "claims/project.yml": json.dumps(project, ensure_ascii=False),
        "claims/page.yml": json.dumps(section, ensure_ascii=False, indent=1),
        "capture/lab.json": json.dumps(case["capture"], ensure_ascii=False),
    }


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_right_page_is_quiet(path: Path, tmp_path: Path, worker: Worker) -> None:
    """What was put right raises nothing at all."""
    assert lines(check_files(tmp_path, _files(_read(path), "right"), worker)) == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_wrong_page_is_caught(path: Path, tmp_path: Path, worker: Worker) -> None:
    """What was published raises the expected findings and no other, on the page or the claim."""
    case = _read(path)
    outcome = check_files(tmp_path, _files(case, "wrong"), worker)
    assert sorted({finding.rule for finding in outcome.findings}) == sorted(set(case["expect"]))
    assert not outcome.passed
