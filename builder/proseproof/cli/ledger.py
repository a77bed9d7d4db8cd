"""`proseproof ledger`: every claim with its verdict, values, query and captures, as JSON."""

from __future__ import annotations

from pathlib import Path

import click

from proseproof.cli.project import check_project, open_project, root_option
from proseproof.cli.terminal import put


@click.command("ledger", epilog="\b\nExamples:\n  proseproof ledger > ledger.json")
@root_option
def ledger_command(root: Path | None) -> int:
    """Print the ledger: what is claimed, and what was computed for it.

    The exit status is that of a check; its summary goes to standard error.
    """
    outcome = check_project(open_project(root))
    from proseproof.report.summary import summary
    from proseproof.site.ledger import ledger_json

    put(ledger_json(outcome), utf8=True)
    put(f"{summary(outcome)}\n", error=True)
    return 0 if outcome.passed else 1
