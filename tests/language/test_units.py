"""Units that convert, by as much as a library of units says, and units that do not."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pint
import pytest

from proseproof.language.units import (
    SUFFIXES,
    Unit,
    conversion,
    unit_of_column,
    unit_of_spelling,
)

# Columns' suffixes by what they measure, and what a library calls the units: `ms` is `ms`.
KINDS = {
    "time": {"s": "s", "ms": "ms", "us": "us", "ns": "ns", "minutes": "minute", "hours": "hour"},
    "size": {"bytes": "byte", "kb": "kilobyte", "mb": "megabyte", "gb": "gigabyte",
             "tb": "terabyte", "kib": "kibibyte", "mib": "mebibyte", "gib": "gibibyte",
             "tib": "tebibyte"},
    "share": {"ratio": "dimensionless", "pct": "percent"},
    "power": {"w": "watt", "kw": "kilowatt"},
    "frequency": {"hz": "hertz", "mhz": "megahertz", "ghz": "gigahertz"},
    "temperature": {"c": "delta_degree_Celsius"},
    "points": {"pp": ""},
    "counts in a time": {"per_s": "1 / s", "per_ms": "1 / ms", "per_minutes": "1 / minute"},
    "sizes in a time": {"gb_per_s": "gigabyte / s", "mib_per_ms": "mebibyte / ms",
                        "bytes_per_hours": "byte / hour"},
}  # fmt: skip


def unit(suffix: str) -> Unit:
    found = unit_of_column(f"column_{suffix}")
    assert found is not None
    return found


@pytest.fixture(scope="module")
def library() -> pint.UnitRegistry[Any]:
    """Pint's own units, in exact numbers."""
    return pint.UnitRegistry(non_int_type=Fraction)


def test_every_suffix_is_looked_at() -> None:
    assert set(SUFFIXES) <= {suffix for kind in KINDS.values() for suffix in kind}


@pytest.mark.parametrize("kind", KINDS)
def test_units_of_one_kind_convert_as_the_library_says(
    library: pint.UnitRegistry[Any], kind: str
) -> None:
    for (source, name), (target, other) in product(KINDS[kind].items(), repeat=2):
        known = library.Quantity(Fraction(1), name).to(other).magnitude
        assert conversion(unit(source), unit(target)) == known, (source, target)


@pytest.mark.parametrize(("one", "other"), [*combinations(KINDS, 2)])
def test_units_of_two_kinds_do_not_convert(one: str, other: str) -> None:
    for source, target in product(KINDS[one], KINDS[other]):
        assert conversion(unit(source), unit(target)) is None, (source, target)


@pytest.mark.parametrize(
    ("written", "suffix", "name"),
    [
        ("days", "s", "day"),
        ("weeks", "hours", "week"),
        ("bits", "bytes", "bit"),
        ("kbit", "kb", "kilobit"),
        ("Mb", "mb", "megabit"),
        ("gigabits", "gib", "gigabit"),
        ("Tbit", "tb", "terabit"),
        ("PB", "gb", "petabyte"),
        ("PiB", "tib", "pebibyte"),
        ("kHz", "mhz", "kilohertz"),
        ("mW", "w", "milliwatt"),
        ("megawatts", "kw", "megawatt"),
        ("‰", "pct", "permille"),
        ("Gbps", "gb_per_s", "gigabit / s"),
        ("runs/day", "per_s", "1 / day"),
        ("rpm", "per_minutes", "1 / minute"),
    ],
)
def test_a_unit_that_no_column_names_converts_too(
    library: pint.UnitRegistry[Any], written: str, suffix: str, name: str
) -> None:
    """Unknown, it would pass for the unit of the column, whatever that is."""
    found = unit_of_spelling(written)
    assert found is not None
    kind = next(names for names in KINDS.values() if suffix in names)
    known = library.Quantity(Fraction(1), name).to(kind[suffix]).magnitude
    assert conversion(found, unit(suffix)) == known


@pytest.mark.parametrize(
    ("written", "suffix"),
    [("months", "s"), ("years", "hours"), ("joules", "w"), ("kWh", "kw"), ("°F", "c")],
)
def test_a_unit_of_another_kind_does_not(written: str, suffix: str) -> None:
    found = unit_of_spelling(written)
    assert found is not None
    assert conversion(found, unit(suffix)) is None


@pytest.mark.parametrize(
    ("written", "same"),
    [("Minutes", "minutes"), ("Percent", "%"), ("pct", "%"), ("ghz", "GHz"), ("gb", "GB"),
     ("GBs", "GB"), ("Milliseconds", "ms"), ("m", "min"), ("mb/s", "MB/s"), ("times", "x")],
)  # fmt: skip
def test_a_unit_in_other_letters_is_the_same(written: str, same: str) -> None:
    assert unit_of_spelling(written) == unit_of_spelling(same)


@pytest.mark.parametrize("written", ["MS", "S", "K", "GBIT", "steps", "", "/", "a/b", "GB/x"])
def test_what_is_no_unit(written: str) -> None:
    assert unit_of_spelling(written) is None
