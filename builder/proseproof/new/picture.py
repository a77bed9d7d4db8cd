"""What a figure of a capture shows: a measure against what tells its rows apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from proseproof.suggest.relation import Leaf, Relation, Value, is_key, keys_of

_MOST_MARKS = 40
_MOST_SERIES = 8


@dataclass(frozen=True, eq=False)
class Picture:
    """A measure of a relation by a key; by two where one does not tell the rows apart.

    typical: several rows share a key, so that the median of each stands for them.
    """

    relation: Relation
    measure: Leaf
    key: Leaf
    series: Leaf | None = None
    typical: bool = False

    @property
    def counts(self) -> bool:
        """Whether the key counts, as a step does."""
        return self.key.kind == "number"


def pictures_of(relations: Sequence[Relation]) -> list[Picture]:
    """All the pictures that the relations offer, the one that says most first."""
    found = [
        (_worth(picture), -at, picture)
        for at, picture in enumerate(one for relation in relations for one in _of(relation))
    ]
    found.sort(key=lambda one: one[:2], reverse=True)
    return [picture for _, _, picture in found]


def _of(relation: Relation) -> Iterator[Picture]:
    keys = [key for key in keys_of(relation) if _is_told(relation.rows[key])]
    keys = keys or [leaf for leaf in relation.leaves if _names_rows(relation, leaf)]
    for measure in relation.numbers:
        if measure.derived or not _is_told(relation.rows[measure]):
            continue
        rows = [at for at, value in enumerate(relation.rows[measure]) if value is not None]
        for key in keys:
            if key != measure:
                others = [other for other in keys if other not in (key, measure)]
                yield from _by(relation, measure, key, others, rows)


def _by(
    relation: Relation, measure: Leaf, key: Leaf, others: Sequence[Leaf], rows: Sequence[int]
) -> Iterator[Picture]:
    held = [relation.rows[key][at] for at in rows]
    marks = len(set(held))
    if not 2 <= marks <= _MOST_MARKS or None in held:
        return
    if relation.whole and marks == len(held):
        yield Picture(relation, measure, key)
        return
    for other in others:
        both = [(relation.rows[key][at], relation.rows[other][at]) for at in rows]
        series = {value for _, value in both}
        if other.kind != "text" or None in series or not 2 <= len(series) <= _MOST_SERIES:
            continue
        if relation.whole and len(set(both)) == len(both) <= _MOST_MARKS:
            yield Picture(relation, measure, key, other)
    if not key.integer:
        yield Picture(relation, measure, key, typical=True)


def _worth(picture: Picture) -> float:
    """How much a picture says: measures with a unit, whole columns, names, every row shown."""
    measure, rows = picture.measure, picture.relation.rows
    known = sum(value is not None for value in rows[measure])
    worth = 3.0 if measure.unit is not None else 0.0
    worth += 1.0 if len(measure.path) == 1 else 0.0
    worth -= 1.5 if is_key(measure) else 0.0
    worth += {"text": 1.0, "number": 0.6, "flag": 0.0}[picture.key.kind]
    worth += 0.5 if len(picture.key.path) == 1 else 0.0
    worth += min(known, 12) / 12 + known / max(len(rows[measure]), 1)
    return worth - (1.0 if picture.typical else 0.0) - (0.2 if picture.series else 0.0)


def _names_rows(relation: Relation, leaf: Leaf) -> bool:
    """Whether each row has a text of its own there, such as a command line."""
    values = relation.rows.get(leaf, ())
    return leaf.kind == "text" and None not in values and len(set(values)) == len(values) > 1


def _is_told(values: Sequence[Value]) -> bool:
    return len({value for value in values if value is not None}) > 1
