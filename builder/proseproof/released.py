"""Captures against the ledger of the last release: what changed, and which claims moved with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from proseproof.capture import Capture
from proseproof.capture.documents import read_documents
from proseproof.capture.fault import declared, mistaken
from proseproof.disk import Disk, Unreadable
from proseproof.finding import Finding
from proseproof.model import CaptureDeclaration
from proseproof.near import first_few
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome, Proof
from proseproof.rules.stale_capture import NAME, SHORT
from proseproof.source import Text
from proseproof.strict_json import Mistake

SHOWN = 8
"""How many of the claims that moved are named; the others are counted."""


@dataclass(frozen=True)
class Released:
    """The ledger of a release. digests: by capture and path; values: by proof."""

    digests: Mapping[str, Mapping[str, str]]
    values: Mapping[str, Sequence[str]]


def read_released(disk: Disk, ledger: Text) -> Released | Finding:
    """The ledger at the path that project.yml declares, or what is wrong with it."""
    if not disk.exists(ledger.value):
        return declared(ledger, f"there is no file `{ledger.value}`")
    source = disk.source(ledger.value)
    if isinstance(source, Unreadable):
        return declared(ledger, f"`{ledger.value}` {source.reason}")
    read = read_documents(source)
    if isinstance(read, Mistake):
        return mistaken(source, read)
    try:
        return _released(read[0].value)
    except (KeyError, TypeError, AttributeError):
        return declared(ledger, f"`{ledger.value}` is no ledger of this version")


def _released(ledger: Any) -> Released:
    """Raises KeyError, TypeError or AttributeError where the document has another shape."""
    if ledger["schema_version"] != 1:
        raise KeyError("schema_version")
    return Released(
        {
            str(name): {str(file["path"]): str(file["sha256"]) for file in capture["files"]}
            for name, capture in ledger["captures"].items()
        },
        {str(proof["id"]): [str(value) for value in proof["values"]] for proof in ledger["proofs"]},
    )


def changed(released: Released, outcome: Outcome) -> Iterator[Finding]:
    """A finding for each capture one of whose files is another than at the release.

    A file that the release did not know is a new record, and no finding.
    """
    declarations = outcome.project.captures if outcome.project is not None else ()
    for declaration in declarations:
        capture = outcome.captures.get(declaration.name)
        if capture is not None:
            yield from _changed(released, outcome, declaration, capture)


def _changed(
    released: Released, outcome: Outcome, declaration: CaptureDeclaration, capture: Capture
) -> Iterator[Finding]:
    before = released.digests.get(declaration.name, {})
    other = [file for file in capture.files if before.get(file.path, file.sha256) != file.sha256]
    if not other:
        return
    first, old = other[0], before[other[0].path]
    moved = [
        f"`{proof.id}` moved from {_values(released.values[proof.id])} to {_values(proof.values)}"
        for proof in outcome.proofs
        if _has_moved(released, proof, declaration.name)
    ]
    notes = [*first_few(moved, SHOWN)] or ["no claim moved"]
    if len(moved) > len(notes):
        notes.append(f"{len(moved) - len(notes)} more claims moved")
    if len(other) > 1:
        notes.insert(0, f"{len(other) - 1} more of its files changed")
    yield Finding(
        NAME, declaration.file.span(),
        f"`{first.path}` was {old[:SHORT]} at the last release, it is {first.sha256[:SHORT]}",
        notes=tuple(notes),
        help="put the file back, and record what is new under another name",
    )  # fmt: skip


def _has_moved(released: Released, proof: Proof, capture: str) -> bool:
    before = released.values.get(proof.id)
    return capture in proof.captures and before is not None and [*before] != [*proof.values]


def _values(values: Sequence[str]) -> str:
    return ", ".join(values) or "nothing"
