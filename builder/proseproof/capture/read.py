"""Reads a declared capture, each kind of file in its own way.

Whoever reads a kind is loaded for the first file of it: most projects have one kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from proseproof.capture.documents import Document, Form, read_documents
from proseproof.capture.fault import RULE, Findings, declared, mistaken
from proseproof.capture.files import MOST_HELD, find_files, read_sources, recorded
from proseproof.capture.layout import lay_out
from proseproof.capture.made_of import made_of, told_by
from proseproof.capture.path import Astray, parse_path
from proseproof.capture.record import Capture
from proseproof.capture.rows import rows_of
from proseproof.capture.schema import read_schema, violations
from proseproof.disk import Disk
from proseproof.finding import Finding
from proseproof.kept import NOTHING_KEPT, Kept
from proseproof.model import CaptureDeclaration, Table
from proseproof.source import Source
from proseproof.strict_json import Mistake


def read_capture(
    declaration: CaptureDeclaration, disk: Disk, kept: Kept = NOTHING_KEPT
) -> tuple[Capture | None, Findings]:
    """The declared capture and what is wrong with it (rule `invalid-capture`).

    `file` is the path of a file or a glob; all files of a glob are one table, in the order of
    their paths, and nothing is added to their rows. A capture that declares no tables is one
    table under its own name. None where anything is wrong: nothing may be computed from half a
    capture. Each file has one finding at most, but for a few violations of a schema.
    kept: knows which documents satisfy which schema.
    """
    files = find_files(declaration, disk)
    if isinstance(files, Finding):
        return None, (_told_to_record(files, declaration),)
    paths, kind = files
    # A record in JSON has its rows beside its provenance.
    whole = "rows[]" if declaration.connection and kind == "json" else ""
    tables = declaration.tables or (Table(declaration.name, whole, declaration.span),)
    if kind in ("csv", "parquet"):
        unfit = tuple(_only_for_json(declaration, kind))
        if unfit:
            return None, unfit
    if kind == "parquet":
        from proseproof.capture.parquet import read_parquet

        return read_parquet(declaration, disk, paths, tables)
    marker = declaration.marker.value if declaration.marker else ""
    form = Form(kind == "lines", marker, declaration.nonfinite)
    if (form.lines or kind == "csv") and sum(map(disk.size, paths)) > MOST_HELD:
        return _from_big(declaration, disk, paths, tables, form, kept)
    sources, findings = read_sources(declaration, disk, paths)
    if findings:
        return None, findings
    if kind == "csv":
        return _from_csv(declaration.name, sources, tables)
    return _from_json(declaration, disk, sources, tables, kept, form)


def _told_to_record(missing: Finding, declaration: CaptureDeclaration) -> Finding:
    """The finding of a file that is not there, with the advice to record it where one can."""
    if declaration.connection is None:
        return missing
    return replace(missing, help=f"run `proseproof capture {declaration.name}`")


def _only_for_json(declaration: CaptureDeclaration, kind: str) -> Iterator[Finding]:
    """What the declaration of a file that is one table cannot have."""
    for table in declaration.tables:
        if table.path:
            message = f"`{table.path}` leads into JSON, and a {kind} file is rows"
            yield Finding(RULE, table.span, message)
    if declaration.schema:
        yield declared(declaration.schema, f"a JSON Schema describes JSON, this capture is {kind}")
    if declaration.nonfinite:
        yield declared(declaration.file, f"`nonfinite` is about JSON, this capture is {kind}")


def _from_big(
    declaration: CaptureDeclaration,
    disk: Disk,
    paths: Sequence[str],
    tables: Sequence[Table],
    form: Form,
    kept: Kept,
) -> tuple[Capture | None, Findings]:
    """Files of rows that are too many to hold: JSON Lines, or CSV."""
    from proseproof.capture.big import read_big

    if not form.lines:
        from proseproof.capture.big_csv import LearningCsv

        csv = LearningCsv(declaration, disk, tables)
        return read_big(declaration.name, disk, paths, csv, kept)
    from proseproof.capture.big_lines import LearningLines

    schema = read_schema(declaration.schema, disk) if declaration.schema else None
    if isinstance(schema, Finding):
        return None, (schema,)
    if schema and schema.made_of(()) is None:
        kept = NOTHING_KEPT
    lines = LearningLines(declaration, disk, tables, form, schema)
    return read_big(declaration.name, disk, paths, lines, kept)


def _from_csv(
    name: str, sources: Sequence[Source], tables: Sequence[Table]
) -> tuple[Capture | None, Findings]:
    from proseproof.capture.csv_column import typed_rows
    from proseproof.capture.csv_text import read_csv

    sheets = []
    findings = []
    for source in sources:
        sheet = read_csv(source.text)
        if isinstance(sheet, Mistake):
            findings.append(mistaken(source, sheet))
        else:
            sheets.append(sheet)
    if findings:
        return None, tuple(findings)
    rows = typed_rows(sheets) or Astray(f"`{name}` has no rows")
    files = tuple(recorded(source) for source in sources)
    return lay_out(name, files, ((table, rows) for table in tables))


def _from_json(
    declaration: CaptureDeclaration,
    disk: Disk,
    sources: Sequence[Source],
    tables: Sequence[Table],
    kept: Kept,
    form: Form,
) -> tuple[Capture | None, Findings]:
    """Each file, or each line of JSON Lines, is a document, and a table's path leads into each."""
    documents: list[Document] = []
    findings: list[Finding] = []
    for source in sources:
        read = read_documents(source, form)
        if isinstance(read, Mistake):
            findings.append(mistaken(source, read))
        else:
            documents.extend(read)
    if not findings and declaration.schema:
        findings.extend(violations(declaration.schema, documents, disk, kept))
    if not findings and not documents and declaration.marker:
        findings.append(declared(declaration.marker, f"no line has the mark `{form.marker}`"))
    if findings:
        return None, tuple(findings)
    values = [document.value for document in documents]
    found = ((table, _rows(table, values, declaration.name)) for table in tables)
    single = values[0] if len(sources) == 1 and not form.lines else None
    files = tuple(recorded(source) for source in sources)
    capture, findings_of_rows = lay_out(declaration.name, files, found, single)
    if capture is None or form.lines:
        return capture, findings_of_rows
    told = tuple(told_by(document.value) for document in documents)
    found_now = made_of(zip(told, map(_given, documents), strict=True), disk)
    return replace(capture, told=told, made_of=found_now), ()


def _given(document: Document) -> Callable[[], Document]:
    return lambda: document


def _rows(table: Table, values: Sequence[Any], capture: str) -> list[dict[str, Any]] | Astray:
    steps = parse_path(table.path)
    return steps if isinstance(steps, Astray) else rows_of(values, steps, table.path, capture)
