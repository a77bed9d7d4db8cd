"""Front matter: the title and the description that a site shows, and nothing else."""

from __future__ import annotations

import pytest
from tests.prose.read import kinds, prose, said, written

from proseproof.prose import read_prose
from proseproof.source import Source, Text


def test_title_and_description_are_read() -> None:
    page = "---\ntitle: Run *5*\ntags: [a9]\ndescription: Took 6 ms  # 7\nweight: 8\n---\n# Head\n"

    assert kinds(page) == [("page title", "Run *5*"), ("title", "Took 6 ms"), ("heading", "Head")]
    assert written(prose(page).passages[1], "6 ms") == "6 ms"


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ('"Took 5\\u00a0ms"', "Took 5\u00a0ms"),
        ("'It''s 5 ms'", "It's 5 ms"),
        (">-\n  Took 5 ms,\n  then 6", "Took 5 ms, then 6"),
        ("|\n  Took 5 ms\n", "Took 5 ms"),
        ("Took 5 ms,\n  then 6", "Took 5 ms, then 6"),
        ("a#5", "a#5"),
    ],
)
def test_ways_to_write_a_value(value: str, read: str) -> None:
    assert said(f"---\ntitle: {value}\nother: 9\n---\ntext") == [read, "text"]


def test_places_in_a_quoted_value() -> None:
    (title,) = prose('---\ntitle: "a \\"b\\" 5"\n---\n').passages

    assert title.text.value == 'a "b" 5'
    assert written(title, '"b" 5') == '\\"b\\" 5'


def test_windows_line_ends() -> None:
    assert said("---\r\ntitle: Run 5\r\n---\r\ntext\r\n") == ["Run 5", "text"]


def test_a_value_that_is_not_understood_is_read_as_it_stands() -> None:
    assert said('---\ntitle: "took 5\n  ms"\n---\n') == ['"took 5 ms"']
    assert said("---\ntitle:\n---\ntext") == ["text"]


def test_two_rules_are_no_front_matter() -> None:
    assert said("---\nIt took 5 ms\n\n---\ntext") == ["It took 5 ms", "text"]
    assert said("text\n\n---\ntitle: 5\n---\n") == ["text", "title: 5"]


def test_only_a_whole_page_has_front_matter() -> None:
    source = Source("claims/a.yml", "claim: x\n---\ntitle: 5\n---\n")

    passages = read_prose(Text.of(source, 9)).passages
    assert [passage.text.value for passage in passages] == ["title: 5"]
