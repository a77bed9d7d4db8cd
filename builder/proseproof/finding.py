"""What a check says of one mistake: a finding, its labels and the edit that would mend it."""

from __future__ import annotations

from typing import Literal as OneOf

from proseproof.nouns import dataclass
from proseproof.source import Span

Severity = OneOf["error", "warning"]


@dataclass(frozen=True)
class Label:
    """Evidence at another place: `span` is underlined with dashes, `text` stands behind it."""

    span: Span
    text: str = ""


@dataclass(frozen=True)
class Edit:
    """A change of text that mends a finding: the characters of `span` become `text`.

    `safe` means the sentence keeps its meaning; only safe edits are made by `proseproof update`.
    """

    span: Span
    text: str
    safe: bool = True


@dataclass(frozen=True)
class Finding:
    """One mistake, at the place where the author will type.

    rule: the name of the rule, as in `stale-number`.
    span: where to type.
    message: stands alone in one line, names both sides, lower-case, no stop, no advice.
    label: a word or two behind the carets, such as: claim `median-request`.
    labels: evidence at other places. notes: facts, a line each. help: the one advice.
    edits: what `update` would write, at this place and at each that says the same.
    left: why `update` leaves the place where a new number is asked: a few words, such as
    "the sign turns"; empty where its edits are safe, and where a number is not what is wrong.
    """

    rule: str
    span: Span
    message: str
    label: str = ""
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    edits: tuple[Edit, ...] = ()
    severity: Severity = "error"
    left: str = ""

    @property
    def order(self) -> tuple[str, int, int, str, str]:
        """Sorts findings by file and place, then by rule and message."""
        return (*self.span.order, self.rule, self.message)
