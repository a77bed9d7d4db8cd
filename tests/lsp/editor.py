"""An editor for a test: a language client that talks with `proseproof lsp` over pipes."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

Handler = TypeVar("Handler", bound=Callable[..., None])
BUILDER = Path(__file__).parents[2] / "builder"
PATIENCE = 20.0
"""Seconds after which a test that waits for the server gives up."""


class Editor:
    """A connected client. diagnostics: what each file shows, by its path from the root."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.diagnostics: dict[str, list[lsp.Diagnostic]] = {}
        self.messages: list[str] = []
        self.registered: list[str] = []
        self.capabilities = lsp.ServerCapabilities()
        self.client = LanguageClient("test", "1")
        self._news = asyncio.Event()
        self._versions: dict[str, int] = {}
        self._texts: dict[str, str] = {}
        self._listen()

    def _listen(self) -> None:
        hears: Callable[[str], Callable[[Handler], Handler]] = self.client.feature

        @hears(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self.diagnostics[self.path(params.uri)] = list(params.diagnostics)
            self._news.set()

        @hears(lsp.WINDOW_SHOW_MESSAGE)
        def shown(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)
            self._news.set()

        @hears(lsp.CLIENT_REGISTER_CAPABILITY)
        def registered(params: lsp.RegistrationParams) -> None:
            self.registered += [one.method for one in params.registrations]

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def path(self, uri: str) -> str:
        return uri.removeprefix(f"{self.root.as_uri()}/")

    def document(self, path: str) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri(path))

    def open(self, path: str) -> None:
        text = (self.root / path).read_bytes().decode("utf-8")
        kind = "yaml" if path.endswith("yml") else "markdown"
        self._texts[path], self._versions[path] = text, 1
        item = lsp.TextDocumentItem(self.uri(path), kind, 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def type(self, path: str, old: str, new: str) -> None:
        """Types `new` in place of `old` into an open file, and does not save it."""
        assert old in self._texts[path]
        self._texts[path] = self._texts[path].replace(old, new, 1)
        self._versions[path] += 1
        document = lsp.VersionedTextDocumentIdentifier(self._versions[path], self.uri(path))
        whole = lsp.TextDocumentContentChangeWholeDocument(self._texts[path])
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))

    def close(self, path: str) -> None:
        params = lsp.DidCloseTextDocumentParams(self.document(path))
        self.client.text_document_did_close(params)
        del self._texts[path]

    def text(self, path: str) -> str:
        return self._texts[path]

    def position(self, path: str, words: str, into: int = 0) -> lsp.Position:
        """Where `words` first stand in an open file, in UTF-16 units."""
        at = self._texts[path].index(words) + into
        before = self._texts[path][:at].split("\n")
        return lsp.Position(len(before) - 1, len(before[-1].encode("utf-16-le")) // 2)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Waits until something is so that the server's news can make so."""

        async def wait() -> None:
            while not holds():
                self._news.clear()
                await self._news.wait()

        try:
            await asyncio.wait_for(wait(), PATIENCE)
        except TimeoutError:
            raise AssertionError(f"{self.found()} {self.messages}") from None

    def found(self) -> list[str]:
        """The diagnostics shown, a line each, such as `docs/page.md 0:5-0:8 stale-number: …`."""
        return [
            f"{path} {_range(each.range)} {each.code}: {each.message.splitlines()[0]}"
            for path, items in sorted(self.diagnostics.items())
            for each in items
        ]

    def shows_any(self, path: str) -> bool:
        """Whether a file shows diagnostics."""
        return bool(self.diagnostics.get(path))

    async def shows(self, *lines: str) -> None:
        """Waits until exactly these diagnostics are shown."""
        await self.until(lambda: self.found() == sorted(lines))

    async def hover(self, path: str, words: str, into: int = 0) -> tuple[str, str] | None:
        """The words of the hover, and the text that it is about."""
        params = lsp.HoverParams(self.document(path), self.position(path, words, into))
        shown = await self.client.text_document_hover_async(params)
        if shown is None:
            return None
        assert isinstance(shown.contents, lsp.MarkupContent)
        assert shown.range is not None
        return shown.contents.value, self.cut(path, shown.range)

    async def definition(self, path: str, words: str, into: int = 0) -> list[str]:
        """The places to go to, such as `claims/page.yml: 5.5 s`."""
        params = lsp.DefinitionParams(self.document(path), self.position(path, words, into))
        found: Any = await self.client.text_document_definition_async(params)
        return [self.place(location) for location in found]

    async def references(self, path: str, words: str, declared: bool = True) -> list[str]:
        context = lsp.ReferenceContext(include_declaration=declared)
        at = self.position(path, words)
        params = lsp.ReferenceParams(context, self.document(path), at)
        found = await self.client.text_document_references_async(params)
        return [self.place(location) for location in found or ()]

    async def actions(
        self,
        path: str,
        words: str,
        trigger: lsp.CodeActionTriggerKind = lsp.CodeActionTriggerKind.Invoked,
    ) -> list[lsp.CodeAction]:
        at = self.position(path, words)
        context = lsp.CodeActionContext([], trigger_kind=trigger)
        params = lsp.CodeActionParams(self.document(path), lsp.Range(at, at), context)
        found = await self.client.text_document_code_action_async(params)
        return [action for action in found or () if isinstance(action, lsp.CodeAction)]

    async def completion(self, path: str, words: str) -> list[str]:
        """The names offered, such as `time_s: runs: DOUBLE`."""
        params = lsp.CompletionParams(self.document(path), self.position(path, words))
        found: Any = await self.client.text_document_completion_async(params)
        return [f"{item.label}: {item.detail}" for item in found.items]

    def place(self, location: lsp.Location) -> str:
        path = self.path(location.uri)
        return f"{path}: {self.cut(path, location.range)}"

    def cut(self, path: str, place: lsp.Range) -> str:
        """The text of an open or a saved file at a range."""
        return apply(self._content(path), [lsp.TextEdit(place, "")])[1]

    def after(self, action: lsp.CodeAction) -> Mapping[str, str]:
        """The texts of the files that an action changes, as they are after it."""
        assert action.edit is not None
        changed: dict[str, str] = {}
        for change in action.edit.document_changes or ():
            if isinstance(change, lsp.CreateFile):
                changed[self.path(change.uri)] = ""
                continue
            assert isinstance(change, lsp.TextDocumentEdit)
            path = self.path(change.text_document.uri)
            edits = [edit for edit in change.edits if isinstance(edit, lsp.TextEdit)]
            before = changed[path] if path in changed else self._content(path)
            changed[path] = apply(before, edits)[0]
        return changed

    def _content(self, path: str) -> str:
        saved = self.root / path
        return self._texts[path] if path in self._texts else saved.read_bytes().decode("utf-8")


def apply(text: str, edits: Sequence[lsp.TextEdit]) -> tuple[str, str]:
    """The text after the edits, and what the last of them took away; columns are UTF-16."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]

    def offset(position: lsp.Position) -> int:
        units = lines[position.line].encode("utf-16-le")[: 2 * position.character]
        return starts[position.line] + len(units.decode("utf-16-le"))

    taken = ""
    for edit in sorted(edits, key=lambda one: -offset(one.range.start)):
        start, end = offset(edit.range.start), offset(edit.range.end)
        taken, text = text[start:end], text[:start] + edit.new_text + text[end:]
    return text, taken


def _range(place: lsp.Range) -> str:
    first, last = place.start, place.end
    return f"{first.line}:{first.character}-{last.line}:{last.character}"


CAPABILITIES = lsp.ClientCapabilities(
    workspace=lsp.WorkspaceClientCapabilities(
        did_change_watched_files=lsp.DidChangeWatchedFilesClientCapabilities(
            dynamic_registration=True
        ),
        workspace_edit=lsp.WorkspaceEditClientCapabilities(
            document_changes=True, resource_operations=[lsp.ResourceOperationKind.Create]
        ),
    ),
    text_document=lsp.TextDocumentClientCapabilities(
        publish_diagnostics=lsp.PublishDiagnosticsClientCapabilities(related_information=True)
    ),
)


@asynccontextmanager
async def editing(
    root: Path, *opened: str, capabilities: lsp.ClientCapabilities = CAPABILITIES
) -> AsyncIterator[Editor]:
    """An editor with these files open; at the end the server must go away by itself, orderly."""
    editor = Editor(root)
    # What is kept from run to run is kept for this test alone.
    kept = {"XDG_CACHE_HOME": str(root / ".cache")}
    environment = {**os.environ, **kept, "PYTHONPATH": str(BUILDER)}
    await editor.client.start_io(
        sys.executable, "-P", "-m", "proseproof.cli", "lsp", cwd=root, env=environment
    )
    start = lsp.InitializeParams(capabilities, root_uri=root.as_uri())
    editor.capabilities = (await editor.client.initialize_async(start)).capabilities
    editor.client.initialized(lsp.InitializedParams())
    for path in opened:
        editor.open(path)
    yield editor
    await editor.client.shutdown_async(None)
    editor.client.exit(None)
    stop: Callable[[], Awaitable[None]] = editor.client.stop
    await asyncio.wait_for(stop(), PATIENCE)
    server = editor.client._server
    assert server is not None
    assert server.returncode == 0
