"""The reference pages say what the schemas, the rules and the commands say."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
generated = runpy.run_path(str(ROOT / "builder" / "reference.py"))["generated"]
PAGES = [
    page
    for page in sorted((ROOT / "docs" / "builder").glob("*.md"))
    if "<!-- generated:" in page.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_generated_parts_are_up_to_date(page: Path) -> None:
    """A new key, rule or option is in the reference: `make reference` writes it."""
    text = page.read_text(encoding="utf-8")
    assert generated(text) == text


def test_every_kind_of_region_is_there() -> None:
    """Keys, rules and commands each have their region."""
    whole = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for region in ("schema project", "schema claims", "rules", "commands"):
        assert f"<!-- generated:{region} -->" in whole
