"""What the texts of a column are: numbers, words that stand for nothing, anything else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from proseproof.nouns import dataclass
from proseproof.sql_type import Scalar, SqlType, Struct, parse_type

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


def number_texts(
    columns: Sequence[str], types: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> frozenset[tuple[str, ...]]:
    """The columns, and fields of nested ones, in which numbers as text are in a wrong order.

    Each text is a number, and letters put these in another order than numbers do. A column is given
    by its name and the names of the fields inside it, in lower case.
    """
    found = set()
    for at, (name, kind) in enumerate(zip(columns, types, strict=True)):
        if "VARCHAR" in kind:
            cells = [row[at] for row in rows]
            found |= set(_misordered((name.lower(),), parse_type(kind), cells))
    return frozenset(found)


def _misordered(
    path: tuple[str, ...], kind: SqlType, cells: Sequence[Any]
) -> Iterator[tuple[str, ...]]:
    if isinstance(kind, Struct):
        for name, inner in kind.fields:
            values = [cell.get(name) if isinstance(cell, Mapping) else None for cell in cells]
            yield from _misordered((*path, name.lower()), inner, values)
    elif kind == Scalar("VARCHAR"):
        texts = [cell for cell in cells if isinstance(cell, str) and cell.strip()]
        if len(texts) > 1 and all(map(is_number, texts)):
            numbers = [float(text) for text in sorted(texts)]
            if numbers != sorted(numbers):
                yield path
