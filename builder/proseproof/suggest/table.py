"""Ideas for a Markdown table as a whole: the members of its rows, the leaves of its columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from proseproof.language.reading import Said
from proseproof.nouns import dataclass
from proseproof.prose import Grid
from proseproof.suggest.draft import Around, Draft
from proseproof.suggest.fact import Fact, Index
from proseproof.suggest.idea import cost_of
from proseproof.suggest.relation import Leaf
from proseproof.suggest.score import Lens
from proseproof.suggest.survey import Group, Stat
from proseproof.suggest.terms import Rarity

_MOST_STEPS = 5000
_MOST_FOUND = 20
_BESIDE = 0.3  # two numbers of one cell are often fields of one object

Source = tuple[Leaf | None, Stat]


@dataclass(frozen=True, eq=False)
class Slot:
    """A place of a number in the rows of a table: its column, its numbers, the words about each."""

    column: int
    said: tuple[Said, ...]
    around: tuple[Around, ...]


@dataclass(frozen=True, eq=False)
class Sheet:
    """A Markdown table to be explained, all of whose rows have the same slots."""

    grid: Grid
    drafts: tuple[Draft, ...]
    slots: tuple[Slot, ...]


@dataclass(frozen=True, eq=False)
class TableIdea:
    """Members for the rows of a sheet, and what stands at each of its slots.

    key: the leaf in which the members differ. score: as of ideas.
    """

    sheet: Sheet
    members: tuple[Group, ...]
    key: Leaf
    sources: tuple[Source, ...]
    score: float


def sheets_of(drafts: Sequence[Draft]) -> Iterator[Sheet]:
    """The tables whose rows are alike: in each column a number in every row, or in none."""
    by_grid: dict[int, list[Draft]] = {}
    for draft in drafts:
        if draft.cell is not None:
            by_grid.setdefault(id(draft.cell[0]), []).append(draft)
    for inside in by_grid.values():
        cell = inside[0].cell
        assert cell is not None
        sheet = sheet_of(cell[0], inside)
        if isinstance(sheet, Sheet) and len(cell[0].rows) > 1:
            yield sheet


def sheet_of(grid: Grid, drafts: Sequence[Draft]) -> Sheet | int:
    """A table as a sheet; a column where its rows are not alike."""
    rows = len(grid.rows)
    cells: dict[tuple[int, int], list[tuple[Said, Around]]] = {}
    for draft in drafts:
        assert draft.cell is not None
        both = zip(draft.said, draft.around, strict=True)
        cells.setdefault(draft.cell[1:], []).extend(both)
    slots: list[Slot] = []
    for column in range(len(grid.header)):
        inside = [cells.get((row, column), []) for row in range(rows)]
        counts = {len(numbers) for numbers in inside}
        if len(counts) > 1:
            return column
        for place in range(counts.pop() if counts else 0):
            said, around = zip(*(numbers[place] for numbers in inside), strict=True)
            slots.append(Slot(column, said, around))
    return Sheet(grid, tuple(drafts), tuple(slots))


def table_ideas(
    sheet: Sheet, indexes: Sequence[Index], groups: Sequence[Group], rarity: Rarity
) -> Iterator[TableIdea]:
    """The ways to explain the whole of a sheet by members of one relation.

    indexes: those of what the groups hold, and of the numbers that tell them apart.
    """
    rows = range(len(sheet.grid.rows))
    lenses = [
        [Lens(said, around, rarity) for said, around in zip(s.said, s.around, strict=True)]
        for s in sheet.slots
    ]
    fitting = [[_by_member(indexes, slot.said[row]) for row in rows] for slot in sheet.slots]
    for family in _families(groups):
        inside = {id(member) for member in family}
        if len(family) < len(rows):
            continue
        matches = [
            [{at: found[at] for at in inside & found.keys()} for found in slot] for slot in fitting
        ]
        if not all(found for slot in matches for found in slot):
            continue
        by_id = {id(member): member for member in family}
        order = {id(member): at for at, member in enumerate(family)}
        for chosen, sources in _assignments(matches, len(rows), order):
            members = tuple(by_id[one] for one in chosen)
            key = _key(members)
            if key is not None:
                yield _best(sheet, members, key, sources, lenses)


def _by_member(indexes: Sequence[Index], said: Said) -> dict[int, frozenset[Source]]:
    """What of each group the number may stand for."""
    found: dict[int, set[Source]] = {}
    for fact in chain.from_iterable(index.matching(said) for index in indexes):
        found.setdefault(id(fact.group), set()).add((fact.leaf, fact.stat))
    return {group: frozenset(sources) for group, sources in found.items()}


def _families(groups: Sequence[Group]) -> list[list[Group]]:
    """Groups of one relation under filters on the same keys."""
    found: dict[tuple[object, ...], list[Group]] = {}
    for group in groups:
        if group.filters:
            keys = tuple(leaf for leaf, _ in group.filters)
            found.setdefault((id(group.relation), keys), []).append(group)
    return list(found.values())


def _assignments(
    matches: Sequence[Sequence[Mapping[int, frozenset[Source]]]], rows: int,
    order: Mapping[int, int],
) -> Iterator[tuple[tuple[int, ...], Sequence[frozenset[Source]]]]:  # fmt: skip
    """A member for each row such that every slot has a source that fits all rows."""
    steps = found = 0
    stack: list[tuple[tuple[int, ...], Sequence[frozenset[Source]]]] = [((), ())]
    while stack and steps < _MOST_STEPS and found < _MOST_FOUND:
        steps += 1
        chosen, sources = stack.pop()
        row = len(chosen)
        if row == rows:
            found += 1
            yield chosen, sources
            continue
        for member in sorted(matches[0][row], key=order.__getitem__, reverse=True):
            if member in chosen:
                continue
            here = [slot[row].get(member, frozenset()) for slot in matches]
            if sources:
                here = [a & b for a, b in zip(sources, here, strict=True)]
            if all(here):
                stack.append(((*chosen, member), here))


def _key(members: Sequence[Group]) -> Leaf | None:
    """The one key in which the members differ."""
    differing = [
        leaf
        for at, (leaf, _) in enumerate(members[0].filters)
        if len({member.filters[at][1] for member in members}) > 1
    ]
    return differing[0] if len(differing) == 1 else None


def _best(
    sheet: Sheet, members: tuple[Group, ...], key: Leaf, sources: Sequence[frozenset[Source]],
    lenses: Sequence[Sequence[Lens]],
) -> TableIdea:  # fmt: skip
    chosen: list[Source] = []
    total = 0.0
    for at, (slot, choices) in enumerate(zip(sheet.slots, sources, strict=True)):
        beside = {
            _parent(chosen[before])
            for before in range(at)
            if sheet.slots[before].column == slot.column
        }
        scored = {
            source: _score(lenses[at], [fact_at(m, source) for m in members])
            + (_BESIDE if _parent(source) in beside else 0.0)
            for source in choices
        }
        best = max(sorted(scored, key=_order), key=scored.__getitem__)
        chosen.append(best)
        total += scored[best]
    return TableIdea(sheet, members, key, tuple(chosen), total / len(sheet.slots))


def _parent(source: Source) -> tuple[str, ...] | None:
    leaf, _ = source
    return leaf.path[:-1] if leaf is not None else None


def _score(lenses: Sequence[Lens], facts: Sequence[Fact]) -> float:
    scores = [lens((fact,)) - cost_of(fact) for lens, fact in zip(lenses, facts, strict=True)]
    return sum(scores) / len(scores)


def _order(source: Source) -> tuple[str, str]:
    leaf, stat = source
    return (leaf.sql if leaf is not None else "", stat)


def fact_at(member: Group, source: Source) -> Fact:
    """What a member gives at a source."""
    leaf, stat = source
    if leaf is None:
        return Fact(member, leaf, stat, member.size)
    raw = dict(member.filters)[leaf] if stat == "key" else member.values[leaf, stat]
    return Fact(member, leaf, stat, raw)
