"""Quick fixes: the edits of a finding, for an editor to make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from proseproof.finding import Edit, Finding
from proseproof.lsp.diagnostics import diagnostic
from proseproof.lsp.places import Places


def findings_at(findings: Iterable[Finding], path: str, start: int, end: int) -> list[Finding]:
    """The findings of a file that a selection touches."""
    return [
        finding
        for finding in findings
        if finding.span.source.path == path
        and finding.span.start <= end
        and start <= finding.span.end
    ]


def write_actions(
    findings: Sequence[Finding], places: Places, versions: Mapping[str, int | None]
) -> Iterator[CodeAction]:
    """For each finding with edits the action that makes them, in every file that says the same."""
    for finding in findings:
        if finding.edits:
            safe = all(edit.safe for edit in finding.edits)
            title = f"Write {finding.edits[0].text}"
            yield CodeAction(
                title if safe else f"{title}, which changes what the sentence means",
                kind=CodeActionKind.QuickFix,
                diagnostics=[diagnostic(finding, places)],
                is_preferred=safe,
                edit=workspace_edit(finding.edits, places, versions),
            )


def workspace_edit(
    edits: Iterable[Edit], places: Places, versions: Mapping[str, int | None]
) -> WorkspaceEdit:
    """The edits as one change of the workspace; of open files in the version that was checked."""
    by_file: dict[str, list[Edit]] = {}
    for edit in dict.fromkeys(edits):
        by_file.setdefault(edit.span.source.path, []).append(edit)
    return WorkspaceEdit(
        document_changes=[
            TextDocumentEdit(
                OptionalVersionedTextDocumentIdentifier(places.uri(path), versions.get(path)),
                [TextEdit(places.range(edit.span), edit.text) for edit in kept],
            )
            for path, kept in by_file.items()
        ]
    )
