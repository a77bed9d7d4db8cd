"""Whatever was checked before, a check that remembers finds what one finds that knows nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.project import line, lines, write_files

from proseproof.finding import Edit
from proseproof.kept import NOTHING_KEPT, Kept
from proseproof.outcome import Outcome
from proseproof.query import Worker
from proseproof.run import check

LAB = {
    "provenance": {"inputs": [{"path": "capture/a.log", "sha256": "0" * 64}]},
    "runs": [
        {"run": "a", "time_s": 5.5, "config": {"seed": 7, "port": "80"}},
        {"run": "b", "time_s": 7, "config": {"seed": 8, "port": "8080"}},
    ],
}
PROJECT = {
    "pages": ["docs/*.md"],
    "captures": {
        "lab": {"file": "capture/lab.json", "schema": "capture/schema.json",
                "tables": {"runs": "runs[]"}},
        "laps": {"file": "capture/laps*.jsonl"},
        "track": {"file": "capture/track.csv"},
    },
    "views": {
        "slow": "SELECT * FROM runs WHERE time_s > 6",
        "slowest": "SELECT max(time_s) AS most_s FROM slow",
        "lap_times": "FROM laps -- of the track",
    },
}  # fmt: skip
SECTION = {
    "page": "docs/page.md",
    "figures": [
        {
            "id": "text",
            "kind": "text",
            "claims": [
                {"says": "a took 5.5 s", "query": "SELECT time_s FROM runs WHERE run = 'a'"},
                {"says": "b took 7 s", "query": "SELECT most_s FROM slowest"},
                {"says": "laps of 8.5 s", "query": "SELECT min(lap_s) FROM Lap_Times"},
                {"says": "2 laps", "query": 'WITH runs AS (FROM laps) SELECT count(*) FROM "runs"'},
                {"says": "400 m", "query": "SELECT length_m FROM track"},
                {
                    "says": "port 80 first",
                    "query": "SELECT config.port::INT FROM runs ORDER BY runs.time_s LIMIT 1",
                },
            ],
        },
    ],
}
FILES = {
    "docs/page.md": "Run a took 5.5 s, and b took 7 s.\n\nThere were 2 laps of 8.5 s and more, "
    "on 400 m; port 80 first.\n",
    "capture/a.log": "",
    "capture/lab.json": json.dumps(LAB),
    "capture/schema.json": '{"type": "object", "required": ["runs"]}',
    "capture/laps1.jsonl": '{"lap_s": 8.5}\n{"lap_s": 9}\n',
    "capture/track.csv": "length_m,name\n400,oval\n",
    "claims/project.yml": json.dumps(PROJECT, indent=1),
    "claims/page.yml": json.dumps(SECTION, indent=1),
}
EDITS = [
    ("claims/project.yml", '"slow"', '"slower"'),
    ("claims/project.yml", '"slow"', '"data"'),
    ("claims/project.yml", '"track": {', '"data": {'),
    ("claims/project.yml", '"lap_times"', '"Slow"'),
    ("claims/project.yml", "time_s > 6", "time_s > 5"),
    ("claims/project.yml", "time_s > 6", "times > 6"),
    ("claims/project.yml", "FROM slow", "FROM slowest"),
    ("claims/project.yml", "FROM laps --", "FROM track --"),
    ("claims/project.yml", "-- of the track", "-- of runs"),
    ("claims/project.yml", '"runs": ', '"slow": '),
    ("claims/project.yml", '"runs[]"', '"provenance.inputs[]"'),
    ("claims/project.yml", "laps*", "laps1"),
    ("claims/project.yml", '"laps": {', '"runs": {'),
    ("claims/project.yml", '"schema": "capture/schema.json",', ""),
    ("claims/page.yml", "SELECT time_s", "SELECT time"),
    ("claims/page.yml", "FROM Lap_Times", "FROM Lap_Time"),
    ("claims/page.yml", "FROM Lap_Times", "FROM laps"),
    ("claims/page.yml", "ORDER BY runs.time_s", "ORDER BY config.port"),
    ("claims/page.yml", "FROM track", "FROM 'track'"),
    ("claims/page.yml", "FROM track", "FROM main.track"),
    ("claims/page.yml", 'FROM \\"runs\\"', "FROM runs, track"),
    ("capture/lab.json", "5.5", "5.6"),
    ("capture/lab.json", "5.5", '"5.5"'),
    ("capture/lab.json", '"8080"', '"9"'),
    ("capture/lab.json", '"run"', '"name"'),
    ("capture/lab.json", "}}]}", "}}"),
    ("capture/schema.json", "runs", "laps"),
    ("capture/laps1.jsonl", "9", "8"),
    ("capture/laps1.jsonl", "9", '"n.a."'),
    ("capture/laps2.jsonl", "", '{"lap_s": 7}\n'),
    ("capture/track.csv", "length_m", "length_km"),
    ("capture/track.csv", "400", "399"),
    ("capture/a.log", "", "another\n"),
    ("docs/page.md", "7 s", "7.1 s"),
    ("docs/page.md", "laps", "rounds"),
]


def edit(one: Edit) -> tuple[object, ...]:
    return one.span.source.path, one.span.start, one.span.end, one.text, one.safe


def told(outcome: Outcome) -> Any:
    """All that an outcome tells of what it found and proved."""
    return (
        [
            (line(one), one.severity, one.notes, one.help, [*map(edit, one.edits)])
            for one in outcome.findings
        ],
        [(one.id, one.verdict, one.values, one.captures, one.sql) for one in outcome.proofs],
        outcome.numbers,
        sorted(outcome.captures),
    )


def edited(files: Mapping[str, str], rng: random.Random) -> dict[str, str]:
    """The files with an edit more, or with one taken back."""
    path, old, new = rng.choice(EDITS)
    text = files.get(path, "")
    if new and new in text and rng.random() < 0.5:
        old, new = new, old
    changed = text.replace(old, new, 1) if old else new if not text else ""
    return {**files, path: changed}


def test_each_edit_alone_is_found_as_by_a_first_check(tmp_path: Path, worker: Worker) -> None:
    kept = Kept(tmp_path / "kept")
    root = tmp_path / "project"
    [finding] = lines(check(write_files(root, FILES), worker, kept=kept))
    assert "the summary was made of `capture/a.log` as 0000" in finding
    same = 0
    for path, old, new in EDITS:
        text = FILES.get(path, "")
        assert old in text
        write_files(root, {path: text.replace(old, new, 1) if old else new})
        warm = told(check(write_files(root, {}), worker, kept=kept))
        cold = told(check(write_files(root, {}), worker))
        assert warm == cold, (path, old, new)
        same += warm == told(check(write_files(root, FILES), worker, kept=kept))
        (root / "capture/laps2.jsonl").unlink(missing_ok=True)
    assert same < 10  # most edits are seen


@pytest.mark.parametrize("seed", range(4))
def test_many_edits_are_found_as_by_a_first_check(
    tmp_path: Path, worker: Worker, seed: int
) -> None:
    rng = random.Random(seed)
    kept = Kept(tmp_path / "kept")
    root = tmp_path / "project"
    files = FILES
    for _ in range(25):
        files = edited(files, rng) if rng.random() < 0.8 else FILES
        disk = write_files(root, files)
        warm, cold = check(disk, worker, kept=kept), check(disk, worker, kept=NOTHING_KEPT)
        assert told(warm) == told(cold)
        again = check(disk, worker, kept=kept)
        assert told(again) == told(cold)
