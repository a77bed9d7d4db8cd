"""What mkdocs.yml may say: other addresses, another root, no ledger page, a preview."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from tests.golden.built import built, copied, environment, run

BUILD = ["mkdocs", "build", "--strict", "-q"]


def changed(project: Path, path: str, *changes: tuple[str, str]) -> None:
    """Replaces words of a file; each must stand there."""
    file = project / path
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def test_pages_without_folders_link_to_files(tmp_path: Path) -> None:
    project = copied(tmp_path)
    changed(project, "mkdocs.yml", ("use_directory_urls: true", "use_directory_urls: false"))
    site = built(project, *BUILD)
    page = (site / "deep" / "runs.html").read_text(encoding="utf-8")
    assert 'href="../ledger.html#old-lab.1"' in page
    assert 'href="../assets/proseproof/old-lab.csv"' in page
    ledger = (site / "ledger.html").read_text(encoding="utf-8")
    assert 'href="deep/runs.html#said-old-lab.1"' in ledger


def test_a_site_without_a_ledger_page_gets_one(tmp_path: Path) -> None:
    project = copied(tmp_path)
    (project / "docs" / "ledger.md").unlink()
    changed(project, "mkdocs.yml", ("  - ledger.md\n", ""))
    site = built(project, *BUILD)
    assert 'id="slowest"' in (site / "ledger" / "index.html").read_text(encoding="utf-8")


def test_it_is_in_the_navigation_where_the_settings_list_none(tmp_path: Path) -> None:
    project = copied(tmp_path)
    (project / "docs" / "ledger.md").unlink()
    changed(project, "mkdocs.yml", ("nav:\n  - index.md\n  - deep/runs.md\n  - ledger.md\n", ""))
    page = (built(project, *BUILD) / "index.html").read_text(encoding="utf-8")
    assert '<a href="ledger/" class="md-nav__link">' in page


def test_the_project_may_stand_beside_the_settings(tmp_path: Path) -> None:
    project = copied(tmp_path)
    book = project / "book"
    book.mkdir()
    (project / "mkdocs.yml").rename(book / "mkdocs.yml")
    (project / "docs").rename(book / "docs")
    changed(
        book, "mkdocs.yml",
        ("plugins: [search, proseproof]", "plugins: [search, {proseproof: {root: ..}}]"),
        ("watch: [claims, capture]", "watch: []"),
    )  # fmt: skip
    for path in ("project.yml", "index.yml", "runs.yml"):
        changed(project, f"claims/{path}", ("docs/", "book/docs/"))
    site = built(book, *BUILD)
    assert 'href="ledger/#slowest"' in (site / "index.html").read_text(encoding="utf-8")


def test_a_site_without_a_project_says_so_in_one_line(tmp_path: Path) -> None:
    project = copied(tmp_path)
    (project / "claims" / "project.yml").unlink()
    done = run(project, "mkdocs", "build")
    assert done.returncode == 1
    assert "no claims/project.yml in" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_warning_is_told_and_stops_only_a_strict_build(tmp_path: Path) -> None:
    project = copied(tmp_path)
    changed(
        project, "claims/project.yml", ("captures:", "rules: {stale-number: warning}\ncaptures:")
    )
    changed(project, "docs/index.md", ("**96.2 s**", "**96.3 s**"))
    done = run(project, "mkdocs", "build")
    assert done.returncode == 0, done.stderr
    assert "warning[stale-number]: page says 96.3 s, capture says 96.2 s" in done.stderr
    (project / "site" / "mine").write_text("kept")
    done = run(project, *BUILD)
    assert done.returncode == 1
    assert (project / "site" / "mine").read_text() == "kept"


def test_a_page_that_is_not_checked_may_place_a_figure_but_no_unknown_one(tmp_path: Path) -> None:
    project = copied(tmp_path)
    changed(project, "claims/project.yml", ("docs/*.md", "docs/index.md"))
    changed(project, "mkdocs.yml", ("  - ledger.md\n", "  - ledger.md\n  - extra.md\n"))
    page = project / "docs" / "extra.md"
    page.write_text("# 7 more\n\n```figure\nfig-nights\n```\n")
    site = built(project, *BUILD)
    assert 'id="fig-nights"' in (site / "extra" / "index.html").read_text(encoding="utf-8")
    page.write_text("# 7 more\n\n```figure\nfig-night\n```\n")
    done = run(project, *BUILD)
    assert done.returncode == 1
    assert "error[invalid-claims]: no figure block has the id `fig-night`" in done.stderr
    assert "docs/extra.md:4:1" in done.stderr
    assert 'id="fig-nights"' in (site / "extra" / "index.html").read_text(encoding="utf-8")


def test_a_page_with_a_decimal_comma_has_tables_with_one(tmp_path: Path) -> None:
    project = copied(tmp_path)
    changed(
        project, "claims/project.yml", ("captures:", 'decimal: {",": [docs/deep/*.md]}\ncaptures:')
    )
    site = built(project, *BUILD)
    page = (site / "deep" / "runs" / "index.html").read_text(encoding="utf-8")
    assert '<td class="pp-number">285,5 s</td>' in page
    assert '<td class="pp-number">285.5</td>' in page  # the rows are data, as in the CSV file


@pytest.fixture
def port() -> int:
    """A port that is free now."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        number: int = bound.getsockname()[1]
        return number


def test_a_preview_shows_a_mistake_and_forgets_it_when_it_is_right(
    tmp_path: Path, port: int
) -> None:
    project = copied(tmp_path)
    changed(project, "docs/index.md", ("**96.2 s**", "**96.3 s**"))
    command = [sys.executable, "-m", "mkdocs", "serve", "-q", "-a", f"127.0.0.1:{port}"]
    with subprocess.Popen(command, cwd=project, env=environment(project)) as server:
        try:
            page = waited(port, lambda html: "pp-stale" in html)
            assert "stale-number: page says 96.3 s, capture says 96.2 s" in page
            assert "error on this page" in page
            assert '<svg xmlns="http://www.w3.org/2000/svg" class="pp-chart"' in page
            changed(project, "docs/index.md", ("**96.3 s**", "**96.2 s**"))
            assert "pp-bar" not in waited(port, lambda html: "pp-stale" not in html)
            changed(project, "capture/nights.csv", ("96.2", "97.2"))
            waited(port, lambda html: "capture says 97.2 s" in html)
        finally:
            server.terminate()


def waited(port: int, fits: Callable[[str], bool], seconds: float = 40) -> str:
    """The start page of a preview, as soon as it fits."""
    end = time.monotonic() + seconds
    html = "no answer"
    while time.monotonic() < end:
        try:
            with urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                html = answer.read().decode("utf-8")
        except (URLError, TimeoutError, ConnectionError):
            html = "no answer"
        if html != "no answer" and fits(html):
            return html
        time.sleep(0.2)
    pytest.fail(f"the preview did not get there; it shows\n{html[:2000]}")
