"""Which folders and files a preview watches beside its pages: those that a check reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from proseproof.block import read_project
from proseproof.disk import PROJECT_FILE, Disk
from proseproof.source import Source

_GLOB = frozenset("*?[")


def watched(disk: Disk) -> tuple[Path, ...]:
    """The folders of the claims files and of each file that project.yml declares, as they are.

    A file that stands in the root itself is watched alone: what is built into the root as well
    would set off the next build.
    """
    declared = dict.fromkeys(["claims", *_declared(disk)])
    found = dict.fromkeys(path for name in declared for path in _existing(disk, name))
    return tuple(
        path for path in found if not any(path != one and path.is_relative_to(one) for one in found)
    )


def _declared(disk: Disk) -> Iterator[str]:
    """What to watch for each declared file: its folder, or itself where that is the root."""
    source = disk.source(PROJECT_FILE) if disk.exists(PROJECT_FILE) else None
    project = read_project(source)[0] if isinstance(source, Source) else None
    if project is None:
        return
    for capture in project.captures:
        for text in (capture.file, capture.schema):
            if text is not None:
                yield from _folders(disk, text.value)
    if project.released is not None:
        yield from _folders(disk, project.released.value)


def _folders(disk: Disk, pattern: str) -> Iterator[str]:
    parts = PurePosixPath(pattern).parts
    plain = next((at for at, part in enumerate(parts) if set(part) & _GLOB), len(parts) - 1)
    if plain > 0:
        yield PurePosixPath(*parts[:plain]).as_posix()
    else:
        yield from disk.glob(pattern)


def _existing(disk: Disk, name: str) -> Iterator[Path]:
    try:
        path = disk.path(name)
    except (OSError, ValueError):  # it leads outside, which the check says
        return
    if path.exists() and path != disk.root.resolve():
        yield path
