"""How long captures bigger than memory take: 5 GB of Parquet, 1 GB each of JSON Lines and CSV.

Run as `python bench/big_captures.py [FOLDER] [--parquet-gb 5] [--lines-gb 1] [--csv-gb 1]`. CSV
comes twice: plain, and with blanks behind its commas, as nvidia-smi writes it. What it makes goes
away afterwards. Each check is a process of its own, so that its peak of memory is its own.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

ROOT = Path(__file__).parents[1]
ROW_BYTES = 44.2
"""Of a row of the Parquet files, whose numbers are random and do not compress."""

COLUMNS = """
    i AS id, ['eu', 'us', 'ap'][1 + (i % 3)] AS region, i % 12 AS step,
    random() * 1000 AS total_ms, random() * 10 AS wait_s,
    random() AS a, random() AS b, random() AS c, random() < 0.9 AS clean
"""

QUERIES = {
    "count": "SELECT count(*) FROM requests",
    "extremes and mean": "SELECT min(total_ms), max(total_ms), avg(total_ms) FROM requests",
    "mean by group": "SELECT avg(total_ms) FROM clean GROUP BY region ORDER BY region",
    "median of a group": "SELECT median(total_ms) FROM requests WHERE region = 'eu'",
    "medians by group": "SELECT median(total_ms) FROM requests GROUP BY step ORDER BY step",
    "highest five": "SELECT total_ms FROM requests ORDER BY total_ms DESC LIMIT 5",
}


def main() -> None:
    """Prints a table of what was done, in seconds and megabytes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, help="where to work; a temporary one")
    parser.add_argument("--parquet-gb", type=float, default=5)
    parser.add_argument("--lines-gb", type=float, default=1)
    parser.add_argument("--csv-gb", type=float, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="big-") as made:
        folder = Path(made)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        if options.parquet_gb:
            _parquet(folder / "parquet", options.parquet_gb)
        if options.lines_gb:
            _lines(folder / "lines", options.lines_gb)
        if options.csv_gb:
            _csv(folder / "csv", options.csv_gb, ",")
            _csv(folder / "spaced", options.csv_gb, ", ")


def _parquet(folder: Path, gigabytes: float) -> None:
    (folder / "capture").mkdir(parents=True)
    count = int(gigabytes * 1e9 / ROW_BYTES / 5)
    with duckdb.connect() as connection:
        for part in range(5):
            target = folder / "capture" / f"{part}.parquet"
            rows = f"SELECT {COLUMNS} FROM range({part * count}, {(part + 1) * count}) r(i)"
            connection.execute(f"COPY ({rows}) TO '{target}' (FORMAT parquet, COMPRESSION snappy)")
    _measure(folder, "capture/*.parquet", "Parquet")


def _lines(folder: Path, gigabytes: float) -> None:
    (folder / "capture").mkdir(parents=True)
    target = folder / "capture" / "requests.jsonl"
    count = int(gigabytes * 1e9 / 178)
    with duckdb.connect() as connection:
        rows = f"SELECT {COLUMNS} FROM range({count}) r(i)"
        connection.execute(f"COPY ({rows}) TO '{target}' (FORMAT json)")
    _measure(folder, "capture/requests.jsonl", "JSON Lines")


def _csv(folder: Path, gigabytes: float, between: str) -> None:
    (folder / "capture").mkdir(parents=True)
    target = folder / "capture" / "requests.csv"
    count = int(gigabytes * 1e9 / 106)
    with duckdb.connect() as connection:
        rows = f"SELECT {COLUMNS} FROM range({count}) r(i)"
        form = f"FORMAT csv, DELIMITER '{between}'"
        connection.execute(f"COPY ({rows}) TO '{target}' ({form})")
    _measure(folder, "capture/requests.csv", "CSV" if between == "," else "CSV with blanks")


def _measure(folder: Path, file: str, kind: str) -> None:
    size = sum(path.stat().st_size for path in (folder / "capture").iterdir()) / 1e9
    print(f"{size:.2f} GB of {kind}")
    (folder / "docs").mkdir()
    (folder / "docs" / "page.md").write_text("Nothing is said.\n")
    project = {
        "pages": ["docs/*.md"],
        "captures": {"requests": {"file": file}},
        "views": {"clean": "SELECT * FROM requests WHERE clean"},
    }
    (folder / "claims").mkdir()
    (folder / "claims" / "project.yml").write_text(json.dumps(project))
    for name, sql in QUERIES.items():
        claim = {"says": "Nothing is said", "holds": f"SELECT r IS NOT NULL, r FROM ({sql}) r"}
        figure = {"id": "big", "kind": "text", "claims": [claim]}
        section = {"page": "docs/page.md", "figures": [figure]}
        (folder / "claims" / "page.yml").write_text(json.dumps(section))
        _check(folder, name)
    _check(folder, "the same once more")


def _check(folder: Path, name: str) -> None:
    """One `proseproof check`, in a process of its own."""
    command = [sys.executable, __file__, "--one", str(folder)]
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    took = time.perf_counter() - began
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    own, worker = done.stdout.split()[-2:]
    print(f"  {name:20} {took:7.2f} s, {own:>4} MB and {worker:>4} MB of the session", flush=True)


def _one(folder: Path) -> None:
    """Checks, and prints the peaks of this process and of its worker. Raises SystemExit."""
    from proseproof.cli import main as proseproof

    if status := proseproof(["check", "--root", str(folder)]):
        raise SystemExit(status)
    peaks = [
        resource.getrusage(who).ru_maxrss // 1000
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    ]
    print(*peaks)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        _one(Path(sys.argv[2]))
    else:
        main()
