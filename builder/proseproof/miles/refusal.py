"""Why an input of a summary was refused: the file, the line and what is wrong there."""

from __future__ import annotations

from proseproof.nouns import dataclass


@dataclass(frozen=True, order=True)
class Refusal:
    """One thing that cannot be read or that contradicts another.

    path: the file as the command names it. line: from 1; 0 speaks of the file as a whole.
    message: stands alone in one line, lower-case, without a stop.
    """

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.message}"
