"""What the texts of a column are: numbers, words that stand for nothing, anything else."""

from __future__ import annotations

import re
from collections.abc import Iterable

from proseproof.nouns import dataclass

_NUMBER = re.compile(r"\s*[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?\s*")
_NOTHING = re.compile(
    r"\s*(?:\[?(?:n\.?\s?/?\s?a\.?|not (?:available|supported|applicable))\]?"
    r"|[-\u2013\u2014?.]+|#n/a!?|nan|null|none|nil|missing|unknown)\s*",
    re.IGNORECASE,
)


def is_number(text: str) -> bool:
    """Whether a text writes a number, also one that no type keeps as it is written: `007`."""
    return bool(_NUMBER.fullmatch(text))


def is_nothing(text: str) -> bool:
    """Whether a text stands for nothing, such as `n.a.`."""
    return bool(_NOTHING.fullmatch(text))


@dataclass
class Texts:
    """Which kinds of text were met: each flag says that one of them was."""

    numbers: bool = False
    nothings: bool = False
    others: bool = False

    def add(self, texts: Iterable[str]) -> None:
        """Looks at texts, until one is of the third kind, with which the rest does not matter."""
        for text in texts:
            if self.others:
                return
            if is_number(text):
                self.numbers = True
            elif is_nothing(text):
                self.nothings = True
            else:
                self.others = True
