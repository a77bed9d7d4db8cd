"""`proseproof check` on the guide against a bare `mkdocs build` of the same pages."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import yaml
from mkdocs.utils.yaml import yaml_load
from timing import ROOT, keep, race

BUILDER = "proseproof"


def bare(site: Path) -> dict[str, Any]:
    """The guide's configuration without the builder, for a build into the folder `site`."""
    with (ROOT / "mkdocs.yml").open(encoding="utf-8") as stream:
        config = yaml_load(stream)
    for key in ("plugins", "markdown_extensions"):
        config[key] = [each for each in config[key] if not _is_builder(each)]
    config.pop("watch", None)
    return {**config, "strict": False, "docs_dir": str(ROOT / "docs"), "site_dir": str(site)}


def _is_builder(entry: str | dict[str, Any]) -> bool:
    return entry == BUILDER or (isinstance(entry, dict) and BUILDER in entry)


def main() -> None:
    """Times both, in turns, and prints their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "mkdocs.yml"
        config.write_text(yaml.safe_dump(bare(Path(folder) / "site")), encoding="utf-8")
        scripts = Path(sys.executable).parent
        times = race(
            {
                "check": [str(scripts / "proseproof"), "check"],
                "bare build": [str(scripts / "mkdocs"), "build", "--quiet", "-f", str(config)],
            },
            runs,
            ROOT,
        )
    ratio = round(median(times["check"]) / median(times["bare build"]), 3)
    keep("check_vs_build", times, ratio=ratio, pages=len(list((ROOT / "docs").rglob("*.md"))))


if __name__ == "__main__":
    main()
