"""Faults of a capture as findings of the rule `invalid-capture`."""

from __future__ import annotations

from proseproof.capture.path import Astray
from proseproof.finding import Finding, Label
from proseproof.model import Table
from proseproof.source import Source, Text
from proseproof.strict_json import Mistake

RULE = "invalid-capture"

Findings = tuple[Finding, ...]


def declared(text: Text, message: str, *notes: str) -> Finding:
    """A fault of what the project file declares, at those words."""
    return Finding(RULE, text.span(), message, notes=notes)


def mistaken(source: Source, mistake: Mistake) -> Finding:
    """A fault of a recorded file, in the file.

    A place behind the last character becomes that character, so that there is one to point at.
    """
    start, end = mistake.start, mistake.end
    if start == end:
        start = max(start - 1, 0)
    said = "opened here" if mistake.start == mistake.end else "here first"
    labels = (Label(source.span(*mistake.first), said),) if mistake.first else ()
    return Finding(RULE, source.span(start, end), mistake.message, labels=labels)


def astray(table: Table, fault: Astray) -> Finding:
    """A fault of a table's path, or of the rows that it leads to, at its declaration."""
    return Finding(RULE, table.span, fault.message, notes=fault.notes, help=fault.help)
