"""`proseproof capture`: records what another engine answers, as a capture that checks read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from proseproof.cli.project import open_project, root_option
from proseproof.cli.terminal import coloured, put, width
from proseproof.cli.waiting import waiting
from proseproof.disk import PROJECT_FILE, Disk, Unreadable

if TYPE_CHECKING:
    from proseproof.engine import Recorded
    from proseproof.finding import Finding
    from proseproof.model import CaptureDeclaration, Connection, Project


@click.command(
    "capture",
    epilog="\b\nExamples:\n"
    "  LAB_DSN=postgresql://me@db/lab proseproof capture nights\n"
    "\n\nExit status: 0 the rows are recorded, 1 the project or the query has a mistake, "
    "2 could not run.",
)
@click.argument("name", metavar="NAME")
@root_option
def capture_command(name: str, root: Path | None) -> int:
    """Ask the connection of the capture NAME its query, and record the rows.

    The rows go into the file that the capture declares. A record is never replaced: where one is
    there, the rows go into a new file beside it. Address and secrets come from the environment.
    """
    disk = open_project(root)
    project, findings = _project(disk)
    if project is None or findings:
        return _report(project, findings)
    declaration, connection = _declared(project, name)
    # Imported here, so that `--help` need not load the database.
    from datetime import UTC, datetime

    from proseproof.engine import CannotRecord, Recorded, record

    try:
        with waiting("asking"):
            made = record(declaration, connection, disk, os.environ, datetime.now(UTC))
    except CannotRecord as error:
        raise click.ClickException(str(error)) from error
    if not isinstance(made, Recorded):
        return _report(project, (made,))
    put(_told(declaration, made))
    return 0


def _told(declaration: CaptureDeclaration, made: Recorded) -> str:
    rows = "1 row" if made.rows == 1 else f"{made.rows:,} rows"
    if not made.written:
        return f"{made.path} holds the same {rows} already; nothing is written\n"
    said = f"{rows} recorded in {made.path}\n"
    if made.path != declaration.file.value:
        said += (
            f"{declaration.name} still reads {declaration.file.value}: "
            f"name the new file there to use it\n"
        )
    return said


def _project(disk: Disk) -> tuple[Project | None, tuple[Finding, ...]]:
    from proseproof.block import read_project

    source = disk.source(PROJECT_FILE)
    if isinstance(source, Unreadable):
        raise click.ClickException(f"{PROJECT_FILE} {source.reason}")
    return read_project(source)


def _declared(project: Project, name: str) -> tuple[CaptureDeclaration, Connection]:
    from proseproof.near import nearest

    asked = [one for one in project.captures if one.connection is not None]
    for declaration in asked:
        if declaration.name == name and declaration.connection is not None:
            connections = {one.name: one for one in project.connections}
            return declaration, connections[declaration.connection.value]
    if name in [declaration.name for declaration in project.captures]:
        raise click.ClickException(f"the capture {name} names no connection to ask")
    near = nearest(name, [declaration.name for declaration in asked])
    hint = f"; the nearest is {near[0]}" if near else ""
    raise click.ClickException(f"there is no capture {name}{hint}")


def _report(project: Project | None, findings: tuple[Finding, ...]) -> int:
    from proseproof.outcome import Outcome
    from proseproof.report import render

    outcome = Outcome(project, findings)
    colour = coloured()
    put(render(outcome, "text", colour=colour, width=width()), colour=colour)
    return 1
