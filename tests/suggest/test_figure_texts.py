"""Numbers that a figure says itself, in its title, claim or caption: bound over its own rows."""

from __future__ import annotations

from pathlib import Path

from tests.project import small_project, write_files
from tests.suggest.lab import PAGE, TABLES

from proseproof.answers import ask_all
from proseproof.load import Loaded, load
from proseproof.query import Worker
from proseproof.run import check, examine_all
from proseproof.suggest import Proposals, propose
from proseproof.suggest.writing import with_claims

FIGURE = """\
page: docs/page.md
figures:
  - id: nights-figure
    kind: table
    title: {title}
    caption: {caption}
    data: SELECT night, time_s, size_mb FROM nights WHERE complete
    columns:
      Night: "{{night}}"
"""
PLACED = "# Nights\n\n```figure\nnights-figure\n```\n"


def searched(
    root: Path, worker: Worker, title: str, caption: str = "Each row is a night."
) -> tuple[Loaded, Proposals]:
    """The proposals for a page that says no number itself and places one figure."""
    files = small_project(PLACED, [], tables=TABLES)
    files["claims/page.yml"] = FIGURE.format(title=title, caption=caption)
    loaded = load(write_files(root, files))
    assert isinstance(loaded, Loaded)
    return loaded, propose(loaded, examine_all(loaded, ask_all(worker, loaded)), PAGE, worker)


def test_a_number_of_a_title_is_sought_in_the_rows_of_its_figure_first(
    tmp_path: Path, worker: Worker
) -> None:
    _, found = searched(tmp_path, worker, "The longest complete night took 43.2 s")
    (one,) = found.proposals
    assert (one.span.source.path, one.span.text) == ("claims/page.yml", "43.2 s")
    assert one.choices[0].sql == "SELECT max(time_s) FROM data"
    assert {choice.figure for choice in one.choices} == {"nights-figure"}


def test_what_its_rows_do_not_hold_is_sought_in_the_tables(tmp_path: Path, worker: Worker) -> None:
    _, found = searched(tmp_path, worker, "Nights", "On Thursday the size was 744 MB.")
    (one,) = found.proposals
    assert one.choices[0].sql == "SELECT size_mb FROM nights WHERE night = 'Thursday'"


def test_the_claim_goes_into_the_block_of_the_figure(tmp_path: Path, worker: Worker) -> None:
    loaded, found = searched(tmp_path, worker, "The longest complete night took 43.2 s")
    (written,) = with_claims(loaded, PAGE, [found.proposals[0].choices[0]]).items()
    path, text = written
    assert text == (tmp_path / "claims/page.yml").read_text(encoding="utf-8") + (
        "    claims:\n"
        "      - says: complete night took 43.2 s\n"
        "        query: SELECT max(time_s) FROM data\n"
    )
    (tmp_path / path).write_text(text, encoding="utf-8")
    disk = write_files(tmp_path, {path: text})
    assert check(disk, worker).findings == ()


def test_a_number_that_the_block_binds_is_not_asked_about(tmp_path: Path, worker: Worker) -> None:
    _, found = searched(tmp_path, worker, "All nights that were complete")
    assert found.proposals == ()
