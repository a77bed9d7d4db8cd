"""From a phrase to its claim and back, from a fence to its figure, from a name to its table."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lsp.checked import check, place, shown

from proseproof.lsp.threads import holds_at
from proseproof.query import Worker

FILES = {
    "claims/project.yml": """\
pages: [docs/*.md]
captures:
  lab:
    file: capture/lab.json
    schema: capture/lab.schema.json
    tables: {runs: "runs[]"}
  old: {file: capture/old.csv}
views:
  quick: SELECT * FROM runs WHERE time_s < 6
""",
    "claims/page.yml": """\
page: docs/page.md
figures:
  - id: speed
    kind: chart
    title: Time
    claim: It takes 5.5 s at best.
    data: SELECT name, time_s FROM runs
    chart: {mark: bar, encoding: {x: "name:N", y: "time_s:Q"}}
    claims:
      - says: takes 5.5 s
        query: SELECT min(time_s) FROM data
      - says: 2 old runs
        query: SELECT count(*) FROM old, quick WHERE 'runs' <> old.name
""",
    "capture/lab.json": '{"runs": [{"name": "a", "time_s": 5.5}, {"name": "b", "time_s": 7.0}]}',
    "capture/lab.schema.json": '{"type": "object"}',
    "capture/old.csv": "name\nx\ny\n",
    "docs/page.md": "It takes 5.5 s, after 2 old runs.\n\n"
    "```figure\nspeed\n```\n\nA run takes 5.5 s.\n",
}

CLAIM = "claims/page.yml:10 takes 5.5 s"


@pytest.mark.parametrize(
    ("path", "words", "far"),
    [
        # from the page to the claim, from the number, from its words, from a second place
        ("docs/page.md", "5.5 s", [CLAIM]),
        ("docs/page.md", "takes", [CLAIM]),
        ("docs/page.md", "run takes |5.5", [CLAIM]),
        ("claims/page.yml", "It |takes", [CLAIM]),
        # and back to all of them
        (
            "claims/page.yml",
            "says: |takes",
            [
                "docs/page.md:1 takes 5.5 s",
                "docs/page.md:7 takes 5.5 s",
                "claims/page.yml:6 takes 5.5 s",
            ],
        ),
        ("docs/page.md", "speed", ["claims/page.yml:3 speed"]),
        ("claims/page.yml", "id: |speed", ["docs/page.md:3 ```figure\nspeed\n```"]),
        # from a query to what it reads
        ("claims/page.yml", "name, time_s FROM |runs", ["claims/project.yml:6 runs"]),
        ("claims/page.yml", "FROM |data", ["claims/page.yml:7 SELECT"]),
        ("claims/page.yml", "FROM |old", ["claims/project.yml:7 old"]),
        ("claims/page.yml", ", |quick", ["claims/project.yml:9 quick"]),
        ("claims/page.yml", "<> |old", ["claims/project.yml:7 old"]),
        ("claims/page.yml", "'ru|ns'", []),  # text, no name
        ("claims/page.yml", "min(|time_s", []),
        # from a table to the queries that read it
        (
            "claims/project.yml",
            "{|runs:",
            ["claims/project.yml:9 runs", "claims/page.yml:7 runs"],
        ),
        # from a path to its file
        ("claims/page.yml", "docs/page", ["docs/page.md:1 "]),
        ("claims/project.yml", "capture/lab.json", ["capture/lab.json:1 "]),
        ("claims/project.yml", "capture/lab.schema", ["capture/lab.schema.json:1 "]),
        ("docs/page.md", "A run", []),
    ],
)
def test_the_other_end(
    tmp_path: Path, worker: Worker, path: str, words: str, far: list[str]
) -> None:
    checked = check(tmp_path, FILES, worker)
    assert checked.outcome.findings == ()
    source, offset = place(checked, path, words)
    holds = holds_at(checked.threads, source.path, offset)
    assert [shown(span) for hold in holds for span in hold.far_ends] == far


def test_a_cell_leads_to_its_table_block(tmp_path: Path, worker: Worker) -> None:
    files = {
        **FILES,
        "claims/page.yml": "page: docs/page.md\nfigures:\n  - id: times\n    kind: table\n"
        "    title: Times\n    data: SELECT name, time_s FROM runs\n"
        "    columns: {Run: '{name}', Time: '{time_s:.1f} s'}\n",
        "docs/page.md": "| Run | Time |\n|---|---|\n| a | 5.5 s |\n| b | 7.0 s |\n",
    }
    checked = check(tmp_path, files, worker)
    source, offset = place(checked, "docs/page.md", "7.0")
    holds = holds_at(checked.threads, source.path, offset)
    assert [shown(span) for hold in holds for span in hold.far_ends] == ["claims/page.yml:3 times"]


def test_a_project_that_cannot_be_read_has_no_threads(tmp_path: Path, worker: Worker) -> None:
    checked = check(tmp_path, {**FILES, "claims/project.yml": "pages: [\n"}, worker)
    assert checked.threads == ()
