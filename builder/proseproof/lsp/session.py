"""One editor's session: its open files, the projects around them, what it was shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from proseproof import __version__
from proseproof.finding import Finding
from proseproof.lsp.actions import Client
from proseproof.lsp.binding import Remedy, remedies, unbound_at
from proseproof.lsp.diagnostics import diagnostics
from proseproof.lsp.places import Places, path_of
from proseproof.lsp.projects import Buffer, Checked, Projects
from proseproof.lsp.searches import Searches
from proseproof.lsp.threads import Hold, holds_at
from proseproof.source import Source


class Asked(NamedTuple):
    """What a request is about: the project as it is now, the file, the offset in it."""

    checked: Checked
    places: Places
    source: Source
    offset: int

    @property
    def holds(self) -> tuple[Hold, ...]:
        """What was pointed at."""
        return holds_at(self.checked.threads, self.source.path, self.offset)


class Session(LanguageServer):
    """The server's end of a connection, and all that it keeps.

    ended: whether the editor has asked for the end, so that it is no accident.
    """

    def __init__(self) -> None:
        super().__init__(
            "proseproof", __version__,
            # A whole text leaves no room for two minds about what ends a line.
            text_document_sync_kind=lsp.TextDocumentSyncKind.Full,
        )  # fmt: skip
        self.projects = Projects(self.buffers, self.publish, self.complain)
        self.searches = Searches()
        self.ended = False
        self._published: dict[Path, set[str]] = {}

    def buffers(self) -> Iterator[Buffer]:
        """The open files that are on this machine."""
        for document in self.workspace.text_documents.values():
            path = path_of(document.uri)
            if path is not None:
                yield Buffer(document.uri, path, document.source, document.version)

    def publish(self, checked: Checked) -> None:
        """Shows the findings of a project, and takes back those it has no longer."""
        places, root = self.places(checked), checked.disk.root
        found = diagnostics(checked.outcome.findings, places, self._shows_evidence)
        shown = {places.uri(path): (path, items) for path, items in found.items()}
        for uri in self._published.get(root, set()) - shown.keys():
            self._show(uri, [], None)
        for uri, (path, items) in shown.items():
            self._show(uri, items, checked.versions.get(path))
        self._published[root] = set(shown)

    def complain(self, reason: str) -> None:
        """Shows in one line that the server could not do its work."""
        self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, reason))

    def places(self, checked: Checked) -> Places:
        """The places of a project as this editor counts them."""
        encoding = self.workspace.position_encoding or "utf-16"
        return Places(checked.disk.root, str(getattr(encoding, "value", encoding)), checked.opened)

    async def asked(self, uri: str, position: lsp.Position, anew: bool = True) -> Asked | None:
        """The place of a request; None where there is no project, or the file is not open.

        anew: in the project checked up to the last keystroke; else as it was last checked.
        """
        path = path_of(uri)
        found = await self.projects.checked(path, anew) if path is not None else None
        if found is None:
            return None
        checked, inside = found
        # The text as it is now, which is what the position is about.
        typed = (buffer.text for buffer in self.buffers() if buffer.path == path)
        text = next(typed, None)
        if text is None:
            return None
        source, places = Source(inside, text), self.places(checked)
        return Asked(checked, places, source, places.offset(source, position))

    def client(self, asked: Asked) -> Client:
        """What this editor can do with the changes of a project."""
        workspace = self.client_capabilities.workspace
        edits = workspace.workspace_edit if workspace is not None else None
        operations = (edits.resource_operations if edits is not None else None) or ()
        return Client(
            asked.places,
            asked.checked.versions,
            versioned=bool(edits and edits.document_changes),
            creates=lsp.ResourceOperationKind.Create in operations,
        )

    async def remedies(self, checked: Checked, finding: Finding, ask: bool) -> list[Remedy]:
        """What can be done about an unbound number. ask: for what the captures hold for it."""
        loaded, examination = checked.study.loaded, checked.study.examination
        if loaded is None or examination is None:
            return []
        unbound = unbound_at(finding, loaded, examination)
        if unbound is None:
            return []
        proposals = await self.searches.proposals(checked, unbound.page, ask)
        return list(remedies(unbound, loaded, examination, proposals))

    def close(self) -> None:
        """Ends all that was started for the session."""
        self.projects.close()
        self.searches.close()

    @property
    def _shows_evidence(self) -> bool:
        document = self.client_capabilities.text_document
        published = document.publish_diagnostics if document is not None else None
        return bool(published and published.related_information)

    def _show(self, uri: str, items: list[lsp.Diagnostic], version: int | None) -> None:
        params = lsp.PublishDiagnosticsParams(uri, items, version)
        self.text_document_publish_diagnostics(params)
