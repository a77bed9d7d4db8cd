"""claims/project.yml: what it becomes, and each mistake in it with its finding."""

from __future__ import annotations

from decimal import Decimal

import pytest
from tests.block.said import said

from proseproof.block import read_project
from proseproof.model import Limits, Project
from proseproof.source import Source

PROJECT = """\
# yaml-language-server: $schema=project.schema.json
pages: [docs/**/*.md, README.md]
captures:
  miles:
    file: capture/miles.json
    schema: capture/miles.schema.json
    tables:
      runs: runs.{run}     # a row per run
      steps: runs.{run}.steps[]
      all: ""
  bench:
    file: capture/*.jsonl
views:
  clean_steps: SELECT * FROM steps WHERE rollout_clean
allow:
  - match: '[Ss]ection \\d+\\.\\d+'
    why: a cross-reference
rules: {unbound-number: warning, slack: off}
decimal: {",": docs/de/**, ".": ["**", docs/de/en/*.md]}
limits: {about: 5%, slack: 2, seconds: 60}
coverage: {docs/drafts/**: 80.5%, "**": 100%}
"""


def project_of(text: str) -> Project:
    project, findings = read_project(Source("claims/project.yml", text))
    assert not said(findings)
    assert project is not None
    return project


def test_a_project_as_it_is_written() -> None:
    project = project_of(PROJECT)
    assert [page.value for page in project.pages] == ["docs/**/*.md", "README.md"]
    miles, bench = project.captures
    assert (miles.name, miles.file.value, miles.span.text) == (
        "miles", "capture/miles.json", "miles",
    )  # fmt: skip
    assert miles.schema is not None
    assert miles.schema.value == "capture/miles.schema.json"
    assert [(table.name, table.path, table.span.text) for table in miles.tables] == [
        ("runs", "runs.{run}", "runs.{run}"),
        ("steps", "runs.{run}.steps[]", "runs.{run}.steps[]"),
        ("all", "", "all"),  # the whole file: there is no path to point at
    ]
    assert (bench.file.value, bench.schema, bench.tables) == ("capture/*.jsonl", None, ())
    view = project.views[0]
    assert (view.name, view.query.value[:8]) == ("clean_steps", "SELECT *")
    allow = project.allow[0]
    assert (allow.match.value, allow.why) == ("[Ss]ection \\d+\\.\\d+", "a cross-reference")
    assert project.rules == {"unbound-number": "warning", "slack": "off"}
    assert project.limits == Limits(Decimal("0.05"), Decimal(2), Decimal(60))


def test_the_most_specific_glob_decides_wherever_it_stands() -> None:
    project = project_of(PROJECT)
    # Of the marks the first that matches is taken, of the shares the last.
    assert project.decimal == (("docs/de/en/*.md", "."), ("docs/de/**", ","), ("**", "."))
    assert project.coverage == (("**", Decimal(1)), ("docs/drafts/**", Decimal("0.805")))


def test_what_is_not_said_is_usual() -> None:
    project = project_of("pages: docs/**\n")
    assert [page.value for page in project.pages] == ["docs/**"]
    assert project.limits == Limits()
    assert (project.captures, project.rules, project.decimal, project.coverage) == ((), {}, (), ())


def test_one_mark_and_one_share_serve_every_page() -> None:
    project = project_of("pages: a.md\ndecimal: ','\ncoverage: 90%\n")
    assert project.decimal == (("**", ","),)
    assert project.coverage == (("**", Decimal("0.9")),)


PAGES = "pages: a.md\n"
INSIDE = "is written with `/`, and stays inside)"
SHARE = "(a share is a number from 0 to 100 with a percent sign, as `90%`)"
TABLE = (
    "(a table's name is a letter or `_`, then letters, digits and `_`;"
    " `data` is kept for a figure's own rows)"
)

ANY = (
    "fits any number, whatever stands beside it"
    " -> let it fit the words beside the numbers that it means"
)

