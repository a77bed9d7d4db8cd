"""What a glob of a project means, and whether it matches a path."""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePosixPath

_STARS = re.compile(r"\*{2,}")


def spelled_out(pattern: str) -> str:
    """The glob with each `**` a part of its own: `docs/**.md` is `docs/**/*.md`.

    Not every Python takes the short form, and those that do look into one folder only.
    """
    parts = [
        one
        for part in PurePosixPath(pattern).parts
        for one in (("**", _STARS.sub("*", part)) if "**" in part and part != "**" else (part,))
    ]
    return "/".join(parts)


def matches(path: str, pattern: str) -> bool:
    """Whether a glob, in which `**` stands for any number of folders, matches a path."""
    return _parts_match(PurePosixPath(path).parts, PurePosixPath(spelled_out(pattern)).parts)


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
