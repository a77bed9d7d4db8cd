"""What a claims file becomes: each key in its place, and what is left when a part is broken."""

from __future__ import annotations

from tests.block.said import said

from proseproof.block import check_ids, read_project, read_section
from proseproof.model import Project, Section
from proseproof.source import Source

CLAIMS = """\
# yaml-language-server: $schema=claims.schema.json
page: [docs/offload.md, README.md]
figures:
  - id: fig-2-2
    kind: chart
    title: One or two seconds
    claim: >
      The engine kept loaded
      saved 0.6 to 1.8 s.
    caption: Each pair is one step.
    compare: {runs: [base, kept], differ: [offload_rollout]}
    data: |
      SELECT step, saved_s
      FROM steps
    chart:
      mark: bar
      encoding: {x: "step:O", y: {field: saved_s, title: null}}
      width: 300
    claims:
      - id: saving
        says: saved 0.6 to 1.8 s
        query: SELECT min(saved_s), max(saved_s) FROM data
        unit: s
        why: the clean steps
      - says: each by 41.20 percent
        change: SELECT 1, 2
        holds: SELECT true
        each: true
        names: {base: default}
  - id: settings
    kind: table
    title: Settings
    data: SELECT 1
    columns:
      Setting: "{setting}"
      "Clean, of all": "{clean_n} of {total_n}"
given:
  - says: 4B
    why: the model's name
"""


def section_of(text: str) -> Section:
    section, _ = read_section(Source("claims/x.yml", text))
    assert section is not None
    return section


def test_a_section_as_it_is_written() -> None:
    section = section_of(CLAIMS)
    assert [page.value for page in section.pages] == ["docs/offload.md", "README.md"]
    chart, table = section.figures
    assert (chart.id, chart.kind, chart.span.text) == ("fig-2-2", "chart", "fig-2-2")
    assert chart.title is not None
    assert chart.title.value == "One or two seconds"
    assert chart.claim is not None
    assert chart.claim.value == "The engine kept loaded saved 0.6 to 1.8 s.\n"
    assert chart.caption is not None
    assert chart.caption.span().text == "Each pair is one step."
    assert chart.data is not None
    assert chart.data.value == "SELECT step, saved_s\nFROM steps\n"
    assert chart.compare is not None
    assert [run.value for run in chart.compare.runs] == ["base", "kept"]
    assert [setting.value for setting in chart.compare.differ] == ["offload_rollout"]
    assert table.kind == "table"
    assert [(column.header.value, column.format.value) for column in table.columns] == [
        ("Setting", "{setting}"),
        ("Clean, of all", "{clean_n} of {total_n}"),
    ]
    assert [(given.says.value, given.why) for given in section.given] == [
        ("4B", "the model's name")
    ]


def test_the_claims_of_a_figure() -> None:
    first, second = section_of(CLAIMS).figures[0].claims
    assert first.id == "saving"
    assert first.id_span is not None
    assert first.id_span.first.line == 20
    assert first.says.span().first.line == 21
    assert first.query is not None
    assert first.query.span().text.startswith("SELECT min")
    assert first.unit is not None
    assert first.unit.value == "s"
    assert (first.why, first.each, first.names, first.change) == (
        "the clean steps",
        False,
        None,
        None,
    )
    assert first.span.text.startswith("id: saving")
    assert first.span.text.endswith("why: the clean steps")
    assert second.says.value == "each by 41.20 percent"
    assert (second.each, second.names, second.query) == (True, {"base": "default"}, None)
    assert second.change is not None
    assert second.holds is not None


def test_a_page_has_one_name_however_its_path_is_written() -> None:
    section = section_of("page: [./docs/a.md, docs//b.md, docs/./c.md, ./.github/d.md]\n")
    names = ["docs/a.md", "docs/b.md", "docs/c.md", ".github/d.md"]
    assert [page.value for page in section.pages] == names
    assert section.pages[1].span().text == "docs//b.md"


def test_a_number_in_says_stays_text() -> None:
    section = section_of("page: a.md\ngiven:\n  - {says: 41.20, why: 0x10}\n")
    assert section.given[0].says.value == "41.20"
    assert section.given[0].why == "0x10"


def test_a_misspelt_key_is_read_as_the_key_that_was_meant() -> None:
    section = section_of(CLAIMS.replace("    data: |", "    dta: |").replace("query:", "qurey:"))
    assert section.figures[0].data is not None
    assert section.figures[0].claims[0].query is not None


def test_what_is_broken_is_left_out_and_all_else_stays() -> None:
    text = CLAIMS.replace("kind: chart", "kind: chrat").replace("unit: s", "unit: sec")
    text = text.replace("{clean_n}", "{clean_n").replace("page: [docs", "page: [/docs")
    section = section_of(text)
    assert [page.value for page in section.pages] == ["README.md"]
    chart, table = section.figures
    assert chart.kind == "chart"  # the nearest word
    assert chart.chart is not None
    assert chart.claims[0].unit is None
    assert chart.claims[0].query is not None
    assert table.unread  # half a table says nothing


def test_a_bad_id_is_still_the_name_that_a_page_writes() -> None:
    section = section_of("page: a.md\nfigures:\n  - {id: fig 1, kind: text}\n  - kind: text\n")
    assert [figure.id for figure in section.figures] == ["fig 1", ""]
    assert section.figures[1].span.first.line == 4


def project_of(text: str) -> Project:
    project, _ = read_project(Source("claims/project.yml", text))
    assert project is not None
    return project


def test_an_id_is_unique_over_all_files() -> None:
    one = section_of(CLAIMS)
    other, _ = read_section(
        Source(
            "claims/y.yml",
            "page: b.md\nfigures:\n  - id: saving\n    kind: text\n  - {id: settings, kind: text}\n"
            "  - id: mine\n    kind: text\n    claims:\n"
            "      - {says: 1, query: SELECT 1, id: fig-2-2}\n",
        )
    )
    assert other is not None
    findings = check_ids(project_of("pages: a.md\n"), [one, other])
    own = " -> give each an id of its own"
    assert said(findings) == [
        f"3:9 `saving` is the id of a figure, and of a claim already{own} [the first one at 20:13]",
        f"5:10 `settings` is the id of another figure already{own} [the first one at 30:9]",
        f"9:40 `fig-2-2` is the id of a claim, and of a figure already{own} [the first one at 4:9]",
    ]
    assert [finding.span.source.path for finding in findings] == ["claims/y.yml"] * 3
    assert not check_ids(project_of("pages: a.md\n"), [one])


def test_the_name_of_a_table_is_unique() -> None:
    project = project_of(
        "pages: a.md\n"
        "captures:\n"
        "  a: {file: a.json, tables: {runs: runs.{run}, steps: 'x[]'}}\n".replace("runs.{run}", "r")
        + "  bench: {file: b.csv}\n"
        "  b: {file: c.json, tables: {Runs: 'y[]'}}\n"
        "views: {bench: SELECT 1, mine: SELECT 2}\n"
    )
    own = "-> give each a name of its own"
    assert said(check_ids(project, ())) == [
        (
            "5:30 `Runs` is the name of a table of `b`, and of a table of `a` already"
            f" {own} [the first one at 3:30]"
        ),
        (
            "6:9 `bench` is the name of a view, and of a capture already"
            f" {own} [the first one at 4:3]"
        ),
    ]
