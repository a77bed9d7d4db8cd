"""What holds for any text: nothing is raised, places are places, and code never moves prose."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import HealthCheck, given, settings, strategies as st

from proseproof.prose import Passage, Prose, read_prose
from proseproof.source import Source, Span, Text

# Pieces that mean something, to meet each other in every order.
SIGNS = r"""* ** _ __ ` `` ``` ~~~ ~ ~~ ^ ^^ == # ## > - + 1. [ ] ( ) ![ ]( [^1] [^1]: [a]: *[A]: |
|-|-| !!! ??? === : $ $$ \( \) \[ \] \ \\ < > </ <div> </div> <p <b> <!-- --> <script> <br/> &
&nbsp; &#5; {: {++ ++} {~~ ~> ~~} {>> <<} } ++ctrl++ :x: --8<-- -8<- "f.md"
' " ; --- 5 word ms 𝟙 é"""
SPACES = ["\n", "\n\n", "\r\n", "\r", "\t", " ", "    ", "        ", "\u00a0"]
CELLS = ["<table>", "<table markdown>", "</table>", "<thead>", "<tr>", "<td>", "<th colspan=2>",
         "<td rowspan=3>", "</td>", "</tr>"]  # fmt: skip
OTHERS = [
    "```figure\nf-1\n```\n",
    "<div markdown>",
    "\n{ .annotate }\n\n1. ",
    "(1)",
    "\ufeff",
    "\x00",
    "\x02",
    "\x03",
    "\x04",
]
MARKS = st.sampled_from([*SIGNS.split(), *SPACES, *CELLS, *OTHERS])
MARKDOWN = st.lists(MARKS | st.text(max_size=4), max_size=40).map("".join)
PLAIN_WORDS = st.lists(
    st.text("abcdefgh xyzé,;?", min_size=1, max_size=8).map(lambda word: word.strip() or "x"),
    min_size=1,
)
QUICK = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def read(markdown: str) -> Prose:
    return read_prose(
        Text.of(Source("page.md", markdown)), lambda path: Source(path, markdown[::2])
    )


def shape(passage: Passage) -> tuple[str, str, int, int, tuple[tuple[int, int], ...]]:
    span = passage.text.span()
    return passage.kind, passage.text.value, span.start, span.end, passage.code


def within(span: Span) -> bool:
    return 0 <= span.start <= span.end <= len(span.source.text)


@QUICK
@given(MARKDOWN | st.text())
def test_any_text_is_read_and_each_character_has_a_place(markdown: str) -> None:
    prose = read(markdown)

    for passage in prose.passages:
        text = passage.text
        assert text.value
        assert text.value == text.value.strip(" ")
        assert "  " not in text.value
        assert not set("\n\r\t\x02\x03\x04") & set(text.value)
        for start, end in zip(text.starts, text.ends, strict=True):
            assert 0 <= start <= end <= len(text.source.text)
        assert all(one <= next_one for one, next_one in pairwise(text.starts))
        for start, stop in passage.code:
            assert 0 <= start < stop <= len(text.value)
    for grid in prose.grids:
        assert within(grid.span)
        assert all(within(span) for span in grid.row_spans)
        assert len(grid.rows) == len(grid.row_spans)
    for placement in prose.placements:
        assert within(placement.span)
        assert placement.span.text.startswith(("`", "~"))
        assert placement.figure.value in placement.span.text or "\n" in placement.figure.value
    assert all(within(span) for span in prose.missing)


@QUICK
@given(MARKDOWN)
def test_what_is_read_in_a_part_of_a_file_stands_in_that_part(markdown: str) -> None:
    source = Source("page.md", f"12 before\n{markdown}\n34 after")
    end = len(source.text) - 9

    for passage in read_prose(Text.of(source, 10, end)).passages:
        assert 10 <= passage.text.span().start <= passage.text.span().end <= end


@QUICK
@given(st.lists(PLAIN_WORDS, min_size=1, max_size=5))
def test_plain_prose_is_read_as_it_stands(paragraphs: list[list[str]]) -> None:
    lines = [" ".join(" ".join(words).split()) for words in paragraphs]

    prose = read("\n\n".join(lines))
    assert [passage.text.value for passage in prose.passages] == lines
    assert [passage.text.span().text for passage in prose.passages] == lines


@QUICK
@given(
    st.lists(MARKS, max_size=8).map("".join),
    st.sampled_from(
        [
            ("```\n", "\n```"),
            ("~~~ py\n", "\n~~~"),
            ("    ", ""),
            ("<!-- ", " -->"),
            ("<pre>", "</pre>"),
            ("- a\n\n    ```\n    ", "\n    ```"),
            ("It took `", "` ms."),
        ]
    ),
    st.text("abcde 12345", min_size=1, max_size=12),
)
def test_other_letters_in_code_move_nothing(
    before: str, around: tuple[str, str], inside: str
) -> None:
    opener, closer = around
    others = inside.translate(str.maketrans("abcde12345", "vwxyz67890"))
    pages = [f"{before}\n\n{opener}{text}{closer}\n\nAfter 5 ms." for text in (inside, others)]
    one, other = (read(page) for page in pages)

    hidden = str.maketrans("abcdevwxyz1234567890", "·" * 20)
    for mine, theirs in zip(one.passages, other.passages, strict=True):
        assert shape(mine)[2:] == shape(theirs)[2:]
        assert mine.text.value.translate(hidden) == theirs.text.value.translate(hidden)
    assert [p.span.start for p in one.placements] == [p.span.start for p in other.placements]


def test_whatever_is_deep_is_read_to_its_end() -> None:
    deep = [
        "\n\n".join("    " * level + f"- at {level}" for level in range(400)),
        "> " * 2_000 + "at 400",
        "<div markdown>\n" * 2_000 + "at 400",
        "*a **b " * 2_000 + "at 400",
        "![" * 2_000 + "at 400" + "](b)" * 2_000,
        "\n".join("    " * level + '!!! note "at 400"' for level in range(300)),
    ]
    for markdown in deep:
        assert any("at" in passage.text.value for passage in read(markdown).passages)
