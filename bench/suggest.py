"""`proseproof suggest` on the guide's section on offload, whose claims file was taken away."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from timing import ROOT, keep, race

PAGE, CLAIMS = "docs/one-gpu/offload.md", "claims/offload.yml"


def main() -> None:
    """Times the command in a copy of the guide, each run a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
        for name in ("docs", "claims", "capture"):
            shutil.copytree(ROOT / name, Path(folder) / name)
        shutil.copy(ROOT / "README.md", folder)
        (Path(folder) / CLAIMS).unlink()
        command = [str(Path(sys.executable).parent / "proseproof"), "suggest", PAGE]
        times = race({"suggest": command}, runs, Path(folder), Path(cache))
    keep("suggest", times, page=PAGE)


if __name__ == "__main__":
    main()
