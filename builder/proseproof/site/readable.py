"""Columns and values as a reader meets them: an axis title, a cell, a line of CSV."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from proseproof.language.units import unit_of_column
from proseproof.query import Answer, Value

# A float carries 15 to 17 digits, and a difference of two floats loses some of them to noise. What
# stands behind this many significant digits is never shown; the CSV keeps every bit.
_DIGITS = 12
# What a spreadsheet runs: signs, their wide forms, and white space that it looks behind.
_FORMULA = (*"=+-@＝＋－＠", "\t", "\r", "\n", "\0")


def column_title(name: str) -> str:
    """A column's name for people, its unit in brackets: `rollout_s` gives `rollout (s)`.

    A rate of something counted names what it counts: `tokens_per_s` gives `tokens/s`. A quotient
    stays a word, since `0.3` may be read as a share or as a factor.
    """
    unit = unit_of_column(name)
    words = name.split("_")
    if unit is None or len(words) < 2 or unit.symbol == "x":
        return " ".join(words).strip() or name
    if unit.symbol == "/s":
        return " ".join(words[:-2]) + "/s"
    behind = 3 if unit.symbol.endswith("/s") else 1
    stem = " ".join(words[:-behind])
    return f"{stem} ({unit.symbol})" if stem else unit.symbol


def plain(value: Value) -> str:
    """A value in its shortest exact form, without the noise of binary floats.

    NULL is an empty text, booleans are `true` and `false`, dates are ISO 8601, nested values JSON.
    """
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            return _shortest(value)
        case Decimal():
            return f"{value.normalize():f}" if value.is_finite() else str(value)
        case list() | dict():
            return json.dumps(value, ensure_ascii=False, default=_leaf)
        case _:
            return _leaf(value)


def exact(value: Value) -> str:
    """A value with every bit it has, for a machine to read back."""
    return repr(value) if isinstance(value, float) else plain(value)


def bytes_text(count: int, binary: bool = False) -> str:
    """A number of bytes with three digits and a unit people read: `56.3 GB`, or `52.4 GiB`."""
    step, behind = (1024, "iB") if binary else (1000, "B")
    value, prefix = float(count), ""
    for larger in "KMGT" if binary else "kMGT":
        if float(f"{abs(value):.3g}") < step:
            break
        value, prefix = value / step, larger
    rounded = float(f"{value:.3g}")
    return f"{rounded:g} {prefix}{behind}" if prefix else f"{count} B"


def csv_text(answer: Answer) -> str:
    """The rows of an answer as CSV (RFC 4180, line feeds), the column names in the first line.

    A text that a spreadsheet would take for a formula has a `'` in front of it, as OWASP advises;
    numbers are as they are, and so are texts that are numbers.
    """
    lines: list[Sequence[str]] = [[_no_formula(column.name) for column in answer.columns]]
    lines.extend(
        [_no_formula(value) if isinstance(value, str) else exact(value) for value in row]
        for row in answer.rows
    )
    return "".join(",".join(map(_field, line)) + "\n" for line in lines)


def number(value: Value) -> bool:
    """Whether the value is a number, which a table sets flush right."""
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def json_value(value: Value) -> Any:
    """A value as JSON has it, for Vega-Lite: decimals are floats, dates ISO 8601, no NaN."""
    match value:
        case None | bool() | int() | str():
            return value
        case float() | Decimal():
            return float(value) if math.isfinite(value) else None
        case list():
            return [json_value(item) for item in value]
        case dict():
            return {str(key): json_value(item) for key, item in value.items()}
        case timedelta():
            return value.total_seconds()
        case datetime() if value.tzinfo is not None:
            return value.isoformat().replace("+00:00", "Z")
        case _:
            return value.isoformat()


def _leaf(value: Any) -> str:
    if isinstance(value, date | time):
        return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
    if isinstance(value, timedelta):
        return f"{_shortest(value.total_seconds())} s"
    return str(value)


def _shortest(value: float) -> str:
    """A float without exponent where a person would write none, and without noise."""
    text = f"{value:.{_DIGITS}g}"
    if "e" not in text:
        return text
    mantissa, _, power = text.partition("e")
    return (
        f"{int(value)}"
        if 0 <= int(power) < 16 and value == int(value)
        else f"{mantissa}e{int(power)}"
    )


def _no_formula(text: str) -> str:
    if not text.startswith(_FORMULA):
        return text
    try:
        float(text)
    except ValueError:
        return f"'{text}"
    return text


def _field(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\r\n') else text
