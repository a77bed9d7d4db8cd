"""The project that a command works on: its folder, its check, and where its repository is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from proseproof.cli.waiting import waiting
from proseproof.disk import PROJECT_FILE, Disk, find_root

if TYPE_CHECKING:
    from proseproof.outcome import Outcome

Command = TypeVar("Command", bound=Callable[..., Any])


def root_option(command: Command) -> Command:
    """Adds `--root DIR` to a command, as the argument `root`."""
    return click.option(
        "--root",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help=f"The folder that holds {PROJECT_FILE}; by default the nearest from here upwards.",
    )(command)


def open_project(root: Path | None) -> Disk:
    """The project's folder. Raises ClickException where there is none."""
    if root is None:
        found = find_root(Path.cwd())
        if found is None:
            raise click.ClickException(
                f"no {PROJECT_FILE} in {Path.cwd()} or above; --root names another folder"
            )
        return Disk(found)
    if not (root / PROJECT_FILE).is_file():
        raise click.ClickException(f"no {PROJECT_FILE} in {root}")
    return Disk(root.resolve())


def check_project(disk: Disk) -> Outcome:
    """The outcome of the check. Raises ClickException where it could not run."""
    # Imported here, as in the commands, so that `--help` need not load the checker; and in this
    # order, so that the session, where it is sure to be needed, starts in its own process while
    # the rest is still being loaded.
    from proseproof.kept import Kept, default_folder
    from proseproof.query import Worker

    kept = Kept(default_folder())
    with waiting("checking"), Worker(at_once=kept.is_empty) as worker:
        from proseproof.run import CannotRun, check

        try:
            return check(disk, worker, kept=kept)
        except CannotRun as error:
            raise click.ClickException(str(error)) from error


def place_in_repository(disk: Disk) -> str:
    """The project's folder inside its git repository, such as `site/`; empty where it is the root.

    A forge names files from the repository's root.
    """
    for folder in (disk.root, *disk.root.parents):
        if (folder / ".git").exists():
            inside = disk.root.relative_to(folder).as_posix()
            return "" if inside == "." else f"{inside}/"
    return ""


def project_path(disk: Disk, typed: str) -> tuple[str, ...]:
    """The paths from the root that a typed path may mean: from here first, then from the root."""
    wholes = ((base / typed).resolve() for base in (Path.cwd(), disk.root))
    inside = (whole for whole in wholes if whole.is_relative_to(disk.root))
    return tuple(whole.relative_to(disk.root).as_posix() for whole in inside)
