"""By which cells the rows of a table are told apart: names and whole numbers, read once a row."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proseproof.judge.cell import CellPhrase
from proseproof.judge.quantity import Quantity
from proseproof.language.phrase import Slot, Word
from proseproof.language.token import Token

Keys = tuple[Sequence[object], Sequence[object]]
"""What rows say in cells that tell them apart: those of the data, and those of the page."""


def row_keys(
    said: Sequence[Sequence[CellPhrase]],
    values: Sequence[Sequence[Quantity | None]],
    cells: Sequence[Sequence[Sequence[Token]]],
) -> list[Keys]:
    """The keys of the rows: all their words together, and each whole number.

    said, values: of each column what the data's rows say, and the number behind it, where it is one
    in its own unit. cells: of each column the page's rows, as tokens. A column counts where its
    cells are words, or whole numbers to the last digit, in all rows: two such cells agree or not,
    whatever stands beside them. So a row of a page can be right for those of the data alone that
    have the same in each.
    """
    words: list[Keys] = []
    wholes: list[Keys] = []
    for phrases, numbers, written in zip(said, values, cells, strict=True):
        if (column := _words(phrases, written)) is not None:
            words.append(column)
        elif (column := _wholes(phrases, numbers, written)) is not None:
            wholes.append(column)
    if not words:
        return wholes
    data, page = zip(*words, strict=True)
    return [(list(zip(*data, strict=True)), list(zip(*page, strict=True))), *wholes]


def _words(phrases: Sequence[CellPhrase], written: Sequence[Sequence[Token]]) -> Keys | None:
    if any(not isinstance(item, Word) for one in phrases for item in one.phrase.items):
        return None
    return (
        [tuple(token.norm for token in one.phrase.tokens) for one in phrases],
        [tuple(token.norm for token in tokens) for tokens in written],
    )


def _wholes(
    phrases: Sequence[CellPhrase], numbers: Sequence[Quantity | None],
    written: Sequence[Sequence[Token]],
) -> Keys | None:  # fmt: skip
    alone = all(
        len(one.phrase.items) == len(one.slots) == 1 and isinstance(one.phrase.items[0], Slot)
        for one in phrases
    )
    data = [_whole(one) for one in numbers]
    page = [_plain(tokens) for tokens in written]
    return (data, page) if alone and None not in data and None not in page else None


def _whole(value: Quantity | None) -> Fraction | None:
    if value is None or type(value.raw) is not int or value.unit is not None:
        return None
    return value.number


def _plain(tokens: Sequence[Token]) -> Fraction | None:
    literal = tokens[0].literal if len(tokens) == 1 else None
    if literal is None or literal.words or literal.twin is not None or literal.fraction:
        return None
    return literal.value if literal.step == 1 and literal.value.denominator == 1 else None
