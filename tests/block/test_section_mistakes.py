"""Claims files with one mistake each: the finding for it, in words and place."""

from __future__ import annotations

import pytest
from tests.block.said import said

from proseproof.block import read_section
from proseproof.source import Source

FIGURE = "page: docs/p.md\nfigures:\n  - id: fig\n"  # lines 1 to 3
CHART = FIGURE + "    kind: chart\n    title: T\n    claim: C\n    data: SELECT 1\n"  # to 7
TABLE = FIGURE + "    kind: table\n    title: T\n    data: SELECT 1\n"  # to 6
CLAIM = FIGURE + "    kind: text\n    claims:\n"  # to 5
ID = "is not an id (an id is a letter, then letters, digits, `-` and `_`)"
PATH = "(a path starts at the project's root, is written with `/`, and stays inside)"
FORMAT = (
    "is not the format of a cell"
    " (a value is `{column}` or `{column:.1f}`; a brace of the text is `{{` or `}}`)"
)
KEYS = (
    "is not a key of a claim"
    " (the keys are says, query, change, holds, unit, each, names, why, and id)"
)

MISTAKES = {
    # The file and its pages.
    "- a\n": "1:1 the claims file is a list, not a mapping",
    "figures: []\n": (
        "1:1 a claims file has no `page` -> add a line such as `page: docs/one-gpu/offload.md`"
    ),
    "pages: docs/p.md\n": "1:1 `pages` is not a key of a claims file -> write `page`",
    "page:\n": "1:6 `page` is empty",
    "page: []\n": "1:7 `page` is empty",
    "page: ../p.md\n": f"1:7 `../p.md` is not a path inside the project {PATH}",
    "page: /p.md\n": f"1:7 `/p.md` is not a path inside the project {PATH}",
    "page: [a.md, docs\\b.md]\n": f"1:14 `docs\\b.md` is not a path inside the project {PATH}",
    "page: [a.md, b.md, a.md]\n": "1:20 `a.md` stands twice in `page` [the first one at 1:8]",
    "page: {a.md: }\n": "1:7 `page` is a mapping, not text or a list -> put the text in quotes",
    "page: a.md\nfigures:\n  id: fig\n": "3:3 `figures` is a mapping, not a list",
    "page: a.md\nfigures:\n  - fig\n": "3:5 a figure block is text, not a mapping",
    # Figures.
    CHART + "    chart: {mark: bar}\n    captoin: C\n": (
        "9:5 `captoin` is not a key of a chart block -> write `caption`"
    ),
    FIGURE + "    kind: chart\n    titel: T\n    claim: C\n    data: S\n    chart: {mark: bar}\n": (
        "5:5 `titel` is not a key of a chart block -> write `title`"
    ),
    CHART: "3:5 a chart block has no `chart`",
    FIGURE + "    kind: chart\n    title: T\n    chart: {mark: bar}\n": (
        "3:5 a chart block has no `claim` and no `data`"
    ),
    CHART + "    chart:\n": "8:11 `chart` is empty",
    CHART + "    chart: bar\n": "8:12 `chart` is text, not a mapping",
    CHART + "    chart: {mark: bar}\n    columns: {A: a}\n": (
        "9:5 `columns` is not a key of a chart block"
    ),
    TABLE: "3:5 a table block has no `columns`",
    TABLE + "    columns: {}\n": "7:14 `columns` is empty",
    TABLE + "    columns: {A: {a}}\n": (
        "7:18 `A` is a mapping, not text -> put the text in quotes"
    ),
    TABLE + "    columns:\n      A: '{a'\n": f"8:11 `{{a` {FORMAT}",
    TABLE + "    columns:\n      A: '{a.b}'\n": f"8:11 `{{a.b}}` {FORMAT}",
    TABLE + "    columns:\n      A: '{a!r}'\n": f"8:11 `{{a!r}}` {FORMAT}",
    TABLE + "    columns:\n      A: '{:.1f}'\n": f"8:11 `{{:.1f}}` {FORMAT}",
    FIGURE + "    kind: text\n    chart: {mark: bar}\n": "5:5 `chart` is not a key of a text block",
    FIGURE + "    kind: chrat\n": (
        "4:11 `chrat` is not a kind of figure -> write `chart`"
        " (the values are chart, table, and text)"
    ),
    FIGURE: (
        "3:5 a figure block has no `kind` -> add `kind: chart`, `kind: table` or `kind: text`"
    ),
    "page: a.md\nfigures:\n  - kind: text\n": (
        "3:5 a text block has no `id` -> add a line such as `id: fig-2-2`"
    ),
    "page: a.md\nfigures:\n  - id: 2-2\n    kind: text\n": f"3:9 `2-2` {ID}",
    "page: a.md\nfigures:\n  - id: fig.1\n    kind: text\n": f"3:9 `fig.1` {ID}",
    "page: a.md\nfigures:\n  - id: fig 1\n    kind: text\n": f"3:9 `fig 1` {ID}",
    # Claims.
    CLAIM + "      - says: 5 s\n        qurey: SELECT 1\n": (
        "7:9 `qurey` is not a key of a claim -> write `query`"
    ),
    CLAIM + "      - says: 5 s\n        sql: SELECT 1\n": f"7:9 `sql` {KEYS}",
    CLAIM + "      - says: 5 s\n": (
        "6:9 a claim has none of `query`, `change`, and `holds`"
        " -> add a line such as `query: SELECT min(saved_s), max(saved_s) FROM data`"
    ),
    CLAIM + "      - query: SELECT 1\n": (
        "6:9 a claim has no `says` -> add a line such as `says: saved 0.6 to 1.8 s`"
    ),
    CLAIM + "      - says: 5 s\n        query: SELECT 1\n        change: SELECT 1, 2\n": (
        "8:9 a claim has both `query` and `change`"
    ),
    CLAIM + "      - says:\n        query: SELECT 1\n": "6:14 `says` is empty",
    CLAIM + "      - says: ' '\n        query: SELECT 1\n": "6:15 `says` is empty",
    CLAIM + "      - says: [5, 6]\n        query: SELECT 1\n": (
        "6:15 `says` is a list, not text -> put the text in quotes"
    ),
    CLAIM + "      - says: 5 s\n        query: SELECT 1\n        unit: mss\n": (
        "8:15 `mss` is not a unit -> write `ms`"
        " (the values are ns, us, ms, s, minutes, hours, bytes, kb, and 40 more)"
    ),
    CLAIM + "      - says: so\n        holds: SELECT true\n        unit: s\n": (
        "8:9 `unit` stands without `query` or `change`"
    ),
    CLAIM + "      - says: 5 s\n        query: SELECT 1\n        each: yes\n": (
        "8:15 `each` is `yes`, not true or false -> write `true`"
    ),
    CLAIM + "      - says: 5 s\n        query: SELECT 1\n        names: [vae]\n": (
        "8:16 `names` is a list, not a mapping"
    ),
    CLAIM + "      - says: 5 s\n        query: SELECT 1\n        id: 5s\n": f"8:13 `5s` {ID}",
    # Comparisons and givens.
    CHART + "    chart: {mark: bar}\n    compare: {runs: [a]}\n": (
        "9:21 `runs` has one item, and takes 2 or more"
    ),
    CHART + "    chart: {mark: bar}\n    compare: {run: [a, b]}\n": (
        "9:15 `run` is not a key of a comparison -> write `runs`"
    ),
    "page: a.md\ngiven:\n  - says: 4B\n": (
        "3:5 a given has no `why` -> add a line such as `why: the model's name`"
    ),
    "page: a.md\ngiven:\n  - says: 4B\n    because: a name\n": (
        "4:5 `because` is not a key of a given -> write `why`"
    ),
    "page: a.md\ngiven:\n  - {says: 4B, why: ''}\n": "3:21 `why` is empty",
}  # fmt: skip


