"""`proseproof check`: every claim recomputed, every number accounted for, all findings at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from proseproof.cli.project import (
    check_project,
    named_pages,
    open_project,
    place_in_repository,
    root_option,
)
from proseproof.cli.terminal import coloured, put, width
from proseproof.disk import Disk
from proseproof.kept import Kept, default_folder
from proseproof.report import FORMATS, Format, render
from proseproof.unchanged import Past, WatchedDisk, recall, remember

if TYPE_CHECKING:
    from proseproof.outcome import Outcome


@click.command(
    "check",
    epilog="\b\nExamples:\n"
    "  proseproof check\n"
    "  proseproof check docs/latency.md\n"
    "  proseproof check --format sarif --output findings.sarif\n"
    "\n\nExit status: 0 all holds, 1 there are findings, 2 could not run.",
)
@click.argument("pages", nargs=-1, metavar="[PAGE]...")
@click.option(
    "--format",
    "kind",
    type=click.Choice(FORMATS),
    help="How the findings are written. [default: text; github under GitHub Actions]",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the report to FILE, and only the summary line to the terminal.",
)
@root_option
def check_command(
    pages: tuple[str, ...], kind: Format | None, output: Path | None, root: Path | None
) -> int:
    """Check that the words and the data agree.

    Every claim of the project is computed afresh from its captures, and every number of its pages
    is looked at. PAGEs narrow the report to these pages and the claims about them; a folder means
    all pages below it.
    """
    disk = WatchedDisk(open_project(root).root)
    chosen = kind or ("github" if os.environ.get("GITHUB_ACTIONS") else "text")
    base = place_in_repository(disk)
    colour = chosen == "text" and coloured()
    kept, style = Kept(default_folder()), (chosen, colour, width(), base)
    whole = not pages and output is None
    past = recall(kept, disk, "check", style) if whole else Past()
    if past.result is not None:
        put(past.result, colour=colour, utf8=chosen != "text")
        return 0
    outcome = _with_figures(check_project(disk, asks=_may_ask(past)), kept)
    from proseproof.narrow import narrow
    from proseproof.report.summary import summary

    if pages and outcome.project is not None:
        every = {**dict.fromkeys(outcome.pages), **dict.fromkeys(_unread(outcome))}
        named = [path for page in pages for path in named_pages(disk, every, page)]
        outcome = narrow(outcome, named)
    if output is None:
        report = render(outcome, chosen, colour=colour, width=width(), base=base)
        put(report, colour=colour, utf8=chosen != "text")
        if whole and not outcome.findings:
            # A check with findings is run again until they are gone.
            remember(kept, disk, report, "check", style)
    else:
        _write(output, render(outcome, chosen, base=base))
        put(f"{summary(outcome)}\n")
    return 0 if outcome.passed else 1


def _unread(outcome: Outcome) -> Iterator[str]:
    """The pages that could not be read, which have findings and are among no pages."""
    for finding in outcome.findings:
        path = finding.span.source.path
        if path.endswith(".md"):
            yield path


def _may_ask(past: Past) -> bool:
    """Whether queries will have to be asked, as far as that can be guessed: not for a page."""
    return past.moved is not None and not past.moved[1].endswith(".md")


def _write(output: Path, report: str) -> None:
    try:
        Disk(output.absolute().parent).write(output.name, report)
    except OSError as error:
        raise click.ClickException(f"{output} cannot be written: {error.strerror}") from error


def _with_figures(outcome: Outcome, kept: Kept) -> Outcome:
    """The outcome with the mistakes of charts and fences, which a build would only meet later."""
    if not outcome.plates:
        return outcome
    from proseproof.site.inspection import inspected

    return inspected(outcome, kept)
