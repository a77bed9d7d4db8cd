"""Figures on a page: what a reader finds around a drawing, and what a wrong one is told."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from tests.site.made import answer, capture, outcome, page
from tests.site.test_processors import RefusedError, engine

from proseproof.finding import Finding
from proseproof.outcome import Mark, Outcome
from proseproof.query import Answer, Column
from proseproof.site.edition import compose
from proseproof.site.ledger import ledger_json
from proseproof.site.readable import csv_text, plain

YAML = """
page: docs/it.md
figures:
  - id: fig-1
    kind: chart
    title: A title of 3 <script>alert(1)</script>
    claim: It **saved** 0.6 to 1.8 s.
    caption: See [the notes](javascript:alert(1)) & `x`.
    data: SELECT 1
    chart: {mark: bar, encoding: {x: step:O, y: saved_s:Q}}
    claims:
      - id: saving
        says: saved 0.6 to 1.8 s
        query: SELECT min(saved_s), max(saved_s) FROM data
        why: the point of it all
  - id: tab-1
    kind: table
    title: The steps
    data: SELECT 1
    columns:
      Step: "{step}"
      Saved: "{saved_s:.2f} s"
  - id: words
    kind: text
    claims: [{says: it holds, holds: SELECT true}]
"""
ROWS = answer("step saved_s run", (0, 1.4000000000000057, "a"), (1, 1.8, "b"))
TEXT = "# It\n\nIt saved 0.6 to 1.8 s.\n\n```figure\nfig-1\n```\n\n```figure\ntab-1\n```\n"


def made(text: str = TEXT, yaml: str = YAML, **more: Any) -> Outcome:
    marks = {"0.6": "saving", "1.8 s": "saving"} if "0.6" in text else {}
    rows = {"fig-1": ROWS, "tab-1": ROWS}
    return outcome([page("docs/it.md", text, marks)], yaml, rows, **more)


def html(text: str = TEXT, **more: Any) -> str:
    return engine(made(text, **more)).convert(text)


def test_a_figure_has_its_sentence_its_drawing_its_rows_and_its_sources() -> None:
    shown = html(captures=[capture()])
    figure = shown[shown.index("<figure") : shown.index("</figure>")]
    assert 'id="fig-1"' in figure
    assert "It <strong>saved</strong> 0.6 to 1.8 s." in figure
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="pp-chart" role="img"' in figure
    assert "<td>a</td>" in figure
    assert '<a href="../assets/proseproof/fig-1.csv" download="fig-1.csv">' in figure
    assert "capture/runs.json" in figure
    assert f'title="SHA-256 {"ab" * 32}">sha256 abababababab<' in figure
    assert '<a class="pp-proofs" href="../ledger/#proofs-fig-1">1 proof in the ledger</a>' in figure


def test_html_in_a_figures_texts_is_shown_and_not_obeyed() -> None:
    shown = html()
    assert "A title of 3 &lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "<script" not in shown
    assert "javascript:" not in shown
    assert "See <a>the notes</a> &amp; <code>x</code>." in shown


def test_a_link_in_a_figures_text_leads_where_the_page_would_lead() -> None:
    yaml = YAML.replace("javascript:alert(1)", "other.md#part")
    site = {"docs/it.md": "it/", "docs/other.md": "other/"}
    assert '<a href="../other/#part">the notes</a>' in engine(made(yaml=yaml), urls=site).convert(
        TEXT
    )


def test_a_number_in_a_figures_own_text_leads_to_its_proof() -> None:
    whole = made()
    plate = whole.plates["fig-1"]
    assert plate.figure.claim
    source = plate.figure.claim.source
    at = source.text.index("0.6 to 1.8 s.")
    marked = replace(plate, marks=(Mark(source.span(at, at + 3), "saving"),))
    shown = engine(replace(whole, plates={**whole.plates, "fig-1": marked})).convert(TEXT)
    link = '<a class="pp-proof" href="../ledger/#saving" title="Proof: 0.6 s, 1.79 s">0.6</a>'
    assert f"It <strong>saved</strong> {link} to 1.8 s." in shown


def test_a_table_is_drawn_by_the_formats_of_its_columns() -> None:
    shown = html()
    table = shown[shown.index('id="tab-1"') :]
    assert '<td class="pp-number">0</td><td class="pp-number">1.40 s</td>' in table


FENCES = [
    ("- item\n\n    ```figure\n    fig-1\n    ```\n", "<li>\n<p>item</p>\n<figure"),
    ('!!! note "N"\n    ```figure\n    fig-1\n    ```\n', "<figure"),
    ('=== "Tab"\n\n    ```figure\n    fig-1\n    ```\n', "<figure"),
    ("> ```figure\n> fig-1\n> ```\n", "<blockquote>\n<figure"),
    ("text\n```figure\nfig-1\n```\ntext", "<p>text</p>\n<figure"),
    ("~~~figure\nfig-1\n~~~", "<figure"),
]
EXAMPLES = [
    "````\n```figure\nfig-1\n```\n````\n",
    "text\n\n    ```figure\n    fig-1\n    ```\n",
    "```figure\nfig-1\n",
    "`figure fig-1`",
]


@pytest.mark.parametrize(("text", "start"), FENCES)
def test_a_fence_becomes_the_figure_wherever_it_is_indented(text: str, start: str) -> None:
    shown = html(text)
    assert start in shown
    assert shown.count('id="fig-1"') == 1
    assert "<p><figure" not in shown
    assert "```" not in shown


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_fence_that_is_an_example_stays(text: str) -> None:
    shown = html(text)
    assert "<figure" not in shown
    assert "fig-1" in shown


def test_a_fence_that_names_no_figure_is_refused() -> None:
    with pytest.raises(RefusedError, match="there is no figure `fig-9` to place"):
        html("```figure\nfig-9\n```\n")


@pytest.mark.parametrize(
    ("fence", "message"),
    [("fig-9", "no figure block has the id `fig-9`"),
     ("words", "`words` is a text block, which draws nothing")],
)  # fmt: skip
def test_a_wrong_fence_is_found_before_anything_is_built(fence: str, message: str) -> None:
    text = f"```figure\n{fence}\n```\n"
    [finding] = compose(made(text)).outcome.findings
    assert finding.message == message
    assert finding.span.text == fence
    assert finding.span.source.path == "docs/it.md"


TABLES = [
    ("{steps}", "`data` of `tab-1` has no column `steps`", "steps", "write `step`"),
    ("{run:.1f}", "`.1f` does not format `a`, the value of `run`", ".1f", ""),
    ("{step:99999}", "`99999` does not format `0`, the value of `step`", "99999", ""),
]


@pytest.mark.parametrize(("form", "message", "word", "advice"), TABLES)
def test_a_wrong_format_is_a_finding_at_its_word(
    form: str, message: str, word: str, advice: str
) -> None:
    yaml = YAML.replace("{step}", form)
    [finding] = compose(made(yaml=yaml)).outcome.findings
    assert (finding.rule, finding.message, finding.help) == ("invalid-claims", message, advice)
    assert finding.span.text == word


def test_a_cell_without_a_value_is_a_finding() -> None:
    whole = made()
    empty = Answer(ROWS.columns, ((None, 1.0, "a"),), {})
    plates = {**whole.plates, "tab-1": replace(whole.plates["tab-1"], answer=empty)}
    [finding] = compose(replace(whole, plates=plates)).outcome.findings
    assert finding.rule == "no-value"
    assert finding.message == "`step` is NULL in row 1 of `tab-1`"


def test_a_page_that_rests_on_a_transcription_says_so_under_its_title() -> None:
    copied = capture("transcribed", note="From <a> book.")
    shown = html(captures=[copied])
    assert shown.startswith('<h1 id="it">It<a class="headerlink"')
    after = shown[shown.index("</h1>") :]
    assert after.startswith('</h1>\n<div class="admonition note pp-transcribed">')
    assert "<code>capture/runs.json</code>, which was transcribed from a published text" in after
    assert "From &lt;a&gt; book." in after
    assert "The numbers of this page rest on" in after
    assert "Nothing here was measured anew." in after
    assert "pp-transcribed" not in html(captures=[capture()])


def test_what_a_page_says_in_words_stands_before_the_note() -> None:
    text = TEXT.replace("# It\n", "# It\n\nA page about *saving*.\n\nIts lead goes on.\n")
    shown = html(text, captures=[capture("transcribed")])
    assert '<p>Its lead goes on.</p>\n<div class="admonition note pp-transcribed">' in shown
    assert shown.index("pp-transcribed") < shown.index("pp-proof")


def test_a_page_that_rests_on_a_measurement_too_says_which_part_is_transcribed() -> None:
    copied, own = capture("transcribed", note="From a book."), replace(capture(), name="own")
    shown = html(captures=[copied, own])
    assert "Some numbers of this page rest on <code>capture/runs.json</code>, which was" in shown
    assert "They were not measured anew." in shown
    # "Nothing here" of a capture's note is not about the page.
    assert "<p><code>capture/runs.json</code> says of itself: <q>From a book.</q></p>" in shown


def test_a_preview_shows_the_findings_on_the_page_and_at_their_words() -> None:
    whole = made()
    source = whole.pages["docs/it.md"].source
    at = source.text.index("1.8 s")
    stale = Finding("stale-number", source.span(at, at + 5), "page says 1.8 s, capture says 1.7 s")
    row = Finding("stale-table", source.span(0, len(source.text)), "a row is missing")
    shown = engine(replace(whole, findings=(stale, row)), preview=True).convert(TEXT)
    assert shown.startswith('<div class="pp-bar" data-search-exclude role="status">')
    assert "<summary>2 errors on this page</summary>" in shown
    message = "stale-number: page says 1.8 s, capture says 1.7 s"
    assert f'<span class="pp-stale pp-error" title="{message}">1.8 s</span>' in shown
    assert '">0.6</a> to <span class="pp-stale' in shown


def test_a_preview_shows_the_rest_of_a_page_whose_figure_failed() -> None:
    yaml = YAML.replace("mark: bar", "mark: barr")
    shown = engine(made(yaml=yaml), preview=True).convert(TEXT)
    assert '<div id="fig-1" class="pp-refused"' in shown.replace(
        '<div class="pp-refused" data-search-exclude="" id="fig-1"',
        '<div id="fig-1" class="pp-refused"',
    )
    assert "<code>barr</code> is not a mark" in shown
    assert 'id="tab-1"' in shown


def test_the_ledger_has_an_entry_a_proof_under_the_page_that_says_it() -> None:
    text = "# Ledger\n\n```ledger\n```\n"
    whole = made(captures=[capture()])
    shown = engine(whole, path=None).convert(text)
    assert '<h2 id="docsitmd">docs/it.md<a' in shown
    entry = shown[shown.index('<article id="saving"') :]
    assert "<q>saved 0.6 to 1.8 s</q>" in entry
    assert '<a href="./#said-saving">docs/it.md:3</a>' in entry
    assert '<span class="pp-value">0.6 s, 1.79 s</span>' in entry
    assert "<dd>the point of it all</dd>" in entry
    assert "<pre><code>SELECT min(saved_s), max(saved_s) FROM data</code></pre>" in entry
    assert '<article id="words.1" class="pp-entry pp-entry--holds">' in shown


def test_the_ledger_is_strict_json_with_sorted_keys() -> None:
    text = ledger_json(made(captures=[capture()]))
    data = json.loads(text)
    assert text == json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    [proof] = [proof for proof in data["proofs"] if proof["id"] == "saving"]
    assert proof["places"] == [{"file": "docs/it.md", "line": 3, "column": 4}]
    assert data["captures"]["runs"]["files"][0]["sha256"] == "ab" * 32


def test_rows_leave_as_csv_with_every_digit() -> None:
    odd = Answer(
        (Column("a", "VARCHAR"), Column("b", "DOUBLE")),
        (('x, "y"\nz', 1.4000000000000057), (None, 2.0)),
        {},
    )
    assert csv_text(odd) == 'a,b\n"x, ""y""\nz",1.4000000000000057\n,2.0\n'


def test_no_cell_of_a_csv_is_a_formula() -> None:
    columns = (Column("=a", "VARCHAR"), Column("b", "VARCHAR"), Column("c", "DOUBLE"))
    rows = (
        ('=HYPERLINK("x")', "@SUM(1)", -5.0),
        ("--no-offload", "-5", 1e-7),
        ("\t=1", "a=b-c", -0.5),
        ("＝1+1", "+1.5e3", None),
    )
    assert csv_text(Answer(columns, rows, {})) == (
        "'=a,b,c\n"
        '"\'=HYPERLINK(""x"")",\'@SUM(1),-5.0\n'
        "'--no-offload,-5,1e-07\n"
        "'\t=1,a=b-c,-0.5\n"
        "'＝1+1,+1.5e3,\n"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.4000000000000057, "1.4"), (0.1 + 0.2, "0.3"), (68.0, "68"), (1e20, "1e20"), (1e-7, "1e-7"),
     (123456789012345.0, "123456789012345"), (True, "true"), (None, ""), ([1, "a"], '[1, "a"]')],
)  # fmt: skip
def test_a_value_is_shown_in_its_shortest_form_without_the_noise(value: object, text: str) -> None:
    assert plain(value) == text  # type: ignore[arg-type]


def test_ids_are_whole_and_the_same_in_each_rendering() -> None:
    ids = re.findall(r'\bid="([^"]+)"', html())
    assert len(ids) == len(set(ids))
    assert html() == html()
