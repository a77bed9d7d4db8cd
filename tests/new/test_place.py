"""What `proseproof new` tells of the site that a page is to be shown on."""

from __future__ import annotations

import pytest
from tests.new.folder import New

PACKING = "tool,time_s\ngzip,30.9\nzstd,7.1\n"
OLD = "site_name: Old\n"
PLUGIN = "plugins:\n  - search\n  - proseproof\n"
WITHOUT = "without it figures stay code blocks, and a build checks nothing\n"


def told(new: New, site: str, file: str = "mkdocs.yml") -> str:
    """What a new section says behind the names of the files it wrote."""
    there = {"packing.csv": PACKING, "docs/old.md": "Words.\n", file: site}
    page = "docs/perf/speed.md"
    status, said = new(there, "speed", "--page", page, "--capture-file", "packing.csv")
    assert status == 0, said
    return "".join(
        line for line in said.splitlines(keepends=True) if not line.startswith("wrote ")
    ).replace("the site has no docs/index.md yet, which is its start page\n", "")


@pytest.mark.parametrize(
    "nav",
    [
        "nav: [old.md, perf/speed.md]\n",
        "nav:\n  - old.md\n  - Performance:\n      - Speed: perf/speed.md\n",
        "nav:\n  - Performance:\n      - More:\n          - ./perf/speed.md\n",
        "nav: {Old: old.md, Performance: {Speed: perf/speed.md}}\n",
        "",
    ],
)
def test_a_page_that_the_navigation_has_is_not_asked_for(nav: str, new: New) -> None:
    assert told(new, OLD + nav + PLUGIN) == ""


@pytest.mark.parametrize("nav", ["nav: [old.md]\n", "nav:\n  - perf/speed.md: old.md\n", "nav:\n"])
def test_a_page_that_the_navigation_lacks_is_named_as_it_is_written_there(
    nav: str, new: New
) -> None:
    assert told(new, OLD + nav + PLUGIN) == "add perf/speed.md to `nav` in mkdocs.yml\n"


@pytest.mark.parametrize(
    "plugins",
    [
        PLUGIN,
        "plugins:\n  - proseproof:\n      captures: false\n",
        "plugins: {search: {}, proseproof: {}}\n",
        "markdown_extensions: [tables, proseproof]\n",
        "INHERIT: ../base.yml\n",
        "plugins: !ENV [PLUGINS, [proseproof]]\n",  # nobody knows here what that is
    ],
)
def test_a_site_that_runs_the_plugin_is_told_nothing(plugins: str, new: New) -> None:
    assert told(new, OLD + plugins, "mkdocs.yaml") == ""


@pytest.mark.parametrize(
    ("plugins", "advice"),
    [
        ("", "add `plugins: [search, proseproof]` to mkdocs.yml: "),
        ("plugins: [search]\n", "add `- proseproof` to `plugins` in mkdocs.yml: "),
        ("plugins:\n  - search: {lang: en}\n", "add `- proseproof` to `plugins` in mkdocs.yml: "),
        ("plugins: []\n", "add `- proseproof` to `plugins` in mkdocs.yml: "),
    ],
)
def test_a_site_that_does_not_run_the_plugin_is_told_so(
    plugins: str, advice: str, new: New
) -> None:
    icons = "markdown_extensions:\n  - emoji:\n      index: !!python/name:material.emoji\n"
    assert told(new, OLD + icons + plugins) == advice + WITHOUT


def test_a_page_outside_the_documents_is_on_no_site(new: New) -> None:
    line = "docs/perf/speed.md lies outside pages/, so the site of mkdocs.yml does not have it\n"
    assert told(new, f"{OLD}docs_dir: pages\n{PLUGIN}") == line