MISTAKES = {
    "captures: {}\n": "1:1 a project file has no `pages`",
    "pages: [docs/**, ../x.md]\n": (
        "1:18 `../x.md` is not a glob inside the project"
        f" (a glob starts at the project's root, {INSIDE}"
    ),
    "pages: **/*.md\n": (
        "1:8 `**/*.md` is an alias, which claims files do not use -> put the text in quotes"
    ),
    PAGES + "captuers: {}\n": "2:1 `captuers` is not a key of a project file -> write `captures`",
    PAGES + "captures: {lab: a.json}\n": "2:17 `lab` is text, not a mapping",
    PAGES + "captures: {lab: {files: a.json}}\n": (
        "2:18 `files` is not a key of a capture -> write `file`"
    ),
    PAGES + "captures: {lab: {schema: a.json}}\n": (
        "2:17 a capture has no `file`"
        " -> add a line such as `file: capture/gpu/summary/miles-gb10-lab.json`"
    ),
    PAGES + "captures: {lab: {file: C:\\a.json}}\n": (
        "2:24 `C:\\a.json` is not a path inside the project"
        f" (a path starts at the project's root, {INSIDE}"
    ),
    PAGES + "captures: {2lab: {file: a.json, tables: {t: x}}}\n": (
        "2:12 `2lab` is not a name of a capture"
        " (a capture's name is a letter or `_`, then letters, digits, `-` and `_`)"
    ),
    PAGES + "captures: {my lab: {file: a.json}}\n": (
        "2:12 `my lab` is not a name of a capture"
        " (a capture's name is a letter or `_`, then letters, digits, `-` and `_`)"
    ),
    PAGES + "captures: {my-lab: {file: a.json}}\n": (
        f"2:12 `my-lab` is not a name of a table {TABLE}"
    ),
    PAGES + "captures: {lab: {file: a, tables: {Data: x}}}\n": (
        f"2:36 `Data` is not a name of a table {TABLE}"
    ),
    PAGES + "captures: {lab: {file: a, tables: {}}}\n": "2:35 `tables` is empty",
    PAGES + "views: {my view: SELECT 1}\n": f"2:9 `my view` is not a name of a table {TABLE}",
    PAGES + "views: {mine: }\n": "2:14 `mine` is empty",
    PAGES + "allow:\n  - match: '[a-'\n    why: x\n": (
        "3:13 `[a-` is not a regular expression: the bracket that opens here is never closed"
        " -> close it with `]`, or write `\\[` for that sign of the text"
    ),
    PAGES + "allow:\n  - match: 'ab(c'\n    why: x\n": (
        "3:15 `ab(c` is not a regular expression: the bracket that opens here is never closed"
        " -> close it with `)`, or write `\\(` for that sign of the text"
    ),
    PAGES + "allow:\n  - {match: a**, why: x}\n": (
        "3:15 `a**` is not a regular expression: a sign that repeats stands behind another one"
        " -> write `\\*` for that sign of the text"
    ),
    PAGES + "allow:\n  - {match: '(?P<1>a)', why: x}\n": (
        "3:18 `(?P<1>a)` is not a regular expression: bad character in group name '1'"
    ),
    PAGES + "allow:\n  - {why: x}\n": (
        "3:5 an entry of `allow` has no `match`"
        " -> add a line such as `match: '[Ss]ection \\d+\\.\\d+'`"
    ),
    PAGES + "allow:\n  - {match: '.*', why: x}\n": f"3:14 `.*` {ANY}",
    PAGES + "allow:\n  - {match: '\\d+', why: x}\n": f"3:14 `\\d+` {ANY}",
    PAGES + "allow:\n  - {match: '[0-9.,]+( s)?', why: x}\n": f"3:14 `[0-9.,]+( s)?` {ANY}",
    PAGES + "allow:\n  - {match: '\\w+ \\d+\\.\\d+', why: x}\n": (
        f"3:14 `\\w+ \\d+\\.\\d+` {ANY}"
    ),
    PAGES + "allow:\n  - {match: a}\n": (
        "3:5 an entry of `allow` has no `why`"
        " -> add a line such as `why: a cross-reference is not a measurement`"
    ),
    PAGES + "rules: {unbound-numbers: off}\n": (
        "2:9 `unbound-numbers` is not a rule -> write `unbound-number`"
    ),
    PAGES + "rules: {beauty: error}\n": (
        "2:9 `beauty` is not a rule (the rules are stale-number, wrong-count, missing-phrase,"
        " does-not-hold, no-value, unit-mismatch, range-reversed, slack, and 14 more)"
    ),
    PAGES + "rules: {slack: warn}\n": (
        "2:16 `warn` is not a severity (the values are error, warning, and off)"
    ),
    PAGES + "rules: {invalid-query: off}\n": (
        "2:24 `off` is not a severity of this rule (what could not be checked is always an error)"
    ),
    PAGES + "decimal: ;\n": "2:10 `;` is not a decimal mark (a decimal mark is `.` or `,`)",
    PAGES + "decimal: {docs/de/**: ','}\n": (
        "2:11 `docs/de/**` is not a decimal mark (a decimal mark is `.` or `,`)"
    ),
    PAGES + "limits: {about: 10}\n": f"2:17 `10` is not a share {SHARE}",
    PAGES + "limits: {abuot: 10%}\n": (
        "2:10 `abuot` is not a key of the limits -> write `about`"
    ),
    PAGES + "limits: {slack: 0.5}\n": "2:17 `slack` is 0.5, less than 1",
    PAGES + "limits: {seconds: 0}\n": "2:19 `seconds` is 0, less than 1",
    PAGES + "limits: {slack: .inf}\n": "2:17 `slack` is `.inf`, not a number",
    PAGES + "coverage: 101%\n": f"2:11 `101%` is not a share {SHARE}",
    PAGES + "coverage: {docs/**: 9}\n": f"2:21 `9` is not a share {SHARE}",
}  # fmt: skip


@pytest.mark.parametrize("written", MISTAKES)
def test_a_mistake_is_one_finding_at_its_place(written: str) -> None:
    _, findings = read_project(Source("claims/project.yml", written))
    assert said(findings) == [MISTAKES[written]]
    assert {finding.rule for finding in findings} == {"invalid-claims"}


def test_a_project_with_mistakes_keeps_what_is_right() -> None:
    text = (
        PROJECT.replace("slack: 2, seconds: 60", "slack: two")
        .replace("\\d+'", "\\d+('")
        .replace("t: 5%,", "t: x,")
    )
    project, findings = read_project(Source("claims/project.yml", text))
    assert len(findings) == 3
    assert project is not None
    assert project.limits == Limits()
    assert project.allow == ()
    assert len(project.captures) == 2


@pytest.mark.parametrize(
    "match",
    ["Section \\d+", "[A-Z]\\w+ \\d+", "\\b20\\d\\d\\b", "^\\d+$", "\\b[1-9]\\b", "\\d+ px", "x?"],
)
def test_a_pattern_that_says_which_numbers_it_means_is_no_mistake(match: str) -> None:
    assert project_of(f"{PAGES}allow: [{{match: '{match}', why: x}}]\n").allow


def test_a_pattern_that_a_later_python_may_read_otherwise_is_no_mistake() -> None:
    assert project_of(PAGES + "allow: [{match: '[[a]', why: x}]\n").allow
