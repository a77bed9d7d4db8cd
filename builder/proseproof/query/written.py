"""Answers as JSON values and back, so that they can be kept in a file."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from proseproof.query.answer import Answer, Column, Lineage, Ordered, Value

_TICK = timedelta(microseconds=1)

# What JSON has no word for is written as a list of its kind and its text.
_READ: dict[str, Callable[[Any], Value]] = {
    "float": float,
    "decimal": Decimal,
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "interval": lambda ticks: ticks * _TICK,
    "list": lambda items: [_read(item) for item in items],
    "dict": lambda pairs: {key: _read(value) for key, value in pairs},
}


def write_answer(answer: Answer) -> Any:
    """The answer as a JSON value."""
    return {
        "columns": [[column.name, column.type] for column in answer.columns],
        "rows": [[_write(value) for value in row] for row in answer.rows],
        "tree": answer.tree,
        "reads": answer.reads,
        "unordered": answer.unordered,
        "names": sorted(answer.names),
        "lineage": [
            answer.lineage.written,
            answer.lineage.filtered,
            [[one.recorded, one.part] for one in answer.lineage.ordered],
        ],
    }


def read_answer(written: Any) -> Answer:
    """The answer that `write_answer` wrote."""
    return Answer(
        columns=tuple(Column(name, kind) for name, kind in written["columns"]),
        rows=tuple(tuple(_read(value) for value in row) for row in written["rows"]),
        tree=written["tree"],
        reads=tuple(written["reads"]),
        unordered=written["unordered"],
        names=frozenset(written["names"]),
        lineage=_read_lineage(*written["lineage"]),
    )


def _read_lineage(columns: list[int], filtered: bool, ordered: list[Any]) -> Lineage:
    places = (Ordered(tuple(recorded), part) for recorded, part in ordered)
    return Lineage(tuple(columns), filtered, tuple(places))


def _write(value: Value) -> Any:
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else ["float", repr(value)]
        case Decimal():
            return ["decimal", str(value)]
        case datetime():  # before date, which it is too
            return ["datetime", value.isoformat()]
        case date():
            return ["date", value.isoformat()]
        case time():
            return ["time", value.isoformat()]
        case timedelta():
            return ["interval", value // _TICK]
        case list():
            return ["list", [_write(item) for item in value]]
        case dict():
            return ["dict", [[key, _write(item)] for key, item in value.items()]]


def _read(written: Any) -> Value:
    if isinstance(written, list):
        kind, content = written
        return _READ[kind](content)
    value: Value = written
    return value
