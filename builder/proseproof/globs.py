"""Whether a glob matches a project path."""

from __future__ import annotations

from functools import cache
from pathlib import PurePosixPath


def matches(path: str, pattern: str) -> bool:
    """Whether a glob, in which `**` stands for any number of folders, matches a path."""
    return _parts_match(PurePosixPath(path).parts, PurePosixPath(pattern).parts)


@cache
def _parts_match(path: tuple[str, ...], pattern: tuple[str, ...]) -> bool:
    if not pattern:
        return not path
    if pattern[0] == "**":
        if len(pattern) == 1:
            return bool(path)
        return any(_parts_match(path[at:], pattern[1:]) for at in range(len(path) + 1))
    if not path or not PurePosixPath(path[0]).match(pattern[0]):
        return False
    return _parts_match(path[1:], pattern[1:])
