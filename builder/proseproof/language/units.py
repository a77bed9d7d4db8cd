"""Units: how columns and prose write them, and exact conversion between those that convert."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import pint

# Each line: pint's definition, the suffixes of columns, the spellings of prose. The first spelling
# is the one that findings write. Decimal prefixes are powers of 1000, binary ones (IEC 80000-13)
# of 1024. A factor (`2.1x`) and a percent are both shares of one; a percentage point is not.
_UNITS: tuple[tuple[str, str, str], ...] = (
    ("s = [time]", "s", "s|sec|secs|second|seconds"),
    ("ms = 1/1000 * s", "ms", "ms|msec|msecs|millisecond|milliseconds"),
    ("us = 1/1000000 * s", "us", "µs|μs|us|microsecond|microseconds"),
    ("ns = 1/1000000000 * s", "ns", "ns|nanosecond|nanoseconds"),
    ("minute = 60 * s", "minutes", "min|mins|minute|minutes"),
    ("hour = 3600 * s", "hours", "h|hr|hrs|hour|hours"),
    ("B = [size]", "bytes", "B|byte|bytes"),
    ("kB = 1000 * B", "kb", "kB|KB|kilobyte|kilobytes"),
    ("MB = 1000 * kB", "mb", "MB|megabyte|megabytes"),
    ("GB = 1000 * MB", "gb", "GB|gigabyte|gigabytes"),
    ("TB = 1000 * GB", "tb", "TB|terabyte|terabytes"),
    ("KiB = 1024 * B", "kib", "KiB|kibibyte|kibibytes"),
    ("MiB = 1024 * KiB", "mib", "MiB|mebibyte|mebibytes"),
    ("GiB = 1024 * MiB", "gib", "GiB|gibibyte|gibibytes"),
    ("TiB = 1024 * GiB", "tib", "TiB|tebibyte|tebibytes"),
    ("x = [share]", "ratio", "x|×|times|fold"),
    ("percent = 1/100 * x", "pct", "%|percent|per cent"),
    ("pp = [points]", "pp", "pp|percentage points|percentage point|percent points"),
    ("W = [power]", "w", "W|watt|watts"),
    ("kW = 1000 * W", "kw", "kW|kilowatt|kilowatts"),
    ("Hz = [frequency]", "hz", "Hz|hertz"),
    ("MHz = 1000000 * Hz", "mhz", "MHz|megahertz"),
    ("GHz = 1000 * MHz", "ghz", "GHz|gigahertz"),
    ("degC = [temperature]", "c", "°C|degrees Celsius|degree Celsius"),
    ("event = [count]", "", ""),
)


@dataclass(frozen=True)
class Unit:
    """A unit: `symbol` as findings write it, `code` as pint knows it (`GB/s`).

    soft: the spelling is a plain word too ("times"): over a column without a unit it is none.
    """

    symbol: str
    code: str
    soft: bool = False

    @property
    def glued(self) -> bool:
        """Whether the symbol stands without a space behind the number, as `%`, `x` and `/s` do."""
        return self.symbol in ("%", "x") or self.symbol.startswith("/")


@cache
def _registry() -> pint.UnitRegistry[Fraction]:
    registry: pint.UnitRegistry[Fraction] = pint.UnitRegistry(None, non_int_type=Fraction)
    for definition, _, _ in _UNITS:
        registry.define(definition)
    return registry


def _named() -> tuple[dict[str, Unit], dict[str, Unit]]:
    suffixes: dict[str, Unit] = {}
    spellings: dict[str, Unit] = {}
    for definition, suffix, written in _UNITS:
        if not suffix:
            continue
        code = definition.split(" ", 1)[0]
        names = written.split("|")
        suffixes[suffix] = Unit(names[0], code)
        for name in names:
            spellings[name] = Unit(names[0], code, soft=name in ("times", "fold"))
    return suffixes, spellings


_SUFFIXES, _SPELLINGS = _named()

PERCENT = _SUFFIXES["pct"]
POINTS = _SUFFIXES["pp"]
FACTOR = _SUFFIXES["ratio"]
SECONDS = _SUFFIXES["s"]

SUFFIXES: tuple[str, ...] = (*_SUFFIXES, "per_s")
"""The suffixes that a column's name can end in, behind an underscore."""


def unit_of_spelling(written: str) -> Unit | None:
    """The unit that prose writes as `written` (`ms`, `percent`, `GB/s`, `/s`), or None."""
    counted, slash, time = written.partition("/")
    if not slash:
        return _SPELLINGS.get(written)
    per = _SPELLINGS.get(time)
    return rate(_SPELLINGS.get(counted), per) if per is not None and is_time(per) else None


def is_time(unit: Unit) -> bool:
    """Whether a unit is one of time."""
    return conversion(unit, SECONDS) is not None


def rate(inner: Unit | None, time: Unit = SECONDS) -> Unit:
    """So much of a unit in a time, or so many of something (`tokens/s`: no noun is compared)."""
    if inner is None or inner.code in ("x", "percent", "pp") or is_time(inner):
        return Unit(f"/{time.symbol}", f"event/{time.code}")
    return Unit(f"{inner.symbol}/{time.symbol}", f"{inner.code}/{time.code}")


def is_rate(unit: Unit) -> bool:
    """Whether a unit is of something in a time."""
    return "/" in unit.code


def unit_of_column(name: str) -> Unit | None:
    """The unit that a column's name carries as its suffix (`saved_s`, `link_gb_per_s`), or None.

    A name that is nothing but a suffix (`bytes`) carries it too, unless it is a single letter.
    What is per something other than a time (`cost_per_gb`) has no unit of this list.
    """
    parts = name.lower().split("_")
    unit = _SUFFIXES.get(parts[-1])
    if parts[-2:-1] == ["per"]:
        inner = _SUFFIXES.get(parts[-3]) if len(parts) > 2 else None
        return rate(inner, unit) if unit is not None and is_time(unit) else None
    return None if len(parts) == 1 and len(name) == 1 else unit


def unit_of_suffix(suffix: str) -> Unit | None:
    """The unit that `unit:` names on a claim: a suffix without its underscore (`s`, `gb_per_s`)."""
    return _SUFFIXES.get(suffix) or (unit_of_column(f"_{suffix}") if "per_" in suffix else None)


@cache
def conversion(source: Unit, target: Unit) -> Fraction | None:
    """What turns a value in `source` into one in `target`; None where they do not convert."""
    registry = _registry()
    try:
        factor = registry.Quantity(Fraction(1), source.code).to(target.code).magnitude
    except pint.DimensionalityError:
        return None
    return Fraction(factor)


@cache
def siblings(unit: Unit) -> tuple[Unit, ...]:
    """The other units of the same kind: those a writer may have confused with it."""
    if is_rate(unit):
        rated = (rate(other) for other in _SUFFIXES.values() if other.code[-1:] == "B")
        return tuple(u for u in rated if u != unit and conversion(unit, u) is not None)
    return tuple(
        other
        for other in _SUFFIXES.values()
        if other.code != unit.code and conversion(unit, other) is not None
    )
