"""Marks within a line: what a reader reads of them, and what only looks like a mark."""

from __future__ import annotations

import pytest
from tests.prose.read import code, kinds, prose, said, written

READS = [
    # emphasis
    ("It took *41* ms", "It took 41 ms"),
    ("It took **41** ms, __not__ _40_", "It took 41 ms, not 40"),
    ("***both*** of **them *here* now**", "both of them here now"),
    ("snake_case_name and 2*3*4", "snake_case_name and 234"),
    ("a * b * c, 5 * 6", "a * b * c, 5 * 6"),
    ("==marked== ^^added^^ ~~gone~~", "marked added gone"),
    ("a == b and c == d", "a == b and c == d"),
    ("~5 ms and ~6 ms", "~5 ms and ~6 ms"),
    # raised and lowered
    ("3×10^5^ rows", "3×10⁵ rows"),
    ("10^-3^ s, 10<sup>5</sup> rows", "10⁻³ s, 10⁵ rows"),
    ("the 1^st^ and 2<sup>nd</sup>", "the 1st and 2nd"),
    ("H~2~O, log<sub>2</sub> 8", "H2O, log2 8"),
    ("1000~2~ is eight", "1000₂ is eight"),
    ("x^a b^ is no raised text", "x^a b^ is no raised text"),
    # links and images
    ("see [the *log*](run/12.md) now", "see the log now"),
    ("see [the log][run] now\n\n[run]: https://x.org/12", "see the log now"),
    ("see [run] now\n\n[run]: <https://x.org/12>", "see run now"),
    ("a list[3] and [7](no link", "a list[3] and [7](no link"),
    ("[5](a(b)c) ms, [6](<a b>) ms", "5 ms, 6 ms"),
    ("<https://x.org/a_b_c> and <me@x.org>", "https://x.org/a_b_c and me@x.org"),
    ("as ![plot of 12](p.png) shows", "as plot of 12 shows"),
    # characters written otherwise
    (r"5\*6 \_7\_ \# \1", r"5*6 _7_ # \1"),
    ("5&nbsp;ms, &lt;5, &#53; &amp; &bogus; R&D", "5\u00a0ms, <5, 5 & &bogus; R&D"),
    ("5&thinsp;600&mdash;7", "5\u2009600—7"),
    # HTML
    ("a <b>5</b><br>ms <!-- 9 --> x", "a 5 ms x"),
    ('<span class="n9">5</span> ms', "5 ms"),
    ("5 < 6 and 7 > 3", "5 < 6 and 7 > 3"),
    # what a site puts around text
    ("`5`{ .c9 } and *x*{: #id9 }", "5 and x"),
    ("see[^9] it\n\n[^9]: there", "see it"),
    ("see[^9] it", "see[^9] it"),
    ("press ++ctrl+alt+a++", "press ctrl+alt+a"),
    (":material-clock: 5 ms :octicons-arrow-right-24: :+1:", "5 ms"),
    ("at 10:30:45, std::vec::len", "at 10:30:45, std::vec::len"),
    ("{++5++} {--6--} {==7==}", "5 6 7"),
    ("{~~5~>6~~} ms", "5 6 ms"),
    # white space
    ("two\nlines  \nand a \\\nthird", "two lines and a \\ third"),
    ("much    space \t here", "much space here"),
    ("see<sup>Median of 5 runs</sup>", "seeMedian of 5 runs"),
    ("5<sup>2</sup>, m<sup>-2</sup>", "5², m⁻²"),
    # formulas
    ("the loss $L_{12}$ fell", "the loss \ufffc fell"),
    (r"the loss \(L_{12}\) fell", "the loss \ufffc fell"),
    ("12$\\mu$s", "12µs"),
    ("12 <math><mi>μ</mi></math>s", "12 \ufffcs"),
    ("from $5 and $6 to $7", "from $5 and $6 to $7"),
    ("$5-$6, or US$5/$6", "$5-$6, or US$5/$6"),
    (r"\$5 and 6\$", "$5 and 6$"),
]


@pytest.mark.parametrize(("markdown", "read"), READS)
def test_line_is_read(markdown: str, read: str) -> None:
    assert said(markdown)[0] == read


def test_code_is_text_whose_range_is_known() -> None:
    passage = prose("Set `n = 5` and ``a`b`` or <code>7</code>, <kbd>F5</kbd>.").passages[0]

    assert passage.text.value == "Set n = 5 and a`b or 7, F5."
    assert code(passage) == ["n = 5", "a`b", "7", "F5"]


def test_code_keeps_what_would_be_marks_elsewhere() -> None:
    passage = prose("Use `*5* &lt; $x$ [a](b)`, not \\`this 6\\`.").passages[0]

    assert code(passage) == ["*5* &lt; $x$ [a](b)"]
    assert passage.text.value.endswith("not `this 6`.")


def test_titles_are_read_beside_the_line() -> None:
    assert kinds('A [link](x "took 5 ms") and ![p](y "all 7").') == [
        ("paragraph", "A link and p."),
        ("title", "took 5 ms"),
        ("title", "all 7"),
    ]
    assert kinds('A <abbr title="5 GB">card</abbr> and [x](y){ title="6 ms" }.') == [
        ("paragraph", "A card and x."),
        ("title", "5 GB"),
        ("title", "6 ms"),
    ]


def test_remark_of_a_reviewer_does_not_part_the_words() -> None:
    assert said("It saved 5{>>was 6?<<} ms.") == ["It saved 5 ms.", "was 6?"]


def test_an_image_alone_is_an_alternative_text() -> None:
    assert kinds("![12 bars](p.png)") == [("alt", "12 bars")]
    assert kinds("[![build 1](a)](b) ![build 2](c)") == [("alt", "build 1"), ("alt", "build 2")]
    assert kinds('<img src="p9.png" alt="7 bars">') == [("alt", "7 bars")]


def test_each_mark_is_left_out_of_the_place() -> None:
    passage = prose("It **saved 1.8&nbsp;s** of\n  each [roll *out*](x.md).").passages[0]

    assert passage.text.value == "It saved 1.8\u00a0s of each roll out."
    assert written(passage, "saved") == "saved"
    assert written(passage, "\u00a0") == "&nbsp;"
    assert written(passage, " each") == "\n  each"
    assert written(passage, "roll out") == "roll *out"
