"""Why no block makes a Markdown table right as a whole, so that its cells stand alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proseproof.near import listing
from proseproof.nouns import dataclass
from proseproof.prose import Grid
from proseproof.source import Span
from proseproof.suggest.block import TableBlock
from proseproof.suggest.draft import Draft
from proseproof.suggest.fact import Index
from proseproof.suggest.table import Sheet, TableIdea, sheet_of

_MOST = 3  # cells that a reason names


@dataclass(frozen=True)
class LeftTable:
    """A table with numbers that nothing binds, and why it became no block, in one line."""

    span: Span
    why: str


def left_tables(
    drafts: Sequence[Draft], indexes: Sequence[Index],
    tried: Sequence[tuple[TableIdea, TableBlock | None]],
) -> Iterator[LeftTable]:  # fmt: skip
    """The tables of these drafts, each with its reason. tried: the ideas for any, and their blocks.

    indexes: those of all that a cell may be.
    """
    by_grid: dict[int, list[Draft]] = {}
    for draft in drafts:
        if draft.cell is not None:
            by_grid.setdefault(id(draft.cell[0]), []).append(draft)
    for inside in by_grid.values():
        assert inside[0].cell is not None
        grid = inside[0].cell[0]
        blocks = [block for idea, block in tried if idea.sheet.grid is grid]
        yield LeftTable(grid.span, _why(grid, inside, indexes, blocks))


def _why(
    grid: Grid, drafts: Sequence[Draft], indexes: Sequence[Index],
    blocks: Sequence[TableBlock | None],
) -> str:  # fmt: skip
    if len(grid.rows) < 2:
        return "it has one row"
    sheet = sheet_of(grid, drafts)
    if not isinstance(sheet, Sheet):
        return f"column `{grid.header[sheet].text.value}` has not as many numbers in each row"
    missing = [
        f"`{said.literal.written}` (row {row}, `{grid.header[slot.column].text.value}`)"
        for slot in sheet.slots
        for row, said in enumerate(slot.said, 1)
        if not any(index.matching(said) for index in indexes)
    ]
    if missing:
        return f"nothing in the captures gives {listing(missing, most=_MOST)}"
    if not blocks:
        return "no query of one table or view gives all of its cells, a row for each of its rows"
    if not any(blocks):
        return "the cells of a column are not worded alike"
    return "a block with its cells does not hold on the page"
