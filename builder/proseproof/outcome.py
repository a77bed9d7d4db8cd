"""What a check found out, as data: findings, proofs, marks on the pages, rows of the figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal as OneOf

from proseproof.capture import Capture
from proseproof.finding import Finding
from proseproof.model import Claim, Figure, Project, Section, View
from proseproof.nouns import dataclass
from proseproof.prose import Prose
from proseproof.query import Answer
from proseproof.source import Source, Span

Verdict = OneOf["holds", "fails"]


@dataclass(frozen=True)
class Proof:
    """One entry of the ledger: what is said, and what was computed for it.

    id: unique in the project, a legal HTML id (`fig-2-2.1`, or the claim's own id).
    claim: None for a cell of a table block. says: the words, as the YAML or the cell writes them.
    row: what the row of such a cell begins with.
    rows: those of the query, each value before rounding, with its unit (`0.6 s`). sql: the query
    and what it reads.
    captures: names of the captures behind it. places: where it is said. views: those that the
    query reads, and those that one of them reads.
    """

    id: str
    figure: Figure
    claim: Claim | None
    says: str
    verdict: Verdict
    rows: tuple[tuple[str, ...], ...]
    sql: tuple[str, ...]
    captures: tuple[str, ...]
    places: tuple[Span, ...]
    views: tuple[View, ...] = ()
    row: str = ""

    @property
    def values(self) -> tuple[str, ...]:
        """The values of all rows."""
        return tuple(value for row in self.rows for value in row)


@dataclass(frozen=True)
class Mark:
    """A number of a page that a claim binds: its characters, and the id of its proof.

    words: a phrase in which no number is bound, and which is proved as a whole.
    """

    span: Span
    proof: str
    words: bool = False


@dataclass(frozen=True)
class Numbers:
    """How many written numbers of the prose are bound, given, allowed, and none of these."""

    bound: int = 0
    given: int = 0
    allowed: int = 0
    unbound: int = 0


@dataclass(frozen=True)
class Excused:
    """A written number that no claim binds, and why it needs none, in the author's words.

    page: the path of the page it belongs to; for a text of a figure, that of its section.
    """

    span: Span
    status: OneOf["given", "allowed"]
    why: str
    page: str


@dataclass(frozen=True, eq=False)
class Page:
    """A page as it was read. marks: in the order of the file, none inside another."""

    source: Source
    prose: Prose
    marks: tuple[Mark, ...] = ()
    numbers: Numbers = Numbers()


@dataclass(frozen=True, eq=False)
class Plate:
    """A figure with its rows, ready to be drawn. captures: names of those behind the rows.

    marks: the bound numbers of the figure's own title, claim and caption, in the YAML.
    """

    figure: Figure
    section: Section
    answer: Answer | None
    captures: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, eq=False)
class Outcome:
    """The whole result of a check. It passed when no finding is an error.

    pages: by path. plates: by figure id, text blocks included. captures: by name.
    """

    project: Project | None
    findings: tuple[Finding, ...]
    pages: Mapping[str, Page] = field(default_factory=dict)
    plates: Mapping[str, Plate] = field(default_factory=dict)
    proofs: tuple[Proof, ...] = ()
    captures: Mapping[str, Capture] = field(default_factory=dict)
    numbers: Numbers = Numbers()
    claims: int = 0
    excused: tuple[Excused, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing stands against publishing."""
        return not any(finding.severity == "error" for finding in self.findings)
