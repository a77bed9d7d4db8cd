"""What project.yml says of a page by its path: its decimal mark, its coverage."""

from __future__ import annotations

from decimal import Decimal

from proseproof.globs import matches
from proseproof.model import DecimalMark, Project


def mark_of(project: Project, path: str) -> DecimalMark:
    """The decimal mark of a page: that of the first glob that matches, else the point."""
    return next((mark for glob, mark in project.decimal if matches(path, glob)), ".")


def coverage_of(project: Project, path: str) -> Decimal:
    """The share of a page's numbers that must be covered: of the last glob that matches, else 1."""
    shares = [share for glob, share in project.coverage if matches(path, glob)]
    return shares[-1] if shares else Decimal(1)
