"""`proseproof new`: a page and its claims, written from a capture, that already check."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from proseproof.cli.project import open_project, root_option
from proseproof.cli.terminal import put
from proseproof.cli.waiting import waiting
from proseproof.disk import PROJECT_FILE, Disk, find_root

if TYPE_CHECKING:
    from proseproof.outcome import Outcome
    from proseproof.query import Worker

START_PAGE = "docs/index.md"

_SECTION = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@click.command(
    "new",
    epilog="\b\nExamples:\n"
    "  proseproof new speed --page docs/speed.md --capture bench\n"
    "  proseproof new speed --page docs/index.md --capture-file results.json\n"
    "  proseproof new speed --page docs/index.md --from hyperfine results.json\n"
    "\n\nThe second and the third one start a project in this folder where there is none."
    "\n\nExit status: 0 written, 2 could not run; then nothing is written.",
)
@click.argument("section", metavar="SECTION")
@click.option("--page", required=True, metavar="FILE", help="The page to write, such as docs/a.md.")
@click.option("--capture", metavar="NAME", help="The capture to draw; needed if there are several.")
@click.option(
    "--capture-file", metavar="FILE", help="Recorded data, to be declared where it is not yet."
)
@click.option(
    "--from",
    "tool_file",
    nargs=2,
    metavar="TOOL FILE",
    help="A file that TOOL wrote, to be declared with tables and views that are ready for it.",
)
@root_option
def new_command(
    section: str,
    page: str,
    capture: str | None,
    capture_file: str | None,
    tool_file: tuple[str, str] | None,
    root: Path | None,
) -> int:
    """Write a page and its claims file, claims/SECTION.yml, from a capture.

    The page has a figure drawn from the capture and sentences with its numbers, all of them
    proved. It is a start: rewrite it. No file is written over; a file that is declared is added to
    claims/project.yml.
    """
    if sum(1 for one in (capture, capture_file, tool_file) if one) > 1:
        raise click.ClickException("--capture, --capture-file and --from do not go together")
    if not _SECTION.fullmatch(section):
        raise click.ClickException(
            f"{section} is no name for a section: a letter, then letters, digits, - and _"
        )
    tool, file = tool_file or (None, capture_file)
    disk = _disk(root, file)
    from proseproof.new import CannotWriteError, Wanted, plan
    from proseproof.query import start_worker

    wanted = Wanted(
        section, _inside(disk, page, "--page"), capture,
        _inside(disk, file, "--from" if tool else "--capture-file") if file is not None else None,
        tool,
    )  # fmt: skip
    try:
        with waiting("writing"), start_worker() as worker:
            made = plan(disk, wanted, worker, partial(_look, worker))
    except CannotWriteError as error:
        raise click.ClickException(str(error)) from error
    disk.write_all(made.texts)
    put("".join(f"wrote {path}\n" for path in sorted(made.texts)))
    put("".join(f"{line}\n" for line in made.told))
    if "mkdocs.yml" in made.texts and not disk.exists(START_PAGE):
        put(f"the site has no {START_PAGE} yet, which is its start page\n")
    return 0


def _look(worker: Worker, disk: Disk) -> Outcome:
    """A check as the command `check` makes it, charts included."""
    from proseproof.kept import Kept, default_folder
    from proseproof.run import check
    from proseproof.site.inspection import inspected

    return inspected(check(disk, worker), Kept(default_folder()))


def _disk(root: Path | None, file: str | None) -> Disk:
    """The project's folder; this one, or `root`, where a project is to be started."""
    folder = (root or Path.cwd()).resolve()
    found = find_root(folder)
    if file is None and found is None and folder.is_dir():
        raise click.ClickException(
            f"no {PROJECT_FILE} in {folder} or above; --capture-file FILE starts a project there"
        )
    if file is None or found is not None:
        return open_project(root)
    if not folder.is_dir():
        raise click.ClickException(f"no folder {folder}")
    return Disk(folder)


def _inside(disk: Disk, typed: str, option: str) -> str:
    """A typed path, from here, as a path of the project."""
    whole = (Path.cwd() / typed).resolve()
    if not whole.is_relative_to(disk.root.resolve()):
        raise click.ClickException(f"{option} {typed} lies outside {disk.root}")
    path = whole.relative_to(disk.root.resolve()).as_posix()
    if option == "--page" and not path.endswith(".md"):
        raise click.ClickException(f"{option} {typed} is no Markdown file")
    return path
