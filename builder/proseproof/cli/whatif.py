"""`proseproof whatif`: what a new capture would do to the pages, with nothing written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from proseproof.cli.project import open_project, root_option, studies
from proseproof.cli.terminal import put

if TYPE_CHECKING:
    from proseproof.outcome import Outcome

FORMATS = ("text", "json", "markdown")


@click.command(
    "whatif",
    epilog="\b\nExamples:\n"
    "  proseproof whatif --capture miles=new-run.json\n"
    "  proseproof whatif --capture miles=new-run.json --format markdown > comment.md\n"
    "\n\nExit status: 0 every sentence stands, with other numbers at most; 1 one is false or "
    "cannot be measured; 2 could not run.",
)
@click.option(
    "--capture",
    "captures",
    multiple=True,
    required=True,
    metavar="NAME=FILE",
    help="A capture of the project, and the file to read it from. May be given several times.",
)
@click.option(
    "--format", "kind", type=click.Choice(FORMATS), default="text", show_default=True,
    help="How the effects are written.",
)  # fmt: skip
@root_option
def whatif_command(captures: tuple[str, ...], kind: str, root: Path | None) -> int:
    """Show what new captures would do to the pages.

    Each sentence that rests on one of them holds, holds but slack, would be rewritten by
    `proseproof update`, is false then, or cannot be measured. Nothing is written. FILE may lie
    anywhere.
    """
    disk = open_project(root)
    named = [_named(capture) for capture in captures]
    typed = dict(named)
    if len(typed) < len(named):
        twice = next(name for name in typed if sum(other == name for other, _ in named) > 1)
        raise click.UsageError(f"the capture {twice} is given twice")
    files = {name: Path(file).resolve() for name, file in typed.items()}
    with studies(disk) as study:
        from proseproof.report.prospects import FORMATS as KINDS, render
        from proseproof.update import update
        from proseproof.whatif import what_if

        now = study().outcome
        _known(files, now)
        renewed = update(lambda texts: study(texts, files).outcome)
    result = what_if(now, renewed, typed)
    chosen = next(each for each in KINDS if each == kind)
    put(render(result, chosen), utf8=kind != "text")
    return 0 if result.stands else 1


def _named(typed: str) -> tuple[str, str]:
    name, equals, file = typed.partition("=")
    if not equals or not name or not file:
        raise click.UsageError(f"{typed} is not NAME=FILE")
    if not Path(file).is_file():
        raise click.ClickException(f"there is no file {file}")
    return name, file


def _known(files: Mapping[str, Path], now: Outcome) -> None:
    """Raises ClickException where the project cannot be read, or declares no such capture."""
    if now.project is None:
        raise click.ClickException(f"{now.findings[0].message}; proseproof check tells more")
    names = [declared.name for declared in now.project.captures]
    for name in files:
        if name not in names:
            from proseproof.near import listing

            known = listing(names, near=name)
            raise click.ClickException(f"the project has no capture {name}; it has {known}")
