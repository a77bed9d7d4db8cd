"""Builds the golden site as its users do, and cuts from its pages what the builder answers for."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).with_name("project")
ROOT = Path(__file__).parents[2]

_ARTICLE = re.compile(r"<article\b.*</article>", re.DOTALL)
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_CONTENTS = re.compile(r'<nav class="md-nav md-nav--secondary".*?</nav>', re.DOTALL)
_ENTRY = re.compile(r'<a href="(#[^"]*)" class="md-nav__link">(.*?)</a>', re.DOTALL)


def copied(folder: Path) -> Path:
    """The golden project in a folder of its own."""
    return Path(shutil.copytree(PROJECT, folder / "project"))


def environment(project: Path) -> dict[str, str]:
    """The settings of a build: a cache and a date of its own."""
    return {
        **os.environ,
        "NO_MKDOCS_2_WARNING": "1",
        "SOURCE_DATE_EPOCH": "1700000000",
        "XDG_CACHE_HOME": str(project.parent / "cache"),
        "PYTHONPATH": str(ROOT / "builder"),
    }


def run(project: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Runs a module of Python in a project's folder."""
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=project,
        env=environment(project),
        capture_output=True,
        text=True,
        check=False,
    )


def built(project: Path, *command: str) -> Path:
    """The site that a command built; a failure shows what it said."""
    done = run(project, *command)
    assert done.returncode == 0, done.stdout + done.stderr
    return project / "site"


def essence(html: str) -> str:
    """A page without what the theme draws around it: title, contents, article, line by line."""
    title = _TITLE.search(html)
    contents = _CONTENTS.search(html)
    article = _ARTICLE.search(html)
    entries = _ENTRY.findall(contents[0]) if contents else []
    parts = [f"title: {title[1].strip() if title else ''}"]
    parts += [f"contents: {href} {' '.join(text.split())}" for href, text in entries]
    lines = (article[0] if article else "").splitlines()
    return "\n".join([*parts, *(line.rstrip() for line in lines if line.strip())]) + "\n"


def pages(site: Path) -> dict[str, str]:
    """The essence of each page of a site, by its path in the site."""
    found = sorted(site.rglob("*.html"))
    return {
        path.relative_to(site).as_posix(): essence(path.read_text(encoding="utf-8"))
        for path in found
        if path.name != "404.html"
    }


def bytes_of(site: Path) -> dict[str, bytes]:
    """Every file of a site."""
    files = (path for path in sorted(site.rglob("*")) if path.is_file())
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in files}
