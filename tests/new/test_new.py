"""`proseproof new`: one command from a file of measurements to a page that checks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.new.folder import Capture, New, checked

PACKING = """\
tool,time_s,size_mb
gzip,30.92,744
zstd,7.15,702
none,3.08,1204
"""


START = ("packing", "--page", "docs/index.md", "--capture-file", "packing.csv")


def test_an_empty_folder_with_one_file_becomes_a_checked_page(new: New, capsys: Capture) -> None:
    assert new({"packing.csv": PACKING}, *START) == (
        0,
        (
            "wrote claims/claims.schema.json\n"
            "wrote claims/packing.yml\n"
            "wrote claims/project.schema.json\n"
            "wrote claims/project.yml\n"
            "wrote docs/index.md\n"
            "wrote mkdocs.yml\n"
        ),
    )
    assert Path("docs/index.md").read_text(encoding="utf-8") == (
        "# Packing\n\n"
        "<!-- Say here what was measured, and how. -->\n\n"
        "```figure\npacking-figure\n```\n\n"
        "Across 3 tools the time goes from 3.08 to 30.92 s, with a median of 7.15 s.\n\n"
        "<!-- Say here what a reader can do with it. A number that you write is unbound until\n"
        "     a claim proves it: proseproof suggest docs/index.md -->\n"
    )
    assert Path("claims/packing.yml").read_text(encoding="utf-8") == (
        "# yaml-language-server: $schema=claims.schema.json\n"
        "page: docs/index.md\n\n"
        "figures:\n"
        "  - id: packing-figure\n"
        "    kind: chart\n"
        "    title: Time by tool\n"
        '    claim: "`gzip` has the highest time, 30.92 s, and `none` the lowest, 3.08 s."\n'
        "    caption: Each bar is one row of the capture.\n"
        "    data: SELECT tool, time_s FROM packing\n"
        "    chart:\n"
        "      mark: bar\n"
        "      encoding:\n"
        '        y: {field: tool, type: nominal, sort: null, title: "Tool"}\n'
        '        x: {field: time_s, type: quantitative, title: "Time, seconds"}\n'
        "    claims:\n"
        '      - says: "`gzip` has the highest time, 30.92 s, and `none` the lowest, 3.08 s"\n'
        "        query: SELECT arg_max(tool, time_s), max(time_s),"
        " arg_min(tool, time_s), min(time_s) FROM data\n"
        "      - says: Across 3 tools\n"
        "        query: SELECT count(*) FROM data\n"
        "      - says: goes from 3.08 to 30.92 s\n"
        "        query: SELECT min(time_s), max(time_s) FROM data\n"
        "      - says: with a median of 7.15 s\n"
        "        query: SELECT median(time_s) FROM data\n"
    )
    assert checked(capsys).startswith("no errors in 4 claims · 6 numbers: 6 bound")


SHAPES = {
    "a column that counts becomes a line": (
        "lat.csv",
        "step,loss\n1,0.9\n2,0.51\n3,0.4123456\n",
        "mark: {type: line, point: true}",
    ),
    "rows that share a name show their median": (
        "b.csv",
        "tool,ms\na,5\na,7\nb,40\nb,42\nb,43\n",
        "SELECT tool, median(ms) AS median_ms FROM b GROUP BY tool ORDER BY tool",
    ),
    "two columns tell the rows apart": (
        "packing.csv",
        "folder,tool,time_s\nh,gzip,2.5\nh,zstd,1.5\nw,gzip,9\nw,zstd,3.5\n",
        "color: {field: tool, type: nominal",
    ),
    "a list inside an object is a table": (
        "out.json",
        json.dumps({"results": [{"command": "a b", "mean_s": 1.5}, {"command": "c", "mean_s": 2}]}),
        "SELECT command, mean_s FROM results",
    ),
    "members that are alike are rows": (
        "runs.json",
        json.dumps({"runs": {"base": {"stats": {"p99_ms": 7}}, "new": {"stats": {"p99_ms": 5}}}}),
        "stats.p99_ms AS stats_p99_ms",
    ),
    "lines of JSON": (
        "l.jsonl",
        '{"size": "small", "rate_mb_per_s": 10}\n{"size": "big", "rate_mb_per_s": 1250.5}\n',
        "SELECT size, rate_mb_per_s FROM l",
    ),
    "names with numbers in them spoil no sentence": (
        "t.csv",
        "setup,time_s\n8 threads -9,5.5\n16 threads -1,2.25\n4 threads 3,9\n",
        "SELECT setup, time_s FROM t",
    ),
    "numbers without a unit": ("n.csv", "day,files\nMonday,1204\nTuesday,998\n", "files FROM n"),
    "odd names": ("o.csv", "the tool,Mean TTFT (ms)\na,1.5\nb,2.5\n", '"Mean TTFT (ms)" AS'),
    "more rows than anybody reads": (
        "big.csv",
        "tool,time_s\n" + "".join(f"t{at % 3},{at}.5\n" for at in range(900)),
        "WHERE time_s IS NOT NULL AND tool IS NOT NULL",
    ),
    "one value that is missing": ("m.csv", "tool,time_s\na,1\nb,\nc,2\n", "IS NOT NULL"),
    "values that are all small": ("s.csv", "tool,time_s\na,0.0000123\nb,0.0000124\n", "time_s"),
    "values that are all large": ("g.csv", "tool,x_bytes\na,123456789012\nb,5\n", "x_bytes"),
    "values below nothing": ("c.csv", "site,drift_c\na,-5.25\nb,-0.5\n", "drift_c"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_whatever_the_data_look_like_the_page_checks(shape: str, new: New, capsys: Capture) -> None:
    name, text, expected = SHAPES[shape]
    status, said = new({name: text}, "first", "--page", "docs/a.md", "--capture-file", name)
    assert status == 0, said
    assert expected in Path("claims/first.yml").read_text(encoding="utf-8").replace("\n   ", "")
    assert checked(capsys).startswith("no errors")


def test_a_section_more_in_a_project_that_is_there(new: New, capsys: Capture) -> None:
    new({"packing.csv": PACKING}, *START)
    site = "site_name: a\nnav: [index.md]\nplugins: [proseproof]\n"
    Path("mkdocs.yml").write_text(site, encoding="utf-8")
    before = Path("claims/project.yml").read_bytes()
    assert new({}, "size", "--page", "docs/size.md", "--capture", "packing") == (
        0,
        "wrote claims/size.yml\nwrote docs/size.md\nadd size.md to `nav` in mkdocs.yml\n",
    )
    assert Path("claims/project.yml").read_bytes() == before
    assert checked(capsys).startswith("no errors in 8 claims")


def files() -> dict[str, bytes]:
    """Every file below this folder."""
    return {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("there", "arguments", "said"),
    [
        (
            {"docs/index.md": "mine\n"},
            START,
            "over; write claims/project.yml by hand, then `proseproof suggest docs/index.md` prop",
        ),
        ({"claims/packing.yml": "page: a.md\n"}, START, "over; give the section another name\n"),
        ({"packing.csv": "a,b\n1,2,3\n"}, START, "the capture packing cannot be read: "),
        ({"packing.csv": "a,b\n1,2\n"}, START, "no table of `packing` has a number that varies"),
        ({"packing.csv": "tool,t_s\na,5\nb,5\n"}, START, "has a number that varies"),
        ({}, (*START[:-1], "other.csv"), "there is no file other.csv"),
        ({}, ("2nd", *START[1:]), "2nd is no name for a section"),
        ({}, (*START[:2], "docs/index.txt", *START[3:]), "is no Markdown file"),
        ({}, (*START[:2], "../index.md", *START[3:]), "--page ../index.md lies outside"),
        ({}, START[:3], "or above; --capture-file FILE starts a project there\n"),
    ],
)
def test_what_cannot_be_written_leaves_every_file_alone(
    there: dict[str, str], arguments: tuple[str, ...], said: str, new: New
) -> None:
    whole = {"packing.csv": PACKING, **there}
    for path, text in whole.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8")
    before = files()
    status, message = new({}, *arguments)
    assert (status, files()) == (2, before)
    assert message.startswith("proseproof: ")
    assert said in message
    assert message.count("\n") == 1


def test_a_new_site_without_a_start_page_says_so(new: New) -> None:
    arguments = ("first", "--page", "docs/speed.md", "--capture-file", "packing.csv")
    status, said = new({"packing.csv": PACKING}, *arguments)
    assert status == 0
    assert said.endswith("the site has no docs/index.md yet, which is its start page\n")


def test_a_project_with_several_captures_asks_which(new: New) -> None:
    project = "pages: [docs/*.md]\ncaptures:\n  a: {file: packing.csv}\n  b: {file: packing.csv}\n"
    there = {"packing.csv": PACKING, "claims/project.yml": project, "docs/a.md": "Text.\n"}
    status, said = new(there, "first", "--page", "docs/b.md")
    assert (status, said) == (2, "proseproof: --capture names one of a, b\n")
    status, said = new({}, "first", "--page", "docs/b.md", "--capture", "c")
    assert (status, said) == (2, "proseproof: there is no capture c; there is a, b\n")


SECOND = ("more", "--page", "docs/b.md", "--capture-file", "more/packing.csv")


def test_a_file_for_a_project_that_is_there_is_declared_with_it(new: New, capsys: Capture) -> None:
    new({"packing.csv": PACKING}, *START)
    before = Path("claims/project.yml").read_text(encoding="utf-8")
    assert new({"more/packing.csv": PACKING}, *SECOND) == (
        0, "wrote claims/more.yml\nwrote claims/project.yml\nwrote docs/b.md\n",
    )  # fmt: skip
    added = "  packing_2:\n    file: more/packing.csv\n"
    assert Path("claims/project.yml").read_text(encoding="utf-8") == before + added
    assert checked(capsys).startswith("no errors in 8 claims")


def test_tables_of_a_second_file_have_names_of_their_own(new: New, capsys: Capture) -> None:
    rows = [{"tool": "gzip", "time_s": 30.9}, {"tool": "zstd", "time_s": 7.1}]
    text = json.dumps({"packing": rows})
    new({"packing.csv": PACKING}, *START)
    arguments = ("more", "--page", "docs/b.md", "--capture-file", "late.json")
    assert new({"late.json": text}, *arguments)[0] == 0
    declared = Path("claims/project.yml").read_text(encoding="utf-8")
    assert "    tables:\n      late_packing: packing[]\n" in declared
    assert checked(capsys).startswith("no errors")


def test_a_file_that_is_declared_already_is_not_declared_again(new: New, capsys: Capture) -> None:
    new({"packing.csv": PACKING}, *START)
    before = Path("claims/project.yml").read_text(encoding="utf-8")
    arguments = ("more", "--page", "docs/b.md", "--capture-file", "packing.csv")
    assert new({}, *arguments) == (0, "wrote claims/more.yml\nwrote docs/b.md\n")
    assert Path("claims/project.yml").read_text(encoding="utf-8") == before
    assert checked(capsys).startswith("no errors in 8 claims")


def test_a_second_file_that_cannot_be_drawn_changes_nothing(new: New) -> None:
    new({"packing.csv": PACKING}, *START)
    before = Path("claims/project.yml").read_text(encoding="utf-8")
    status, said = new({"more/packing.csv": "tool\ngzip\n"}, *SECOND)
    assert (status, said.startswith("proseproof: no table of `packing_2` has")) == (2, True)
    assert Path("claims/project.yml").read_text(encoding="utf-8") == before
    assert not Path("docs/b.md").exists()


def test_pages_that_were_there_are_not_asked_for_claims(new: New, capsys: Capture) -> None:
    status, _ = new({"packing.csv": PACKING, "docs/old.md": "It took 5 days.\n"}, *START)
    assert status == 0
    assert "pages: [docs/index.md]" in Path("claims/project.yml").read_text(encoding="utf-8")
    assert checked(capsys).startswith("no errors")
