"""A run of the reader's characters that is being written, and the passages that it becomes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import field

from proseproof.nouns import dataclass
from proseproof.prose.passage import Passage, PassageKind
from proseproof.prose.sheet import Sheet

_SPACES = re.compile(r"[ \t\n\r\f]{2,}")
_TO_SPACE = str.maketrans("\t\n\r\f", "    ")

Range = tuple[int, int]


@dataclass
class Run:
    """The characters so far, each with the sheet offsets that it covers, first to last.

    code, images: the ranges that are code, and those that are the words of an image.
    """

    value: str = ""
    firsts: list[int] = field(default_factory=list)
    lasts: list[int] = field(default_factory=list)
    code: list[Range] = field(default_factory=list)
    images: list[Range] = field(default_factory=list)
    _values: list[str] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.firsts)

    def add(self, value: str, firsts: Sequence[int], lasts: Sequence[int]) -> None:
        """Writes characters."""
        self._values.append(value)
        self.firsts += firsts
        self.lasts += lasts

    @property
    def last_char(self) -> str:
        """The last character, empty if there is none."""
        return self._values[-1][-1:] if self._values else ""

    def passages(self, sheet: Sheet, kind: PassageKind) -> list[tuple[int, Passage]]:
        """What was written, without needless space, each with its first sheet offset.

        One passage as a rule; but nothing if all is space, one for each source if a snippet stands
        within, and one for each image if nothing else was written.
        """
        self.value = "".join(self._values).translate(_TO_SPACE)
        self._fold()
        parts = self._by_source(sheet)
        if self.images and not self._outside_images().strip(" "):
            parts, kind = self.images, "alt"
        found = ((start, self._passage(sheet, start, stop, kind)) for start, stop in parts)
        return [(self.firsts[start], passage) for start, passage in found if passage is not None]

    def _fold(self) -> None:
        """Makes each run of white space one space, which covers the run."""
        if "  " not in self.value:
            return
        values: list[str] = []
        firsts: list[int] = []
        lasts: list[int] = []
        folds: list[int] = []
        lost: list[int] = []
        done = 0
        for found in _SPACES.finditer(self.value):
            start, stop = found.span()
            values.append(self.value[done : start + 1])
            firsts += self.firsts[done : start + 1]
            lasts += self.lasts[done:start]
            lasts.append(self.lasts[stop - 1])
            lost.append(stop - start - 1 + (lost[-1] if lost else 0))
            folds.append(stop)
            done = stop
        self.value = "".join(values) + self.value[done:]
        self.firsts = firsts + self.firsts[done:]
        self.lasts = lasts + self.lasts[done:]

        def moved(offset: int) -> int:
            before = bisect_right(folds, offset)
            return offset - (lost[before - 1] if before else 0)

        self.code = [(moved(start), moved(stop)) for start, stop in self.code]
        self.images = [(moved(start), moved(stop)) for start, stop in self.images]

    def _by_source(self, sheet: Sheet) -> list[Range]:
        if not self.firsts or sheet.part(self.firsts[0]) == sheet.part(self.firsts[-1]):
            return [(0, len(self.value))]
        here, there = sheet.part(self.firsts[0]), sheet.part(self.firsts[-1])
        cuts = [
            bisect_left(self.firsts, sheet.parts[part][0]) for part in range(here + 1, there + 1)
        ]
        return list(zip([0, *cuts], [*cuts, len(self.value)], strict=True))

    def _outside_images(self) -> str:
        outside = []
        done = 0
        for start, stop in self.images:
            outside.append(self.value[done:start])
            done = stop
        return "".join([*outside, self.value[done:]])

    def _passage(self, sheet: Sheet, start: int, stop: int, kind: PassageKind) -> Passage | None:
        value = self.value[start:stop]
        start += len(value) - len(value.lstrip(" "))
        stop -= len(value) - len(value.rstrip(" "))
        if start >= stop:
            return None
        text = sheet.text(self.value[start:stop], self.firsts[start:stop], self.lasts[start:stop])
        ranges = ((max(a, start) - start, min(b, stop) - start) for a, b in self.code)
        return Passage(text, kind, tuple((a, b) for a, b in ranges if a < b))
