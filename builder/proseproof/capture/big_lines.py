"""JSON Lines that are too big to hold: what is learnt of them, and their rows when wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from proseproof.capture.big import BigRows
from proseproof.capture.columns import Columns, in_order
from proseproof.capture.documents import Form
from proseproof.capture.fault import Findings, astray, declared
from proseproof.capture.path import Astray, parse_path
from proseproof.capture.record import CaptureFile, Rows
from proseproof.capture.rows import Gathering
from proseproof.capture.schema import Schema
from proseproof.capture.stream import BrokenLine, Lines
from proseproof.disk import Disk
from proseproof.finding import Finding
from proseproof.model import CaptureDeclaration, Table
from proseproof.nouns import dataclass


@dataclass(frozen=True, eq=False)
class BigLines(BigRows):
    """The rows that a path leads to in each line.

    path: of the table. form: of the lines. of_values: whether the rows have a `value`. longest: the
    characters of the longest line.
    """

    capture: str
    path: str
    form: Form
    of_values: bool
    longest: int

    @property
    def read_as(self) -> tuple[Any, ...]:
        """The table's path, and how documents stand in lines."""
        return (self.path, *_written(self.form))

    @property
    def is_plain(self) -> bool:
        """Whether each line of the files, as they stand on the disk, is one row and no more."""
        form = self.form
        untouched = not self.disk.overlay and not form.marker and not form.nonfinite
        return untouched and not self.path and not self.of_values

    def read(self, path: str) -> Iterator[list[tuple[Any, ...]]]:
        """The rows of one file."""
        steps = parse_path(self.path)
        assert not isinstance(steps, Astray)
        gathering = Gathering(steps, self.path, self.capture)
        lines = Lines(self.disk, path, self.form)
        for some in lines:
            found = gathering.see([line.value for line in some])
            yield in_order(gathering.dicts(found, self.of_values), self.columns)
        self.check(lines.file)


def _written(form: Form) -> tuple[Any, ...]:
    return (form.lines, form.marker, form.nonfinite)


@dataclass
class _Table:
    """A table while its lines are read: where its rows come from, and their columns."""

    table: Table
    gathering: Gathering
    members: Columns
    values: Columns

    def look(self, values: Sequence[Any]) -> None:
        """Looks at what the path leads to in some documents."""
        found = self.gathering.see(values)
        # Only when all is seen does it show which of the two they are.
        objects = [row for row in found if row.value is None or isinstance(row.value, dict)]
        self.members.add(self.gathering.dicts(objects, of_values=False))
        if self.gathering.may_be_of_values:
            self.values.add(self.gathering.dicts(found, of_values=True))


@dataclass(frozen=True, eq=False)
class LearningLines:
    """What can be told of a declared capture of JSON Lines without holding them."""

    declaration: CaptureDeclaration
    disk: Disk
    declared: Sequence[Table]
    form: Form
    schema: Schema | None

    @property
    def read_as(self) -> tuple[Any, ...]:
        """The tables, how documents stand in lines, and the schema."""
        paths = [[table.name, table.path] for table in self.declared]
        return (paths, *_written(self.form), self.schema.made_of(()) if self.schema else None)

    def learn(self, files: tuple[CaptureFile, ...]) -> list[Any] | Findings:
        """Of each table its columns, their types, whether it is of values, and the longest line."""
        tables = []
        for table in self.declared:
            steps = parse_path(table.path)
            if isinstance(steps, Astray):
                return (astray(table, steps),)
            gathering = Gathering(steps, table.path, self.declaration.name)
            tables.append(_Table(table, gathering, Columns(), Columns()))
        count = longest = 0
        for file in files:
            lines = Lines(self.disk, file.path, self.form)
            try:
                for some in lines:
                    count += len(some)
                    documents = (line.document(file.path) for line in some)
                    violations = tuple(self.schema.violations(documents)) if self.schema else ()
                    if violations:
                        return violations
                    longest = max(longest, *(len(line.text) for line in some), 0)
                    values = [line.value for line in some]
                    for one in tables:
                        one.look(values)
            except BrokenLine as broken:
                return (broken.finding,)
            if lines.file != file:
                said = f"`{file.path}` changed while it was read"
                return (declared(self.declaration.file, said),)
        if not count and self.form.marker and self.declaration.marker:
            said = f"no line has the mark `{self.form.marker}`"
            return (declared(self.declaration.marker, said),)
        return _described(tables, longest)

    def tables(self, files: tuple[CaptureFile, ...], learnt: list[Any]) -> tuple[Rows, ...]:
        """The tables, whose rows stay in the files."""
        name, form = self.declaration.name, self.form
        rows = []
        for table, (columns, types, of_values, longest) in zip(self.declared, learnt, strict=True):
            names = tuple(columns)
            big = BigLines(self.disk, files, names, name, table.path, form, of_values, longest)
            rows.append(Rows(table.name, names, tuple(types), big=big))
        return tuple(rows)


def _described(tables: Sequence[_Table], longest: int) -> list[Any] | Findings:
    described: list[Any] = []
    findings: list[Finding] = []
    for one in tables:
        of_values = one.gathering.is_of_values
        columns = one.values if of_values else one.members
        told = one.gathering.fault() or columns.described(one.table.name)
        if isinstance(told, Astray):
            findings.append(astray(one.table, told))
        else:
            described.append([*told, of_values, longest])
    return tuple(findings) or described
