"""`proseproof whatif`: a new capture is tried on the pages, and nothing is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.project import small_project, write_files

from proseproof.cli import main

Captured = pytest.CaptureFixture[str]
NOW = {"tool": "gzip", "time_s": 12.41, "saved_s": 9.9, "rows_n": 4, "peak_s": 41}
PAGE = """\
Packing took 12.4 s with gzip.

It saved more than 9 s. It sent 4 rows.

No night took longer than the others, and the peak was 41 s.
"""
CLAIMS = [
    {"id": "time", "says": "took 12.4 s with gzip", "query": "SELECT time_s, tool FROM runs"},
    {"id": "saving", "says": "saved more than 9 s", "query": "SELECT saved_s FROM runs"},
    {"id": "rows", "says": "sent 4 rows", "query": "SELECT rows_n FROM runs"},
    {"id": "longer", "says": "No night took longer", "holds": "SELECT time_s < 20 FROM runs"},
    {"id": "peak", "says": "the peak was 41 s", "query": "SELECT peak_s FROM other"},
]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page that rests on two captures; the current folder."""
    root = tmp_path / "project"
    files = small_project(PAGE, CLAIMS, {"runs": [NOW]})
    declared = json.loads(files["claims/project.yml"])
    declared["captures"]["other"] = {"file": "capture/other.csv"}
    files["claims/project.yml"] = json.dumps(declared)
    files["capture/other.csv"] = "peak_s\n41\n"
    write_files(root, files)
    monkeypatch.chdir(root)
    return root


def new_file(project: Path, **changed: Any) -> str:
    """A capture outside of the project, with some values changed."""
    path = project.parent / "new.json"
    row = {key: value for key, value in {**NOW, **changed}.items() if value != "absent"}
    path.write_text(json.dumps({"runs": [row]}), encoding="utf-8")
    return str(path)


def effects(project: Path, capsys: Captured, **changed: Any) -> dict[str, str]:
    """What becomes of each sentence, by the id of its claim."""
    main(["whatif", "--capture", f"lab={new_file(project, **changed)}", "--format", "json"])
    whole = json.loads(capsys.readouterr().out)
    return {one["id"]: one["effect"] for one in whole["sentences"]}


EFFECTS: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "the same values": ({}, {}),
    "a value that rounds the same": ({"time_s": 12.44}, {}),
    "a value that would be rewritten": ({"time_s": 13.6}, {"time": "rewritten"}),
    "a bound that fails": ({"saved_s": 8.2}, {"saving": "false"}),
    "a bound that is slack": ({"saved_s": 20}, {"saving": "slack"}),
    "a name that is another": ({"tool": "zstd"}, {"time": "false"}),
    "a counterexample": ({"time_s": 25}, {"time": "rewritten", "longer": "false"}),
    "a value that is missing": ({"rows_n": None}, {"rows": "unmeasured"}),
    "a column that is missing": ({"rows_n": "absent"}, {"rows": "unmeasured"}),
    "a value that is text": ({"rows_n": "many"}, {"rows": "false"}),
}


@pytest.mark.parametrize(("changed", "expected"), EFFECTS.values(), ids=EFFECTS)
def test_each_sentence_has_its_effect(
    changed: dict[str, Any], expected: dict[str, str], project: Path, capsys: Captured
) -> None:
    """What rests on another capture is not spoken of."""
    held = dict.fromkeys(("time", "saving", "rows", "longer"), "holds")
    assert effects(project, capsys, **changed) == {**held, **expected}


