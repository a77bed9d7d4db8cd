"""A new section beside others: what it draws, by its name, and where its page may lie."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.new.folder import Capture, New, checked

CACHE = """\
run,policy,hit_pct,p95_ms,memory_mib,evictions
1,lru,54.77,15.2,258,25341
1,tinylfu,63.47,10.7,276,18316
2,lru,53.06,14.4,256,23119
2,tinylfu,62.33,11.5,277,16343
"""
FIRST = ("cache", "--page", "docs/index.md", "--capture-file", "cache.csv")


@pytest.mark.parametrize(
    ("section", "column"),
    [("mem", "memory_mib"), ("p95-by-policy", "p95_ms"), ("evicted", "evictions")],
)
def test_the_name_of_a_section_chooses_among_the_columns(
    section: str, column: str, new: New, capsys: Capture
) -> None:
    assert new({"cache.csv": CACHE}, section, *FIRST[1:])[0] == 0
    written = Path(f"claims/{section}.yml").read_text(encoding="utf-8")
    assert f"data: SELECT run, policy, {column} FROM cache\n" in written
    assert checked(capsys).startswith("no errors")


def test_a_name_that_is_no_column_leaves_the_choice_to_the_data(new: New) -> None:
    new({"cache.csv": CACHE}, *FIRST)
    assert "hit_pct FROM cache" in Path("claims/cache.yml").read_text(encoding="utf-8")


def test_a_second_section_does_not_repeat_the_first_figure(new: New) -> None:
    new({"cache.csv": CACHE}, *FIRST)
    new({}, "second", "--page", "docs/b.md")
    new({}, "third", "--page", "docs/c.md")
    drawn = [
        line
        for name in ("cache", "second", "third")
        for line in Path(f"claims/{name}.yml").read_text(encoding="utf-8").splitlines()
        if line.startswith("    data: ")
    ]
    assert len(set(drawn)) == 3


def test_where_there_is_nothing_else_a_figure_is_drawn_again(new: New, capsys: Capture) -> None:
    new(
        {"t.csv": "tool,time_s\na,5\nb,7\n"},
        "first",
        "--page",
        "docs/a.md",
        "--capture-file",
        "t.csv",
    )
    assert new({}, "second", "--page", "docs/b.md")[0] == 0
    assert checked(capsys).startswith("no errors in 8 claims")


def test_a_page_that_neither_pages_nor_the_site_find_is_told(new: New, capsys: Capture) -> None:
    new({"cache.csv": CACHE}, *FIRST)
    status, said = new({}, "mem", "--page", "x.md")
    assert status == 0
    assert said == (
        "wrote claims/mem.yml\nwrote x.md\n"
        "x.md is not among the `pages` of claims/project.yml: "
        "it is checked for as long as its claims file is there\n"
        "x.md lies outside docs/, so the site of mkdocs.yml does not have it\n"
    )
    assert checked(capsys).startswith("no errors")


def test_the_folder_of_the_site_is_read_from_its_file(new: New) -> None:
    new({"cache.csv": CACHE, "mkdocs.yml": "site_name: a\ndocs_dir: 'pages'\n"}, *FIRST)
    _, said = new({}, "mem", "--page", "pages/x.md")
    assert "lies outside" not in said
    assert "pages/x.md is not among the `pages`" in said
