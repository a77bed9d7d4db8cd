"""Snippets are found where the site finds them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.project import check_files, lines, small_project, write_files

from proseproof.included import Included
from proseproof.query import Worker

FILES = {
    "a.md": "root",
    "docs/a.md": "docs",
    "docs/deep/a.md": "beside",
    "parts/a.md": "parts",
    "more/b.md": "more",
    "guide/c.md": "guide",
}


def site(base_path: str, more: str = "") -> str:
    return (
        "site_name: x\ntheme: {name: material, font: !ENV [FONT, false]}\n"
        f"markdown_extensions:\n  - admonition\n  - pymdownx.snippets:\n      {base_path}\n{more}"
    )


@pytest.mark.parametrize(
    ("settings", "name", "read"),
    [
        (None, "a.md", "root"),
        (None, "deep/a.md", "beside"),
        (None, "b.md", None),
        (None, "../../more/b.md", "more"),
        (site("check_paths: true"), "a.md", "root"),
        (site("base_path: parts"), "a.md", "parts"),
        (site("base_path: [more, ./parts/]"), "a.md", "parts"),
        (site("base_path:\n        - more\n        - docs"), "b.md", "more"),
        (site("base_path: [more]"), "a.md", None),  # the site does not find it either
        (site("base_path: [more/b.md, parts]"), "b.md", "more"),  # a file stands for itself
        (site("base_path: [more/b.md, parts]"), "a.md", "parts"),
        (site("base_path: ../other"), "a.md", None),
        (site("base_path: parts"), "../more/b.md", None),
        (site("base_path: parts\n      restrict_base_path: false"), "../more/b.md", "more"),
        (site("base_path: !relative $config_dir/parts"), "a.md", "parts"),
        (site("base_path:\n        - !relative"), "a.md", "beside"),
        (site("base_path: !relative $docs_dir", "docs_dir: guide\n"), "c.md", "guide"),
        ("markdown_extensions:\n  pymdownx.snippets: {base_path: parts}\n", "a.md", "parts"),
        ("markdown_extensions: {pymdownx.snippets: }\n", "a.md", "root"),
        ("no: [yaml", "a.md", "root"),
        (None, "https://example.org/a.md", None),
    ],
)
def test_where_a_snippet_lies(
    settings: str | None, name: str, read: str | None, tmp_path: Path
) -> None:
    disk = write_files(tmp_path, FILES | ({"mkdocs.yml": settings} if settings else {}))
    found = Included(disk).find("docs/deep/page.md", name)
    assert (found.text if found else None) == read


def test_its_numbers_are_checked(tmp_path: Path, worker: Worker) -> None:
    files = small_project('--8<-- "part.md"\n\n--8<-- "https://example.org/part.md"\n')
    files |= {"parts/part.md": "It took 7 s.\n", "mkdocs.yml": site("base_path: parts")}
    assert lines(check_files(tmp_path, files, worker)) == [
        (
            "docs/page.md:3:9 invalid-claims: the snippet https://example.org/part.md lies on the"
            " network, where no check reads it"
        ),
        "parts/part.md:1:9 unbound-number: nothing checks the number 7",
    ]