def test_the_effects_are_told_page_by_page(project: Path, capsys: Captured) -> None:
    file = new_file(project, time_s=25, saved_s=20, rows_n=None)
    assert main(["whatif", "--capture", f"lab={file}"]) == 1
    assert capsys.readouterr().out == (
        "docs/page.md\n"
        "  sentence false now  longer  No night took longer\n"
        '                      "No night took longer" has a counterexample; '
        "no number makes the sentence true\n"
        "  cannot be measured  rows    sent 4 rows\n"
        "                      the query gives NULL for `rows_n`; no new number mends it\n"
        "  would be rewritten  time    took 12.4 s with gzip\n"
        "                      12.4 → 25.0\n"
        "  holds but slack     saving  saved more than 9 s\n"
        "                      page says more than 9 s, capture says 20 s; the bound still holds, "
        "and how near it stands is for the author to choose\n"
        "\n"
        "4 sentences rest on lab: 1 is false now, 1 cannot be measured, 1 would be rewritten, "
        "1 holds but slack\n"
    )


def test_the_status_is_0_while_every_sentence_stands(project: Path, capsys: Captured) -> None:
    assert main(["whatif", "--capture", f"lab={new_file(project, time_s=13.6)}"]) == 0
    out = capsys.readouterr().out
    assert "  3 hold\n" in out
    assert out.endswith("4 sentences rest on lab: 1 would be rewritten, 3 hold\n")


def test_a_comment_for_a_pull_request(project: Path, capsys: Captured) -> None:
    file = new_file(project, time_s=13.6, saved_s=8.2)
    assert main(["whatif", "--capture", f"lab={file}", "--format", "markdown"]) == 1
    assert capsys.readouterr().out == (
        f"## What `{file}` as `lab` would change\n"
        "\n"
        "4 sentences rest on lab: 1 is false now, 1 would be rewritten, 2 hold.\n"
        "\n"
        "### docs/page.md\n"
        "\n"
        "| Effect | Sentence | What changes |\n"
        "|---|---|---|\n"
        "| **sentence false now** | saved more than 9 s | page says more than 9 s, "
        'capture says 8.2 s; "more than" fails |\n'
        "| would be rewritten | took 12.4 s with gzip | 12.4 → 13.6 |\n"
        "\n"
        "2 hold.\n"
    )


