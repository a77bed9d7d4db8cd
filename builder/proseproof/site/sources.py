"""Where the data of a figure comes from: files, runs, digests, dates, what was held equal."""

from __future__ import annotations

import re
from collections.abc import Iterable

from proseproof.capture import Capture
from proseproof.judge.comparison import held_equal, settings_of
from proseproof.model import Compare
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome, Plate
from proseproof.site.readable import plain

_QUOTED = re.compile(r"'((?:[^']|'')*)'")


@dataclass(frozen=True)
class SourceLine:
    """A recorded file as a reader sees it.

    runs: ids of the runs that the figure reads of it. recorded: when, in the capture's own words,
    or empty. transcribed: copied from a published text, not measured. size: in bytes.
    """

    path: str
    sha256: str
    runs: tuple[str, ...]
    recorded: str
    transcribed: bool
    size: int


@dataclass(frozen=True)
class Compared:
    """Runs that a figure compares, the settings that may differ, and those that are the same."""

    runs: tuple[str, ...]
    differ: tuple[str, ...]
    held: tuple[tuple[str, str], ...]


def source_lines(plate: Plate, outcome: Outcome) -> tuple[SourceLine, ...]:
    """A line a file behind the figure's rows, in the order of the plate's captures."""
    lines = []
    for name in plate.captures:
        capture = outcome.captures.get(name)
        if capture is None:
            continue
        runs = _runs(plate, capture, outcome)
        lines += [
            SourceLine(file.path, file.sha256, runs, capture.dated, capture.transcribed, file.size)
            for file in capture.files
        ]
    return tuple(lines)


def compared(compare: Compare, captures: Iterable[Capture]) -> Compared:
    """The comparison of a figure, with the settings that its runs share."""
    kept, runs = tuple(captures), tuple(run.value for run in compare.runs)
    known = {run: found for run in runs if (found := settings_of(run, kept)) is not None}
    same = held_equal(known) if len(known) == len(runs) else {}
    held = ((name, plain(value)) for name, value in same.items() if not isinstance(value, list))
    return Compared(runs, tuple(key.value for key in compare.differ), tuple(held))


def _runs(plate: Plate, capture: Capture, outcome: Outcome) -> tuple[str, ...]:
    """The capture's run ids that the figure's rows carry, or that its query or its views name."""
    known = {
        str(row[table.columns.index("run")]): None
        for table in capture.tables
        if "run" in table.columns
        for row in table.rows
    }
    named: dict[str, None] = {}
    answer, data = plate.answer, plate.figure.data
    if answer and "run" in (names := [column.name for column in answer.columns]):
        named.update((str(row[names.index("run")]), None) for row in answer.rows)
    if plate.figure.compare:
        named.update((run.value, None) for run in plate.figure.compare.runs)
    if data is not None:
        for sql in _with_views(data.value, outcome):
            named.update((text.replace("''", "'"), None) for text in _QUOTED.findall(sql))
    return tuple(run for run in known if run in named)


def _with_views(sql: str, outcome: Outcome) -> list[str]:
    """The query and each view that it names, or that one of those names."""
    views = {v.name: v.query.value for v in outcome.project.views} if outcome.project else {}
    found, waiting = [sql], [sql]
    while waiting:
        words = set(re.findall(r"\w+", waiting.pop()))
        for name in [name for name in views if name in words]:
            query = views.pop(name)
            found.append(query)
            waiting.append(query)
    return found
