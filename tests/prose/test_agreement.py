"""Our reading agrees with the page that Python-Markdown makes, block by block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from tests.prose.read import prose
from tests.prose.rendered import blocks_and_titles, folded

CORPUS = Path(__file__).parent / "corpus"
PAGES = sorted(CORPUS.glob("*.md"))


def ours(markdown: str) -> tuple[Counter[str], set[str]]:
    """Our blocks, and the texts that a site shows as titles or in tooltips."""
    blocks: Counter[str] = Counter()
    titles = set()
    for passage in prose(markdown).passages:
        if passage.kind in ("title", "page title", "abbreviation"):
            titles.add(folded(passage.text.value))
        else:
            blocks[folded(passage.text.value)] += 1
    return blocks, titles


def differences(markdown: str) -> tuple[Counter[str], Counter[str]]:
    """The blocks that only the page shows, and those that only we read."""
    blocks, titles = ours(markdown)
    shown, shown_titles = blocks_and_titles(markdown)
    only_shown = Counter({block: n for block, n in (shown - blocks).items() if block not in titles})
    only_shown.update(shown_titles - titles - set(blocks))
    return only_shown, blocks - shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_corpus(page: Path) -> None:
    assert differences(page.read_text()) == (Counter(), Counter())


def _descriptions() -> Iterator[tuple[str, str]]:
    """The long descriptions, in Markdown, of the packages that are installed."""
    for package in metadata.distributions():
        facts = package.metadata.json
        if "markdown" in str(facts.get("description_content_type", "")):
            yield str(facts["name"]), str(facts.get("description", ""))


def test_descriptions_of_installed_packages() -> None:
    """Real Markdown, by many hands; a block in a thousand may differ, where tags go unclosed."""
    blocks = 0
    different: dict[str, tuple[Counter[str], Counter[str]]] = {}
    for name, text in _descriptions():
        blocks += blocks_and_titles(text)[0].total()
        found = differences(text)
        if any(found):
            different[name] = found
    total = sum(ours.total() + theirs.total() for ours, theirs in different.values())
    assert total <= blocks / 1000, different
