"""The cases under tests/cases, each a page of documentation: a small project and what is found.

A case is a Markdown file. Its fences with a path behind the language are the files of a project;
the fence `text findings` holds what a check finds, a line each (none: all is right). Where a case
has no claims/project.yml, one is made: each list of capture/lab.json is a table under its key, and
every page in docs/ is read. `pytest tests/test_cases.py --write-findings` writes the findings of
every case anew; read the difference before you keep it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.project import check_files, lines

from proseproof.query import Worker
from proseproof.rules import NAMES

FOLDER = Path(__file__).parent / "cases"
CASES = sorted(FOLDER.glob("*/*.md"))
_FENCE = re.compile(
    r"^(?P<ticks>`{3,})(?P<language>\w+) (?P<path>\S+)\n(?P<text>.*?)^(?P=ticks)$",
    re.MULTILINE | re.DOTALL,
)


def read_case(text: str) -> tuple[dict[str, str], list[str]]:
    """The files of a case, and the findings it expects."""
    fences = {fence["path"]: fence["text"] for fence in _FENCE.finditer(text)}
    expected = fences.pop("findings").splitlines()
    fences.setdefault("capture/lab.json", '{"runs": [{"run": "a"}]}\n')
    if "claims/project.yml" not in fences:
        tables = {name: f"{name}[]" for name in json.loads(fences["capture/lab.json"])}
        project = {
            "pages": ["docs/*.md"],
            "captures": {"lab": {"file": "capture/lab.json", "tables": tables}},
        }
        fences["claims/project.yml"] = json.dumps(project)
    return fences, expected


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(path: Path, tmp_path: Path, worker: Worker, request: pytest.FixtureRequest) -> None:
    """The check finds what the case says, word for word."""
    text = path.read_text(encoding="utf-8")
    files, expected = read_case(text)
    found = lines(check_files(tmp_path, files, worker))
    if request.config.getoption("--write-findings"):
        body = "".join(f"{line}\n" for line in found)
        changed = re.sub(
            r"(^```text findings\n).*?(^```$)", lambda it: it[1] + body + it[2], text,
            flags=re.MULTILINE | re.DOTALL,
        )  # fmt: skip
        path.write_text(changed, encoding="utf-8")
        return
    assert found == expected


@pytest.mark.parametrize("rule", NAMES)
def test_each_rule_has_a_mistake_among_the_cases(rule: str) -> None:
    """Every rule is shown finding something."""
    expected = [read_case(path.read_text(encoding="utf-8"))[1] for path in CASES]
    assert any(f" {rule}: " in line for lines_of_case in expected for line in lines_of_case)


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_case_reads_as_documentation(path: Path) -> None:
    """A title, and two lines of words or more before the first fence."""
    title, _, rest = path.read_text(encoding="utf-8").partition("\n")
    words = rest.partition("```")[0].split()
    assert title.startswith("# ")
    assert len(words) >= 12
