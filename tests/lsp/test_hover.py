"""What rests under the mouse: the proof of a number, the reason of another, the words of a key."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lsp.checked import check, place, shown

from proseproof.lsp.hover import hover_at
from proseproof.query import Worker

FILES = {
    "claims/project.yml": """\
pages: [docs/*.md]
captures:
  lab: {file: capture/lab.json, tables: {runs: "runs[]"}}
allow:
  - {match: 'section \\d+', why: a cross-reference}
rules: {slack: warning}
""",
    "claims/page.yml": """\
page: docs/page.md
figures:
  - id: speed
    kind: text
    claims:
      - says: It takes 5.5 to 7.0 s
        query: SELECT min(time_s), max(time_s) FROM runs
        why: all _runs_ count
      - id: steady
        says: Every run is quick
        holds: SELECT time_s < 9, time_s FROM runs
given:
  - says: a 4B model
    why: the model's name
""",
    "capture/lab.json": '{"created_utc": "2026-11-30T04:00:00Z", "runs": ['
    '{"time_s": 5.4999}, {"time_s": 7.0}]}',
    "docs/page.md": "It takes 5.5 to 7.0 s. Every run is quick.\n\nSee section 3 on a 4B model.\n",
}


def hover(root: Path, worker: Worker, path: str, words: str, **changed: str) -> tuple[str, str]:
    """What is shown about, and the words shown; both empty where nothing is."""
    files = {**FILES, **{name.replace("__", "/"): text for name, text in changed.items()}}
    checked = check(root, files, worker)
    found = hover_at(checked, *place(checked, path, words))
    return (shown(found.span), found.words) if found is not None else ("", "")


def test_a_bound_number_shows_its_proof(tmp_path: Path, worker: Worker) -> None:
    about, words = hover(tmp_path, worker, "docs/page.md", "7.|0")
    assert about == "docs/page.md:1 7.0 s"
    first, values, sql, capture, why = words.split("\n\n")
    assert first == "**speed.1** holds: “It takes 5.5 to 7.0 s”"
    assert values == (
        "- 5.5 s: `min(time_s) = 5.4999 s`; 5.4999 rounds to 5.5\n"
        "- 7.0 s: `max(time_s) = 7 s`; it is exactly 7.0"
    )
    assert sql == "```sql\n-- query\nSELECT min(time_s), max(time_s) FROM runs\n```"
    assert capture.startswith("From lab, written 2026-11-30: `capture/lab.json` (SHA-256 `")
    assert why == "all \\_runs\\_ count"  # words, not mark-up


def test_words_that_hold_show_what_was_asked(tmp_path: Path, worker: Worker) -> None:
    about, words = hover(tmp_path, worker, "docs/page.md", "is quick")
    assert about == "docs/page.md:1 Every run is quick"
    assert "- the words: `` `holds` ``; true in 2 of 2 rows" in words


def test_a_stale_number_shows_the_proof_that_fails(tmp_path: Path, worker: Worker) -> None:
    page = {"docs__page.md": "It takes 5.5 to 7.1 s.\n"}
    about, words = hover(tmp_path, worker, "docs/page.md", "7.1", **page)
    assert about == "docs/page.md:1 It takes 5.5 to 7.1 s"
    assert words.startswith("**speed.1** fails")
    assert "- 7.1 s, **wrong** by stale-number: `max(time_s) = 7 s`; " in words


@pytest.mark.parametrize("words", ["5.5 to 7.0", "min(time_s"])
def test_the_claim_shows_the_same(tmp_path: Path, worker: Worker, words: str) -> None:
    shown_there = hover(tmp_path, worker, "claims/page.yml", words)[1]
    assert shown_there == hover(tmp_path, worker, "docs/page.md", "7.0")[1]


def test_a_cell_shows_its_row(tmp_path: Path, worker: Worker) -> None:
    files = {
        "docs__page.md": "| Time |\n|---|\n| 5.5 s |\n| 7.0 s |\n",
        "claims__page.yml": "page: docs/page.md\nfigures:\n  - id: times\n    kind: table\n"
        "    title: Times\n    data: SELECT time_s FROM runs\n    columns: {Time: '{time_s} s'}\n",
    }
    about, words = hover(tmp_path, worker, "docs/page.md", "7.0", **files)
    assert about == "docs/page.md:4 7.0 s"
    assert words.startswith("**times.r2c1** holds: “7.0 s”\n\n- 7.0 s: `time_s = 7 s`;")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("4B", "**4** is given in claims/page.yml: the model's name"),
        ("section |3", "**3** is allowed in claims/project.yml: a cross-reference"),
    ],
)
def test_a_number_that_needs_no_claim_says_why(
    tmp_path: Path, worker: Worker, words: str, reason: str
) -> None:
    assert hover(tmp_path, worker, "docs/page.md", words)[1] == reason


@pytest.mark.parametrize(
    ("path", "words", "start"),
    [
        ("claims/page.yml", "holds:", "**holds**\n\nA query whose first column must be true"),
        ("claims/page.yml", "kind", "**kind**\n\n`chart` draws rows"),
        ("claims/project.yml", "captures", "**captures**\n\nThe recorded data"),
        ("claims/project.yml", "tables", "**tables**\n\n"),
        ("claims/project.yml", "slack", "**slack**\n\n"),  # a rule shows its manual
    ],
)
def test_a_key_shows_what_its_schema_says(
    tmp_path: Path, worker: Worker, path: str, words: str, start: str
) -> None:
    assert hover(tmp_path, worker, path, words)[1].startswith(start)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("docs/page.md", "See"),
        ("claims/page.yml", "text"),
        ("capture/lab.json", "created_utc"),
    ],
)
def test_other_words_show_nothing(tmp_path: Path, worker: Worker, path: str, words: str) -> None:
    assert hover(tmp_path, worker, path, words) == ("", "")


def test_a_broken_file_shows_nothing(tmp_path: Path, worker: Worker) -> None:
    broken = {"claims__page.yml": "page: [docs/page.md\nfigures: 5\n"}
    assert hover(tmp_path, worker, "claims/page.yml", "figures", **broken) == ("", "")
