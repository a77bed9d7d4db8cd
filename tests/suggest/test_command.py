"""`proseproof suggest`: what it shows, what it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.project import write_files

from proseproof.cli import main

FILES = {
    "docs/index.md": (
        "# Packing photos\n\n"
        "Packing the holiday folder takes 12.4 s with gzip and 3.1 s with zstd.\n"
        "We ran each tool at level 3.\n"
    ),
    "claims/project.yml": "pages: [docs/*.md]\ncaptures:\n  packing:\n    file: packing.csv\n",
    "packing.csv": (
        "folder,tool,time_s,size_mb\n"
        "holiday,gzip,12.41,310\nholiday,zstd,3.08,295\n"
        "wedding,gzip,30.92,744\nwedding,zstd,7.15,702\n"
    ),
}
SHOWN = """\
1  docs/index.md:3:34: holiday folder takes 12.4 s
   a* 12.41 s = SELECT time_s FROM packing WHERE folder = 'holiday' AND tool = 'gzip'
   b  12.41 s = SELECT max(time_s) FROM packing WHERE folder = 'holiday'
   c  12.41 s = SELECT min(time_s) FROM packing WHERE tool = 'gzip'

2  docs/index.md:3:55: gzip and 3.1 s with zstd
   a* 3.08 s = SELECT time_s FROM packing WHERE folder = 'holiday' AND tool = 'zstd'
   b  3.08 s = SELECT min(time_s) FROM packing WHERE tool = 'zstd'
   c  3.08 s = SELECT min(time_s) FROM packing WHERE folder = 'holiday'
   d  3.08 s = SELECT min(time_s) FROM packing

3  docs/index.md:4:27: 3
   nothing in the captures gives it; what was chosen goes under `given`

3 phrases: 2 with one that stands out, 0 with others, 1 with none
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a draft."""
    write_files(tmp_path, FILES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit status, and all that is said."""
    status = main(["suggest", *arguments])
    said = capsys.readouterr()
    return status, said.out + said.err


def test_what_each_number_could_mean_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    status, said = run(capsys, "docs/index.md")
    assert (status, said) == (0, SHOWN)


def test_the_same_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    _, said = run(capsys, "docs/index.md", "--format", "json")
    first, *_, last = json.loads(said)["proposals"]
    assert (first["number"], first["line"], first["column"], first["clear"]) == (1, 3, 34, True)
    assert first["choices"][0] == {
        "choice": "1a",
        "says": "holiday folder takes 12.4 s",
        "query": "SELECT time_s FROM packing WHERE folder = 'holiday' AND tool = 'gzip'",
        "values": ["12.41 s"],
        "score": first["choices"][0]["score"],
        "writable": True,
    }
    assert (last["text"], last["choices"]) == ("3", [])


def test_what_stands_out_is_written_and_nothing_else_changes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = run(capsys, "docs/index.md", "--write")
    assert (status, said) == (
        0, "claims/index.yml: 2 claims added; 1 of the project's numbers is unbound\n",
    )  # fmt: skip
    assert (folder / "docs/index.md").read_text(encoding="utf-8") == FILES["docs/index.md"]
    assert (folder / "claims/index.yml").read_text(encoding="utf-8") == (
        "page: docs/index.md\n\n"
        "figures:\n"
        "  - id: index-text\n"
        "    kind: text\n"
        "    claims:\n"
        "      - says: holiday folder takes 12.4 s\n"
        "        query: SELECT time_s FROM packing WHERE folder = 'holiday' AND tool = 'gzip'\n"
        "      - says: gzip and 3.1 s with zstd\n"
        "        query: SELECT time_s FROM packing WHERE folder = 'holiday' AND tool = 'zstd'\n"
    )
    status, said = run(capsys, "docs/index.md", "--write")
    assert (status, said.partition(";")[0]) == (0, "nothing stands out")


