"""Numbers that would be right in another unit: the unit is the mistake, and it is told once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proseproof.judge.agree import judge_number
from proseproof.judge.corpus import Place
from proseproof.judge.place import Check
from proseproof.judge.table import ExaminedTable
from proseproof.judge.verdict import Report
from proseproof.language.units import Unit, conversion, siblings
from proseproof.model import Limits
from proseproof.near import listing
from proseproof.nouns import dataclass
from proseproof.rules.beside import checks_beside
from proseproof.rules.wording import with_unit

Spot = tuple[int, int]
"""A number of a claim or a table: the same for the same token of the same place."""


def spot(place: Place | None, check: Check) -> Spot:
    """Where the number of a check stands; the place is None in the YAML's own words."""
    return id(place), check.said.at


@dataclass(frozen=True)
class OtherUnit:
    """A wrong number whose unit is at fault.

    note: says which numbers are right, and in which unit. help: the one advice; empty where a unit
    alone would not do. told_at: the spot of the number whose finding speaks for all that the unit
    serves, where one does.
    """

    note: str
    help: str
    told_at: Spot | None = None


def other_unit(report: Report, limits: Limits) -> OtherUnit | None:
    """What is to be said of the unit of a wrong number; None where its unit is not the mistake."""
    check = report.check
    if isinstance(report.origin, ExaminedTable) and _is_in_header(check):
        return _header_unit(report.origin, report, limits)
    alone = right_units(check, limits)
    if not alone:
        return None
    written = check.said.literal.written
    note = f"{written} is right in {alone[0].symbol}"
    together = served(report)
    if any(one.fault is None for one in together):
        own = f"write `{with_unit(written, alone[0])}`"
        lent = check.said.unit is None
        return OtherUnit(note, own if lent else "give each number its own unit")
    shared = [unit for unit in alone if all(_is_right(one, unit, limits) for one in together)]
    if not shared:
        return OtherUnit(note, "")
    here = spot(report.place, together[-1])
    last = with_unit(together[-1].said.literal.written, shared[0])
    return OtherUnit(_note(together, shared[0]), f"write `{last}`", here)


def _note(checks: Iterable[Check], unit: Unit) -> str:
    numbers = list(dict.fromkeys(one.said.literal.written for one in checks))
    verb = "are" if len(numbers) > 1 else "is"
    return f"{listing(numbers, most=_SHOWN)} {verb} right in {unit.symbol}"


_SHOWN = 4  # numbers that a note lists


def _is_in_header(check: Check) -> bool:
    """Whether a table's header says the unit of a number, which has none of its own."""
    return check.said.unit is not None and check.said.after == check.said.at + 1


def _header_unit(table: ExaminedTable, report: Report, limits: Limits) -> OtherUnit | None:
    """The unit of a header, where no cell under it is right and all would be in another one."""
    check = report.check
    column = next((cell.column for cell in table.cells if cell.place is report.place), None)
    under = [
        (cell.place, one)
        for cell in table.cells
        if cell.column == column
        for one in cell.checks
        if _is_in_header(one)
    ]
    if check.unit is None or any(one.fault is None for _, one in under):
        return None
    for unit in _likely(check):
        if all(_is_right(one, unit, limits) for _, one in under):
            note = _note([one for _, one in under], unit)
            return OtherUnit(note, f"write `{unit.symbol}` in the header", spot(*under[0]))
    return None


def right_units(check: Check, limits: Limits) -> list[Unit]:
    """The units in which a wrong number is right; none where it has no unit of its own or lent to
    it, as in a table whose header says the unit of every cell."""
    said = check.said
    has_unit = said.lent is not None if said.unit is None else said.after > said.at + 1
    if check.fault is None or check.unit is None or not has_unit:
        return []
    return [unit for unit in _likely(check) if _is_right(check, unit, limits)]


def _likely(check: Check) -> Sequence[Unit]:
    """The units that may have been meant, the column's own first."""
    own, written = check.value.unit, check.unit
    others = siblings(written) if written is not None else ()
    return sorted(others, key=lambda unit: unit != own)


def served(report: Report) -> Sequence[Check]:
    """The checks of the numbers that share the written unit of a report's: in a range or a list the
    last unit serves the numbers before it."""
    check = report.check
    groups: list[list[Check]] = []
    for one in checks_beside(report):
        last = groups[-1][-1].said if groups else None
        if last is not None and (last.at == one.said.at or (last.unit is None and last.lent)):
            groups[-1].append(one)
        else:
            groups.append([one])
    group = next((group for group in groups if check in group), [check])
    return [one for one in group if one.unit is not None]


def _is_right(check: Check, unit: Unit, limits: Limits) -> bool:
    """Whether the written number would be right if it were in the unit."""
    factor = conversion(check.value.unit, unit) if check.value.unit is not None else None
    said, value = check.said, check.value
    if factor is None or check.bottom is not None or said.literal.value == 0:
        return False  # whatever is small enough is zero in some unit
    fault = judge_number(said.literal, said.hedge, value.number * factor, value.noisy, limits)
    return fault is None
