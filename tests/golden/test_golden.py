"""A small site, built by MkDocs and by Zensical, compared with what is kept of it here.

`PROSEPROOF_KEEP=1 pytest tests/golden` keeps what is built now; read the difference before you
commit it.
"""

from __future__ import annotations

import os
import re
from html import unescape
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from tests.golden.built import built, bytes_of, copied, pages, run

KEPT = Path(__file__).parent
ENGINES = {"mkdocs": ["mkdocs", "build", "--strict", "-q"], "zensical": ["zensical", "build"]}


@pytest.fixture(scope="module", params=sorted(ENGINES))
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The golden site as one of the engines builds it, in a folder with the engine's name."""
    folder = tmp_path_factory.mktemp(request.param)
    return built(copied(folder), *ENGINES[request.param]).rename(folder / request.param)


def test_every_page_is_as_it_was(site: Path) -> None:
    kept = KEPT / f"kept-{site.name}"
    now = pages(site)
    if os.environ.get("PROSEPROOF_KEEP"):
        for path, text in now.items():
            target = kept / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
    before = {
        path.relative_to(kept).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(kept.rglob("*.html"))
    }
    assert list(now) == list(before)
    for path, text in now.items():
        assert text.splitlines() == before[path].splitlines(), path


def test_no_mark_and_no_slot_is_left_anywhere(site: Path) -> None:
    for path, raw in bytes_of(site).items():
        if path.endswith((".html", ".json", ".xml")):
            text = raw.decode("utf-8")
            assert not re.search("[\U00100000-\U0010fffd]", text), path
            assert "pp-slot" not in text, path


def test_every_link_of_a_proof_leads_to_an_entry_and_back(site: Path) -> None:
    names = {
        path.relative_to(site).as_posix(): set(
            re.findall(r'\bid="([^"]+)"', path.read_text("utf-8"))
        )
        for path in site.rglob("*.html")
    }
    for page in names:
        text = (site / page).read_text(encoding="utf-8")
        links = re.findall(r'<a class="pp-proofs?"[^>]* href="([^"]+)"', text)
        links += re.findall(r'<d[dt]><a href="([^"]+#[^"]+)"', text)
        if page == "index.html":
            assert len(links) > 15
        for link in links:
            path, _, anchor = unescape(link).partition("#")
            target = normpath(join(dirname(page), path)) if path else page
            whole = target if target.endswith(".html") else normpath(join(target, "index.html"))
            assert anchor in names[whole], link


def test_no_id_stands_twice_on_a_page(site: Path) -> None:
    for path in site.rglob("*.html"):
        found = re.findall(r'\bid="([^"]+)"', path.read_text(encoding="utf-8"))
        ours = [name for name in found if name.startswith(("said-", "fig-", "proofs-", "nights"))]
        assert len(ours) == len(set(ours)), path


def test_a_page_asks_no_other_host_for_anything(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r'<(?:script|img|iframe)[^>]* src="(?:https?:)?//', text), path
        assert not re.search(r'<link[^>]* rel="stylesheet"[^>]* href="(?:https?:)?//', text), path


def test_two_builds_have_the_same_bytes(tmp_path: Path) -> None:
    one, two = (copied(tmp_path / name) for name in ("one", "two"))
    first = bytes_of(built(one, *ENGINES["mkdocs"]))
    assert bytes_of(built(two, *ENGINES["mkdocs"])) == first
    # With every drawing kept from the build before.
    assert bytes_of(built(two, *ENGINES["mkdocs"])) == first


def test_mkdocs_brings_the_rows_and_the_ledger_as_files(tmp_path: Path) -> None:
    site = built(copied(tmp_path), *ENGINES["mkdocs"])
    own = site / "assets" / "proseproof"
    assert (own / "fig-nights.csv").read_text() == (
        "night,time_s\nMonday,41.5\nTuesday,43.0\nWednesday,44.0\nThursday,96.2\n"
    )
    assert (own / "ledger.json").read_text(encoding="utf-8").startswith('{\n  "captures": {')
    assert sorted(path.name for path in own.iterdir()) == [
        "captures", "fig-nights.csv", "ledger.json", "nights-table.csv", "old-lab.csv",
        "proseproof.css",
    ]  # fmt: skip


def test_mkdocs_brings_the_recorded_files_byte_by_byte(tmp_path: Path) -> None:
    project = copied(tmp_path)
    site = built(project, *ENGINES["mkdocs"])
    for name in ("nights.csv", "old.json"):
        published = site / "assets" / "proseproof" / "captures" / "capture" / name
        assert published.read_bytes() == (project / "capture" / name).read_bytes()


def test_a_site_may_keep_its_recorded_files_to_itself(tmp_path: Path) -> None:
    project = copied(tmp_path)
    settings = project / "mkdocs.yml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(
        text.replace("plugins: [search, proseproof]", "plugins: [proseproof: {captures: false}]"),
        encoding="utf-8",
    )
    site = built(project, *ENGINES["mkdocs"])
    assert not (site / "assets" / "proseproof" / "captures").exists()
    assert '<span class="pp-file">capture/nights.csv</span>' in (site / "index.html").read_text()


STALE = ("docs/index.md", "**96.2 s**", "**96.3 s**")


@pytest.mark.parametrize("engine", sorted(ENGINES))
def test_a_stale_number_ends_the_build_and_says_where(tmp_path: Path, engine: str) -> None:
    project = copied(tmp_path)
    path, right, wrong = STALE
    page = project / path
    page.write_text(page.read_text(encoding="utf-8").replace(right, wrong), encoding="utf-8")
    done = run(project, *ENGINES[engine])
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert "error[stale-number]: page says 96.3 s, capture says 96.2 s" in said
    assert f"docs/index.md:8:{len('The slowest night took **') + 1}" in said
    assert "Traceback" not in said
    assert said.count("error[stale-number]") == 1


def test_the_last_good_site_outlives_a_mistake(tmp_path: Path) -> None:
    project = copied(tmp_path)
    site = built(project, *ENGINES["mkdocs"])
    before = bytes_of(site)
    for path, right, wrong in (
        STALE,
        ("capture/nights.csv", "96.2", "97.2"),
        ("claims/index.yml", "mark: bar", "mark: barr"),
        ("claims/runs.yml", "{time_s} s", "{times_s} s"),
        ("docs/deep/runs.md", "old-lab\n", "old-lib\n"),
    ):
        file = project / path
        text = file.read_text(encoding="utf-8")
        assert right in text
        file.write_text(text.replace(right, wrong), encoding="utf-8")
        done = run(project, *ENGINES["mkdocs"])
        assert done.returncode == 1, path
        assert "Traceback" not in done.stderr
        assert bytes_of(site) == before, path
        file.write_text(text, encoding="utf-8")
    built(project, *ENGINES["mkdocs"])
