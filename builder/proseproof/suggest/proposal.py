"""What is proposed for a page: for each phrase that nothing binds, claims that would hold."""

from __future__ import annotations

from dataclasses import field

from proseproof.nouns import dataclass
from proseproof.source import Span
from proseproof.suggest.block import TableBlock
from proseproof.suggest.draft import Draft
from proseproof.suggest.idea import Kind
from proseproof.suggest.left import LeftTable


@dataclass(frozen=True, eq=False)
class Choice:
    """A claim that would hold.

    says: the phrase to quote. kind, sql: its `query` or `change`. values: what it gives for each
    number of the phrase, before rounding, with its unit. score: more is better, within a phrase.
    block: for a whole Markdown table the block that would check it; `says` is empty then.
    figure: the id of the block that takes it, where that is one that is there.
    places: at how many places the phrase stands, where it has no word beside its numbers, as in a
    cell: a claim would speak for all of them. 0 where it has one.
    """

    says: str
    kind: Kind
    sql: str
    values: tuple[str, ...]
    score: float
    block: TableBlock | None = None
    figure: str = ""
    places: int = 0


@dataclass(frozen=True, eq=False)
class Proposal:
    """A phrase, or a whole table, and the claims that may be meant, the likeliest first.

    span: where the numbers stand. numbers: the span of each. clear: the first choice stands out.
    drafts: the phrases behind it, one but for a table.
    """

    span: Span
    numbers: tuple[Span, ...]
    choices: tuple[Choice, ...]
    clear: bool
    drafts: tuple[Draft, ...] = field(repr=False)


@dataclass(frozen=True, eq=False)
class Proposals:
    """All the proposals of a page in its order, then those of its figures' own texts.

    left: the tables that no block makes right. unsearched: relations left out, each with why.
    """

    page: str
    proposals: tuple[Proposal, ...]
    unsearched: tuple[str, ...] = ()
    left: tuple[LeftTable, ...] = ()
