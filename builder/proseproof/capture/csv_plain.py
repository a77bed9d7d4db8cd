"""Whether any reader of CSV would read the same rows as ours."""

from __future__ import annotations

import re

from proseproof.capture.csv_text import CsvRows, SomeRows

LONGEST_ROW = 2**19
"""Characters of a plain row."""

_QUOTED = re.compile(r'(?<![^,\r\n])"[^"]*+(?:""[^"]*+)*+"')
_BLANK_LINE = re.compile(r"\n\r?\n")
_BLANK = re.compile(r"[,\n] ")


class Plainness:
    """Looks for what readers differ in.

    That is blank lines, quotes inside a cell without quotes, ends of lines of two kinds or without
    a line feed, headers of several lines, files with other headers, and rows that are very long.

    quotes: stand around cells. blanks: stand before cells, so that they have to be taken away. For
    another reader a quote behind a blank is none, so there may not be both.
    """

    def __init__(self) -> None:
        self.quotes = False
        self.blanks = False
        self._plain = True
        self._ends: set[str] = set()
        self._headers: set[tuple[str, ...]] = set()

    def add(self, some: SomeRows) -> None:
        """Looks at rows."""
        self.quotes |= '"' in some.text
        if self._plain:
            bare = _QUOTED.sub("q", some.text) if self.quotes else some.text
            # What is looked for before a line is what the first one lacks.
            before = f"\n{bare}"
            self.blanks = self.blanks or _BLANK.search(before) is not None
            # A quote in a cell is written twice.
            long = max((2 * sum(map(len, cells)) + len(cells) for cells in some.rows), default=0)
            odd = '"' in bare or _BLANK_LINE.search(before) or long > LONGEST_ROW
            self._plain = not (odd or (self.blanks and self.quotes))
            self._ends.update(_ends(bare))

    def add_header(self, rows: CsvRows) -> None:
        """Looks at the header of a file that was read."""
        self._headers.add(rows.header)
        self._ends.update(_ends(rows.header_text))
        self._plain &= rows.header_text.count("\n") <= 1

    def of(self, columns: tuple[str, ...]) -> bool:
        """Whether all was plain that was seen of files with these columns."""
        return self._plain and self._headers == {columns} and self._ends in ({"\n"}, {"\r\n"})


def _ends(text: str) -> set[str]:
    feeds, returns, both = text.count("\n"), text.count("\r"), text.count("\r\n")
    told = {"\n": feeds - both, "\r": returns - both, "\r\n": both}
    return {end for end, times in told.items() if times}
