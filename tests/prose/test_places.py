"""Places: whatever a file is written with, each character knows where it stands."""

from __future__ import annotations

import pytest
from tests.prose.read import prose, written

from proseproof.prose import read_prose
from proseproof.source import Source, Text


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends(line_end: str) -> None:
    page = line_end.join(["# Head", "", "one *two*", "three 5 ms", "", "- a", "- b 6"])
    passages = prose(page).passages

    assert [p.text.value for p in passages] == ["Head", "one two three 5 ms", "a", "b 6"]
    assert written(passages[1], " three") == f"{line_end}three" or line_end in written(
        passages[1], " three"
    )
    assert written(passages[1], "5 ms") == "5 ms"
    assert written(passages[3], "6") == "6"


def test_the_space_of_a_line_break_covers_both_characters_of_a_windows_line_end() -> None:
    (passage,) = prose("one\r\ntwo").passages

    assert written(passage, " ") == "\r\n"


def test_tabs() -> None:
    item, code = prose("-\tone\n\n\ttwo\t5 ms\n\n\t\tcode").passages

    assert (item.text.value, code.text.value) == ("one", "two 5 ms")
    assert written(code, " 5 ms") == "\t5 ms"
    assert code.text.span().first.column == 2


def test_a_byte_order_mark_is_no_text() -> None:
    (passage,) = prose("\ufeff# Head 5").passages

    assert (passage.kind, passage.text.value) == ("heading", "Head 5")
    assert passage.text.span().first.column == 4


def test_characters_beyond_the_first_plane() -> None:
    (passage,) = prose("𝟙 🚀 **took** 5 ms 𝛍").passages

    assert passage.text.value == "𝟙 🚀 took 5 ms 𝛍"
    assert written(passage, "5 ms") == "5 ms"


def test_a_text_of_a_yaml_file() -> None:
    """The characters of a scalar need not stand side by side in their file."""
    source = Source("claims/a.yml", 'title: "took *5\\u00a0ms* in\n  all"\n')
    scalar = Text.join(
        [
            Text.of(source, 8, 15),
            Text("\u00a0", source, [15], [21]),
            Text.of(source, 21, 27),
            Text(" ", source, [27], [30]),
            Text.of(source, 30, 33),
        ]
    )
    assert scalar.value == "took *5\u00a0ms* in all"

    (passage,) = read_prose(scalar).passages
    assert passage.text.value == "took 5\u00a0ms in all"
    assert written(passage, "5\u00a0ms") == "5\\u00a0ms"
    assert written(passage, "in all") == "in\n  all"


def test_a_part_of_a_file() -> None:
    source = Source("page.md", "skip 1\ntook **5** ms\nskip 2")

    (passage,) = read_prose(Text.of(source, 7, 20)).passages
    assert passage.text.value == "took 5 ms"
    assert passage.text.span(5, 6).first.line == 2
    assert passage.text.span(5, 6).first.column == 8
