"""The server: each request of an editor, answered by what the other files of this folder say."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence

from lsprotocol import types as lsp

from proseproof.lsp.actions import findings_at, remedy_actions, write_actions
from proseproof.lsp.completion import names_at
from proseproof.lsp.hover import hover_at
from proseproof.lsp.places import path_of
from proseproof.lsp.session import Session
from proseproof.update import plan_changes

WATCHED = "**/*.{md,markdown,yml,yaml,json,jsonl,ndjson,csv,parquet}"
"""The files whose change outside of the editor asks for a new check."""


def serve() -> int:
    """Talks with one editor over standard input and output until it says that it is done.

    Gives the exit status: 0 after an orderly end, 1 where the connection broke off. Everything
    that is printed meanwhile goes to standard error, as the log does.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    # Editors tell more than was asked for, which its library would warn of each time.
    logging.getLogger("pygls").setLevel(logging.ERROR)
    protocol, sys.stdout = sys.stdout.buffer, sys.stderr
    session = make_session()
    try:
        session.start_io(sys.stdin.buffer, protocol)
    finally:
        session.close()
    return 0 if session.ended else 1


def make_session() -> Session:
    """A session with all its answers, ready to be connected."""
    session = Session()
    _follow_files(session)
    _answer(session)
    return session


def _follow_files(session: Session) -> None:
    """What the editor tells: every change of a file asks for a new check."""

    def changed(uri: str) -> None:
        path = path_of(uri)
        if path is not None:
            session.projects.touch(path)

    @session.feature(lsp.INITIALIZED)
    def initialized(_params: lsp.InitializedParams) -> None:
        workspace = session.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is not None and watching.dynamic_registration:
            options = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(WATCHED)])
            method = lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
            watch = lsp.Registration("watch-files", method, options)
            session.client_register_capability(lsp.RegistrationParams([watch]))

    @session.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        changed(params.text_document.uri)

    @session.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def typed(params: lsp.DidChangeTextDocumentParams) -> None:
        changed(params.text_document.uri)

    @session.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        changed(params.text_document.uri)

    @session.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        changed(params.text_document.uri)

    @session.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def written(params: lsp.DidChangeWatchedFilesParams) -> None:
        for event in params.changes:
            changed(event.uri)

    @session.feature(lsp.SHUTDOWN)
    def ended(_params: None) -> None:
        session.ended = True


def _answer(session: Session) -> None:
    """What the editor asks."""

    @session.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        asked = await session.asked(params.text_document.uri, params.position)
        shown = hover_at(asked.checked, asked.source, asked.offset) if asked else None
        if asked is None or shown is None:
            return None
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, shown.words)
        return lsp.Hover(content, asked.places.range(shown.span))

    @session.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def definition(
        params: lsp.DefinitionParams,
    ) -> Sequence[lsp.Location]:
        asked = await session.asked(params.text_document.uri, params.position)
        if asked is None:
            return []
        spans = [span for hold in asked.holds for span in hold.far_ends]
        return [asked.places.location(span) for span in spans]

    @session.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def references(params: lsp.ReferenceParams) -> Sequence[lsp.Location]:
        asked = await session.asked(params.text_document.uri, params.position)
        if asked is None:
            return []
        threads = [hold.thread for hold in asked.holds]
        spans = [span for thread in threads for span in thread.uses]
        if params.context.include_declaration:
            spans = [*(thread.declared for thread in threads), *spans]
        return [asked.places.location(span) for span in dict.fromkeys(spans)]

    @session.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])
    )
    async def actions(params: lsp.CodeActionParams) -> Sequence[lsp.CodeAction]:
        asked = await session.asked(params.text_document.uri, params.range.start)
        if asked is None:
            return []
        checked, end = asked.checked, asked.places.offset(asked.source, params.range.end)
        findings = checked.outcome.findings
        found = findings_at(findings, asked.source.path, asked.offset, end)
        client = session.client(asked)
        made = list(write_actions(found, plan_changes(checked.outcome).changes, client))
        # An editor asks by itself as the cursor moves; then no search is begun.
        ask = params.context.trigger_kind != lsp.CodeActionTriggerKind.Automatic
        for finding in found:
            offered = await session.remedies(checked, finding, ask)
            made += remedy_actions(finding, offered, client)
        return made

    @session.feature(lsp.TEXT_DOCUMENT_COMPLETION)
    async def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        # The names are those of the last check: what is typed here is no query yet.
        asked = await session.asked(params.text_document.uri, params.position, anew=False)
        names = names_at(asked.checked.outcome, asked.source, asked.offset) if asked else ()
        kinds = {"table": lsp.CompletionItemKind.Struct, "column": lsp.CompletionItemKind.Field}
        items = [
            lsp.CompletionItem(
                one.name, kind=kinds[one.kind], detail=one.detail, sort_text=f"{rank:05}"
            )
            for rank, one in enumerate(names)
        ]
        return lsp.CompletionList(False, items)
