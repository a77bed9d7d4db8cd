"""A claim or a cell explained: what was asked for it, what came back, how it was judged. Pure."""

from __future__ import annotations

from proseproof.explain.explanation import Explanation, Query
from proseproof.explain.find import Reason, explain_id, explain_place, known_ids
from proseproof.explain.judgement import Judgement

__all__ = [
    "Explanation",
    "Judgement",
    "Query",
    "Reason",
    "explain_id",
    "explain_place",
    "known_ids",
]
