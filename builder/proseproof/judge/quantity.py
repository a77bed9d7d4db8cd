"""The values of an answer as quantities: exact numbers, each with its column's unit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from proseproof.language.literal import decimal_text, nearest_float
from proseproof.language.units import Unit, unit_of_column
from proseproof.nouns import dataclass
from proseproof.query import Answer, Value

# The functions whose result is in the unit of their first argument; see the reference, "Units".
_KEEPS_UNIT = frozenset(
    "min max avg mean median sum fsum kahan_sum sumkahan favg quantile quantile_cont quantile_disc"
    " stddev stddev_samp stddev_pop sem mad"
    .split()
)  # fmt: skip
_STATISTICS = {
    "min": "minimum", "max": "maximum", "avg": "mean", "mean": "mean", "favg": "mean",
    "median": "median", "sum": "total", "fsum": "total", "kahan_sum": "total",
    "sumkahan": "total", "count": "count", "count_star": "count",
}  # fmt: skip


@dataclass(frozen=True)
class Quantity:
    """One value of an answer.

    value: a number exactly as the data gives it (a float as its shortest decimal), a text, or None
    for NULL, NaN and infinity; `raw` is what DuckDB gave. noisy: a float: its last bits are noise.
    unit, statistic: those of the column. column: its name. row: counted from 0. reading: the words
    that read it off a change. told: those that the phrase has for it, before the number and behind.
    """

    value: Fraction | str | None
    raw: Value
    noisy: bool
    column: str
    unit: Unit | None
    statistic: str | None
    row: int
    reading: str = ""
    told: tuple[str, str] = ("", "")

    @cached_property
    def size(self) -> float:
        """The value, as near as a float is to it."""
        return nearest_float(self.number)

    @property
    def number(self) -> Fraction:
        """The value, known to be a number."""
        assert isinstance(self.value, Fraction)
        return self.value


def quantities(answer: Answer) -> tuple[Quantity, ...]:
    """The values of an answer, row by row and left to right."""
    kinds = columns_of(answer)
    return tuple(
        _quantity(value, column.name, kinds[index], row)
        for row, values in enumerate(answer.rows)
        for index, (column, value) in enumerate(zip(answer.columns, values, strict=True))
    )


def named(value: Quantity, names: Mapping[str, str]) -> Quantity:
    """A text under the name that the prose has for it, where it has one; else the value as it is.

    names: data value -> the words of the prose.
    """
    name = names.get(value.value) if isinstance(value.value, str) else None
    return value if name is None else replace(value, value=name, raw=name)


def _quantity(raw: Value, column: str, kind: tuple[Unit | None, str | None], row: int) -> Quantity:
    return Quantity(exact(raw), raw, isinstance(raw, float), column, kind[0], kind[1], row)


def exact(raw: Value) -> Fraction | str | None:
    """A value without loss: a number, a text, or None where it is no value to compare."""
    if raw is None or isinstance(raw, list | dict):
        return None
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, str):
        return raw
    if isinstance(raw, date | datetime | time):
        return raw.isoformat()
    if isinstance(raw, timedelta):
        return str(raw)
    if isinstance(raw, float):
        return Fraction(Decimal(repr(raw))) if math.isfinite(raw) else None
    if isinstance(raw, Decimal) and not raw.is_finite():
        return None
    return Fraction(raw)


def columns_of(answer: Answer) -> list[tuple[Unit | None, str | None]]:
    """The unit and the statistic of each column of an answer."""
    items = _select_list(answer.tree)
    names = [column.name for column in answer.columns]
    stars = [index for index, item in enumerate(items) if item.get("class") == "STAR"]
    matched: list[Mapping[str, Any] | None]
    if not stars and len(items) == len(names):
        matched = list(items)
    else:
        ahead = stars[0] if stars else 0
        behind = len(items) - 1 - stars[-1] if stars else 0
        matched = [None] * len(names)
        matched[:ahead] = items[:ahead]
        if behind:
            matched[-behind:] = items[-behind:]
    aliases = {item["alias"]: item for item in items if "alias" in item}
    return [
        (_unit(item, name, aliases), _statistic(item))
        for item, name in zip(matched, names, strict=False)
    ]


def _select_list(tree: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    while tree.get("type") == "SET_OPERATION_NODE":
        tree = tree["children"][0]
    items: Sequence[Mapping[str, Any]] = tree.get("select_list", ())
    return items


def _unit(
    item: Mapping[str, Any] | None, name: str, aliases: Mapping[str, Mapping[str, Any]]
) -> Unit | None:
    if item is None:
        return unit_of_column(name) if "(" not in name else None
    named = unit_of_column(item["alias"]) if "alias" in item else None
    return named or _unit_of(item, aliases)


def _unit_of(item: Mapping[str, Any], aliases: Mapping[str, Mapping[str, Any]]) -> Unit | None:
    kind = item.get("class")
    if kind == "COLUMN_REF":
        name = item["column_names"][-1]
        unit = unit_of_column(name)
        if unit is None and name in aliases and aliases[name] is not item:
            return _unit_of(aliases[name], {k: v for k, v in aliases.items() if k != name})
        return unit
    if kind not in ("FUNCTION", "WINDOW"):
        return None
    function = str(item.get("function_name", "")).lower()
    arguments = [argument["expression"] for argument in item.get("arguments", ())]
    if function in ("+", "-") and item.get("is_operator"):
        units = {_unit_of(argument, aliases) for argument in arguments}
        return units.pop() if len(units) == 1 else None
    if function in _KEEPS_UNIT and arguments:
        return _unit_of(arguments[0], aliases)
    return None


def _statistic(item: Mapping[str, Any] | None) -> str | None:
    """The statistic that a column plainly is: one function over one expression.

    Rounding and a cast around it leave it what it is.
    """
    while item is not None and item.get("class") == "CAST":
        item = item.get("child")
    if item is None or item.get("class") != "FUNCTION":
        return None
    function = str(item.get("function_name", "")).lower()
    if function == "round":
        return _statistic(item["arguments"][0]["expression"])
    if function.startswith("quantile"):
        return _quantile(item)
    return _STATISTICS.get(function)


def _quantile(item: Mapping[str, Any]) -> str | None:
    arguments = item.get("arguments", ())
    share = arguments[1]["expression"] if len(arguments) > 1 else {}
    written = share.get("literal", {}).get("text")
    if share.get("class") != "CONSTANT" or written is None:
        return None
    point = Fraction(written) * 100
    if point == 50:
        return "median"
    return f"p{decimal_text(point, 2).rstrip('0').rstrip('.')}"


def show(value: Fraction, digits: int = 6) -> str:
    """A number for a person: exact where that is short, else to `digits` significant digits."""
    if value.denominator == 1 and abs(value) < 10**15:
        return str(value.numerator)
    size = 0 if value == 0 else math.floor(math.log10(abs(value)))
    if abs(size) > 15:
        return f"{float(value):.{digits}g}"
    text = decimal_text(value, max(digits - 1 - size, 0))
    return text.rstrip("0").rstrip(".") if "." in text else text


def with_unit(number: str, unit: Unit | None) -> str:
    """A number and its unit as findings write them: `41.2 ms`, `82%`, `1.8x`."""
    if unit is None:
        return number
    return f"{number}{unit.symbol}" if unit.glued else f"{number} {unit.symbol}"


def show_raw(raw: Value) -> str:
    """A value of a row as a person writes it: NULL, true, 41.2, 2026-11-30, [1, 2], {a: 1}."""
    match raw:
        case None:
            return "NULL"
        case bool():
            return str(raw).lower()
        case float() | Decimal():
            value = exact(raw)
            return show(value) if isinstance(value, Fraction) else _not_finite(raw)
        case list():
            return f"[{', '.join(map(show_raw, raw))}]"
        case dict():
            return f"{{{', '.join(f'{key}: {show_raw(value)}' for key, value in raw.items())}}}"
        case datetime():
            return raw.isoformat(" ")
        case date() | time():
            return raw.isoformat()
        case _:
            return " ".join(str(raw).split())


def _not_finite(raw: float | Decimal) -> str:
    return "NaN" if raw != raw else "infinity" if raw > 0 else "-infinity"
