"""Units: how columns and prose write them, and exact conversion between those that convert."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

# Each line: a unit's code, what it measures, its size there; the suffixes of columns, the
# spellings of prose. The first spelling is the one that findings write. Decimal prefixes are powers
# of 1000, binary ones (IEC 80000-13) of 1024. A factor (`2.1x`) and a percent are both shares of
# one; a percentage point is not. A library of units knows the same sizes, and the tests ask it;
# only to load it takes longer than a check.
_UNITS: tuple[tuple[str, str, Fraction | int, str, str], ...] = (
    ("s", "time", 1, "s", "s|sec|secs|second|seconds"),
    ("ms", "time", Fraction(1, 10**3), "ms", "ms|msec|msecs|millisecond|milliseconds"),
    ("us", "time", Fraction(1, 10**6), "us", "µs|μs|us|microsecond|microseconds"),
    ("ns", "time", Fraction(1, 10**9), "ns", "ns|nanosecond|nanoseconds"),
    ("minute", "time", 60, "minutes", "min|mins|minute|minutes"),
    ("hour", "time", 3600, "hours", "h|hr|hrs|hour|hours"),
    ("B", "size", 1, "bytes", "B|byte|bytes"),
    ("kB", "size", 1000, "kb", "kB|KB|kilobyte|kilobytes"),
    ("MB", "size", 1000**2, "mb", "MB|megabyte|megabytes"),
    ("GB", "size", 1000**3, "gb", "GB|gigabyte|gigabytes"),
    ("TB", "size", 1000**4, "tb", "TB|terabyte|terabytes"),
    ("KiB", "size", 1024, "kib", "KiB|kibibyte|kibibytes"),
    ("MiB", "size", 1024**2, "mib", "MiB|mebibyte|mebibytes"),
    ("GiB", "size", 1024**3, "gib", "GiB|gibibyte|gibibytes"),
    ("TiB", "size", 1024**4, "tib", "TiB|tebibyte|tebibytes"),
    ("x", "share", 1, "ratio", "x|×|times|fold"),
    ("percent", "share", Fraction(1, 100), "pct", "%|percent|per cent"),
    ("pp", "points", 1, "pp", "pp|percentage points|percentage point|percent points"),
    ("W", "power", 1, "w", "W|watt|watts"),
    ("kW", "power", 1000, "kw", "kW|kilowatt|kilowatts"),
    ("Hz", "frequency", 1, "hz", "Hz|hertz"),
    ("MHz", "frequency", 1000**2, "mhz", "MHz|megahertz"),
    ("GHz", "frequency", 1000**3, "ghz", "GHz|gigahertz"),
    ("degC", "temperature", 1, "c", "°C|degrees Celsius|degree Celsius"),
    ("event", "count", 1, "", ""),
)


@dataclass(frozen=True)
class Unit:
    """A unit: `symbol` as findings write it, `code` as the table has it, or two of them (`GB/s`).

    soft: the spelling is a plain word too ("times"): over a column without a unit it is none.
    """

    symbol: str
    code: str
    soft: bool = False

    @property
    def glued(self) -> bool:
        """Whether the symbol stands without a space behind the number, as `%`, `x` and `/s` do."""
        return self.symbol in ("%", "x") or self.symbol.startswith("/")


def _named() -> tuple[dict[str, Unit], dict[str, Unit]]:
    suffixes: dict[str, Unit] = {}
    spellings: dict[str, Unit] = {}
    for code, _, _, suffix, written in _UNITS:
        if not suffix:
            continue
        names = written.split("|")
        suffixes[suffix] = Unit(names[0], code)
        for name in names:
            spellings[name] = Unit(names[0], code, soft=name in ("times", "fold"))
    return suffixes, spellings


_SUFFIXES, _SPELLINGS = _named()
_SIZES = {code: (measured, Fraction(size)) for code, measured, size, _, _ in _UNITS}

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


def suffix_of(unit: Unit) -> str:
    """The suffix that a column in the unit is named with, without its underscore."""
    inner, slash, time = unit.code.partition("/")
    own = next((suffix for suffix, other in _SUFFIXES.items() if other.code == inner), "")
    if not slash:
        return own
    per = next(suffix for suffix, other in _SUFFIXES.items() if other.code == time)
    return f"{own}_per_{per}" if own else f"per_{per}"


@cache
def conversion(source: Unit, target: Unit) -> Fraction | None:
    """What turns a value in `source` into one in `target`; None where they do not convert."""
    measured, size = _size(source)
    wanted, other = _size(target)
    return size / other if measured == wanted else None


def _size(unit: Unit) -> tuple[str, Fraction]:
    """What a unit measures, and its size there."""
    code, slash, time = unit.code.partition("/")
    measured, size = _SIZES[code]
    return (f"{measured}/time", size / _SIZES[time][1]) if slash else (measured, size)


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
