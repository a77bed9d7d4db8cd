"""What project.yml says of a page by its path: its decimal mark, its coverage."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from pathlib import PurePosixPath

from proseproof.model import DecimalMark, Project


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


def mark_of(project: Project, path: str) -> DecimalMark:
    """The decimal mark of a page: that of the first glob that matches, else the point."""
    return next((mark for glob, mark in project.decimal if matches(path, glob)), ".")


def coverage_of(project: Project, path: str) -> Decimal:
    """The share of a page's numbers that must be covered: of the last glob that matches, else 1."""
    shares = [share for glob, share in project.coverage if matches(path, glob)]
    return shares[-1] if shares else Decimal(1)
