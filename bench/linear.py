"""A check of a page of 2,000 lines, 400 numbers and 200 claims against one of half of each."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from statistics import median

from timing import emptying, keep, race

LINES = 2_000
CLAIMS = 200
FILLER = "The run went on as it had begun, and nothing of note was written to its log."


def write_project(folder: Path, lines: int, claims: int) -> None:
    """A project with one page of `lines` lines, every few of which state a claim of two numbers."""
    values = [(f"c{case}", case % 97 + 0.25, case % 89 + 0.5) for case in range(claims)]
    phrases = [f"case {case} took {first} s and then {second} s" for case, first, second in values]
    text = [FILLER] * lines
    for number, phrase in enumerate(phrases):
        text[number * (lines // claims)] = f"Here {phrase}.\n"
    (folder / "docs").mkdir(parents=True)
    (folder / "claims").mkdir()
    (folder / "docs" / "page.md").write_text("\n".join(text), encoding="utf-8")
    rows = [{"name": case, "first_s": first, "second_s": second} for case, first, second in values]
    (folder / "cases.json").write_text(json.dumps(rows), encoding="utf-8")
    (folder / "claims" / "project.yml").write_text(
        "pages: [docs/*.md]\ncaptures:\n  cases:\n    file: cases.json\n", encoding="utf-8"
    )
    bound = [
        f"      - says: {phrase}\n"
        f"        query: SELECT first_s, second_s FROM cases WHERE name = '{values[number][0]}'\n"
        for number, phrase in enumerate(phrases)
    ]
    (folder / "claims" / "page.yml").write_text(
        "page: docs/page.md\nfigures:\n  - id: cases\n    kind: text\n    claims:\n"
        + "".join(bound),
        encoding="utf-8",
    )


def main() -> None:
    """Times both, in turns, and prints how much longer the double takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    check = [str(Path(sys.executable).parent / "proseproof"), "check"]
    with tempfile.TemporaryDirectory() as name:
        whole, half = Path(name) / "whole", Path(name) / "half"
        cache = Path(name) / "cache"
        write_project(whole, LINES, CLAIMS)
        write_project(half, LINES // 2, CLAIMS // 2)
        times = race(
            {
                "whole": [*check, "--root", str(whole)],
                "half": [*check, "--root", str(half)],
            },
            runs,
            Path(name),
            cache,
            # All is worked out each time: this is about the work.
            dict.fromkeys(("whole", "half"), emptying(cache)),
        )
    ratio = round(median(times["whole"]) / median(times["half"]), 3)
    keep("linear", times, ratio=ratio, lines=LINES, claims=CLAIMS, numbers=2 * CLAIMS)


if __name__ == "__main__":
    main()
