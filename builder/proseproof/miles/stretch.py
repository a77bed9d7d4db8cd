"""Stretches of time: which belong together, and which overlap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Stretch(NamedTuple):
    """From `start` to `end`, both included, in microseconds since 1970 UTC."""

    start: int
    end: int

    def overlaps(self, other: Stretch) -> bool:
        """Whether a moment belongs to both."""
        return self.start <= other.end and other.start <= self.end


def merge(stretches: Iterable[Stretch], gap: int = 0) -> tuple[Stretch, ...]:
    """The stretches in order, those at most `gap` microseconds apart made one."""
    merged: list[Stretch] = []
    for stretch in sorted(stretches):
        if merged and stretch.start - merged[-1].end <= gap:
            merged[-1] = Stretch(merged[-1].start, max(merged[-1].end, stretch.end))
        else:
            merged.append(stretch)
    return tuple(merged)


def overlapping(sorted_stretches: Sequence[Stretch], wanted: Stretch) -> Stretch | None:
    """The first of the stretches, which are in order and apart, that overlaps the wanted one."""
    low, high = 0, len(sorted_stretches)
    while low < high:
        middle = (low + high) // 2
        if sorted_stretches[middle].end < wanted.start:
            low = middle + 1
        else:
            high = middle
    if low < len(sorted_stretches) and sorted_stretches[low].overlaps(wanted):
        return sorted_stretches[low]
    return None
