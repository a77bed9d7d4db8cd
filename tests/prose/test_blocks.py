"""Blocks: what is prose in each, and what is none."""

from __future__ import annotations

import pytest
from tests.prose.read import kinds, said


@pytest.mark.parametrize(
    ("markdown", "read"),
    [
        ("# Run 5 {#run-5}", [("heading", "Run 5")]),
        ("## Run 5 ##\ntext 6", [("heading", "Run 5"), ("paragraph", "text 6")]),
        ("Run 5\n=====\nRun 6\n-----", [("heading", "Run 5"), ("heading", "Run 6")]),
        (
            "> quoted 5\nlazy 6\n> > deep 7",
            [("paragraph", "quoted 5 lazy 6"), ("paragraph", "deep 7")],
        ),
        ("text\n\n***\n\nmore", [("paragraph", "text"), ("paragraph", "more")]),
        ("1. five 5\n2. six 6", [("paragraph", "five 5"), ("paragraph", "six 6")]),
        (
            "- a 5\n  on\n\n    b 6\n\n    - c 7",
            [("paragraph", t) for t in ("a 5 on", "b 6", "c 7")],
        ),
        ("- [x] done 5\n- [ ] open 6", [("paragraph", "done 5"), ("paragraph", "open 6")]),
        (
            "Term 1\n:   means 5\n\n    and 6",
            [("paragraph", t) for t in ("Term 1", "means 5", "and 6")],
        ),
        ("text 5\n{: #id9 .c9 }", [("paragraph", "text 5")]),
        ("[TOC]\n\ntext", [("paragraph", "text")]),
    ],
)
def test_block_is_read(markdown: str, read: list[tuple[str, str]]) -> None:
    assert kinds(markdown) == read


@pytest.mark.parametrize("opener", ["!!! note", "??? note", "???+ note", "==="])
def test_boxes_have_a_title_and_a_content(opener: str) -> None:
    markdown = f'{opener} "Took *5* ms"\n    in 6\n\n    - item 7\n\n        in item 8\nafter 9'

    assert kinds(markdown) == [
        ("title", "Took 5 ms"),
        ("paragraph", "in 6"),
        ("paragraph", "item 7"),
        ("paragraph", "in item 8"),
        ("paragraph", "after 9"),
    ]


def test_the_name_of_a_box_is_no_text_of_the_author() -> None:
    assert said("!!! warning\n    in 6") == ["in 6"]
    assert said('!!! warning ""\n    in 6') == ["in 6"]


@pytest.mark.parametrize(
    "markdown",
    [
        "```\nx = 5\n```",
        "~~~ python\nx = 5\n~~~",
        "````\n```\nx = 5\n```\n````",
        '``` { .py linenums="5" }\nx = 5\n```',
        '```py hl_lines="5 6"\nx = 5\n\ny = 6\n```',
        "```ledger\n5\n```",
        "    x = 5\n\n    y = 6",
        "<!-- 5 -->",
        "<!--\n5\n\n6\n-->",
        "<script>\nlet x = 5 < 6;\n</script>",
        "<style>\n.a { width: 5px }\n</style>",
        "<pre>\nx = 5\n</pre>",
        "$$\nx = y^5\n$$",
        "\\[\nx_5 = y\n\\]",
        "\\begin{align}\nx = 5\n\\end{align}",
        "[a5]: https://x.org/5",
        "***",
    ],
)
def test_what_is_no_prose(markdown: str) -> None:
    assert said(f"before\n\n{markdown}\n\nafter") == ["before", "after"]


@pytest.mark.parametrize(
    "within", ["- item\n\n{}", "1. item\n\n{}", '!!! note "T"\n{}', '=== "T"\n{}', "T\n:   x\n\n{}"]
)
def test_a_fence_within_is_none_either(within: str) -> None:
    fence = "    ```py\n    x = 5\n\n    y = 6\n    ```"

    assert "5" not in "".join(said(within.format(fence) + "\n\nend"))
    assert said(within.format(fence) + "\n\nend")[-1] == "end"


def test_a_quoted_fence_ends_with_its_quote() -> None:
    assert said("> ```\n> x = 5\n> ```\n> after 6") == ["after 6"]


def test_what_is_no_fence_is_prose() -> None:
    assert said("```py foo bar\nx = 5\n```") == ["py foo bar x = 5"]
    assert said("```\nnever closed 5") == ["```\nnever closed 5".replace("\n", " ")]


def test_the_title_of_a_fence_is_shown() -> None:
    assert kinds('```py title="Run 5"\nx = 6\n```') == [("title", "Run 5")]


def test_code_needs_its_indentation() -> None:
    assert said("- item\n\n    of the item 5\n\n        code 6") == ["item", "of the item 5"]
    assert said("text\n    goes on 5") == ["text goes on 5"]


def test_footnotes_are_read_where_they_are_written() -> None:
    markdown = "See[^1].\n\n[^1]: took 5 ms\n    and 6\n\n    then 7\n\nNext."

    assert said(markdown) == ["See.", "took 5 ms and 6", "then 7", "Next."]


def test_abbreviations_and_the_titles_of_targets() -> None:
    assert kinds('The SM.\n\n*[SM]: one of 132\n[a]: b "Run 5"') == [
        ("paragraph", "The SM."),
        ("abbreviation", "one of 132"),
        ("title", "Run 5"),
    ]


def test_html_blocks_are_read_without_markdown() -> None:
    markdown = "<div>\n<h2>Run 5</h2>\n<p>It *took*<br>6 ms</p> rest 7\n</div>\nafter *8*"

    assert kinds(markdown) == [
        ("heading", "Run 5"),
        ("paragraph", "It *took* 6 ms"),
        ("paragraph", "rest 7"),
        ("paragraph", "after 8"),
    ]


def test_html_tables_have_cells() -> None:
    markdown = "<table><tr><th>n</th><td>5</td></tr></table>"

    assert kinds(markdown) == [("cell", "n"), ("cell", "5")]


def test_html_that_says_markdown_holds_markdown() -> None:
    markdown = (
        '<div class="grid" markdown>\n\n- took *5*\n\n</div>\n\n'
        '<figure markdown="span">\n  ![bars](x.png)\n  <figcaption>Run 6</figcaption>\n</figure>'
    )

    assert kinds(markdown) == [("paragraph", "took 5"), ("alt", "bars"), ("paragraph", "Run 6")]


def test_details_in_html_are_read() -> None:
    assert kinds("<details>\n<summary>Run 5</summary>\n\ntook 6\n\n</details>") == [
        ("title", "Run 5"),
        ("paragraph", "took 6"),
    ]
