"""`proseproof explain`: from the words of a page back to the capture, and why they are right."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from tests.project import small_project, write_files

from proseproof.cli import main

Captured = pytest.CaptureFixture[str]
LAB = {
    "created_utc": "2026-11-30T07:30:00Z",
    "runs": [
        {"tool": "gzip", "time_s": 12.41, "size_mb": 80, "wait_s": 0.6518},
        {"tool": "zstd", "time_s": 9.25, "size_mb": 84, "wait_s": 0.7},
    ],
}
PAGE = """\
Packing took 12.4 s with gzip, and waited for 652 ms.

It tried 3 times. See section 4.
"""
CLAIMS = [
    {"id": "packing", "says": "took 12.4 s with gzip", "query": "SELECT time_s, tool FROM first"},
    {"says": "waited for 652 ms", "query": "SELECT wait_s FROM data"},
]
FIGURE = {"id": "text", "kind": "text", "data": "SELECT wait_s FROM first", "claims": CLAIMS}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page, two claims through a view and through `data`, a given and an allowed number."""
    files = small_project(
        PAGE, tables={"runs": []},
        figures=[FIGURE],
        given=[{"says": "3 times", "why": "the default"}],
        project_views={"first": "SELECT * FROM runs WHERE tool = 'gzip'"},
        project_allow=[{"match": r"section \d", "why": "a cross-reference"}],
    )  # fmt: skip
    files["capture/lab.json"] = json.dumps(LAB)
    write_files(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_claim_is_explained_by_its_id(project: Path, capsys: Captured) -> None:
    assert main(["explain", "packing"]) == 0
    digest = hashlib.sha256((project / "capture/lab.json").read_bytes()).hexdigest()
    assert capsys.readouterr().out == (
        "packing holds\n"
        "  took 12.4 s with gzip\n"
        "\n"
        "  said at      docs/page.md:1:9\n"
        "  declared at  claims/page.yml:9:5, in text\n"
        "\n"
        "  judged at docs/page.md:1:9, values before rounding\n"
        "    12.4 s  right  time_s = 12.41 s      12.41 rounds to 12.4\n"
        "    gzip    right  the query gives gzip  the phrase names it\n"
        "\n"
        "  query\n"
        "    SELECT time_s, tool FROM first\n"
        "  gives 1 row\n"
        "    time_s  tool\n"
        "    12.41   gzip\n"
        "\n"
        "  view first\n"
        "    SELECT * FROM runs WHERE tool = 'gzip'\n"
        "\n"
        "  from capture lab, written 2026-11-30\n"
        "    capture/lab.json\n"
        f"    sha256 {digest}\n"
    )


def test_units_are_converted_before_the_eyes(project: Path, capsys: Captured) -> None:
    assert main(["explain", "docs/page.md:1:48"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("text.2 holds\n")
    assert "    652 ms  right  wait_s = 0.6518 s = 651.8 ms  651.8 rounds to 652" in out
    assert "  data\n    SELECT wait_s FROM first\n  gives 1 row\n" in out


def test_a_line_is_all_that_stands_on_it(project: Path, capsys: Captured) -> None:
    assert main(["explain", "docs/page.md:1"]) == 0
    out = capsys.readouterr().out
    assert "packing holds\n" in out
    assert "text.2 holds\n" in out


def test_what_stands_on_a_line_comes_in_its_order(project: Path, capsys: Captured) -> None:
    """Also where a phrase of an earlier line reaches into it, and one is longer than the next."""
    page = project / "docs/page.md"
    page.write_text(
        page.read_text("utf-8").replace("took 12.4 s with", "took 12.4 s\nwith"), "utf-8"
    )
    assert main(["explain", "docs/page.md:2"]) == 0
    out = capsys.readouterr().out
    assert 0 == out.index("packing holds\n") < out.index("text.2 holds\n")


def test_a_text_of_the_data_is_shown_with_the_name_that_it_reads_as(
    project: Path, capsys: Captured
) -> None:
    claims, page = project / "claims/page.yml", project / "docs/page.md"
    told = json.loads(claims.read_text("utf-8"))
    told["figures"][0]["claims"][0] |= {
        "says": "took roughly 12 s with GNU zip", "names": {"gzip": "GNU zip"}
    }  # fmt: skip
    claims.write_text(json.dumps(told), "utf-8")
    said = page.read_text("utf-8").replace("12.4 s with gzip", "roughly 12 s with GNU zip")
    page.write_text(said, "utf-8")
    assert main(["explain", "packing"]) == 0
    out = capsys.readouterr().out
    assert "the query gives gzip  it reads GNU zip: the phrase names it" in out
    assert "is roughly 12: equal" in out


def test_a_page_is_all_that_stands_on_it(project: Path, capsys: Captured) -> None:
    assert main(["explain", "docs/page.md"]) == 0
    out = capsys.readouterr().out
    assert "packing holds\n" in out
    assert "docs/page.md:3:10: 3 is bound by no claim: given" in out


def test_a_claim_is_found_from_its_own_file_too(project: Path, capsys: Captured) -> None:
    assert main(["explain", "claims/page.yml:10"]) == 0
    assert capsys.readouterr().out.startswith("packing holds\n")


def test_a_figure_is_all_of_its_claims(project: Path, capsys: Captured) -> None:
    assert main(["explain", "text"]) == 0
    out = capsys.readouterr().out
    assert "packing holds\n" in out
    assert "text.2 holds\n" in out


def test_a_number_that_no_claim_binds_has_its_reason(project: Path, capsys: Captured) -> None:
    assert main(["explain", "docs/page.md:3"]) == 0
    assert capsys.readouterr().out == (
        "docs/page.md:3:10: 3 is bound by no claim: given in claims/page.yml: the default\n"
        "docs/page.md:3:31: 4 is bound by no claim: allowed in claims/project.yml: "
        "a cross-reference\n"
    )


def test_a_number_that_nothing_checks_says_so(project: Path, capsys: Captured) -> None:
    (project / "docs/page.md").write_text(f"{PAGE}\nWe saw 9 of them.\n", encoding="utf-8")
    assert main(["explain", "docs/page.md:5"]) == 1
    assert capsys.readouterr().out == (
        "docs/page.md:5:8: 9 is bound by no claim: nothing checks it\n"
    )


def test_what_fails_is_explained_where_it_fails(project: Path, capsys: Captured) -> None:
    (project / "docs/page.md").write_text(PAGE.replace("12.4", "12.7"), encoding="utf-8")
    assert main(["explain", "packing"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("packing fails\n")
    assert "wrong  time_s = 12.41 s      12.41 rounds to 12.4, and not 12.7  [stale-number]" in out
    assert (
        "  findings\n"
        "    docs/page.md:1:14: error[stale-number]: page says 12.7 s, capture says 12.4 s\n"
    ) in out


WORDS = {
    "a half rounds both ways": ("took 0.6 s", "0.55", "0.55 lies halfway, and rounds to 0.6 too"),
    "exactly": ("took 0.6 s", "0.6", "it is exactly 0.6"),
    "in words": ("after that Three seconds", "3", "it is exactly three"),
    "a bound that is turned round": (
        "took never more than 60 s", "52", "never more than 60 s  right",
    ),
    "about": (
        "took about 40 s", "41",
        "41 is about 40: equal at the digits written, and within 10 percent of it",
    ),
    "nearly": (
        "took nearly 40 s", "44", "44 is not nearly 40: below it, and within 10 percent of it",
    ),
    "a bound": ("took more than 40 s", "41", "41 is more than 40, within a factor of 1.5"),
    "a bound that fails": ("took more than 40 s", "31", "31 is not more than 40"),
    "a bound that is slack": (
        "took more than 40 s", "90", "90 is more than 40, but not within a factor of 1.5",
    ),
    "another number": ("took 0.6 s", "0.9", "it is 0.9, and not 0.6"),
}  # fmt: skip


@pytest.mark.parametrize(("says", "value", "why"), WORDS.values(), ids=WORDS)
def test_each_reading_of_a_number_has_its_words(
    says: str, value: str, why: str, tmp_path: Path, capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    claim = {"id": "one", "says": says, "query": "SELECT a_s FROM runs"}
    rows = {"runs": [{"a_s": float(value)}]}
    write_files(tmp_path, small_project(f"It {says}.\n", [claim], rows))
    monkeypatch.chdir(tmp_path)
    main(["explain", "one"])
    assert f"  {why}" in capsys.readouterr().out


def test_a_counterexample_comes_first(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = {
        "runs": [{"run": name, "time_s": time} for name, time in zip("abc", (3, 9, 4), strict=True)]
    }
    claim = {"says": "Every run was quick", "holds": "SELECT time_s < 5, run, time_s FROM runs"}
    write_files(tmp_path, small_project("Every run was quick.\n", [claim], rows))
    monkeypatch.chdir(tmp_path)
    assert main(["explain", "text.1"]) == 1
    out = capsys.readouterr().out
    assert "the words  wrong  `holds`  true in 2 of 3 rows  [does-not-hold]" in out
    assert "    holds  run  time_s\n    false  b    9\n    true   a    3\n" in out


def test_a_query_that_is_refused_says_why(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = {"says": "took 5 s", "query": "SELECT tim_s FROM runs"}
    write_files(tmp_path, small_project("It took 5 s.\n", [claim]))
    monkeypatch.chdir(tmp_path)
    assert main(["explain", "text.1"]) == 1
    assert "  refused: `runs` has no column `tim_s`\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("pakcing", "there is no pakcing; the nearest: packing"),
        ("x" * 40, f"there is no {'x' * 40}; an id, or FILE:LINE, of this project is asked"),
        (
            "docs/pgae.md:1",
            "docs/pgae.md is no page or claims file of this project; the nearest is docs/page.md",
        ),
        ("docs/page.md:99", "docs/page.md has 3 lines"),
        ("docs/page.md:2", "docs/page.md:2 says no number, and nothing is claimed there"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_one_line(
    what: str, words: str, project: Path, capsys: Captured
) -> None:
    assert main(["explain", what]) == 2
    assert capsys.readouterr() == ("", f"proseproof: {words}\n")


def test_a_project_that_cannot_be_read_is_one_line(project: Path, capsys: Captured) -> None:
    (project / "claims/project.yml").write_text("pages: [\n", encoding="utf-8")
    assert main(["explain", "packing"]) == 2
    assert capsys.readouterr().err.endswith("; proseproof check tells more\n")


def test_nothing_is_written(project: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    main(["explain", "text"])
    assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == before


def test_what_is_behind_several_claims_is_shown_once(project: Path, capsys: Captured) -> None:
    """The cells of a table come from the same rows, which would hide them."""
    assert main(["explain", "text"]) == 0
    out = capsys.readouterr().out
    assert out.count("SELECT * FROM runs WHERE tool = 'gzip'") == 1
    assert out.count("sha256") == 1
    assert "  view first: see packing\n" in out
    assert "  from capture lab: see packing\n" in out
