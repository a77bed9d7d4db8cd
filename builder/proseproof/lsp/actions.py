"""Quick fixes as an editor makes them: the edits of findings, the remedies of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    CreateFile,
    OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from proseproof.finding import Edit, Finding
from proseproof.lsp.binding import Remedy
from proseproof.lsp.diagnostics import diagnostic
from proseproof.lsp.places import Places
from proseproof.nouns import dataclass
from proseproof.update import Change


def findings_at(findings: Iterable[Finding], path: str, start: int, end: int) -> list[Finding]:
    """The findings of a file that a selection touches."""
    return [
        finding
        for finding in findings
        if finding.span.source.path == path
        and finding.span.start <= end
        and start <= finding.span.end
    ]


@dataclass(frozen=True)
class Client:
    """What quick fixes have to know of the editor.

    places: of the project. versions: of the open files, by project path, as they were checked.
    versioned: it takes changes of files in versions. creates: it makes new files.
    """

    places: Places
    versions: Mapping[str, int | None]
    versioned: bool = True
    creates: bool = True


def write_actions(
    findings: Iterable[Finding], changes: Sequence[Change], client: Client
) -> Iterator[CodeAction]:
    """For each finding with edits the action that makes them, in every file that says the same.

    changes: what `update` would write of all findings; an edit that it leaves is offered with the
    reason, since the author may rewrite the sentence next.
    """
    for finding in findings:
        if not finding.edits:
            continue
        change = next((one for one in changes if finding in one.findings), None)
        title = f"Write {finding.edits[0].text}"
        yield CodeAction(
            title
            if change is not None
            else f"{title}; {finding.left or 'read the sentence again'}",
            kind=CodeActionKind.QuickFix,
            diagnostics=[diagnostic(finding, client.places)],
            is_preferred=change is not None,
            edit=workspace_edit(change.edits if change is not None else finding.edits, client),
        )


def remedy_actions(
    finding: Finding, remedies: Iterable[Remedy], client: Client
) -> Iterator[CodeAction]:
    """The actions that cover a number; a new file only where the editor can make one."""
    for remedy in remedies:
        if not remedy.new or (client.versioned and client.creates):
            yield CodeAction(
                remedy.title,
                kind=CodeActionKind.QuickFix,
                diagnostics=[diagnostic(finding, client.places)],
                is_preferred=remedy.sure,
                edit=workspace_edit([remedy.edit], client, remedy.new),
            )


def workspace_edit(edits: Iterable[Edit], client: Client, new: bool = False) -> WorkspaceEdit:
    """The edits as one change of the workspace; of open files in the version that was checked.

    new: the file of the edits is made first.
    """
    places = client.places
    by_file: dict[str, list[TextEdit]] = {}
    for edit in dict.fromkeys(edits):
        kept = by_file.setdefault(edit.span.source.path, [])
        kept.append(TextEdit(places.range(edit.span), edit.text))
    if not client.versioned:
        return WorkspaceEdit(changes={places.uri(path): kept for path, kept in by_file.items()})
    changes: list[TextDocumentEdit | CreateFile] = []
    for path, kept in by_file.items():
        if new:
            changes.append(CreateFile(places.uri(path)))
        version = None if new else client.versions.get(path)
        document = OptionalVersionedTextDocumentIdentifier(places.uri(path), version)
        changes.append(TextDocumentEdit(document, kept))
    return WorkspaceEdit(document_changes=changes)
