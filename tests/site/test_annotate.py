"""Marks in text, HTML and offsets: put in, turned into elements, taken out, never left behind."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from proseproof.site.align import align
from proseproof.site.annotate import Wrap, annotated
from proseproof.site.sentinel import ANY, without, woven

WRAPS = [Wrap("x", "a proof", "l/#a", "said-a"), Wrap("x", "", "l/#b", "said-b")]
OPEN, CLOSE = woven("|", [(0, 1)]).split("|")

TEXTS = st.text(st.characters(exclude_categories=["Cs", "Co"]), max_size=40)


@given(TEXTS, st.data())
def test_what_was_woven_in_comes_out_again(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pieces = list(zip(cuts[::2], cuts[1::2], strict=False))
    marked = woven(text, pieces)
    assert without(marked) == text
    assert len(ANY.findall(marked)) == 2 * len(pieces)


HTML = st.lists(
    st.sampled_from(
        [OPEN, CLOSE, "41.5", " s", "<b>", "</b>", "<p>", "</p>", '<a href="x">', "</a>", "<br>",
         '<img alt="', '">', "<!-- ", " -->", "<script>", "</script>", "<h2>", "</h2>", "<", ">",
         "'", '"', "&lt;", "<pre>", "</pre>", "</", "<td>"]
    ),
    max_size=14,
).map("".join)  # fmt: skip


@settings(max_examples=300)
@given(HTML)
def test_no_mark_is_left_and_no_text_is_lost(html: str) -> None:
    done = annotated(html, WRAPS)
    assert not ANY.search(done)
    plain = without(html)
    added = done
    for words in ('<a class="x"', '<span class="x"', '<span id="said-'):
        while (at := added.find(words)) >= 0:
            added = added[:at] + added[added.index(">", at) + 1 :]
    assert added.replace("</a>", "").replace("</span>", "") == plain.replace("</a>", "")


def test_a_mark_whose_end_is_lost_stops_at_the_block() -> None:
    html = annotated(f"<p>{OPEN}41.5 s</p><p>and more</p>", WRAPS)
    assert html.endswith("41.5 s</a></p><p>and more</p>")


def test_a_script_and_a_code_block_get_no_elements() -> None:
    for name in ("script", "style", "pre", "svg"):
        assert annotated(f"<{name}>{OPEN}1{CLOSE}</{name}>", WRAPS) == f"<{name}>1</{name}>"


@given(TEXTS, TEXTS)
def test_an_offset_of_the_file_is_the_same_character_of_the_text(head: str, body: str) -> None:
    file = f"---\r\nx: 1\r\n---\r\n{head}\r\n{body}41.5 s"
    text = file.replace("\r\n", "\n").partition("---\n")[2].partition("---\n")[2].lstrip("\n")
    alignment = align(file, text)
    assert alignment is not None
    at = file.rindex("41.5 s")
    there = alignment.offset(at)
    assert there is not None
    assert text[there : there + 6] == "41.5 s"


@given(TEXTS, TEXTS)
def test_a_text_that_is_no_part_of_the_file_does_not_align(file: str, text: str) -> None:
    if text.strip() and text.rstrip() not in file.replace("\r\n", "\n").removeprefix("\ufeff"):
        assert align(file, text) is None
