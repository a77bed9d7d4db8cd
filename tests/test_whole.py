"""The whole checker, run as a user runs it, on a small project in a folder of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = "# Packing\n\nPacking takes 12.4 s with gzip.\n"
PROJECT = "pages: [docs/*.md]\ncaptures:\n  packing:\n    file: packing.csv\n"
CLAIMS = """\
page: docs/index.md
figures:
  - id: packing-time
    kind: text
    claims:
      - says: takes 12.4 s with gzip
        query: SELECT time_s FROM packing
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A page with one number, right, and its claim."""
    files = {
        "docs/index.md": PAGE,
        "claims/project.yml": PROJECT,
        "claims/packing.yml": CLAIMS,
        "packing.csv": "tool,time_s\ngzip,12.41\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(folder: Path, *arguments: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the command line in a process of its own; `before` is Python to run first."""
    code = f"{before}\nimport sys\nfrom proseproof.cli import main\nsys.exit(main())"
    kept = {key: value for key, value in os.environ.items() if key != "GITHUB_ACTIONS"}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env={**kept, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def test_a_project_that_holds(project: Path) -> None:
    done = run(project / "docs", "check")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "no errors in 1 claim · 1 number: 1 bound, 0 given, 0 allowed, 0 unbound\n"
    )


def test_a_digit_off_is_found_where_it_stands(project: Path) -> None:
    (project / "docs/index.md").write_text(PAGE.replace("12.4", "12.7"), encoding="utf-8")
    done = run(project, "check", "--format", "json")
    (finding,) = json.loads(done.stdout)["findings"]
    assert (done.returncode, finding["rule"]) == (1, "stale-number")
    assert (finding["file"], finding["line"], finding["column"]) == ("docs/index.md", 3, 15)
    assert "12.7 s" in finding["message"]
    assert "12.4" in finding["message"]


def test_an_unbound_number_fails_the_check(project: Path) -> None:
    (project / "docs/index.md").write_text(f"{PAGE}\nWe tried 9 times.\n", encoding="utf-8")
    done = run(project, "check", "docs/index.md")
    assert done.returncode == 1
    assert "error[unbound-number]: nothing checks the number 9\n" in done.stdout


@pytest.mark.parametrize(
    ("file", "text", "rule"),
    [
        ("claims/packing.yml", CLAIMS.replace("time_s", "tim_s"), "invalid-query"),
        ("claims/packing.yml", CLAIMS.replace("kind", "knid"), "invalid-claims"),
        ("claims/packing.yml", CLAIMS[:60] + "'", "invalid-claims"),
        ("claims/project.yml", PROJECT.replace(".csv", ".json"), "invalid-capture"),
        ("claims/project.yml", "pages: [\n", "invalid-claims"),
        ("claims/packing.yml", CLAIMS.rstrip() + " WHERE tool = 'zip'\n", "no-value"),
        ("packing.csv", "tool,time_s\n", "invalid-capture"),
        ("packing.csv", 'tool,time_s\ngzip,12.41,"', "invalid-capture"),
    ],
)
def test_what_could_not_be_checked_is_an_error(
    project: Path, file: str, text: str, rule: str
) -> None:
    (project / file).write_text(text, encoding="utf-8")
    done = run(project, "check", "--format", "json")
    assert (done.returncode, done.stderr) == (1, "")
    assert rule in {finding["rule"] for finding in json.loads(done.stdout)["findings"]}


def test_the_checker_needs_no_site_engine_and_no_chart_library(project: Path) -> None:
    absent = ["altair", "jinja2", "markdown", "material", "mkdocs", "vl_convert"]
    before = f"import sys\nsys.modules.update(dict.fromkeys({absent}))"
    done = run(project, "check", before=before)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_ledger_goes_to_standard_output_alone(project: Path) -> None:
    done = run(project, "ledger")
    assert done.returncode == 0
    assert "takes 12.4 s with gzip" in done.stdout
    assert json.loads(done.stdout)
    assert done.stderr.startswith("no errors in 1 claim")


@pytest.mark.parametrize("kind", ["claims", "project"])
def test_schemas_are_printed(tmp_path: Path, kind: str) -> None:
    done = run(tmp_path, "schema", kind)
    assert json.loads(done.stdout)["$schema"].startswith("https://json-schema.org/")


def test_a_check_writes_nothing(project: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    run(project, "check")
    assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == before
