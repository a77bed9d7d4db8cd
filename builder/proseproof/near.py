"""The nearest of several names, and names listed in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def nearest(name: str, candidates: Iterable[str], most: int = 1) -> tuple[str, ...]:
    """The candidates that `name` may have meant, the likeliest first, at most `most` of them.

    A candidate is near when a third of its letters or fewer differ (a swapped pair counts once),
    or when one name holds the other as whole words, as `rollout` and `rollout_s` do. Case, `-`
    and `_` make no difference to it. Equal candidates count once.
    """
    ranked = sorted(
        (far, order, candidate)
        for order, candidate in enumerate(dict.fromkeys(candidates))
        if (far := _distance(name, candidate)) is not None
    )
    return tuple(candidate for _, _, candidate in ranked[:most])


def first_few(items: Sequence[T], most: int) -> Sequence[T]:
    """The first `most` items; all of them where only one would be left out, which takes no more
    room than to say so."""
    return items if len(items) <= most + 1 else items[:most]


def listing(names: Iterable[str], near: str | None = None, most: int = 8) -> str:
    """The names as words of a sentence: `a`, `a and b`, `a, b, and c`; `none` for no name.

    Of more than `most` names, and one, it gives a few and the count of the others: those nearest to
    `near` when that is given, filled up with the first ones.
    """
    every = list(dict.fromkeys(names))
    if not every:
        return "none"
    if len(first_few(every, most)) == len(every):
        return _series(every)
    few = list(nearest(near, every, most)) if near is not None else []
    few += [name for name in every if name not in few][: most - len(few)]
    few.sort(key=every.index)
    return _series([*few, f"{len(every) - most} more"])


def _series(words: Sequence[str]) -> str:
    if len(words) < 3:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"


def _distance(name: str, candidate: str) -> float | None:
    """How far two names are apart; None when nobody would mix them up."""
    a, b = _fold(name), _fold(candidate)
    if a == b:
        return 0
    if not a or not b:
        return None
    allowed = max(1, max(len(a), len(b)) // 3)
    edits = _edits(a, b) if abs(len(a) - len(b)) <= allowed else allowed + 1
    if edits <= allowed and edits < min(len(a), len(b)):
        return edits
    inner, outer = sorted((a, b), key=len)
    if len(inner) > 1 and f"_{inner}_" in f"_{outer}_":
        return allowed + 1 - len(inner) / len(outer)
    return None


def _fold(name: str) -> str:
    return name.casefold().replace("-", "_").replace(" ", "_")


def _edits(a: str, b: str) -> int:
    """Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, one in enumerate(a, 1):
        previous, row = row, [i]
        for j, other in enumerate(b, 1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (one != other))
            if i > 1 and j > 1 and one == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = previous
    return row[-1]
