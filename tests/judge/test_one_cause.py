"""One cause, one finding: what follows from a mistake that is told is not told as well."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.project import check_files, lines, small_project

from proseproof.query import Worker

RUNS = {"runs": [{"run": "a", "time_s": 5.5}, {"run": "b", "time_s": 7.25}]}
FAST = {"says": "a took 5.5 s", "query": "SELECT min(time_s) FROM runs"}
DRAWS = {"says": "20 draws", "why": "it was chosen"}
SLOW = {"says": "b took 7.25 s", "query": "SELECT max(time_s) FROM runs"}
NO_SQL = "invalid-claims: a claim has none of `query`, `change`, and `holds`"
WIDE = "`\\d+` fits any number, whatever stands beside it"
PAGE = "Run a took 5.5 s, and b took 7.25 s.\n"
ROWS = "| Run | Time |\n|---|---|\n| a | 5.5 s |\n| b | 7.3 s |\n"
TABLE = {
    "id": "times",
    "kind": "table",
    "title": "Times",
    "data": "SELECT run, time_s FROM runs",
    "columns": {"Run": "{run}", "Time": "{time_s:.1f} s"},
}
CHART = {
    "id": "bars",
    "kind": "chart",
    "title": "Times",
    "claim": "Run a took 5.5 s.",
    "data": "SELECT run, time_s FROM runs",
    "chart": {"mark": "bar", "encoding": {"x": "run:N", "y": "time_s:Q"}},
    "claims": [{"says": "a took 5.5 s", "query": "SELECT min(time_s) FROM data"}],
}


def without(block: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in block.items() if name != key}


def project(page: str = PAGE, *claims: Mapping[str, Any], **more: Any) -> dict[str, str]:
    return small_project(page, claims or (FAST, SLOW), RUNS, **more)


def block(page: str, figure: Mapping[str, Any]) -> dict[str, str]:
    return small_project(page, (), RUNS, figures=[figure])


def changed(file: str, old: str, new: str, **more: Any) -> dict[str, str]:
    files = project(**more)
    assert old in files[file]
    return {**files, file: files[file].replace(old, new)}


@pytest.mark.parametrize(
    ("files", "finding"),
    [
        (project(), None),
        (block(ROWS, TABLE), None),
        (block("```figure\nbars\n```\n", CHART), None),
        # A claim, a table, a chart that lacks what it is held against.
        (
            project(PAGE, without(FAST, "query"), SLOW),
            f"claims/page.yml:9:6 {NO_SQL}",
        ),
        (
            block(ROWS, {**TABLE, "columns": {"Run": "{run}", "Time": "{time_s:.1f s"}}),
            "claims/page.yml:11:14 invalid-claims: `{time_s:.1f s` is not the format of a cell",
        ),
        (
            block(ROWS, without(TABLE, "data")),
            "claims/page.yml:5:4 invalid-claims: a table block has no `data`",
        ),
        (
            block("```figure\nbars\n```\n", without(CHART, "data")),
            "claims/page.yml:5:4 invalid-claims: a chart block has no `data`",
        ),
        # A kind that is misspelt or left out: the keys beside it say what the block is.
        (
            block(ROWS, {**TABLE, "kind": "tabel"}),
            "claims/page.yml:6:12 invalid-claims: `tabel` is not a kind of figure",
        ),
        (
            block(ROWS, without(TABLE, "kind")),
            "claims/page.yml:5:4 invalid-claims: a figure block has no `kind`",
        ),
        (
            block("```figure\nbars\n```\n", without(CHART, "kind")),
            "claims/page.yml:5:4 invalid-claims: a figure block has no `kind`",
        ),
        (
            block("```figure\nbars\n```\n", {**CHART, "kind": "picture"}),
            "claims/page.yml:6:12 invalid-claims: `picture` is not a kind of figure",
        ),
        # An id of two blocks: whichever a fence places, the table of the page is the table's.
        (
            small_project(
                f"{ROWS}\n```figure\nbars\n```\n",
                (),
                RUNS,
                figures=[CHART, {**TABLE, "id": "bars"}],
            ),
            "claims/page.yml:25:10 invalid-claims: `bars` is the id of another figure already",
        ),
        (
            small_project(
                f"{ROWS}\n```figure\nbars\n```\n",
                (),
                RUNS,
                figures=[{**TABLE, "id": "bars"}, CHART],
            ),
            "claims/page.yml:15:10 invalid-claims: `bars` is the id of another figure already",
        ),
        # A severity, or the rule that has it.
        (
            project(PAGE, FAST, project_rules={"unbound-number": "of"}),
            "claims/project.yml:1:135 invalid-claims: `of` is not a severity",
        ),
        (
            project(PAGE, FAST, project_rules={"unbound-numbr": "off"}),
            "claims/project.yml:1:117 invalid-claims: `unbound-numbr` is not a rule",
        ),
        # An id that another block has: each keeps its own rows.
        (
            {
                **block(ROWS, TABLE),
                "claims/two.yml": json.dumps(
                    {"page": "docs/page.md", "figures": [{**CHART, "id": "times"}]}
                ),
            },
            "claims/two.yml:1:45 invalid-claims: `times` is the id of another figure already",
        ),
        # A `given` of a page, or of a block, that is not there; an `allow` that says too much.
        (
            changed("claims/page.yml", "docs/page.md", "docs/pag.md", given=[DRAWS]),
            "claims/page.yml:2:11 invalid-claims: there is no page `docs/pag.md`",
        ),
        (
            project(PAGE, project_allow=[{"match": "\\d+", "why": "all of them"}]),
            f"claims/project.yml:1:128 invalid-claims: {WIDE}",
        ),
        (
            project(
                PAGE,
                project_pages=["docs/*.md", "doc/*.md"],
                project_allow=[{"match": "section 3", "why": "a cross-reference"}],
            ),
            "claims/project.yml:1:26 invalid-claims: no file matches `doc/*.md`",
        ),
        # A claims file that cannot be read, or names another page: nobody knows what it binds.
        (
            {**project(), "claims/page.yml": "page: docs/page.md\nfigures:\n  - id: 'x\n"},
            "claims/page.yml:3:9 invalid-claims: the quote that opens here is never closed",
        ),
        (
            changed("claims/page.yml", '"figures"', '"blocks"'),
            "claims/page.yml:3:2 invalid-claims: `blocks` is not a key of a claims file",
        ),
        (
            changed("claims/page.yml", "docs/page.md", "docs/pag.md"),
            "claims/page.yml:2:11 invalid-claims: there is no page `docs/pag.md`",
        ),
        # A capture that is refused: what reads it waits.
        (
            changed("claims/project.yml", '"file": "capture/lab.json"', '"file": []'),
            "claims/project.yml:1:55 invalid-claims: `file` is a list, not text",
        ),
        (
            changed("claims/project.yml", '"file"', '"fyle"'),
            "claims/project.yml:1:47 invalid-claims: `fyle` is not a key of a capture",
        ),
        (
            changed("capture/lab.json", '"time_s": 7.25}]}', '"time'),
            "capture/lab.json:1:57 invalid-capture: the file ends inside a string",
        ),
        # Words that have changed: their numbers went with them.
        (
            project(PAGE.replace("Run a took", "The run a needed"), FAST, SLOW),
            'claims/page.yml:9:15 missing-phrase: no sentence on this page says "a took 5.5 s"',
        ),
        # Two numbers of one phrase, one of them stale.
        (
            project(
                "Both took 5.5 s and then 7.9 s.\n",
                {"says": "took 5.5 s and then 7.3 s", "query": "SELECT time_s FROM runs"},
            ),
            "docs/page.md:1:26 stale-number: page says 7.9 s, capture says 7.3 s",
        ),
    ],
)
def test_a_mistake_is_told_once(
    tmp_path: Path, worker: Worker, files: dict[str, str], finding: str | None
) -> None:
    assert lines(check_files(tmp_path, files, worker)) == ([finding] if finding else [])


def test_what_does_not_follow_is_told_as_well(tmp_path: Path, worker: Worker) -> None:
    files = project(PAGE + "\nWe tried 9 times.\n", without(FAST, "query"), SLOW)
    files["docs/other.md"] = "Nothing is said about these 12.\n"
    assert lines(check_files(tmp_path, files, worker)) == [
        f"claims/page.yml:9:6 {NO_SQL}",
        "docs/other.md:1:29 unbound-number: nothing checks the number 12",
        "docs/page.md:3:10 unbound-number: nothing checks the number 9",
    ]


def test_what_silences_nothing_is_told_beside_another_mistake(
    tmp_path: Path, worker: Worker
) -> None:
    """A page that is missing explains the `given` of its own section, and no other."""
    files = project(given=[DRAWS])
    files["claims/two.yml"] = json.dumps({"page": "docs/pag.md", "figures": []})
    assert lines(check_files(tmp_path, files, worker)) == [
        'claims/page.yml:21:13 idle-allow: no unbound number stands under "20 draws"',
        "claims/two.yml:1:11 invalid-claims: there is no page `docs/pag.md`",
    ]


def test_five_mistakes_at_once(tmp_path: Path, worker: Worker) -> None:
    """Words that changed, a column and a key misspelt, half a capture, an empty result."""
    page = (
        "Run a needed 5.5 s. The mean is 6.4 s, the sum 12.75 s, the last 7.25 s. Two cost 3 W.\n"
    )
    claims = [
        {"says": "a took 5.5 s", "query": "SELECT min(time_s) FROM runs"},
        {"says": "The mean is 6.4 s", "query": "SELECT avg(tme_s) FROM runs"},
        {"says": "the sum 12.75 s", "qeury": "SELECT sum(time_s) FROM runs"},
        {"says": "the last 7.25 s", "query": "SELECT time_s FROM runs WHERE run = 'c'"},
        {"says": "Two cost 3 W", "query": "SELECT cost_w FROM power"},
    ]
    files = small_project(page, claims, RUNS)
    files["capture/power.json"] = '[{"cost_w": 3}, {"cost'
    files["claims/project.yml"] = files["claims/project.yml"].replace(
        '"captures": {', '"captures": {"power": {"file": "capture/power.json"}, '
    )
    assert [line.partition(" ")[2] for line in lines(check_files(tmp_path, files, worker))] == [
        "invalid-capture: the file ends inside a string",
        'missing-phrase: no sentence on this page says "a took 5.5 s"',
        "invalid-query: `runs` has no column `tme_s`",
        "invalid-claims: `qeury` is not a key of a claim",
        "no-value: the query gives no row",
    ]
