"""`proseproof new --from`: a file of a known tool becomes a page that checks."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from tests.shapes.test_shapes import FILES

from proseproof.cli import main

DATA = Path(__file__).parent / "data"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the commands run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path.parent / "cache"))
    return tmp_path


def start(tool: str, file: str, section: str = "speed", page: str = "docs/index.md") -> int:
    shutil.copy(DATA / file, file)
    return main(["new", section, "--page", page, "--from", tool, file])


@pytest.mark.parametrize(
    "file", [file for file in FILES if file not in {"wandb-history.jsonl", "vllm.json"}]
)
def test_a_file_becomes_a_page_that_checks(file: str, capsys: Capture) -> None:
    assert start(FILES[file], file) == 0, capsys.readouterr().err
    capsys.readouterr()
    assert main(["check", "--format", "text"]) == 0
    assert capsys.readouterr().out.startswith("no errors in ")


def test_what_is_written_of_it_is_what_the_documentation_shows(capsys: Capture) -> None:
    page = Path(__file__).parents[2] / "docs" / "builder" / "shapes.md"
    shown = re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)[0]
    shutil.copy(DATA / "hyperfine.json", "results.json")
    asked = ["new", "speed", "--page", "docs/speed.md", "--from", "hyperfine", "results.json"]
    assert main(asked) == 0
    assert Path("claims/project.yml").read_text(encoding="utf-8") == (
        "# yaml-language-server: $schema=project.schema.json\npages: [docs/**/*.md]\n\n" + shown
    )


def test_a_project_that_is_there_gets_the_capture(capsys: Capture) -> None:
    start("hyperfine", "hyperfine.json")
    before = Path("claims/project.yml").read_text(encoding="utf-8")
    assert start("mlperf", "mlperf-training.log", "training", "docs/training.md") == 0
    after = Path("claims/project.yml").read_text(encoding="utf-8")
    assert [line for line in before.splitlines() if line not in after.splitlines()] == []
    assert ('  mlperf:\n    file: mlperf-training.log\n    marker: ":::MLLOG"\n\nviews:\n') in after
    capsys.readouterr()
    assert main(["check", "--format", "text"]) == 0


def test_names_that_are_taken_are_not_declared_again(capsys: Capture) -> None:
    start("hyperfine", "hyperfine.json")
    before = Path("claims/project.yml").read_text(encoding="utf-8")
    capsys.readouterr()
    assert start("hyperfine", "hyperfine.json", "again", "docs/again.md") == 2
    assert capsys.readouterr().err == (
        "proseproof: the project has something named hyperfine already\n"
    )
    assert Path("claims/project.yml").read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("tool", "file", "said"),
    [
        (
            "hyperfin",
            "hyperfine.json",
            (
                "no files of hyperfin are known, but of asv, google-benchmark, hyperfine, mlperf, "
                "nvidia-smi, pyperf, pytest-benchmark, sglang, tensorboard, vllm, and wandb; "
                "the nearest is hyperfine"
            ),
        ),
        (
            "pyperf",
            "hyperfine.json",
            (
                "hyperfine.json is no file of pyperf: `pyperf` has no member `benchmarks`; "
                "it is one of hyperfine"
            ),
        ),
        (
            "vllm",
            "vllm.json",
            "no table of `vllm` has a number that varies and a column to tell its rows apart",
        ),
    ],
)
def test_what_cannot_be_started(tool: str, file: str, said: str, capsys: Capture) -> None:
    assert start(tool, file) == 2
    assert capsys.readouterr().err == f"proseproof: {said}\n"
    assert [path.name for path in Path().iterdir()] == [file]


def test_a_file_that_is_not_there(capsys: Capture) -> None:
    assert main(["new", "a", "--page", "docs/a.md", "--from", "asv", "none.json"]) == 2
    assert capsys.readouterr().err == "proseproof: there is no file none.json\n"


def test_only_one_source_is_named(capsys: Capture) -> None:
    asked = ["new", "a", "--page", "docs/a.md", "--from", "asv", "a.json", "--capture", "b"]
    assert main(asked) == 2
    assert capsys.readouterr().err == (
        "proseproof: --capture, --capture-file and --from do not go together\n"
    )
