"""Which row of a page's table is which row of the data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Holds = Callable[[int, int], bool]
"""Says of row `i` of the data and row `j` of the page whether something holds of the two."""

# A right row outweighs a kin one, and two kin rows outweigh one right row.
_RIGHT, _KIN = 3, 2


@dataclass(frozen=True)
class Alignment:
    """pairs: rows of the data and of the page that belong together, in order. missing: rows of the
    data that the page lacks; extra: rows of the page that the data lacks. reordered: the page has
    the same rows in another order; then nothing else is told."""

    pairs: tuple[tuple[int, int], ...] = ()
    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    reordered: bool = False


def align(data: int, page: int, right: Holds, kin: Holds) -> Alignment:
    """Aligns `data` rows with `page` rows.

    right: the page's row says the data's. kin: it says enough of it to be meant for it.
    """
    if data == page:
        wrong = [i for i in range(data) if not right(i, i)]
        if len(wrong) > 1 and _permuted(wrong, right):
            return Alignment(reordered=True)
    head = 0
    while head < min(data, page) and right(head, head):
        head += 1
    tail = 0
    while tail < min(data, page) - head and right(data - 1 - tail, page - 1 - tail):
        tail += 1
    inner = [
        (head + i, head + j)
        for i, j in _best(
            data - head - tail,
            page - head - tail,
            lambda i, j: right(head + i, head + j),
            lambda i, j: kin(head + i, head + j),
        )
    ]
    pairs = (
        *((i, i) for i in range(head)),
        *inner,
        *((data - i, page - i) for i in range(tail, 0, -1)),
    )
    known, met = {i for i, _ in pairs}, {j for _, j in pairs}
    return Alignment(
        pairs,
        tuple(i for i in range(data) if i not in known),
        tuple(j for j in range(page) if j not in met),
    )


def _permuted(wrong: list[int], right: Holds) -> bool:
    """Whether each wrong row of the data stands, all right, at the place of another, once."""
    free = list(wrong)
    for i in wrong:
        j = next((j for j in free if right(i, j)), None)
        if j is None:
            return False
        free.remove(j)
    return True


def _best(data: int, page: int, right: Holds, kin: Holds) -> list[tuple[int, int]]:
    """The pairs, in order, of the greatest weight."""
    weight = [[0] * (page + 1) for _ in range(data + 1)]
    together = [[0] * page for _ in range(data)]
    for i in range(data - 1, -1, -1):
        for j in range(page - 1, -1, -1):
            together[i][j] = _RIGHT if right(i, j) else _KIN if kin(i, j) else 0
            both = together[i][j] + weight[i + 1][j + 1] if together[i][j] else 0
            weight[i][j] = max(both, weight[i + 1][j], weight[i][j + 1])
    pairs = []
    i = j = 0
    while i < data and j < page:
        if together[i][j] and weight[i][j] == together[i][j] + weight[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif weight[i][j] == weight[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs
