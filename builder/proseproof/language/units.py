"""Units: how columns and prose write them, and exact conversion between those that convert."""

from __future__ import annotations

from dataclasses import field, replace
from fractions import Fraction
from functools import cache

from proseproof.nouns import dataclass

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
    ("percent", "share", Fraction(1, 100), "pct", "%|percent|per cent|pct"),
    ("pp", "points", 1, "pp", "pp|percentage points|percentage point|percent points"),
    ("W", "power", 1, "w", "W|watt|watts"),
    ("kW", "power", 1000, "kw", "kW|kilowatt|kilowatts"),
    ("Hz", "frequency", 1, "hz", "Hz|hertz"),
    ("MHz", "frequency", 1000**2, "mhz", "MHz|megahertz"),
    ("GHz", "frequency", 1000**3, "ghz", "GHz|gigahertz"),
    ("degC", "temperature", 1, "c", "°C|degrees Celsius|degree Celsius"),
    ("event", "count", 1, "", ""),
)
# Units that prose writes and no column's suffix names: a code, what it measures, its size there,
# the spellings. Unknown, "41 days" would pass for 41 of whatever the column counts in. A month has
# no one length and a degree Fahrenheit another zero, so they convert into nothing else.
_IN_PROSE: tuple[tuple[str, str, Fraction | int, str], ...] = (
    ("day", "time", 86400, "d|day|days"),
    ("week", "time", 7 * 86400, "weeks|week"),
    ("month", "calendar", 1, "months|month"),
    ("year", "calendar", 12, "years|year"),
    ("bit", "size", Fraction(1, 8), "bit|bits"),
    ("kbit", "size", Fraction(1000, 8), "kbit|kilobit|kilobits"),
    ("Mbit", "size", Fraction(1000**2, 8), "Mbit|Mb|megabit|megabits"),
    ("Gbit", "size", Fraction(1000**3, 8), "Gbit|Gb|gigabit|gigabits"),
    ("Tbit", "size", Fraction(1000**4, 8), "Tbit|Tb|terabit|terabits"),
    ("PB", "size", 1000**5, "PB|petabyte|petabytes"),
    ("PiB", "size", 1024**5, "PiB|pebibyte|pebibytes"),
    ("kHz", "frequency", 1000, "kHz|kilohertz"),
    ("mW", "power", Fraction(1, 1000), "mW|milliwatt|milliwatts"),
    ("MW", "power", 1000**2, "MW|megawatt|megawatts"),
    ("J", "energy", 1, "J|joule|joules"),
    ("kJ", "energy", 1000, "kJ|kilojoule|kilojoules"),
    ("Wh", "energy", 3600, "Wh|watt-hour|watt-hours"),
    ("kWh", "energy", 3600 * 1000, "kWh|kilowatt-hour|kilowatt-hours"),
    ("permille", "share", Fraction(1, 1000), "‰|permille|per mille"),
    ("basis point", "share", Fraction(1, 10**4), "basis points|basis point"),
    ("degF", "fahrenheit", 1, "°F|degrees Fahrenheit|degree Fahrenheit"),
)
# What is written as one word, and means a unit or a quotient of two.
_ALIASES = {
    ":1": "x", "m": "min", "kb": "kB", "mb": "MB", "gb": "GB", "tb": "TB", "MBs": "MB", "GBs": "GB",
    "bps": "bit/s", "kbps": "kbit/s", "Mbps": "Mbit/s", "Gbps": "Gbit/s", "Tbps": "Tbit/s",
    "QPS": "/s", "qps": "/s", "RPS": "/s", "rps": "/s",
    "QPM": "/min", "qpm": "/min", "RPM": "/min", "rpm": "/min",
}  # fmt: skip


@dataclass(frozen=True)
class Unit:
    """A unit: `symbol` as findings write it, `code` as the table has it, or two of them (`GB/s`).

    soft: the spelling is a plain word too ("times"), or no column can name the unit: over a column
    without a unit it is none.
    """

    symbol: str
    code: str
    soft: bool = field(default=False, compare=False)

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
    for code, _, _, written in _IN_PROSE:
        names = written.split("|")
        spellings |= {name: Unit(names[0], code, soft=True) for name in names}
    return suffixes, spellings


_SUFFIXES, _SPELLINGS = _named()
_SIZES = {code: (measured, Fraction(size)) for code, measured, size, _, _ in _UNITS}
_SIZES |= {code: (measured, Fraction(size)) for code, measured, size, _ in _IN_PROSE}
# By their small letters, for `Minutes` at the head of a table and for `ghz`; a letter or two mean
# too many things (`MS`, `S`).
_BY_SMALL_LETTERS = {name.lower(): unit for name, unit in _SPELLINGS.items() if len(name) > 2}

PERCENT = _SUFFIXES["pct"]
POINTS = _SUFFIXES["pp"]
FACTOR = _SUFFIXES["ratio"]
SECONDS = _SUFFIXES["s"]

SUFFIXES: tuple[str, ...] = (*_SUFFIXES, "per_s")
"""The suffixes that a column's name can end in, behind an underscore."""


def unit_of_spelling(written: str) -> Unit | None:
    """The unit that prose writes as `written` (`ms`, `percent`, `GB/s`, `/s`), or None."""
    if written in _ALIASES:
        unit = unit_of_spelling(_ALIASES[written])
        return replace(unit, soft=True) if unit is not None else None
    counted, slash, time = written.partition("/")
    if not slash:
        return _SPELLINGS.get(written) or _in_other_letters(written)
    per = unit_of_spelling(time)
    return rate(unit_of_spelling(counted), per) if per is not None and is_time(per) else None


def _in_other_letters(written: str) -> Unit | None:
    """The unit of `Minutes` or `ghz`; none for `GBIT`, whose capitals may say something else."""
    small = written[:1].lower() + written[1:]
    return _BY_SMALL_LETTERS.get(small) if small.islower() else None


def is_time(unit: Unit) -> bool:
    """Whether a unit is one of time."""
    return conversion(unit, SECONDS) is not None


def rate(inner: Unit | None, time: Unit = SECONDS) -> Unit:
    """So much of a unit in a time, or so many of something (`tokens/s`: no noun is compared)."""
    if inner is None or inner.code in ("x", "percent", "pp") or is_time(inner):
        return Unit(f"/{time.symbol}", f"event/{time.code}", time.soft)
    soft = inner.soft or time.soft
    return Unit(f"{inner.symbol}/{time.symbol}", f"{inner.code}/{time.code}", soft)


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
