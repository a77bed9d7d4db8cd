"""Which row of a page's table is which row of the data."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence

from proseproof.judge.row_keys import Keys
from proseproof.nouns import dataclass

Holds = Callable[[int, int], bool]
"""Says of row `i` of the data and row `j` of the page whether something holds of the two."""

# A right row outweighs a kin one, and two kin rows outweigh one right row.
_RIGHT, _KIN = 3, 2


@dataclass(frozen=True)
class Alignment:
    """pairs: rows of the data and of the page that belong together, in order. missing: rows of the
    data that the page lacks; extra: rows of the page that the data lacks. moved: rows of the data
    and of the page that say the same and stand elsewhere, in the order of the data."""

    pairs: tuple[tuple[int, int], ...] = ()
    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    moved: tuple[tuple[int, int], ...] = ()


def align(data: int, page: int, right: Holds, kin: Holds, keys: Sequence[Keys] = ()) -> Alignment:
    """Aligns `data` rows with `page` rows.

    right: the page's row says the data's. kin: it says enough of it to be meant for it. keys: rows
    that differ in one of them are not right. Rows with a key that no other row has belong together,
    if they are kin and in order; only the rows between them have to be tried in pairs.
    """

    def agrees(i: int, j: int) -> bool:
        return all(ours[i] == theirs[j] for ours, theirs in keys) and right(i, j)

    if data == page:
        places = _permutation(data, agrees)
        if places is not None:
            return _in_another_order(places)
    head = 0
    while head < min(data, page) and agrees(head, head):
        head += 1
    tail = 0
    while tail < min(data, page) - head and agrees(data - 1 - tail, page - 1 - tail):
        tail += 1
    inner: list[tuple[int, int]] = []
    row, other = head, head
    ends = (data - tail, page - tail)
    alone = max((_of_one_key(ours, theirs) for ours, theirs in keys), key=len, default=[])
    between = [
        (i, j) for i, j in alone if head <= i < ends[0] and head <= j < ends[1] and kin(i, j)
    ]
    for anchor in (*between, ends):
        inner += _best((row, anchor[0]), (other, anchor[1]), agrees, kin)
        if anchor != ends:
            inner.append(anchor)
        row, other = anchor[0] + 1, anchor[1] + 1
    pairs = (
        *((i, i) for i in range(head)),
        *inner,
        *((data - i, page - i) for i in range(tail, 0, -1)),
    )
    known, met = {i for i, _ in pairs}, {j for _, j in pairs}
    missing = [i for i in range(data) if i not in known]
    extra = [j for j in range(page) if j not in met]
    moved = []
    for i in list(missing):
        j = next((j for j in extra if agrees(i, j)), None)
        if j is not None:
            moved.append((i, j))
            missing.remove(i)
            extra.remove(j)
    return Alignment(pairs, tuple(missing), tuple(extra), tuple(moved))


def _permutation(rows: int, right: Holds) -> list[int] | None:
    """Where on the page each row of the data stands, where every row stands there, all right."""
    places = list(range(rows))
    wrong = [i for i in places if not right(i, i)]
    free = list(wrong)
    for i in wrong:
        j = next((j for j in free if right(i, j)), None)
        if j is None:
            return None
        free.remove(j)
        places[i] = j
    return places


def _in_another_order(places: Sequence[int]) -> Alignment:
    """The most rows that stand in the order of the data as pairs, the others as moved."""
    kept = _rising(places)
    pairs = list(enumerate(places))
    return Alignment(
        tuple(pair for pair in pairs if pair[0] in kept),
        moved=tuple(pair for pair in pairs if pair[0] not in kept),
    )


def _rising(places: Sequence[int]) -> set[int]:
    """The indices of the most places that rise."""
    ends: list[int] = []  # of the runs in order of each length, the row whose place is the least
    before: list[int | None] = []
    for i, j in enumerate(places):
        at = bisect_left(ends, j, key=lambda row: places[row])
        before.append(ends[at - 1] if at else None)
        ends[at : at + 1] = [i]
    kept = set()
    last = ends[-1] if ends else None
    while last is not None:
        kept.add(last)
        last = before[last]
    return kept


def _of_one_key(ours: Sequence[object], theirs: Sequence[object]) -> list[tuple[int, int]]:
    """The rows whose key stands once on either side, in order on both."""
    once = {key for key, times in Counter(theirs).items() if times == 1}
    there = {key: j for j, key in enumerate(theirs) if key in once}
    here = Counter(ours)
    pairs = [(i, there[key]) for i, key in enumerate(ours) if key in there and here[key] == 1]
    kept = _rising([j for _, j in pairs])
    return [pair for at, pair in enumerate(pairs) if at in kept]


def _best(
    data_rows: tuple[int, int], page_rows: tuple[int, int], right: Holds, kin: Holds
) -> list[tuple[int, int]]:
    """The pairs, in order, of the greatest weight. data_rows, page_rows: from, and up to."""
    (first, behind), (top, bottom) = data_rows, page_rows
    data, page = max(behind - first, 0), max(bottom - top, 0)
    weight = [[0] * (page + 1) for _ in range(data + 1)]
    together = [[0] * page for _ in range(data)]
    for i in range(data - 1, -1, -1):
        for j in range(page - 1, -1, -1):
            row, other = first + i, top + j
            together[i][j] = _RIGHT if right(row, other) else _KIN if kin(row, other) else 0
            both = together[i][j] + weight[i + 1][j + 1] if together[i][j] else 0
            weight[i][j] = max(both, weight[i + 1][j], weight[i][j + 1])
    pairs = []
    i = j = 0
    while i < data and j < page:
        if together[i][j] and weight[i][j] == together[i][j] + weight[i + 1][j + 1]:
            pairs.append((first + i, top + j))
            i, j = i + 1, j + 1
        elif weight[i][j] == weight[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs
