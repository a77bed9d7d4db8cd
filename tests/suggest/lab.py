"""A small project to suggest claims for: nights of backups, runs of a benchmark, parts of a run."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.project import small_project, write_files

from proseproof.answers import ask_all
from proseproof.load import Loaded, load
from proseproof.query import Worker
from proseproof.run import examine_all
from proseproof.suggest import Proposals, propose

PAGE = "docs/page.md"
TABLES: dict[str, list[dict[str, Any]]] = {
    "nights": [
        {"night": "Monday", "complete": True, "files": 1204, "time_s": 41.0, "size_mb": 310},
        {"night": "Tuesday", "complete": True, "files": 1310, "time_s": 43.2, "size_mb": 355},
        {"night": "Wednesday", "complete": True, "files": 1198, "time_s": 38.5, "size_mb": 298},
        {"night": "Thursday", "complete": False, "files": 2412, "time_s": 96.2, "size_mb": 744},
    ],
    "runs": [
        {"run": "base-v1", "config": {"seed": 7, "batch": 32}, "latency": {"p50_ms": 180.4}},
        {"run": "cached-v2", "config": {"seed": 7, "batch": 64}, "latency": {"p50_ms": 44.0556}},
    ],
    "steps": [
        {"run": run, "step": step, "loss": loss, "rate_per_s": rate}
        for run, step, loss, rate in (
            ("base-v1", 1, 0.91, 120.0), ("base-v1", 2, 0.62, 131.5),
            ("base-v1", 3, 0.44, 129.0), ("cached-v2", 1, 0.83, 480.0),
            ("cached-v2", 2, 0.51, 512.25), ("cached-v2", 3, 0.37, 498.5),
        )
    ],
}  # fmt: skip


def proposals_for(
    text: str, root: Path, worker: Worker, claims: Iterable[dict[str, Any]] = (), **more: Any
) -> Proposals:
    """What is proposed for a page of this text."""
    more.setdefault("tables", TABLES)
    disk = write_files(root, small_project(text, claims, **more))
    loaded = load(disk)
    assert isinstance(loaded, Loaded)
    return propose(loaded, examine_all(loaded, ask_all(worker, loaded)), PAGE, worker)


def queries(proposals: Proposals) -> list[list[str]]:
    """The queries of the choices of each proposal, the first of them first."""
    return [[choice.sql for choice in one.choices] for one in proposals.proposals]
