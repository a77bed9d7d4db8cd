"""The command that summarizes a rehearsal: what it writes, and what a refusal leaves alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).parent / "data"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "capture/gpu/summarize_probe.py"), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_rehearsal_is_summarized_to_the_same_bytes(tmp_path: Path) -> None:
    for name in ("rehearsal.jsonl", "rehearsal.environment.json"):
        shutil.copy(DATA / name, tmp_path)
    texts = []
    for _ in range(2):
        done = run(tmp_path, "rehearsal.jsonl", "--output", "out/summary.json")
        assert (done.returncode, done.stderr) == (0, "")
        texts.append((tmp_path / "out/summary.json").read_bytes())
    assert texts[0] == texts[1]
    whole = json.loads(texts[0])
    assert {run["status"] for run in whole["runs"].values()} == {"completed"}
    assert whole["provenance"]["host"]["gpu_reason"] == "nvidia-smi named no GPU"


def test_a_refused_log_leaves_the_old_summary(tmp_path: Path) -> None:
    (tmp_path / "summary.json").write_text("old")
    done = run(tmp_path, "nowhere.jsonl", "--output", "summary.json")
    assert done.returncode == 2
    assert done.stderr == "nowhere.jsonl: cannot be read: No such file or directory\n"
    assert (tmp_path / "summary.json").read_text() == "old"


def test_a_summary_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    for name in ("rehearsal.jsonl", "rehearsal.environment.json"):
        shutil.copy(DATA / name, tmp_path)
    done = run(tmp_path, "rehearsal.jsonl", "--output", "../summary.json")
    assert done.returncode == 2
    assert done.stderr == "../summary.json cannot be written: it leads out of the project\n"
