"""JSON Lines that are too big to hold: read strictly once, and known again by their digest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from proseproof.capture.columns import Columns
from proseproof.capture.documents import Form
from proseproof.capture.fault import Findings, astray, declared
from proseproof.capture.path import Astray, parse_path
from proseproof.capture.record import Capture, CaptureFile, Rows
from proseproof.capture.rows import Gathering
from proseproof.capture.schema import Schema, read_schema
from proseproof.capture.stream import BrokenLine, Lines
from proseproof.disk import Disk
from proseproof.finding import Finding
from proseproof.kept import Kept, program
from proseproof.model import CaptureDeclaration, Table

MOST_HELD = 64 * 10**6
"""Bytes of JSON Lines that a check holds in memory; of more it only learns the columns."""


@dataclass(frozen=True, eq=False)
class BigRows:
    """The rows of a table, in files of lines that are read again when the rows are wanted.

    path: of the table. form: of the lines. of_values: whether the rows have a `value`. longest: the
    characters of the longest line.
    """

    disk: Disk
    files: tuple[CaptureFile, ...]
    capture: str
    path: str
    form: Form
    of_values: bool
    longest: int

    @property
    def made_of(self) -> tuple[Any, ...]:
        """What decides the rows, as JSON values."""
        digests = [file.sha256 for file in self.files]
        return (program("capture"), digests, self.path, *_written(self.form))

    @property
    def is_plain(self) -> bool:
        """Whether each line of the files, as they stand on the disk, is one row and no more."""
        form = self.form
        untouched = not self.disk.overlay and not form.marker and not form.nonfinite
        return untouched and not self.path and not self.of_values

    @property
    def places(self) -> tuple[str, ...]:
        """The absolute paths of the files."""
        return tuple(str(self.disk.path(file.path)) for file in self.files)

    def __iter__(self) -> Iterator[list[dict[str, Any]]]:
        """The rows, in lists of some. Raises OSError; RuntimeError where a file has changed."""
        steps = parse_path(self.path)
        assert not isinstance(steps, Astray)
        gathering = Gathering(steps, self.path, self.capture)
        for file in self.files:
            lines = Lines(self.disk, file.path, self.form)
            for some in lines:
                found = gathering.see([line.value for line in some])
                yield gathering.dicts(found, self.of_values)
            if lines.file != file:
                raise _changed(file)

    def check_unchanged(self) -> None:
        """Raises RuntimeError where a file is no longer the one that the columns are of."""
        for file in self.files:
            if self.disk.digest(file.path) != file.sha256:
                raise _changed(file)


def _changed(file: CaptureFile) -> RuntimeError:
    return RuntimeError(f"{file.path} changed while it was read")


def read_big(
    declaration: CaptureDeclaration,
    disk: Disk,
    paths: Sequence[str],
    tables: Sequence[Table],
    form: Form,
    kept: Kept,
) -> tuple[Capture | None, Findings]:
    """The capture of files of lines, whose rows stay in them; otherwise as `read_capture`.

    kept: remembers what was learnt of lines with the same digest. Raises OSError.
    """
    schema = read_schema(declaration.schema, disk) if declaration.schema else None
    if isinstance(schema, Finding):
        return None, (schema,)
    files = tuple(CaptureFile(path, disk.digest(path), disk.size(path)) for path in paths)
    made_of = _made_of(files, tables, form, schema)
    known = kept.get(*made_of)
    if known is None:
        learnt = _learn(declaration, disk, files, tables, form, schema)
        if not isinstance(learnt, list):
            return None, learnt
        kept.put(known := learnt, *made_of)
    rows = tuple(
        Rows(
            table.name, tuple(names), tuple(types),
            big=BigRows(disk, files, declaration.name, table.path, form, of_values, longest),
        )
        for table, (names, types, of_values, longest) in zip(tables, known, strict=True)
    )  # fmt: skip
    return Capture(declaration.name, files, rows), ()


def _made_of(
    files: Sequence[CaptureFile], tables: Sequence[Table], form: Form, schema: Schema | None
) -> tuple[Any, ...]:
    """What decides what is learnt, and whether the files are sound at all."""
    digests = [file.sha256 for file in files]
    paths = [[table.name, table.path] for table in tables]
    satisfied = schema.made_of(digests) if schema else None
    return ("lines", program("capture"), digests, paths, *_written(form), satisfied)


def _written(form: Form) -> tuple[Any, ...]:
    return (form.lines, form.marker, form.nonfinite)


@dataclass
class _Learning:
    """A table while its lines are read: where its rows come from, and their columns."""

    table: Table
    gathering: Gathering
    members: Columns
    values: Columns


def _learn(
    declaration: CaptureDeclaration,
    disk: Disk,
    files: Sequence[CaptureFile],
    tables: Sequence[Table],
    form: Form,
    schema: Schema | None,
) -> list[Any] | Findings:
    """Of each table its columns, their types, whether it is of values, and the longest line.

    Or what is amiss.
    """
    learning = []
    for table in tables:
        steps = parse_path(table.path)
        if isinstance(steps, Astray):
            return (astray(table, steps),)
        gathering = Gathering(steps, table.path, declaration.name)
        learning.append(_Learning(table, gathering, Columns(), Columns()))
    count = longest = 0
    for file in files:
        lines = Lines(disk, file.path, form)
        try:
            for some in lines:
                count += len(some)
                violations = (
                    tuple(schema.violations(line.document(file.path) for line in some))
                    if schema
                    else ()
                )
                if violations:
                    return violations
                longest = max(longest, *(len(line.text) for line in some), 0)
                values = [line.value for line in some]
                for one in learning:
                    _look(one, values)
        except BrokenLine as broken:
            return (broken.finding,)
        if lines.file != file:
            return (declared(declaration.file, f"`{file.path}` changed while it was read"),)
    if not count and form.marker and declaration.marker:
        return (declared(declaration.marker, f"no line has the mark `{form.marker}`"),)
    return _described(learning, longest)


def _look(one: _Learning, values: Sequence[Any]) -> None:
    found = one.gathering.see(values)
    # Only when all is seen does it show which of the two they are.
    objects = [row for row in found if row.value is None or isinstance(row.value, dict)]
    one.members.add(one.gathering.dicts(objects, of_values=False))
    if one.gathering.may_be_of_values:
        one.values.add(one.gathering.dicts(found, of_values=True))


def _described(learning: Sequence[_Learning], longest: int) -> list[Any] | Findings:
    described: list[Any] = []
    findings: list[Finding] = []
    for one in learning:
        of_values = one.gathering.is_of_values
        columns = one.values if of_values else one.members
        told = one.gathering.fault() or columns.described(one.table.name)
        if isinstance(told, Astray):
            findings.append(astray(one.table, told))
        else:
            described.append([*told, of_values, longest])
    return tuple(findings) or described
