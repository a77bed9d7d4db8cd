"""The ledger: the views and recorded files behind a proof, the numbers without one, its order."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.project import small_project, write_files
from tests.site.made import capture, outcome, page
from tests.site.test_figures import ROWS, TEXT, YAML
from tests.site.test_processors import engine

from proseproof.capture.record import Rows
from proseproof.outcome import Outcome
from proseproof.run import check
from proseproof.site.ledger import grouped, ledger_json
from proseproof.site.ledger_html import page_proofs_html, views_html
from proseproof.site.readable import bytes_text
from proseproof.site.sitemap import SiteMap

MARKS = {"0.6": "saving"}
PAGE = "# Runs\n\nThe run took 5.5 s on 2 threads with seed 7. It was fast.\n"
CLAIMS = [{"says": "took 5.5 s", "query": "SELECT max(time_s) FROM Slow"}]
VIEWS = {
    "Slow": "SELECT * FROM clean WHERE time_s > 5",
    "clean": "SELECT run, time_s FROM runs",
    "idle": "SELECT 1",
}


@cache
def checked() -> Outcome:
    files = small_project(
        PAGE, CLAIMS, project_views=VIEWS, project_allow=[{"match": "seed \\d", "why": "a name"}],
        given=[{"says": "2 threads", "why": "the <setting>"}],
    )  # fmt: skip
    with TemporaryDirectory() as folder:
        return check(write_files(Path(folder), files))


def entries(**site: object) -> str:
    [group] = grouped(checked())
    where = SiteMap({"docs/page.md": "page/"}, "ledger/", files=True, **site)  # type: ignore[arg-type]
    return page_proofs_html(group, checked(), where, "ledger/")


def test_an_entry_leads_to_each_view_that_its_query_reads_behind_others_too() -> None:
    assert not checked().findings
    html = entries()
    assert '<a href="#view-Slow"><code>Slow</code></a>, <a href="#view-clean">' in html
    views = views_html(checked())
    assert 'id="view-clean"' in views
    assert "SELECT * FROM clean WHERE time_s &gt; 5" in views
    assert "idle" not in views


def test_the_ledger_as_data_has_the_views_and_the_reasons() -> None:
    data = json.loads(ledger_json(checked()))
    assert data["proofs"][0]["views"] == ["Slow", "clean"]
    assert data["views"] == {name: VIEWS[name] for name in ("Slow", "clean")}
    assert data["excused"] == [
        {"file": "docs/page.md", "line": 3, "column": 23, "written": "2", "status": "given",
         "why": "the <setting>"},
        {"file": "docs/page.md", "line": 3, "column": 43, "written": "7", "status": "allowed",
         "why": "a name"},
    ]  # fmt: skip


def test_numbers_without_a_proof_stand_below_with_their_reasons() -> None:
    html = entries()
    assert "<summary>2 numbers without a claim</summary>" in html
    assert '<a href="../page/">2</a></span></td><td>given</td><td>the &lt;setting&gt;</td>' in html
    assert "<td>allowed</td><td>a name</td>" in html


@pytest.mark.parametrize(
    ("address", "shown"),
    [("assets/x/lab.json", '<a class="pp-file" href="../assets/x/lab.json" download>'),
     ("", " B, too large to publish</span>")],
)  # fmt: skip
def test_a_recorded_file_is_linked_or_named_as_too_large(address: str, shown: str) -> None:
    assert shown in entries(captures={"capture/lab.json": address})


def test_a_site_that_brings_no_files_names_them() -> None:
    html = entries()
    assert '<span class="pp-file">capture/lab.json</span>' in html
    assert "pp-large" not in html


def test_the_ledger_follows_the_navigation() -> None:
    texts = {name: f"# {name}\n\nIt saved 0.6 to 1.8 s.\n" for name in ("a", "b", "c")}
    pages = [page(f"docs/{name}.md", text) for name, text in texts.items()]
    whole = outcome(pages, YAML.replace("docs/it.md", "docs/a.md"), {"fig-1": ROWS})
    [proof, *_] = whole.proofs
    proofs = tuple(replace(proof, id=one.path, places=(place,)) for one, place in zip(
        [made.source for made in pages], proof.places, strict=True))  # fmt: skip
    several = replace(whole, proofs=proofs)
    site = SiteMap({"docs/c.md": "c/", "docs/a.md": ""})
    assert [group.title for group in grouped(several)] == ["docs/a.md", "docs/b.md", "docs/c.md"]
    assert [group.path for group in grouped(several, site.order)] == [
        "docs/c.md", "docs/a.md", "docs/b.md",
    ]  # fmt: skip


def test_a_figure_without_a_proof_has_no_link_to_proofs() -> None:
    shown = engine(outcome([page("docs/it.md", TEXT)], YAML, {"fig-1": ROWS, "tab-1": ROWS}))
    html = shown.convert(TEXT)
    assert "1 proof in the ledger" in html
    assert "0 proofs" not in html


def _rows(columns: tuple[str, ...], rows: tuple[tuple[object, ...], ...]) -> Rows:
    return Rows("runs", columns, ("VARCHAR",) * len(columns), rows)


def test_runs_that_are_compared_stand_once_and_what_is_held_equal_is_folded() -> None:
    rows = (("run", "threads"), (("a", 2), ("b", 2), ("c", 2)))
    table = replace(capture(), tables=(_rows(*rows),))
    yaml = YAML.replace("    data: SELECT 1\n    chart", (
        "    data: SELECT 'c'\n    compare: {runs: [a, b], differ: [mode]}\n    chart"
    ))  # fmt: skip
    made = outcome([page("docs/it.md", TEXT)], yaml, {"fig-1": ROWS, "tab-1": ROWS}, [table])
    figure = engine(made).convert(TEXT)
    figure = figure[figure.index('id="fig-1"') : figure.index('id="tab-1"')]
    sources = figure[figure.index("pp-sources") :]
    assert "run <code>c</code>" in sources
    assert sources.count("<code>a</code>") == 1


@pytest.mark.parametrize(
    ("count", "binary", "text"),
    [(12, False, "12 B"), (56314553344, False, "56.3 GB"), (56314553344, True, "52.4 GiB"),
     (-2048, True, "-2 KiB"), (5 * 10**15, False, "5000 TB"), (999999, False, "1 MB")],
)  # fmt: skip
def test_bytes_have_a_unit_that_people_read(count: int, binary: bool, text: str) -> None:
    assert bytes_text(count, binary) == text


def test_many_bytes_are_told_in_the_unit_that_is_said() -> None:
    whole = outcome([page("docs/it.md", TEXT, MARKS)], YAML, {"fig-1": ROWS, "tab-1": ROWS})
    [proof, *others] = whole.proofs
    for says, shown in (("52.4 GiB", "52.4 GiB, 12 B"), ("56.3 GB", "56.3 GB, 12 B")):
        large = replace(proof, says=says, rows=(("56314553344 B", "12 B"),))
        html = engine(replace(whole, proofs=(large, *others))).convert(TEXT)
        assert f'title="Proof: {shown}"' in html


def test_a_sentence_that_is_proved_as_a_whole_leads_to_its_proof() -> None:
    claims = [
        {"id": "fast", "says": "It was *fast*", "holds": "SELECT max(time_s) < 6 FROM runs"},
        {"id": "long", "says": "took 5.5 s in one go", "query": "SELECT max(time_s) FROM runs"},
        {"id": "short", "says": "The run took 5.5 s", "holds": "SELECT time_s > 5 FROM runs"},
    ]
    text = "# Runs\n\nThe run took 5.5 s in one go. It was *fast*.\n"
    with TemporaryDirectory() as folder:
        whole = check(write_files(Path(folder), small_project(text, claims)))
    assert not whole.findings
    marks = whole.pages["docs/page.md"].marks
    # A phrase around a number that is linked already stays as it is.
    assert [(mark.span.text, mark.proof, mark.words) for mark in marks] == [
        ("5.5 s", "long", False), ("It was *fast", "fast", True),
    ]  # fmt: skip
    html = engine(whole, path="docs/page.md").convert(text)
    start = '<a class="pp-proof pp-words" id="said-fast" href="../ledger/#fast"'
    assert f'{start} title="Proof: true in 1 of 1 rows">It was </a><em><a' in html


def test_a_name_stands_beside_the_number_of_its_row(tmp_path: Path) -> None:
    rows = {"runs": [{"tool": "gzip", "time_s": 12.41}, {"tool": "zstd", "time_s": 3.08}]}
    claims = [
        {"says": "12.4 s with gzip and 3.1 s with zstd", "query": "SELECT time_s, tool FROM runs"},
        {
            "says": "from 3.1 to 12.4 s, in every run",
            "query": "SELECT min(time_s), max(time_s) FROM runs",
            "holds": "SELECT time_s > 3 FROM runs",
        },
    ]
    text = "It took 12.4 s with gzip and 3.1 s with zstd, so from 3.1 to 12.4 s, in every run.\n"
    whole = check(write_files(tmp_path, small_project(text, claims, rows)))
    one, other = whole.proofs
    assert one.rows == (("12.41 s", "gzip"), ("3.08 s", "zstd"))
    assert other.rows == (("3.08 s", "12.41 s"), ("true in 2 of 2 rows",))
    first, _ = json.loads(ledger_json(whole))["proofs"]
    assert first["values"] == ["12.41 s", "gzip", "3.08 s", "zstd"]
