"""Marks travel through Markdown and change nothing but the numbers they are on."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st
from markdown import Markdown
from tests.site.made import outcome, page

from proseproof.outcome import Mark, Outcome
from proseproof.prose import read_prose
from proseproof.site.edition import Edition, compose
from proseproof.site.page_view import PageView
from proseproof.site.processors import register
from proseproof.site.sitemap import SiteMap
from proseproof.source import Text

EXTENSIONS = [
    "abbr", "admonition", "attr_list", "def_list", "footnotes", "md_in_html", "tables",
    "pymdownx.betterem", "pymdownx.caret", "pymdownx.details", "pymdownx.inlinehilite",
    "pymdownx.arithmatex", "pymdownx.mark", "pymdownx.superfences", "pymdownx.tabbed",
    "pymdownx.tilde", "toc",
]  # fmt: skip
CONFIGS = {
    "pymdownx.arithmatex": {"generic": True},
    "toc": {"permalink": True},
    "pymdownx.tabbed": {"alternate_style": True},
}


class RefusedError(Exception):
    """What stops a build in these tests."""


def engine(
    made: Outcome,
    *,
    preview: bool = False,
    path: str | None = "docs/it.md",
    urls: dict[str, str] | None = None,
) -> Markdown:
    """Python-Markdown with the steps, on the page docs/it.md of an outcome."""
    site = SiteMap(urls or {"docs/it.md": "it/"}, "ledger/", files=True)
    md = Markdown(extensions=EXTENSIONS, extension_configs=CONFIGS)
    edition = compose(made) if made.plates else Edition(made)
    register(md, lambda engine, text: PageView(edition, site, path, "it/", preview), RefusedError)
    return md


def shown(text: str, *marked: str) -> str:
    """The page as HTML, with the given words of it, where they stand first, as proofs p0, p1, …"""
    made = page("docs/it.md", text)
    spans = [made.source.span(at := text.index(words), at + len(words)) for words in marked]
    marks = tuple(Mark(span, f"p{index}") for index, span in enumerate(spans))
    prose = read_prose(Text.of(made.source))
    return engine(outcome([replace(made, marks=marks, prose=prose)])).convert(text)


def link(words: str, proof: str = "p0") -> str:
    return (
        f'<a class="pp-proof" id="said-{proof}" href="../ledger/#{proof}" title="Proof">{words}</a>'
    )


def test_a_number_in_a_formula_links_the_whole_formula() -> None:
    """What draws formulas finds the signs around it beside its inside."""
    html = shown(r"It is $2.1\times$ as fast, not $x^2$.", "2.1")
    linked = link(r"\(2.1\times\)")
    assert f'<span class="arithmatex">{linked}</span>' in html
    assert r'<span class="arithmatex">\(x^2\)</span>' in html


def span(words: str, proof: str = "p0") -> str:
    return link(words, proof).replace("<a", "<span").replace("</a", "</span").replace(
        " href", " data-proof"
    )  # fmt: skip


PLACES = [
    ("It took 41.5 s.", f"<p>It took {link('41.5 s')}.</p>"),
    ("It took **41.5 s**.", f"<p>It took <strong>{link('41.5 s')}</strong>.</p>"),
    ("- 41.5 s", f"<li>{link('41.5 s')}</li>"),
    ("> 41.5 s", f"<p>{link('41.5 s')}</p>"),
    ("`41.5 s`", f"<code>{link('41.5 s')}</code>"),
    ("| a |\n|---|\n| 41.5 s |", f"<td>{link('41.5 s')}</td>"),
    ("[took 41.5 s](x.md)", f'<a href="x.md">took {span("41.5 s")}</a>'),
    ("[41.5 s]\n\n[41.5 s]: x.md", f'<a href="x.md">{span("41.5 s")}</a>'),
    ("## In 41.5 s", f'<h2 id="in-415-s">In {span("41.5 s")}<a class="headerlink"'),
    ("In 41.5 s\n=========", f'<h1 id="in-415-s">In {span("41.5 s")}<a'),
    ('!!! note "In 41.5 s"\n    x', f'<p class="admonition-title">In {link("41.5 s")}</p>'),
    ('??? note "In 41.5 s"\n    x', f"<summary>In {span('41.5 s')}</summary>"),
    ('=== "41.5 s"\n    x', f'<label for="__tabbed_1_1">{span("41.5 s")}</label>'),
    ("<div>41.5 s</div>", f"<div>{link('41.5 s')}</div>"),
    ("![took 41.5 s](x.png)", '<span id="said-p0"></span><img alt="took 41.5 s" src="x.png" />'),
    ("a\n:   41.5 s", f"<dd>{link('41.5 s')}</dd>"),
    ("x[^1]\n\n[^1]: 41.5 s", f"<p>{link('41.5 s')}&#160;<a"),
    ("It&nbsp;took 41.5&nbsp;s", f"took {link('41.5&nbsp;s')}"),
]


@pytest.mark.parametrize(("text", "html"), PLACES)
def test_a_number_is_linked_wherever_prose_can_stand(text: str, html: str) -> None:
    assert html in shown(text, "41.5&nbsp;s" if "&nbsp;s" in text else "41.5 s")


def test_ids_and_the_table_of_contents_know_nothing_of_marks() -> None:
    md = engine(outcome([page("docs/it.md", "# In 41.5 s", {"41.5 s": "p0"})]))
    md.convert("# In 41.5 s")
    [entry] = md.toc_tokens  # type: ignore[attr-defined]
    assert (entry["name"], entry["html"], entry["id"]) == ("In 41.5 s", "In 41.5 s", "in-415-s")


def test_the_id_of_a_proof_stands_at_its_first_number_only() -> None:
    text = "It took 41 to 96 s."
    marks = {"41": "p0", "96 s": "p0"}
    html = engine(outcome([page("docs/it.md", text, marks)])).convert(text)
    assert html.count('id="said-p0"') == 1
    assert html.count('href="../ledger/#p0"') == 2


def test_a_number_over_the_edge_of_an_element_is_linked_on_both_sides() -> None:
    html = shown("It took **4**1.5 s.", "**4**1.5 s".removeprefix("**"))
    assert "<strong>" + link("4") + "</strong>" in html
    assert html.count('href="../ledger/#p0"') == 2


def test_a_page_that_is_not_the_one_checked_is_refused() -> None:
    md = engine(outcome([page("docs/it.md", "It took 41.5 s.")]))
    with pytest.raises(RefusedError, match=r"the text of docs/it\.md is not the one"):
        md.convert("It took 41.6 s.")


def test_front_matter_blank_lines_and_line_ends_may_go() -> None:
    text = "---\r\ntitle: x\r\n---\r\n\r\nIt took\r\n41.5 s.\r\n"
    md = engine(outcome([page("docs/it.md", text, {"41.5 s": "p0"})]))
    assert link("41.5 s") in md.convert("It took\n41.5 s.\n")


def test_an_excerpt_of_a_page_is_a_checked_text_too() -> None:
    text = "It took 41.5 s.\n\n<!-- more -->\n\nThe rest."
    md = engine(outcome([page("docs/it.md", text, {"41.5 s": "p0"})]))
    assert link("41.5 s") in md.convert("It took 41.5 s.")


def test_a_page_outside_the_project_is_rendered_as_it_is() -> None:
    assert engine(outcome()).convert("It took 41.6 s.") == "<p>It took 41.6 s.</p>"


PRIVATE = chr(0x100000)


def test_a_page_that_uses_the_marks_own_characters_keeps_them() -> None:
    text = f"{PRIVATE} took 41.5 s."
    html = shown(text, "41.5 s")
    assert "pp-proof" not in html
    assert "41.5 s" in html


PIECES = st.sampled_from(
    [
        "It took 41.5 s.", "**41.5** s", "*9* of __12__", "[9](x.md)", "[9.1][r]", "[r]", "`5`",
        "# 7", "## 7 of 8", "- 3", "  - 3.5", "1. 4", "> 4", "~~5~~", "10^5^", "1/2",
        "5_000 and a_5_b", "$5", "![6](x.png)", "<b>7</b>", "&nbsp;8", "\\*9", "x[^1]",
        "[^1]: 12 s", "| 1 | 2 |\n|---|---|\n| 3 | 4 |", '!!! note "In 5 s"\n    6',
        '=== "7"\n    8', "```\n9\n```", "    9", "<!-- 9 -->", "*[GB]: 10 x", "5 GB", "==5==",
        "[r]: x.md", "-5 to **−6**", "9 {: .x }", "<div markdown>9</div>", "<https://x.y/5>",
        "***5** 6*", "5**6**7", "_5_ 6_7_8", "term 5\n:   6", "a  \n5", "- [ ] 5", "<div>5",
    ]
)  # fmt: skip
NUMBER = re.compile(r"(?<![\w.])\d[\d.,]*(?!\w)")
ADDED = re.compile(r'<(a|span) class="pp-proof"[^>]*>([^<]*)</\1>|<span id="said-[^>]*></span>')


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, min_size=1, max_size=6), st.sampled_from(["\n", "\n\n", " "]))
def test_without_its_links_a_page_is_what_it_was(pieces: list[str], between: str) -> None:
    text = between.join(pieces)
    made = page("docs/it.md", text)
    spans = {
        passage.text.span(*number.span())
        for passage in read_prose(Text.of(made.source)).passages
        for number in NUMBER.finditer(passage.text.value)
    }
    ordered = sorted(spans, key=lambda span: span.start)
    marks = tuple(Mark(span, f"p{index}") for index, span in enumerate(ordered))
    html = engine(outcome([replace(made, marks=marks)])).convert(text)
    plain = engine(outcome([made])).convert(text)
    assert ADDED.sub(lambda match: match[2] or "", html) == plain
