"""The command as a whole: several runs, the same bytes, provenance, and all that it refuses."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st
from tests.miles.conftest import Lab, Sampler, log_lines

from proseproof.miles.command import main

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "capture" / "gpu" / "summary" / "miles.schema.json"
LOG = "\n".join(log_lines()) + "\n"
SHORT = "\n".join(log_lines(steps=3)) + "\n"


def nulls(value: Any, key: str = "") -> Iterator[str]:
    """The keys of nulls that have no reason beside them."""
    if isinstance(value, dict):
        for name, item in value.items():
            if item is None and not value.get(f"{name}_reason"):
                yield f"{key}.{name}"
            yield from nulls(item, f"{key}.{name}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from nulls(item, f"{key}[{index}]")


def test_a_summary_satisfies_its_schema_and_every_null_has_a_reason(lab: Lab) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    full = lab.run(LOG, Sampler(rises=(230,), gaps=((930, 940),)).text(), config={"rollouts": 12})
    bare = lab.run(SHORT, run="bare", time_zone=None)
    summary = lab.summarise(full, bare)
    jsonschema.Draft202012Validator(schema).validate(summary)
    assert list(nulls(summary)) == []
    assert list(summary["runs"]) == ["bare", "base"]
    assert lab.out == "2 runs in summary.json\n"


def test_the_same_inputs_give_the_same_bytes(lab: Lab) -> None:
    files = (lab.run(LOG, Sampler().text()), lab.run(SHORT, run="short"))
    lab.summarise(*files)
    first = (lab.folder / "summary.json").read_bytes()
    lab.summarise(*files)
    assert (lab.folder / "summary.json").read_bytes() == first
    assert first.endswith(b"}\n")
    document = json.loads(first)
    assert first.decode() == json.dumps(document, indent=2, sort_keys=True) + "\n"


def test_provenance_names_each_input_and_no_folder_of_the_machine(lab: Lab) -> None:
    arguments = {"seed": 2**60, "num_rollout": 12}
    lab.write("arguments.json", json.dumps(arguments))
    elsewhere = lab.folder.parent / f"{lab.folder.name}-elsewhere.log"
    elsewhere.write_text(LOG, encoding="utf-8")
    file = lab.run(SHORT, Sampler().text(), arguments="arguments.json", logs=[str(elsewhere)])
    summary = lab.summarise(file)
    inputs = summary["provenance"]["inputs"]
    assert [one["role"] for one in inputs] == ["run file", "log", "telemetry", "arguments"]
    assert inputs[1] == {
        "bytes": len(LOG),
        "path": elsewhere.name,
        "role": "log",
        "run": "base",
        "sha256": hashlib.sha256(LOG.encode()).hexdigest(),
    }
    assert summary["runs"]["base"]["config"]["seed"] == str(2**60)
    assert str(lab.folder.parent) not in json.dumps(summary)
    assert summary["provenance"]["generator"] == {
        "argv": ["base.json", "--git-commit", "0123456789"],
        "git_commit": "0123456789",
        "path": "capture/gpu/summarize_miles.py",
        "version": "1",
    }


def test_hosts_that_differ_are_told_run_by_run(lab: Lab) -> None:
    other = Sampler().text().replace("NVIDIA GB10", "NVIDIA H200")
    summary = lab.summarise(lab.run(LOG, Sampler().text()), lab.run(SHORT, other, run="other"))
    host = summary["provenance"]["host"]
    assert (host["gpu"], host["gpu_reason"]) == (None, "the runs differ")
    assert host["driver"] == "580.95.05"
    assert summary["runs"]["other"]["host"]["gpu"] == "NVIDIA H200"
    (lab.folder / "summary.json").unlink()
    file = lab.run(LOG, Sampler().text(), host={"gpu": "GB10"})
    assert lab.refused(file) == (
        "error: base.json: host.gpu is 'GB10' here and 'NVIDIA GB10' elsewhere\n"
    )


def test_the_date_is_given_or_the_logs(lab: Lab) -> None:
    file = lab.run(LOG)
    assert lab.summarise(file)["created_utc"] == "2026-11-30T02:20:02.820000Z"
    assert lab.summarise(file, SOURCE_DATE_EPOCH="0")["created_utc"] == "1970-01-01T00:00:00Z"
    given = lab.summarise(file, "--created", "2026-12-01T00:00:00Z", SOURCE_DATE_EPOCH="0")
    assert given["created_utc"] == "2026-12-01T00:00:00Z"
    (lab.folder / "summary.json").unlink()
    assert lab.refused(lab.run(LOG, time_zone=None)) == (
        "error: base.json: no time zone is given, so the summary has no date: --created gives it "
        "one\n"
    )


@pytest.mark.parametrize(
    "words", [["--created", "yesterday"], ["--created", "2026-13-01T00:00:00Z"], ["--nonsense"]]
)
def test_wrong_usage_ends_with_two(lab: Lab, words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        lab.summarise(lab.run(LOG), *words)
    assert ended.value.code == 2


def test_an_id_and_a_log_belong_to_one_run(lab: Lab) -> None:
    lab.run(LOG)
    lab.write("again.json", json.dumps({"run": "base", "logs": ["base.log"]}))
    assert lab.refused("base.json", "again.json") == (
        "error: again.json: the run id base is also that of base.json\n"
    )
    assert lab.refused("base.json", lab.run(LOG, run="copy")) == (
        "error: copy.log: the same log is given to the runs base and copy\n"
    )


def test_all_faults_of_all_runs_are_told_in_one_go(lab: Lab) -> None:
    broken = SHORT.replace("perf 1: {", "perf 1: {'x' 5, ")
    first = lab.run(broken, Sampler().text() + "late\n", run="first")
    second = lab.run("nothing\n", run="second", arguments="missing.json")
    said = lab.refused(first, second, "third.json").splitlines()
    lines = [n for n, line in enumerate(SHORT.splitlines(), 1) if "perf 1: {" in line]
    assert said == [
        f"error: first.log:{lines[0]}: the dict of `perf 1` has a key without a value",
        f"error: first.log:{lines[1]}: the dict of `perf 1` has a key without a value",
        "error: first.csv:2443: 1 values stand under 8 columns",
        "error: second.log: holds no line of Miles",
        "error: missing.json: no such file or directory",
        "error: third.json: no such file or directory",
    ]


def test_arguments_are_strict_json(lab: Lab) -> None:
    lab.write("arguments.json", '{"seed": 1,\n "seed": 2}')
    assert lab.refused(lab.run(SHORT, arguments="arguments.json")) == (
        "error: arguments.json:2: the key `seed` stands twice in one object\n"
    )


def test_a_time_that_the_zone_skips_is_refused(lab: Lab) -> None:
    log = SHORT.replace("2026-11-30 04:", "2026-03-29 02:")
    said = lab.refused(lab.run(log, time_zone="Europe/Berlin"))
    assert said == (
        "error: base.log:1: 2026-03-29 02:00:01 does not exist in Europe/Berlin: the clock skips "
        "it\n"
    )


def test_a_recorded_run_is_not_lost_and_not_changed(lab: Lab) -> None:
    file = lab.run(LOG)
    lab.summarise(file)
    before = (lab.folder / "summary.json").read_bytes()
    lab.summarise(lab.run(SHORT, run="other"), status=2)
    lost = "error: summary.json: the run base is in the file and not in the new summary\n"
    assert lab.err == lost
    lab.summarise(lab.run(SHORT), status=2)
    assert lab.err == "error: summary.json: the run base is in the file, from other inputs\n"
    lab.write("summary.json", "{}")
    lab.summarise(file, status=2)
    assert lab.err == "error: summary.json: the file exists and is no summary\n"
    # The run as it was, and one more, may be written; so may a better run file.
    (lab.folder / "summary.json").write_bytes(before)
    summary = lab.summarise(lab.run(LOG, note="the first"), lab.run(SHORT, run="other"))
    assert summary["runs"]["base"]["note"] == "the first"


def test_nothing_is_left_where_writing_fails(lab: Lab) -> None:
    file = lab.run(LOG)
    (lab.folder / "summary.json").mkdir()
    before = sorted(path.name for path in lab.folder.iterdir())
    lab.summarise(file, status=2)
    assert lab.err.startswith("error: summary.json: is a directory")
    assert sorted(path.name for path in lab.folder.iterdir()) == before


def test_the_command_runs_as_a_program(lab: Lab) -> None:
    lab.run(SHORT)
    program = ROOT / "capture" / "gpu" / "summarize_miles.py"
    words = [sys.executable, str(program), "base.json", "--out", "out.json"]
    builder = {"PYTHONPATH": str(ROOT / "builder"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        words, cwd=lab.folder, env=builder, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "1 run in out.json\n"), done.stderr
    generator = json.loads((lab.folder / "out.json").read_bytes())["provenance"]["generator"]
    # The commit of the generator's code, or the reason why there is none to name.
    assert (generator["git_commit"] is None) == bool(generator.get("git_commit_reason"))


cuts = st.lists(st.tuples(st.integers(0, len(SHORT)), st.integers(0, 60), st.text(max_size=8)))


@settings(max_examples=60, deadline=None)
@given(cuts, cuts)
def test_whatever_the_files_hold_the_command_ends_by_itself(
    log_cuts: list[tuple[int, int, str]], csv_cuts: list[tuple[int, int, str]]
) -> None:
    log, samples = SHORT, Sampler(last=40).text()
    for at, length, text in log_cuts:
        log = log[:at] + text + log[at + length :]
    for at, length, text in csv_cuts:
        samples = samples[:at] + text + samples[at + length :]
    with TemporaryDirectory() as folder:
        lab = Lab(Path(folder))
        words = [lab.run(log, samples), "--out", "summary.json", "--git-commit", "0123456"]
        err = io.StringIO()
        status = main(words, {}, lab.folder, io.StringIO(), err)
        written = (lab.folder / "summary.json").exists()
        assert (status, written) == ((2, False) if err.getvalue() else (0, True))


def test_many_faults_are_told_in_twenty_lines(lab: Lab) -> None:
    said = lab.refused(*(f"{number}.json" for number in range(30))).splitlines()
    assert len(said) == 21
    assert said[-1] == "error: 10 more of the like"
