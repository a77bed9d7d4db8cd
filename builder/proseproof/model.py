"""What the claims files declare: a project, its captures, its figures and their claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from decimal import Decimal
from typing import Any, Literal as OneOf

from proseproof.finding import Severity
from proseproof.nouns import dataclass
from proseproof.source import Source, Span, Text

FigureKind = OneOf["chart", "table", "text"]
DecimalMark = OneOf[".", ","]


@dataclass(frozen=True)
class Table:
    """A table of a capture. `path` is a pattern such as `runs.{run}.steps[]`; empty: the whole.

    span: the path, or the name where the path is empty. name_span: the name.
    """

    name: str
    path: str
    span: Span
    name_span: Span | None = None


@dataclass(frozen=True)
class Connection:
    """Another engine, whose rows `proseproof capture` records.

    engine: such as `postgresql`, or the name of a driver that the machine knows. dsn_env: the
    environment variable that says where it is. options: the driver's own, nothing secret among
    them. secrets: option -> the environment variable that holds its value.
    """

    name: str
    engine: str
    dsn_env: str | None
    options: Mapping[str, str]
    secrets: Mapping[str, str]
    span: Span


@dataclass(frozen=True)
class CaptureDeclaration:
    """A capture of the project: `file` (a path or a glob, relative to the root), its tables.

    schema: the path of a JSON Schema that the file must satisfy, or None. connection, sql: the name
    of the connection that the file was recorded from, and what was asked there. marker: what JSON
    stands behind in the lines of a log. nonfinite: NaN and Infinity in JSON are text.
    """

    name: str
    file: Text
    schema: Text | None
    tables: tuple[Table, ...]
    span: Span
    connection: Text | None = None
    sql: Text | None = None
    marker: Text | None = None
    nonfinite: bool = False


@dataclass(frozen=True)
class View:
    """SQL that several sections share, under a table's name, which stands at `span`."""

    name: str
    query: Text
    span: Span | None = None


@dataclass(frozen=True)
class Allow:
    """Numbers that need no claim: what the regular expression matches, and why.

    wide: it fits any number, which is told.
    """

    match: Text
    why: str
    wide: bool = False


@dataclass(frozen=True)
class Limits:
    """How far a hedged number may be off, each of the written number; how long a query may take.

    about: the share within which "about" is right (0.10). slack: the factor beyond which "more
    than" no longer says anything (1.5). seconds: how long a query may take, and a drawing.
    """

    about: Decimal = Decimal("0.10")
    slack: Decimal = Decimal("1.5")
    seconds: Decimal = Decimal(10)


@dataclass(frozen=True)
class Project:
    """claims/project.yml.

    pages: globs of the pages whose coverage is asked. rules: severity by rule name; "off" silences.
    decimal: the decimal mark by page globs, the first glob that matches wins; "." elsewhere.
    coverage: the least share of a page's numbers that must be bound, given or allowed, by page
    glob, the last that matches wins; without an entry every unbound number is a finding.
    unread: tables and views, in lower case, whose declaration could not be read.
    released: the ledger of the last release, to which the captures are held.
    """

    source: Source
    pages: tuple[Text, ...]
    captures: tuple[CaptureDeclaration, ...]
    views: tuple[View, ...] = ()
    allow: tuple[Allow, ...] = ()
    rules: Mapping[str, Severity | OneOf["off"]] = field(default_factory=dict)
    decimal: tuple[tuple[str, DecimalMark], ...] = ()
    limits: Limits = Limits()
    coverage: tuple[tuple[str, Decimal], ...] = ()
    connections: tuple[Connection, ...] = ()
    released: Text | None = None
    unread: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Claim:
    """A phrase of the prose and what it is held to.

    says: the phrase, always text. query, change, holds: SQL, at least one of them.
    unit: a column suffix without its underscore (`s`, `pct`, `per_s`) that overrides the column's.
    each: one number stands for every value. names: data value -> the words of the prose.
    span: the whole entry. id_span: the value of `id`.
    """

    says: Text
    span: Span
    id: str | None = None
    query: Text | None = None
    change: Text | None = None
    holds: Text | None = None
    unit: Text | None = None
    each: bool = False
    names: Mapping[str, str] | None = None
    why: str | None = None
    id_span: Span | None = None


@dataclass(frozen=True)
class Given:
    """Words with numbers that were chosen, not measured, and why."""

    says: Text
    why: str
    span: Span


@dataclass(frozen=True)
class Compare:
    """Runs that a figure compares, and the only settings that may differ between them."""

    runs: tuple[Text, ...]
    differ: tuple[Text, ...]
    span: Span


@dataclass(frozen=True)
class TableColumn:
    """A column of a table block: the header and the format of its cells, `{setting}`."""

    header: Text
    format: Text


@dataclass(frozen=True, eq=False)
class Figure:
    """A figure block, which no other one is, even where its id is another's by mistake.

    chart: the Vega-Lite of the block as plain data (dict, list, str, int, float, bool, None);
    chart_spans finds the place of a mistake in it: a path of keys and indices -> its scalar or key.
    chart_keys: a path that ends with a key -> that key, whatever its value.
    span: the value of `id`, or the block's first line where it has none.
    unread: the format of a column cannot be used, so nothing can be drawn or held against the rows.
    names: of a table, as a claim has them: data value -> the words of its cells.
    """

    id: str
    kind: FigureKind
    span: Span
    title: Text | None = None
    claim: Text | None = None
    caption: Text | None = None
    data: Text | None = None
    chart: Mapping[str, Any] | None = None
    chart_spans: Mapping[tuple[str | int, ...], Span] | None = None
    columns: tuple[TableColumn, ...] = ()
    claims: tuple[Claim, ...] = ()
    compare: Compare | None = None
    chart_keys: Mapping[tuple[str | int, ...], Span] | None = None
    unread: bool = False
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Section:
    """claims/<section>.yml: the pages it speaks for, its figures, its givens."""

    source: Source
    pages: tuple[Text, ...]
    figures: tuple[Figure, ...] = ()
    given: tuple[Given, ...] = ()
