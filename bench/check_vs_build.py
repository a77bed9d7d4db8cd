"""`proseproof check` on the guide against a bare `mkdocs build` of the same pages.

A first check finds an empty cache; one again finds nothing changed; one after an edit of a page
knows the answers of the queries and all pages but one, and judges every claim and number afresh;
one after an edit of a query asks that query; one after a new capture asks all of them.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import yaml
from mkdocs.utils.yaml import yaml_load
from timing import ROOT, emptying, keep, race

BUILDER = "proseproof"


def bare(guide: Path, site: Path) -> dict[str, Any]:
    """The guide's configuration without the builder, for a build into the folder `site`."""
    with (guide / "mkdocs.yml").open(encoding="utf-8") as stream:
        config = yaml_load(stream)
    for key in ("plugins", "markdown_extensions"):
        config[key] = [each for each in config[key] if not _is_builder(each)]
    config.pop("watch", None)
    return {**config, "strict": False, "docs_dir": str(guide / "docs"), "site_dir": str(site)}


def _is_builder(entry: str | dict[str, Any]) -> bool:
    return entry == BUILDER or (isinstance(entry, dict) and BUILDER in entry)


def copied(folder: Path) -> Path:
    """The guide in a folder of its own, where its pages may be changed."""
    for name in ("docs", "claims", "capture"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("README.md", "mkdocs.yml"):
        shutil.copy(ROOT / name, folder)
    return folder


def main() -> None:
    """Times five kinds of check and a build, in turns, and prints the ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    scripts = Path(sys.executable).parent
    check = [str(scripts / "proseproof"), "check"]
    with tempfile.TemporaryDirectory() as name:
        guide, cache = copied(Path(name) / "guide"), Path(name) / "cache"
        config = Path(name) / "mkdocs.yml"
        config.write_text(yaml.safe_dump(bare(guide, Path(name) / "site")), encoding="utf-8")

        def edit_page() -> None:
            with (guide / "docs" / "index.md").open("a", encoding="utf-8") as page:
                page.write("\nOne more line.\n")

        def edit_query() -> None:
            path = guide / "claims" / "offload.yml"
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("query: SELECT ", "query: SELECT  ", 1), encoding="utf-8")

        def edit_capture() -> None:
            with (guide / "capture/gpu/summary/offload-h200.json").open("a") as capture:
                capture.write("\n")

        times = race(
            {
                "first check": check,
                "check again": check,
                "check after an edit of a page": check,
                "check after an edit of a query": check,
                "check after a new capture": check,
                "bare build": [str(scripts / "mkdocs"), "build", "--quiet", "-f", str(config)],
            },
            runs,
            guide,
            cache,
            {
                "first check": emptying(cache),
                "check after an edit of a page": edit_page,
                "check after an edit of a query": edit_query,
                "check after a new capture": edit_capture,
            },
        )
    build = median(times["bare build"])
    ratios = {
        f"ratio, {name}": round(median(seconds) / build, 3)
        for name, seconds in times.items()
        if name != "bare build"
    }
    keep("check_vs_build", times, pages=len(list((ROOT / "docs").rglob("*.md"))), **ratios)


if __name__ == "__main__":
    main()
