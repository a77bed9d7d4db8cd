"""Places of an editor: lines from 0, columns in the units that client and server agreed on."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from lsprotocol.types import Position

from proseproof.lsp.places import Places, path_of
from proseproof.source import Source

ROOT = Path(__file__).parent
ENCODINGS = ("utf-8", "utf-16", "utf-32")


def offset_of(text: str, words: str) -> tuple[Source, int]:
    return Source("docs/page.md", text), text.index(words)


@pytest.mark.parametrize(
    ("text", "line", "utf_8", "utf_16", "utf_32"),
    [
        ("It takes 5 s", 0, 9, 9, 9),
        ("Müller: 5 s", 0, 9, 8, 8),
        ("😀 takes 5 s", 0, 11, 9, 8),
        ("one\ntwo 5 s", 1, 4, 4, 4),
        ("one\r\ntwo 5 s", 1, 4, 4, 4),
        ("one\rtwo 5 s", 1, 4, 4, 4),  # an editor ends a line here, as the LSP says
        ("one\u2028two 5 s", 0, 10, 8, 8),  # and does not here
        ("\ufeff5 s", 0, 0, 0, 0),  # a byte order mark is not shown, and not counted
    ],
)
def test_columns_count_the_units_of_the_encoding(
    text: str, line: int, utf_8: int, utf_16: int, utf_32: int
) -> None:
    source, offset = offset_of(text, "5 s")
    for encoding, column in zip(ENCODINGS, (utf_8, utf_16, utf_32), strict=True):
        places = Places(ROOT, encoding)
        assert places.position(source, offset) == Position(line, column)
        if not text.startswith("\ufeff"):
            assert places.offset(source, Position(line, column)) == offset


@pytest.mark.parametrize(
    ("line", "column", "offset"),
    [(0, 99, 2), (1, 99, 5), (9, 0, 5), (0, 1, 1)],
)
def test_a_place_behind_the_end_is_the_end(line: int, column: int, offset: int) -> None:
    assert Places(ROOT).offset(Source("a.md", "ab\ncd"), Position(line, column)) == offset


@given(st.text(alphabet="ab\r\n😀é\u2028\x0c"), st.data(), st.sampled_from(ENCODINGS))
def test_a_place_and_its_offset_are_one(text: str, data: st.DataObject, encoding: str) -> None:
    source, places = Source("a.md", text), Places(ROOT, encoding)
    offset = data.draw(st.integers(0, len(text)))
    inside_a_line_end = text[offset - 1 : offset + 1] == "\r\n" and offset > 0
    found = places.offset(source, places.position(source, offset))
    assert found == (offset - 1 if inside_a_line_end else offset)


def test_a_file_keeps_the_uri_that_the_editor_has_for_it(tmp_path: Path) -> None:
    opened = {"docs/a b.md": "file:///c%3A/strange/a%20b.md"}
    places = Places(tmp_path, opened=opened)
    assert places.uri("docs/a b.md") == "file:///c%3A/strange/a%20b.md"
    assert places.uri("docs/c d.md") == f"{tmp_path.as_uri()}/docs/c%20d.md"


def test_a_uri_names_a_file_of_this_machine_or_none(tmp_path: Path) -> None:
    for name in ("a b.md", "a;b#c?d.md", "größe.md", "100%.md"):
        assert path_of((tmp_path / name).as_uri()) == tmp_path.resolve() / name
    for uri in ("untitled:Untitled-1", "https://example.org/a.md", "", "file:///a%00b"):
        assert path_of(uri) is None
