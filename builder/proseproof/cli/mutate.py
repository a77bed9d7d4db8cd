"""`proseproof mutate`: does the check notice when a number, unit, sign or word is changed?"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from proseproof.cli.project import open_project, root_option
from proseproof.cli.terminal import is_terminal, put
from proseproof.cli.waiting import waiting


@click.command(
    "mutate",
    epilog="\b\nExamples:\n"
    "  proseproof mutate\n"
    "  proseproof mutate --at-least 95\n"
    "\n\nExit status: 0 the score is reached, 1 it is not, 2 could not run.",
)
@click.option(
    "--at-least",
    type=click.FloatRange(0, 100),
    default=100.0,
    show_default=True,
    metavar="PERCENT",
    help="The share of changes that the check must notice.",
)
@root_option
def mutate_command(at_least: float, root: Path | None) -> int:
    """Change each bound number of the pages, one at a time, and see whether the check notices.

    Numbers, signs, units, hedges and words of direction are changed in memory only. The changes
    that no rule notices are listed; the last line is the score.
    """
    disk = open_project(root)
    from proseproof.answers import ask_all
    from proseproof.kept import Kept, default_folder
    from proseproof.mutate import mutate
    from proseproof.query import Worker
    from proseproof.run import CannotRun, study

    kept = Kept(default_folder())
    try:
        with Worker(at_once=kept.is_empty) as worker:
            with waiting("checking"):
                known = study(disk, worker, kept=kept)
            if known.loaded is None or not known.outcome.passed:
                raise click.ClickException("the check must pass first; run `proseproof check`")
            score = mutate(known.loaded, ask_all(worker, known.loaded, kept), _progress)
    except CannotRun as error:
        raise click.ClickException(str(error)) from error
    for survivor in score.survivors:
        place = survivor.span.first
        was = " ".join(survivor.span.text.split())
        put(
            f"{survivor.span.source.path}:{place.line}:{place.column}: {survivor.kind}: "
            f"`{was}` became `{survivor.text}` and nothing noticed\n"
        )
    noticed = score.tried - len(score.survivors)
    put(f"{noticed} of {score.tried} changes noticed, {100 * score.share:.1f} %\n")
    return 0 if 100 * score.share >= at_least else 1


def _progress(done: int, every: int) -> None:
    """Shows on a terminal how far it is; the last call wipes the line."""
    if not is_terminal(sys.stderr) or os.environ.get("CI"):
        return
    if done == every:
        put("\r\033[K", error=True)
    elif done % 10 == 0:
        put(f"\r{done} of {every} changes tried", error=True)
