"""What a figure of a capture shows: a measure against what tells its rows apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from proseproof.judge.quantity import exact
from proseproof.nouns import dataclass
from proseproof.query import Answer
from proseproof.suggest.relation import Leaf, Relation, Value, is_key, keys_of, name_in_sql
from proseproof.suggest.terms import stems

_MOST_MARKS = 40
_MOST_SERIES = 8
_WIDE = 80
_NAMED, _SHOWN, _REPEATED = 5.0, -4.0, -20.0


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
    def measured(self) -> str:
        """The name of the measure's column in the figure's rows."""
        name = column_of(self.measure)
        return f"median_{name}" if self.typical else name

    @property
    def data(self) -> str:
        """The query of the figure's rows: the key, the series if there is one, the measure."""
        keys = [self.key, *([self.series] if self.series else [])]
        sql = f"median({self.measure.sql})" if self.typical else self.measure.sql
        items = [*(_item(key.sql, column_of(key)) for key in keys), _item(sql, self.measured)]
        lines = [f"SELECT {', '.join(items)}", f"FROM {self.relation.sql}"]
        known = [leaf for leaf in (self.measure, self.key) if self._may_lack(leaf)]
        if known:
            lines.append(f"WHERE {' AND '.join(f'{leaf.sql} IS NOT NULL' for leaf in known)}")
        if self.typical:
            lines += [f"GROUP BY {self.key.sql}", f"ORDER BY {self.key.sql}"]
        return "\n".join(lines) if len(" ".join(lines)) > _WIDE else " ".join(lines)

    def _may_lack(self, leaf: Leaf) -> bool:
        return None in self.relation.rows[leaf] or not self.relation.whole

    @property
    def counts(self) -> bool:
        """Whether the key counts, as a step does."""
        return self.key.kind == "number"


@dataclass(frozen=True)
class Mark:
    """A row of a figure: what tells it apart, and its value."""

    key: Value
    value: Fraction


def marks_of(answer: Answer) -> list[Mark] | None:
    """The rows of a figure's query; None where they are too few or too many to be shown."""
    marks = []
    for row in answer.rows:
        value = exact(row[-1])
        if row[0] is None or not isinstance(value, Fraction):
            return None
        marks.append(Mark(row[0], value))
    differ = len({mark.value for mark in marks}) > 1
    return marks if differ and len(marks) <= _MOST_MARKS else None


def column_of(leaf: Leaf) -> str:
    """A name for the leaf as a column of the figure's rows; its unit stays at its end."""
    names = leaf.path[-2:] if len(leaf.path) > 1 else leaf.path
    name = re.sub(r"\W+", "_", "_".join(names)).strip("_")
    return name if name_in_sql(name) == name and not name[:1].isdigit() else f"the_{name}"


def _item(sql: str, name: str) -> str:
    return sql if sql == name else f"{sql} AS {name}"


def pictures_of(
    relations: Sequence[Relation], name: str = "", shown: Sequence[str] = ()
) -> list[Picture]:
    """All the pictures that the relations offer, the one that says most first.

    name: that of the section, which may name a column. shown: the queries of figures that are
    there; what they show is not shown again while there is anything else.
    """
    wanted = frozenset(stems(name))
    found = [
        (_worth(picture) + _fit(picture, wanted, shown), -at, picture)
        for at, picture in enumerate(one for relation in relations for one in _of(relation))
    ]
    found.sort(key=lambda one: one[:2], reverse=True)
    return [picture for _, _, picture in found]


def _fit(picture: Picture, wanted: frozenset[str], shown: Sequence[str]) -> float:
    """How well a picture fits a section of this name, beside figures that are there."""
    query = picture.data.split()
    if any(query == one.split() for one in shown):
        return _REPEATED
    fit = _NAMED if not wanted.isdisjoint(picture.measure.terms) else 0.0
    return fit + (_SHOWN if any(_shows(one, picture) for one in shown) else 0.0)


def _shows(query: str, picture: Picture) -> bool:
    words = {*re.findall(r"\w+", query)}
    return picture.relation.name in words and picture.measure.path[-1] in words


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