def test_another_choice_is_taken_by_its_name(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "docs/index.md", "2d", "1", "--write")[0] == 0
    written = (folder / "claims/index.yml").read_text(encoding="utf-8")
    assert written.index("SELECT min(time_s) FROM packing\n") < written.index("tool = 'gzip'")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("docs/indx.md",),
            "docs/indx.md is no page of this project; the nearest is docs/index.md",
        ),
        (("docs/index.md", "3a", "--write"), "3a is no choice"),
        (("docs/index.md", "9", "--write"), "9 is no choice"),
        (("docs/index.md", "a", "--write"), "a is no choice"),
        (("docs/index.md", "1a"), "1a is chosen, and --write is not given"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    arguments: tuple[str, ...], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, message = run(capsys, *arguments)
    assert status == 2
    assert message.startswith("proseproof: ")
    assert said in message
    assert not (folder / "claims/index.yml").exists()


def test_claims_in_brackets_are_added_in_brackets(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "claims/a.yml").write_text("{page: docs/index.md}\n", encoding="utf-8")
    status, said = run(capsys, "docs/index.md", "--write")
    assert (status, said.partition(";")[0]) == (0, "claims/a.yml: 2 claims added")


def test_where_no_claim_can_be_added_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "claims/a.yml").write_text("page: docs/index.md\nfigures: {}\n", encoding="utf-8")
    status, said = run(capsys, "docs/index.md", "--write")
    assert status == 2
    assert said.startswith("proseproof: claims/a.yml has something else where its figures")


def test_a_page_with_nothing_unbound(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "docs/index.md").write_text("No number.\n", encoding="utf-8")
    assert run(capsys, "docs/index.md") == (0, "nothing on docs/index.md is unbound\n")


TABLE = """\
# Packing

| Folder | gzip | zstd |
|---|---|---|
| holiday | 12.41 s | 3.08 s |
| wedding | 30.92 s | 99.9 s |

Elsewhere, a walk took 3.08 s.
"""


def test_a_number_without_a_word_is_no_claim(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "docs/index.md").write_text(TABLE, encoding="utf-8")
    _, listed = run(capsys, "docs/index.md")
    assert "   no claim can be made of it: `3.08 s` stands at 2 places\n" in listed
    status, said = run(capsys, "docs/index.md", "2", "--write")
    assert status == 2
    assert said.startswith("proseproof: `3.08 s` stands at 2 places")
    assert not (folder / "claims/index.yml").exists()


def test_a_table_that_became_no_block_is_left_out_and_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "docs/index.md").write_text(TABLE, encoding="utf-8")
    status, said = run(capsys, "docs/index.md", "--write")
    assert status == 0
    assert said.split("\n") == [
        "docs/index.md:3:1: no block for this table",
        "   nothing in the captures gives `99.9` (row 2, `zstd`)",
        "   a cell has no words that tell it from other numbers: write a block of `kind: table`",
        "nothing stands out; choose by number, as in `proseproof suggest PAGE 1a --write`",
        "",
    ]
    assert not (folder / "claims/index.yml").exists()


def test_a_number_without_a_word_that_stands_once_is_written_by_choice(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "docs/index.md").write_text(TABLE, encoding="utf-8")
    assert run(capsys, "docs/index.md", "1", "--write")[0] == 0
    assert "- says: 12.41 s\n" in (folder / "claims/index.yml").read_text(encoding="utf-8")


def test_numbers_of_a_figure_count_as_places(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "docs/index.md").write_text(TABLE, encoding="utf-8")
    (folder / "claims/index.yml").write_text(
        "page: docs/index.md\nfigures:\n  - id: a\n    kind: table\n    title: At 12.41 s\n"
        "    data: FROM packing\n    columns: {Tool: '{tool}'}\n",
        encoding="utf-8",
    )
    status, said = run(capsys, "docs/index.md", "1", "--write")
    assert status == 2
    assert said.startswith("proseproof: `12.41 s` stands at 2 places")
