"""A sound capture is known again by its bytes, and is not read before a row of it is wanted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

import pytest
from tests.capture.declared import declare

from proseproof.capture import Capture, recall_or_read
from proseproof.capture.fault import Findings, declared
from proseproof.disk import Disk, Unreadable
from proseproof.kept import Kept
from proseproof.model import CaptureDeclaration
from proseproof.nouns import dataclass
from proseproof.source import Source, Text

RUNS = {
    "created_utc": "2026-11-30T12:00:00Z",
    "provenance": {
        "kind": "measured",
        "inputs": [{"path": "a.log", "sha256": "0" * 64}],
        "generator": {"path": "make.py", "version": 3},
    },
    "runs": {
        "a": {"config": {"seed": 7, "optimizer": {"name": "adam"}}, "steps": [{"took_s": 0.1}]},
        "b": {"config": {"seed": 2**70, "share": -0.0}, "steps": [], "note": "\u00fc \ud83d\ude00"},
    },
    "sizes": [{"size": "9.5", "at": {"port": "80"}}, {"size": "10.5", "at": {"port": "8080"}}],
}
RUNS_JSON = json.dumps(RUNS)
RUN_TABLES = {"runs": "runs.{run}", "steps": "runs.{run}.steps[]", "sizes": "sizes[]"}
BESIDE = {"a.log": "took 0.1 s\n", "make.py": ""}
LOG = 'step {"took_s": 0.5}\nidle\nstep {"took_s": "NaN"}\n'


@dataclass(frozen=True)
class NotingDisk(Disk):
    """A disk that notes which texts are read."""

    read: list[str] = field(default_factory=list, hash=False, compare=False)

    def source(self, relative: str) -> Source | Unreadable:
        self.read.append(relative)
        return super().source(relative)


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "cache" / "kept")


def sound(_: CaptureDeclaration, __: Capture, ___: Disk) -> Findings:
    return ()


def known(declaration: CaptureDeclaration, root: Path, kept: Kept) -> tuple[Capture, list[str]]:
    """The capture, and the files whose texts were read for it."""
    disk = NotingDisk(root)
    capture, findings = recall_or_read(declaration, disk, kept, sound)
    assert findings == ()
    assert capture is not None
    return capture, disk.read


def told(capture: Capture) -> Any:
    """All that a capture tells."""
    return (
        capture.name, capture.files, capture.provenance, capture.dated, capture.configs,
        [(one.path, one.recorded, one.found, one.span.first) for one in capture.made_of.inputs],
        [(one.path, one.version, one.span.first) for one in capture.made_of.generators],
        [(rows.table, rows.columns, rows.types, rows.number_texts) for rows in capture.tables],
        [repr([*rows.rows]) for rows in capture.tables],
    )  # fmt: skip


FORMS: dict[str, tuple[Mapping[str, str], dict[str, Any]]] = {
    "JSON": ({"runs.json": RUNS_JSON, **BESIDE}, {"tables": RUN_TABLES}),
    "files of a glob": (
        {"a/1.json": '[{"x_s": 1}]', "a/2.json": '[{"x_s": 2.5, "y": [1, "two"]}]'},
        {"file": "a/*.json"},
    ),
    "JSON Lines": ({"laps.jsonl": '{"lap_s": 9}\n{"lap_s": 10}\n'}, {}),
    "a log": ({"lab.log": LOG}, {"nonfinite": True, "marker": Text.of(Source("m", "step "), 0, 5)}),
    "CSV": ({"laps.csv": "lap_s,who,size\n9,a,007\n10.5,b,08\n"}, {}),
}


@pytest.mark.parametrize("form", FORMS)
def test_what_is_known_is_what_was_read(tmp_path: Path, kept: Kept, form: str) -> None:
    files, more = FORMS[form]
    declaration = declare(tmp_path, files, **more)
    first, read = known(declaration, tmp_path, kept)
    assert read
    again, read = known(declaration, tmp_path, kept)
    assert read == []
    assert told(again) == told(first)
    assert read != []


def test_rows_are_read_once(tmp_path: Path, kept: Kept) -> None:
    declaration = declare(tmp_path, {"laps.csv": "lap_s\n9\n8\n"})
    known(declaration, tmp_path, kept)
    capture, read = known(declaration, tmp_path, kept)
    rows = capture.tables[0].rows
    assert (len(rows), rows[0], rows[1:], list(rows)) == (2, (9,), [(8,)], [(9,), (8,)])
    assert read == ["laps.csv"]


SCHEMA = '{"type": "object"}'


@pytest.mark.parametrize(
    ("files", "more"),
    [
        ({"runs.json": RUNS_JSON.replace("0.1", "0.2")}, {}),
        ({"runs.json": RUNS_JSON + "\n"}, {}),
        ({"schema.json": SCHEMA + " "}, {}),
        ({}, {"schema": None}),
        ({}, {"tables": {**RUN_TABLES, "steps": "runs.{name}.steps[]"}}),
        ({}, {"tables": {"laps": "runs.{run}.steps[]"}}),
        ({}, {"nonfinite": True}),
    ],
)
def test_all_that_decides_it_is_looked_at(
    tmp_path: Path, kept: Kept, files: Mapping[str, str], more: Mapping[str, Any]
) -> None:
    whole = {"runs.json": RUNS_JSON, "schema.json": SCHEMA, **BESIDE}
    facts: dict[str, Any] = {"tables": RUN_TABLES, "schema": "schema.json"}
    known(declare(tmp_path, whole, **facts), tmp_path, kept)
    declaration = declare(tmp_path, {**whole, **files}, **{**facts, **more})
    assert "runs.json" in known(declaration, tmp_path, kept)[1]
    assert known(declaration, tmp_path, kept)[1] == []
    assert known(declare(tmp_path, whole, **facts), tmp_path, kept)[1] == []


def test_what_a_summary_was_made_of_is_looked_at_each_time(tmp_path: Path, kept: Kept) -> None:
    declaration = declare(tmp_path, {"runs.json": RUNS_JSON, **BESIDE}, tables=RUN_TABLES)
    first, _ = known(declaration, tmp_path, kept)
    (tmp_path / "a.log").write_text("took 0.2 s\n", encoding="utf-8")
    (tmp_path / "make.py").unlink()
    again, read = known(declaration, tmp_path, kept)
    assert read == []
    assert again.made_of.inputs[0].found != first.made_of.inputs[0].found
    assert again.made_of.generators == ()


def test_a_capture_with_a_mistake_is_read_each_time(tmp_path: Path, kept: Kept) -> None:
    declaration = declare(tmp_path, {"laps.csv": "lap_s\n9\n"})

    def mistaken(declaration: CaptureDeclaration, _: Capture, __: Disk) -> Findings:
        return (declared(declaration.file, "a mistake"),)

    for _ in range(2):
        disk = NotingDisk(tmp_path)
        capture, findings = recall_or_read(declaration, disk, kept, mistaken)
        assert (capture, len(findings)) == (None, 1)
        assert disk.read


@pytest.mark.parametrize("text", ["lap_s\n7\n", "lap_s\n", None])
def test_a_file_that_changes_meanwhile_is_told(
    tmp_path: Path, kept: Kept, text: str | None
) -> None:
    declaration = declare(tmp_path, {"laps.csv": "lap_s\n9\n"})
    known(declaration, tmp_path, kept)
    capture, _ = known(declaration, tmp_path, kept)
    file = tmp_path / "laps.csv"
    if text is None:
        file.unlink()
    else:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(OSError, match="changed while it was read"):
        list(capture.tables[0].rows)


def test_a_file_that_cannot_be_read_is_a_finding(tmp_path: Path, kept: Kept) -> None:
    """As it is of `read_capture`, and all that is wrong elsewhere is told as well."""
    (tmp_path / "outside.json").write_text("[]", encoding="utf-8")
    root = tmp_path / "project"
    declaration = declare(root, {"a/1.json": "[]"}, file="a/*.json")
    (root / "a/2.json").symlink_to(tmp_path / "outside.json")
    capture, (finding,) = recall_or_read(declaration, Disk(root), kept, sound)
    assert capture is None
    assert finding.message == "`a/2.json` cannot be read: it leads out of the project"


@dataclass(frozen=True)
class FickleDisk(Disk):
    """A disk on which a file changes as soon as its digest was told."""

    then: dict[str, str] = field(default_factory=dict, hash=False, compare=False)

    def digest(self, relative: str) -> str:
        told = super().digest(relative)
        if relative in self.then:
            self.path(relative).write_text(self.then.pop(relative), encoding="utf-8")
        return told


@pytest.mark.parametrize(
    ("path", "wrong", "right"),
    [
        ("schema.json", '{"required": ["laps"]}', "{}"),
        ("runs.json", '{"runs": 5}', RUNS_JSON),
    ],
)
def test_what_changes_between_two_looks_is_not_kept(
    tmp_path: Path, kept: Kept, path: str, wrong: str, right: str
) -> None:
    """The bytes that were named were wrong, the bytes that were read are right."""
    files = {"runs.json": RUNS_JSON, "schema.json": "{}", **BESIDE, path: wrong}
    declaration = declare(tmp_path, files, tables=RUN_TABLES, schema="schema.json")
    capture, findings = recall_or_read(
        declaration, FickleDisk(tmp_path, then={path: right}), kept, sound
    )
    assert (capture is not None, findings) == (True, ())
    (tmp_path / path).write_text(wrong, encoding="utf-8")
    capture, findings = recall_or_read(declaration, Disk(tmp_path), kept, sound)
    assert capture is None
    assert findings
