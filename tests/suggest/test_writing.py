"""Chosen claims in the claims file of their page: text is added, every other byte stays."""

from __future__ import annotations

import pytest

from proseproof.block import read_section
from proseproof.source import Source
from proseproof.suggest import Choice
from proseproof.suggest.block import TableBlock
from proseproof.suggest.writing import laid_out, new_file, new_path, with_choices

TIME = Choice("took 41.0 s", "query", "SELECT time_s FROM nights", ("41 s",), 1.0)
LESS = Choice("20% less", "change", "SELECT a.t_s, b.t_s FROM t a, t b", ("20%",), 1.0)
TABLE = Choice(
    "", "query", "SELECT a\nFROM b", (), 1.0,
    TableBlock("Nights: all", "SELECT a\nFROM b", (("Time, s", "{a:.1f}"), ("Is #1", "{b}"))),
)  # fmt: skip

BLOCK = """\
  - id: page-text
    kind: text
    claims:
      - says: took 41.0 s
        query: SELECT time_s FROM nights
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("page: docs/page.md\n", f"page: docs/page.md\n\nfigures:\n{BLOCK}"),
        (
            "# mine\npage:   docs/page.md # here\ngiven:\n- {says: a 4B, why: name}\n",
            (
                "# mine\npage:   docs/page.md # here\ngiven:\n- {says: a 4B, why: name}\n\n"
                "figures:\n- id: page-text\n  kind: text\n  claims:\n"
                "    - says: took 41.0 s\n      query: SELECT time_s FROM nights\n"
            ),
        ),
        (
            (
                "page: a.md\nfigures:\n- id: one\n  kind: text # words\n  claims:\n"
                "  - says: 5 s   # old\n    query: |\n      SELECT 5\n\n# end\n"
            ),
            (
                "page: a.md\nfigures:\n- id: one\n  kind: text # words\n  claims:\n"
                "  - says: 5 s   # old\n    query: |\n      SELECT 5\n"
                "  - says: took 41.0 s\n    query: SELECT time_s FROM nights\n\n# end\n"
            ),
        ),
        (
            "page: a.md\nfigures:\n  - id: page-text\n    kind: chart\n",
            "page: a.md\nfigures:\n  - id: page-text\n    kind: chart\n"
            + BLOCK.replace("page-text", "page-text-2"),
        ),
        ("page: a.md\r\n", f"page: a.md\n\nfigures:\n{BLOCK}".replace("\n", "\r\n")),
    ],
)
def test_a_claim_goes_behind_the_others(before: str, after: str) -> None:
    source = Source("claims/page.yml", before)
    ids = ["page-text"] if "page-text" in before else []
    written = with_choices(source, [TIME], ids)
    assert written == after
    _, findings = read_section(Source("claims/page.yml", after))
    assert not [one for one in findings if "chart" not in one.message]


def test_several_claims_stand_in_one_block_and_a_table_is_a_block() -> None:
    source = Source("claims/page.yml", new_file("docs/page.md", "claims.schema.json"))
    assert with_choices(source, [TIME, TABLE, LESS], []) == (
        "# yaml-language-server: $schema=claims.schema.json\n"
        "page: docs/page.md\n\n"
        "figures:\n"
        f"{BLOCK}"
        "      - says: 20% less\n"
        "        change: SELECT a.t_s, b.t_s FROM t a, t b\n"
        "  - id: page-table\n"
        "    kind: table\n"
        '    title: "Nights: all"\n'
        "    data: |\n"
        "      SELECT a\n"
        "      FROM b\n"
        "    columns:\n"
        '      Time, s: "{a:.1f}"\n'
        '      "Is #1": "{b}"\n'
    )


def test_a_file_in_brackets_stays_in_brackets() -> None:
    claim = "{says: took 41.0 s, query: SELECT time_s FROM nights}"
    block = f"{{id: page-text, kind: text, claims: [{claim}]}}"
    written = with_choices(Source("claims/page.yml", "{page: a.md}\n"), [TIME], [])
    assert written == f"{{page: a.md, figures: [{block}]}}\n"
    again = with_choices(Source("claims/page.yml", written), [LESS], ["page-text"])
    less = '{says: 20% less, change: "SELECT a.t_s, b.t_s FROM t a, t b"}'
    assert again == written.replace(claim, f"{claim}, {less}")
    section, findings = read_section(Source("claims/page.yml", again))
    assert section is not None
    assert not findings
    assert [claim.says.value for claim in section.figures[0].claims] == ["took 41.0 s", "20% less"]


@pytest.mark.parametrize("before", ["page: a.md\nfigures: {}\n", "- a\n", "a: [\n"])
def test_a_file_that_no_line_can_be_added_to_is_refused(before: str) -> None:
    assert with_choices(Source("claims/page.yml", before), [TIME], []) is None


@pytest.mark.parametrize(
    ("page", "taken", "path"),
    [
        ("docs/speed.md", [], "claims/speed.yml"),
        ("docs/one-gpu/Speed Test.md", [], "claims/speed-test.yml"),
        ("docs/a/index.md", ["claims/index.yml"], "claims/a-index.yml"),
        ("project.md", [], "claims/project-2.yml"),
        ("docs/2026.md", [], "claims/page-2026.yml"),
    ],
)
def test_a_page_without_claims_gets_a_file_of_its_own_name(
    page: str, taken: list[str], path: str
) -> None:
    assert new_path(page, taken) == path


def test_a_long_query_has_its_clauses_on_lines_of_their_own() -> None:
    items = "max(x_s) FILTER (WHERE run = 'a FROM b') - min(x_s) FILTER (WHERE run = 'it''s')"
    assert laid_out(f"SELECT {items} FROM runs WHERE n = 1 ORDER BY run") == (
        f"SELECT {items}\nFROM runs\nWHERE n = 1\nORDER BY run"
    )
    assert laid_out("SELECT a FROM b WHERE c") == "SELECT a FROM b WHERE c"