@pytest.mark.parametrize("written", MISTAKES)
def test_a_mistake_is_one_finding_at_its_place(written: str) -> None:
    _, findings = read_section(Source("claims/x.yml", written))
    assert said(findings) == [MISTAKES[written]]
    assert {finding.rule for finding in findings} == {"invalid-claims"}


def test_all_mistakes_are_found_in_one_run_in_the_order_of_the_file() -> None:
    text = (
        CLAIM
        + "      - says: 5\n        qurey: SELECT 1\n      - {says: 6, query: }\nfoo: 1\npage: 2\n"
    )
    _, findings = read_section(Source("claims/x.yml", text))
    assert said(findings) == [
        "7:9 `qurey` is not a key of a claim -> write `query`",
        "8:25 `query` is empty",
        "9:1 `foo` is not a key of a claims file (the keys are page, figures, and given)",
        "10:1 `page` stands twice in one mapping -> keep one of the two [the first one at 1:1]",
    ]


@pytest.mark.parametrize(
    "written",
    [
        "page: docs/p.md\n",
        "page: docs/a..b/...md\n",  # two dots that lead nowhere else
        "page: [docs/p.md, README.md]\nfigures: []\ngiven: []\n",
        CHART + "    chart: {mark: bar}\n    caption: C\n    compare: {runs: [a, b]}\n",
        TABLE + "    columns: {'': '{run}', B: '{a_n} of {{{b_n:,}}} s'}\n    claim: C\n",
        CLAIM + "      - {says: 41.20, query: SELECT 1, unit: tib_per_s, each: false}\n",
        CLAIM + "      - {says: true, query: SELECT 1, holds: SELECT true, why: 3, id: a_b-1}\n",
        CLAIM + "      - {says: VAE 8, query: SELECT 1, names: {vae: VAE, 3: three}}\n",
    ],
)
def test_neighbours_that_are_right(written: str) -> None:
    section, findings = read_section(Source("claims/x.yml", written))
    assert not said(findings)
    assert section is not None
