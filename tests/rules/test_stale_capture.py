"""Captures that no longer match what they were made of: inputs, programs, queries, releases."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from tests.project import check_files, lines, small_project, write_files

from proseproof.miles.version import GENERATOR, VERSION
from proseproof.query import Worker
from proseproof.run import check
from proseproof.site.ledger import ledger_json

LOG = "step 0 took 5.5 s\n"


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def project(provenance: Any = None, page: str = "It took 5.5 s.") -> dict[str, str]:
    """A project with one claim over the summary `capture/lab.json`, which has this provenance."""
    files = small_project(page, [{"says": "took 5.5 s", "query": "SELECT time_s FROM runs"}])
    document = {"provenance": provenance, "runs": [{"run": "a", "time_s": 5.5}]}
    files["capture/lab.json"] = json.dumps(document, indent=1)
    return files


def of(path: str, digest: str) -> dict[str, Any]:
    return {"inputs": [{"role": "log", "path": path, "sha256": digest}]}


def test_a_summary_whose_input_changed(tmp_path: Path, worker: Worker) -> None:
    files = project(of("logs/a.log", sha256(LOG))) | {"logs/a.log": LOG.replace("5.5", "6.5")}
    outcome = check_files(tmp_path, files, worker)
    recorded, found = sha256(LOG)[:12], sha256(files["logs/a.log"])[:12]
    assert lines(outcome) == [
        (
            "capture/lab.json:7:15 stale-capture: the summary was made of `logs/a.log` as "
            f"{recorded}, the file is {found}"
        )
    ]
    assert outcome.findings[0].help == "put the file back, or make the summary again"


@pytest.mark.parametrize(
    ("provenance", "inputs"),
    [
        (of("logs/a.log", sha256(LOG)), {"logs/a.log": LOG}),
        (of("logs/a.log", sha256(LOG).upper()), {"logs/a.log": LOG}),
        # Not at hand: published without its logs, or recorded on a machine of its own.
        (of("logs/a.log", sha256(LOG)), {}),
        (of("../elsewhere.log", sha256(LOG)), {}),
        # What has no digest, or is another's idea of provenance, promises nothing.
        ({"inputs": [{"path": "logs/a.log"}, 5, None]}, {"logs/a.log": LOG}),
        ({"inputs": [{"path": "logs/a.log", "sha256": "unknown"}]}, {"logs/a.log": LOG}),
        ({"inputs": "logs/a.log"}, {"logs/a.log": LOG}),
        ("from the lab", {}),
        (None, {}),
    ],
)
def test_a_summary_with_nothing_against_it(
    tmp_path: Path, worker: Worker, provenance: Any, inputs: dict[str, str]
) -> None:
    assert lines(check_files(tmp_path, project(provenance) | inputs, worker)) == []


def test_a_summary_by_an_older_summariser(tmp_path: Path, worker: Worker) -> None:
    files = project({"generator": {"path": GENERATOR, "version": "0"}}) | {GENERATOR: "# thin\n"}
    assert lines(check_files(tmp_path, files, worker)) == [
        (
            f"capture/lab.json:5:15 stale-capture: version 0 of `{GENERATOR}` made this, "
            f"it is at version {VERSION}"
        )
    ]


@pytest.mark.parametrize(
    ("generator", "inputs"),
    [
        ({"path": GENERATOR, "version": VERSION}, {GENERATOR: "# thin\n"}),
        ({"path": GENERATOR, "version": "0"}, {}),  # the program is not at hand
        ({"path": "tools/mine.py", "version": "0"}, {"tools/mine.py": "VERSION = 1\n"}),
    ],
)
def test_a_summariser_with_nothing_against_it(
    tmp_path: Path, worker: Worker, generator: Any, inputs: dict[str, str]
) -> None:
    assert lines(check_files(tmp_path, project({"generator": generator}) | inputs, worker)) == []


def test_a_summariser_of_ones_own_is_known_by_its_digest(tmp_path: Path, worker: Worker) -> None:
    generator = {"path": "tools/mine.py", "sha256": sha256("old\n")}
    files = project({"generator": generator}) | {"tools/mine.py": "new\n"}
    (found,) = lines(check_files(tmp_path, files, worker))
    assert found.startswith(
        "capture/lab.json:5:14 stale-capture: the summary was made of `tools/mine.py` as "
    )


@pytest.mark.parametrize(("weight", "passes"), [("warning", True), ("off", True), ("error", False)])
def test_the_rule_can_be_weighed(tmp_path: Path, worker: Worker, weight: str, passes: bool) -> None:
    files = project(of("logs/a.log", sha256("x"))) | {"logs/a.log": LOG}
    declared = json.loads(files["claims/project.yml"])
    files["claims/project.yml"] = json.dumps({**declared, "rules": {"stale-capture": weight}})
    assert check_files(tmp_path, files, worker).passed is passes


def released(tmp_path: Path, worker: Worker, files: dict[str, str]) -> dict[str, str]:
    """The files with the ledger of a check of them as the ledger of the last release."""
    declared = json.loads(files["claims/project.yml"])
    files["claims/project.yml"] = json.dumps(
        {**declared, "released": "capture/ledger.json"}, indent=1
    )
    files["capture/ledger.json"] = "{}"
    ledger = ledger_json(check(write_files(tmp_path, files), worker))
    return files | {"capture/ledger.json": ledger}


def test_a_capture_edited_since_the_last_release(tmp_path: Path, worker: Worker) -> None:
    files = released(tmp_path, worker, project())
    assert lines(check_files(tmp_path, files, worker)) == []
    before = sha256(files["capture/lab.json"])[:12]
    files["capture/lab.json"] = files["capture/lab.json"].replace("5.5", "5.52")
    outcome = check_files(tmp_path, files, worker)
    after = sha256(files["capture/lab.json"])[:12]
    assert lines(outcome) == [
        (
            f"claims/project.yml:7:13 stale-capture: `capture/lab.json` was {before} at the last "
            f"release, it is {after}"
        )
    ]
    assert outcome.findings[0].notes == ("`text.1` moved from 5.5 s to 5.52 s",)


def test_a_capture_that_says_the_same_in_other_bytes(tmp_path: Path, worker: Worker) -> None:
    files = released(tmp_path, worker, project())
    files["capture/lab.json"] += "\n"
    (finding,) = check_files(tmp_path, files, worker).findings
    assert (finding.rule, finding.notes) == ("stale-capture", ("no claim moved",))


def test_a_capture_under_a_new_name_is_new_data(tmp_path: Path, worker: Worker) -> None:
    files = released(tmp_path, worker, project())
    files["capture/lab-2.json"] = files.pop("capture/lab.json").replace("5.5", "5.52")
    (tmp_path / "capture/lab.json").unlink()
    files["claims/project.yml"] = files["claims/project.yml"].replace("lab.json", "lab-2.json")
    assert lines(check_files(tmp_path, files, worker)) == []


@pytest.mark.parametrize(
    ("ledger", "said"),
    [
        (None, "claims/project.yml:13:15 invalid-capture: there is no file `capture/ledger.json`"),
        (
            "{}",
            ("claims/project.yml:13:15 invalid-capture: `capture/ledger.json` is no ledger of "
            "this version"),
        ),
        (
            '{"schema_version": 1, "captures": {"lab": 5}, "proofs": []}',
            ("claims/project.yml:13:15 invalid-capture: `capture/ledger.json` is no ledger of "
            "this version"),
        ),
        ('{"a": 1,}', ("capture/ledger.json:1:9 invalid-capture: `}` stands where a key in double "
         "quotes is due")),
    ],
)  # fmt: skip
def test_a_ledger_that_cannot_be_read(
    tmp_path: Path, worker: Worker, ledger: str | None, said: str
) -> None:
    files = released(tmp_path, worker, project())
    (tmp_path / "capture/ledger.json").unlink()
    del files["capture/ledger.json"]
    if ledger is not None:
        files["capture/ledger.json"] = ledger
    assert lines(check_files(tmp_path, files, worker)) == [said]
