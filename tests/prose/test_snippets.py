"""Snippets: the prose of another file, with its own places, where the page names it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.prose.read import prose, said
from tests.prose.rendered import blocks_and_titles, folded

FILES = {
    "n.md": "It took *41* ms.\n\nThen 42.\n",
    "parts.md": "# --8<-- [start:a]\nin a 5\n# --8<-- [end:a]\nin b 6\nlast 7\n",
    "outer.md": 'outer 8\n\n--8<-- "n.md"\n',
    "loop.md": 'loop 9\n\n--8<-- "loop.md"\n',
    "bare.md": "no end 3",
    "empty.md": "",
}


def test_a_snippet_stands_where_it_is_named() -> None:
    page = prose('Before.\n\n--8<-- "n.md"\n\nAfter.', FILES)

    assert [passage.text.value for passage in page.passages] == [
        "Before.",
        "It took 41 ms.",
        "Then 42.",
        "After.",
    ]
    spans = [passage.text.span() for passage in page.passages]
    assert [span.source.path for span in spans] == ["page.md", "n.md", "n.md", "page.md"]
    assert spans[1].text == "It took *41* ms."
    assert (spans[3].first.line, page.missing) == (5, ())


def test_a_passage_has_one_source() -> None:
    page = prose('one\n--8<-- "bare.md"\ntwo', FILES)

    assert [(p.text.value, p.text.source.path) for p in page.passages] == [
        ("one", "page.md"),
        ("no end 3", "bare.md"),
        ("two", "page.md"),
    ]


@pytest.mark.parametrize(
    ("page", "read"),
    [
        ('--8<-- "parts.md"', ["in a 5 in b 6 last 7"]),
        ('--8<-- "parts.md:a"', ["in a 5"]),
        ('--8<-- "parts.md:4:4"', ["in b 6"]),
        ('--8<-- "parts.md:2:2,5"', ["in a 5 last 7"]),
        ('--8<-- "parts.md:-2:-2"', ["last 7"]),
        ("-8<-\nn.md\n; bare.md\n\nbare.md\n-8<-", ["It took 41 ms.", "Then 42.", "no end 3"]),
        ('--8<-- "outer.md"', ["outer 8", "It took 41 ms.", "Then 42."]),
        ('--8<-- "loop.md"', ["loop 9"]),
        ('- item\n\n    --8<-- "n.md"', ["item", "It took 41 ms.", "Then 42."]),
        ('!!! note "T"\n    --8<-- "n.md"', ["T", "It took 41 ms.", "Then 42."]),
        ('```\n--8<-- "n.md"\n```\nafter', ["after"]),
        ('a\n--8<-- "empty.md"\nb', ["a b"]),
        (';--8<-- "n.md"', ['--8<-- "n.md"']),
        ('text --8<-- "n.md"', ['text --8<-- "n.md"']),
    ],
)
def test_forms(page: str, read: list[str], tmp_path: Path) -> None:
    assert said(page, FILES) == read
    # The site reads the same words.
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    blocks, titles = blocks_and_titles(page, str(tmp_path))
    assert blocks + Counter(titles) == Counter(map(folded, read))


def test_places_within_an_indented_snippet() -> None:
    (_, first, _) = prose('- item\n\n    --8<-- "n.md"', FILES).passages

    assert first.text.span(8, 10).text == "41"
    assert first.text.span(8, 10).first.column == 10


@pytest.mark.parametrize(
    ("page", "named"),
    [
        ('--8<-- "gone.md"', "gone.md"),
        ("text\n\n-8<-\n  gone.md\n-8<-", "gone.md"),
        ('--8<-- "parts.md:gone"', "parts.md:gone"),
        ('--8<-- "https://x.org/a.md"', "https://x.org/a.md"),
    ],
)
def test_a_missing_snippet_is_told(page: str, named: str) -> None:
    (span,) = prose(page, FILES).missing

    assert span.text == named
    assert span.source.path == "page.md"


def test_files_that_name_each_other_come_to_an_end() -> None:
    files = {f"{n}.md": f'--8<-- "{n + 1}.md"\n--8<-- "{n + 1}.md"\n' for n in range(200)}

    assert prose('--8<-- "0.md"', files).missing
