"""The project that a command works on: its folder, its check, and where its repository is."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from proseproof.cli.waiting import waiting
from proseproof.disk import PROJECT_FILE, Disk, find_root

if TYPE_CHECKING:
    from proseproof.outcome import Outcome
    from proseproof.run import Study

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
                f"no {PROJECT_FILE} in {Path.cwd()} or above; --root names another folder, "
                "`proseproof new` starts a project, and the page "
                '"Add it to a site that you have" of the guide shows one for pages that are there'
            )
        return Disk(found)
    if not (root / PROJECT_FILE).is_file():
        raise click.ClickException(f"no {PROJECT_FILE} in {root}")
    return Disk(root.resolve())


def check_project(disk: Disk, *, asks: bool = False) -> Outcome:
    """The outcome of the check, `asks` as in `studies`. Raises ClickException if it cannot run."""
    with studies(disk, asks=asks) as study:
        return study().outcome


class Studies(Protocol):
    """Studies a project: texts stand in for its files, captures are read from other files."""

    def __call__(self, texts: Mapping[str, str] = ..., instead: Mapping[str, Path] = ...) -> Study:
        """The check of the project as it would be."""


@contextmanager
def studies(disk: Disk, *, asks: bool = False) -> Iterator[Studies]:
    """Checks of one project, as many as are asked for; a call raises ClickException where it could
    not run.

    asks: queries will have to be asked, so the session starts at once; else it starts when it is
    asked, unless no answer is kept at all.
    """
    with uncollected():
        # Imported here, as in the commands, so that `--help` need not load the checker; and in
        # this order, so that the session, where it is sure to be needed, starts in its own process
        # while the rest is still being loaded.
        from proseproof.kept import Kept, default_folder
        from proseproof.query import Worker

        kept = Kept(default_folder())
        with Worker(at_once=asks or kept.is_empty) as worker:
            from proseproof.run import CannotRun, study

            def look(
                texts: Mapping[str, str] = MappingProxyType({}),
                instead: Mapping[str, Path] = MappingProxyType({}),
            ) -> Study:
                files = {name: file.as_posix() for name, file in instead.items()}
                overlay = {path: text.encode() for path, text in texts.items()}
                with waiting("checking"):
                    try:
                        guests = frozenset(files.values())
                        seen = replace(disk, overlay=overlay, guests=guests)
                        return study(seen, worker, files, kept)
                    except CannotRun as error:
                        raise click.ClickException(str(error)) from error

            yield look


@contextmanager
def uncollected() -> Iterator[None]:
    """Spares the block the search for garbage in cycles, and the end of the process too.

    A check makes next to none, holds on to nearly all it makes, and is over in a moment.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


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


def named_pages(disk: Disk, pages: Collection[str], typed: str) -> tuple[str, ...]:
    """The page that was typed, among these paths, or the pages below the folder that was.

    Raises ClickException where it is neither.
    """
    for path in project_path(disk, typed):
        if path == ".":
            return tuple(pages)
        if below := tuple(page for page in pages if page.startswith(f"{path}/")):
            return below
    return (named_page(disk, pages, typed),)


def named_page(disk: Disk, pages: Collection[str], typed: str, unread: Collection[str] = ()) -> str:
    """The page that was typed, among these paths. Raises ClickException where it is none.

    unread: the paths of files that something is wrong with, so that they may be pages too.
    """
    paths = project_path(disk, typed)
    for path in paths:
        if path in pages:
            return path
    for path in paths:
        if path in unread:
            raise click.ClickException(f"{typed} was not read; `proseproof check` says why")
        if disk.exists(path):
            raise click.ClickException(f"{typed} is not among the `pages` of {PROJECT_FILE}")
    from proseproof.near import nearest

    near = nearest(typed, pages)
    hint = f"; the nearest is {near[0]}" if near else ""
    raise click.ClickException(f"{typed} is no page of this project{hint}")
