"""The section on offload without its claims: is the author's query among the first three?"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.suggest.meaning import agreement

from proseproof.query import Worker

ROOT = Path(__file__).parents[2]


def test_the_right_query_is_among_the_first_three_for_four_numbers_in_five(
    tmp_path: Path, worker: Worker
) -> None:
    found = agreement(ROOT, "docs/one-gpu/offload.md", "claims/offload.yml", tmp_path, worker)
    missed = [place for place, rank in found.ranks.items() if rank is None or rank > 3]
    sys.stdout.write(
        f"of {len(found.ranks)} numbers the right query is first for {found.share(1):.0%}, "
        f"among the first three for {found.share(3):.0%}; it is not at {missed}\n"
    )
    assert len(found.ranks) > 30
    assert found.share(3) >= 0.8