def test_a_program_reads_json(project: Path, capsys: Captured) -> None:
    file = new_file(project, time_s=13.6)
    assert main(["whatif", "--capture", f"lab={file}", "--format", "json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert whole["captures"] == {"lab": file}
    assert whole["stands"] is True
    assert whole["effects"] == {
        "false": 0, "unmeasured": 0, "rewritten": 1, "slack": 0, "holds": 3,
    }  # fmt: skip
    assert whole["sentences"][0] == {
        "id": "time",
        "page": "docs/page.md",
        "says": "took 12.4 s with gzip",
        "place": "docs/page.md:1:9",
        "effect": "rewritten",
        "edits": [
            {"place": "claims/page.yml:10:20", "old": "12.4", "new": "13.6"},
            {"place": "docs/page.md:1:14", "old": "12.4", "new": "13.6"},
        ],
        "why": [],
        "now": ["12.41 s", "gzip"],
        "then": ["13.6 s", "gzip"],
    }


def test_several_captures_at_once(project: Path, capsys: Captured) -> None:
    other = project.parent / "other.csv"
    other.write_text("peak_s\n52\n", encoding="utf-8")
    lab = new_file(project, time_s=13.6)
    assert main(["whatif", "--capture", f"lab={lab}", "--capture", f"other={other}"]) == 0
    out = capsys.readouterr().out
    assert "12.4 → 13.6\n" in out
    assert "41 → 52\n" in out
    assert "5 sentences rest on lab, other: 2 would be rewritten, 3 hold\n" in out


def test_a_capture_of_another_kind_of_file(project: Path, capsys: Captured) -> None:
    """The new file is read by its own ending."""
    other = project.parent / "other.json"
    other.write_text('{"peak_s": 52}', encoding="utf-8")
    assert main(["whatif", "--capture", f"other={other}"]) == 0
    assert "41 → 52\n" in capsys.readouterr().out


def test_a_capture_that_cannot_be_read_measures_nothing(project: Path, capsys: Captured) -> None:
    broken = project.parent / "broken.json"
    broken.write_text('{"runs": [', encoding="utf-8")
    assert main(["whatif", "--capture", f"lab={broken}"]) == 1
    out = capsys.readouterr().out
    assert f"{broken.as_posix()}\n  cannot be measured  invalid-capture" in out
    assert "  cannot be measured  time    took 12.4 s with gzip\n" in out


def test_a_table_with_other_rows_is_a_sentence_that_is_false(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = {
        "id": "nights", "kind": "table", "title": "The nights",
        "data": "SELECT tool, time_s FROM runs",
        "columns": {"Tool": "{tool}", "Time": "{time_s} s"},
    }  # fmt: skip
    page = "| Tool | Time |\n|---|---|\n| gzip | 12.4 s |\n"
    write_files(tmp_path / "project", small_project(page, tables={"runs": [NOW]}, figures=[table]))
    monkeypatch.chdir(tmp_path / "project")
    changed = effects(tmp_path / "project", capsys, time_s=13.6)
    assert changed == {"nights.r1c1": "holds", "nights.r1c2": "rewritten"}
    main(["whatif", "--capture", f"lab={new_file(tmp_path / 'project', time_s=13.6)}"])
    told = capsys.readouterr().out
    assert "would be rewritten  nights.r1c2  gzip: 12.4 s\n" in told
    assert told.endswith("\n2 table cells rest on lab: 1 would be rewritten, 1 holds\n")
    file = new_file(tmp_path / "project", tool="zstd")
    assert main(["whatif", "--capture", f"lab={file}", "--format", "json"]) == 1
    (beside,) = json.loads(capsys.readouterr().out)["beside"]
    assert (beside["rule"], beside["effect"]) == ("stale-table", "false")
    assert main(["whatif", "--capture", f"lab={file}"]) == 1
    assert "1 finding beside them\n" in capsys.readouterr().out


def test_nothing_is_written(project: Path) -> None:
    file = new_file(project, time_s=13.6)
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    main(["whatif", "--capture", f"lab={file}"])
    assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == before


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("lba=claims/project.yml", "the project has no capture lba; it has lab and other"),
        ("lab=nowhere.json", "there is no file nowhere.json"),
        ("lab", "lab is not NAME=FILE"),
        ("=a.json", "=a.json is not NAME=FILE"),
    ],
)
def test_what_cannot_be_tried_is_one_line(
    typed: str, words: str, project: Path, capsys: Captured
) -> None:
    assert main(["whatif", "--capture", typed]) == 2
    assert capsys.readouterr() == ("", f"proseproof: {words}\n")


def test_a_capture_is_given_once(project: Path, capsys: Captured) -> None:
    file = new_file(project, time_s=13.6)
    typed = ["--capture", f"lab={file}"]
    assert main(["whatif", *typed, *typed]) == 2
    assert capsys.readouterr() == ("", "proseproof: the capture lab is given twice\n")


def test_a_sentence_that_turns_false_shows_the_row_against_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    claim = {"says": "All were short", "holds": "SELECT time_s < 20, tool, time_s FROM runs"}
    write_files(tmp_path, small_project("All were short.\n", [claim], {"runs": [NOW]}))
    monkeypatch.chdir(tmp_path)
    file = new_file(tmp_path, time_s=25.5)
    assert main(["whatif", "--capture", f"lab={file}"]) == 1
    told = '"All were short" has a counterexample: tool = gzip, time_s = 25.5'
    assert told in capsys.readouterr().out


def test_a_capture_that_cannot_be_read_is_told_with_its_place(
    project: Path, capsys: Captured
) -> None:
    file = project / "broken.json"
    file.write_text('{"runs": [\n  {"tool": "gz\n', encoding="utf-8")
    assert main(["whatif", "--capture", f"lab={file}"]) == 1
    assert "  2:12 " in " ".join(capsys.readouterr().out.split("\n"))
