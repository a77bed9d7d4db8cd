"""The command that writes a summary: arguments in, a file or one line for each fault out."""

from __future__ import annotations

import argparse
import re
import subprocess
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from proseproof.disk import Disk, find_root
from proseproof.miles.clock import SECOND, utc_text
from proseproof.miles.recorded import Recorded, name_from, read_run
from proseproof.miles.refusal import Refusal
from proseproof.miles.strict import read_json
from proseproof.miles.summary import Made, summarise, to_text
from proseproof.miles.version import GENERATOR

_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
_COMMIT = re.compile(r"[0-9a-f]{7,64}")
_CODE = ("builder/proseproof/miles", GENERATOR)
_SHOWN = 20
_QUERY = (
    "timestamp",
    "uuid",
    "name",
    "driver_version",
    "clocks.sm",
    "utilization.gpu",
    "clocks_event_reasons.sw_thermal_slowdown",
    "clocks_event_reasons.hw_thermal_slowdown",
    "clocks_event_reasons_counters.sw_thermal_slowdown",
    "clocks_event_reasons_counters.hw_thermal_slowdown",
)
_RUN_FILE = """\
A run file is JSON; its paths are relative to its own folder:

  {
    "run": "e3e-base-frac025",       an id; a rerun gets a new one
    "logs": ["run.log"],             what the trainer and the rollout printed
    "time_zone": "Europe/Berlin",    of the logs' local times, or an offset: +02:00
    "telemetry": "gpu.csv",          the output of nvidia-smi, see below
    "telemetry_time_zone": "UTC",    where it is another than that of the logs
    "clocks_aligned": true,          false where two hosts wrote them
    "gpu": "GPU-8f0dca1c-…",         uuid or index, where the telemetry holds several
    "arguments": "arguments.json",   the resolved arguments that the run recorded
    "config": {}, "software": {}, "host": {}, "note": ""
  }

run and logs are needed, the rest is not. The telemetry is sampled beside the run with

  nvidia-smi --format=csv -lms 500 --query-gpu={query}

Exit status: 0 the summary is written, 2 it is not.
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="summarize_miles.py",
        description="Logs of Miles and nvidia-smi's telemetry to one summary in JSON.",
        epilog=_RUN_FILE.replace("{query}", ",".join(_QUERY)),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN.json", help="a run file")
    parser.add_argument("--out", required=True, type=Path, help="the summary to write")
    parser.add_argument(
        "--root",
        type=Path,
        help="the folder that input paths are told from; the project's, by default",
    )
    parser.add_argument(
        "--created",
        metavar="UTC",
        help="the summary's date, as 2026-11-30T04:02:23Z; SOURCE_DATE_EPOCH, or the time of the "
        "last line of the logs, by default",
    )
    parser.add_argument(
        "--git-commit",
        metavar="HEX",
        help="the generator's commit; asked of git, by default",
    )
    return parser


def main(
    argv: Sequence[str], environ: Mapping[str, str], here: Path, out: TextIO, err: TextIO
) -> int:
    """Runs the command and gives its exit status.

    argv: without the program's name. here: the folder that relative paths start from. Nothing is
    written where anything was refused. argparse ends the process on wrong usage, with status 2.
    """
    parser = _parser()
    options = parser.parse_args(argv)
    root = here / options.root if options.root else find_root(here) or here
    if options.created is not None and not _is_utc(options.created):
        parser.error(f"--created is {options.created!r}, not a time such as 2026-11-30T04:02:23Z")
    if options.git_commit is not None and not _COMMIT.fullmatch(options.git_commit):
        parser.error(f"--git-commit is {options.git_commit!r}, not a commit in hex")
    epoch = environ.get("SOURCE_DATE_EPOCH", "")
    if options.created is None and epoch:
        if not re.fullmatch(r"\d{1,11}", epoch):
            parser.error(f"SOURCE_DATE_EPOCH is {epoch!r}, not a count of seconds")
        options.created = utc_text(int(epoch) * SECOND)
    target = here / options.out
    refusals = _write(options, [here / path for path in options.runs], root, target)
    for refusal in refusals[:_SHOWN]:
        print(f"error: {refusal}", file=err)
    if len(refusals) > _SHOWN:
        print(f"error: {len(refusals) - _SHOWN} more of the like", file=err)
    if not refusals:
        count = f"{len(options.runs)} run{'s' if len(options.runs) > 1 else ''}"
        print(f"{count} in {name_from(root, target)}", file=out)
    return 2 if refusals else 0


def _is_utc(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return _UTC.fullmatch(text) is not None


def _write(
    options: argparse.Namespace, paths: Sequence[Path], root: Path, target: Path
) -> Sequence[Refusal]:
    """Reads, summarises and writes; gives what stands against it."""
    found = [read_run(path, root) for path in paths]
    runs = [one for one in found if isinstance(one, Recorded)]
    refusals = [refusal for one in found if not isinstance(one, Recorded) for refusal in one]
    if refusals:
        return refusals
    document = summarise(runs, _made(options, paths, root))
    if not isinstance(document, dict):
        return document
    name = name_from(root, target)
    disk = Disk(target.resolve().parent)
    try:
        lost = _lost(disk, target.resolve().name, name, document)
        if lost:
            return lost
        disk.write(target.resolve().name, to_text(document))
    except OSError as error:
        return (Refusal(name, 0, (error.strerror or "cannot be written").lower()),)
    return ()


def _made(options: argparse.Namespace, paths: Sequence[Path], root: Path) -> Made:
    # Without --out and --root: where the summary is put does not make it another summary.
    argv = [name_from(root, path) for path in paths]
    commit, reason = options.git_commit, ""
    if options.git_commit is not None:
        argv += ["--git-commit", options.git_commit]
    else:
        commit, reason = _commit()
    if options.created is not None:
        argv += ["--created", options.created]
    return Made(tuple(argv), options.created, commit, reason)


def _commit() -> tuple[str | None, str]:
    """The last commit that changed the generator, or why there is none to name."""
    top = Path(__file__).resolve().parents[3]

    def git(*words: str) -> str | None:
        try:
            done = subprocess.run(
                ["git", "-C", str(top), *words], capture_output=True, text=True, check=False
            )
        except OSError:
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    if not (top / GENERATOR).is_file():
        return None, "the generator does not run from its repository"
    changed = git("status", "--porcelain", "--", *_CODE)
    if changed is None:
        return None, "git does not tell"
    if changed:
        return None, "the generator has changes that are not committed"
    return git("log", "-1", "--format=%H", "--", *_CODE) or None, "git does not tell"


def _lost(disk: Disk, name: str, shown: str, new: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """What writing would undo: a run that the file holds and that is not among the new ones,
    or one that was made from other inputs. Captures do not change; a rerun has a new id.
    """
    if not disk.exists(name):
        return ()
    old = read_json(shown, disk.bytes(name))
    if isinstance(old, Refusal):
        return (old,)
    if not (isinstance(old, dict) and isinstance(old.get("runs"), dict)):
        return (Refusal(shown, 0, "the file exists and is no summary"),)
    before, after = _digests(old), _digests(new)
    lost = []
    for run in sorted(old["runs"]):
        if run not in new["runs"]:
            lost.append(
                Refusal(shown, 0, f"the run {run} is in the file and not in the new summary")
            )
        elif before.get(run) != after.get(run):
            lost.append(Refusal(shown, 0, f"the run {run} is in the file, from other inputs"))
    return tuple(lost)


def _digests(document: Mapping[str, Any]) -> dict[str, set[str]]:
    provenance = document.get("provenance")
    inputs = provenance.get("inputs", []) if isinstance(provenance, dict) else []
    found: dict[str, set[str]] = {}
    for one in inputs if isinstance(inputs, list) else []:
        if isinstance(one, dict) and one.get("role") in ("log", "telemetry"):
            found.setdefault(str(one.get("run")), set()).add(str(one.get("sha256")))
    return found
