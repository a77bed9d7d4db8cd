"""Pages that are not there, or hold both sides of a merge: what is told, and what is proposed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project import check_files, lines, small_project

from proseproof.query import Worker


def advice(tmp_path: Path, worker: Worker, page: str, pages: list[str], taken: str = "") -> str:
    """The help for a section of `page`, which is not there. taken: the page of another section."""
    files = small_project("Words.\n", project_pages=["docs/**/*.md"])
    del files["docs/page.md"]
    files |= dict.fromkeys(pages, "Words.\n")
    files["claims/codecs.yml"] = f"page: {page}\n"
    if taken:
        files["claims/taken.yml"] = f"page: {taken}\n"
    [finding] = check_files(tmp_path, files, worker).findings
    assert finding.message == f"there is no page `{page}`"
    return finding.help


@pytest.mark.parametrize(
    ("page", "pages", "meant"),
    [
        # renamed in its folder
        ("docs/speed/codecs.md", ["docs/speed/index.md", "docs/speed/codec-speed.md"], 1),
        ("docs/speed/codecs.md", ["docs/a.md", "docs/speed/the-codecs.md"], 1),
        ("docs/speed/codcs.md", ["docs/speed/index.md", "docs/speed/codecs.md"], 1),
        # moved to another folder, where it keeps its name
        ("docs/speed/codecs.md", ["docs/speed/index.md", "docs/far/away/codecs.md"], 1),
        ("docs/speed/codecs.md", ["docs/speed/codec.md", "docs/perf/codecs.md"], 1),
        ("docs/sped/index.md", ["docs/speed/index.md"], 0),
        # both
        ("docs/speed/codecs.md", ["docs/index.md", "docs/perf/codec-speed.md"], 1),
    ],
)
def test_the_page_that_was_meant_is_proposed(
    page: str, pages: list[str], meant: int, tmp_path: Path, worker: Worker
) -> None:
    assert advice(tmp_path, worker, page, pages) == f"write `{pages[meant]}`"


@pytest.mark.parametrize(
    ("page", "pages"),
    [
        ("docs/speed/codecs.md", ["docs/speed/index.md"]),
        ("docs/speed/index.md", ["docs/fundamentals/index.md"]),
        ("docs/speed/codecs.md", ["docs/speed/faq.md", "docs/about.md"]),
    ],
)
def test_a_page_that_is_nothing_like_it_is_not_proposed(
    page: str, pages: list[str], tmp_path: Path, worker: Worker
) -> None:
    assert advice(tmp_path, worker, page, pages) == ""


def test_a_page_that_another_section_speaks_of_is_not_proposed(
    tmp_path: Path, worker: Worker
) -> None:
    pages = ["docs/speed/codec.md", "docs/speed/codec-speed.md"]
    said = advice(tmp_path, worker, "docs/speed/codecs.md", pages, taken="docs/speed/codec.md")
    assert said == "write `docs/speed/codec-speed.md`"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_merge_conflict_is_told_whatever_ends_its_lines(
    end: str, tmp_path: Path, worker: Worker
) -> None:
    page = "A line.\n<<<<<<<\nIt took 5 s.\n=======\nIt took 6 s.\n>>>>>>>\n".replace("\n", end)
    told = "docs/page.md:2:1 invalid-claims: an unresolved merge conflict stands here"
    assert lines(check_files(tmp_path, small_project(page), worker)) == [told]
