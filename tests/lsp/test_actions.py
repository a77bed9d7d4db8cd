"""Quick fixes over a session: what they are called, and the files after them."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp
from tests.lsp.editor import editing
from tests.lsp.loop import run_alone
from tests.project import small_project, write_files

PAGE, CLAIMS = "docs/page.md", "claims/page.yml"
CLAIM = {"says": "It takes 5.4 s", "query": "SELECT time_s FROM runs"}


def test_write_the_value_in_the_page_and_in_the_claim(tmp_path: Path) -> None:
    write_files(tmp_path, small_project("It takes 5.4 s.\n", [CLAIM]))

    async def session() -> None:
        async with editing(tmp_path, PAGE) as editor:
            [action] = await editor.actions(PAGE, "5.4")
            assert action.title == "Write 5.5"
            assert action.kind == lsp.CodeActionKind.QuickFix
            assert action.is_preferred
            after = editor.after(action)
            assert after[PAGE] == "It takes 5.5 s.\n"
            assert '"says": "It takes 5.5 s"' in after[CLAIMS]
            editor.type(PAGE, "s.", "s. Often.")  # not saved
            [action] = await editor.actions(PAGE, "5.4")
            assert editor.after(action)[PAGE] == "It takes 5.5 s. Often.\n"
            assert action.edit is not None
            versions = [
                (editor.path(change.text_document.uri), change.text_document.version)
                for change in action.edit.document_changes or ()
                if isinstance(change, lsp.TextDocumentEdit)
            ]
            assert sorted(versions) == [(CLAIMS, None), (PAGE, 2)]

    run_alone(session())


def test_a_number_that_breaks_the_sentence_says_so(tmp_path: Path) -> None:
    claim = {"says": "more than 6 s", "query": "SELECT time_s FROM runs"}
    write_files(tmp_path, small_project("It takes more than 6 s.\n", [claim]))

    async def session() -> None:
        async with editing(tmp_path, PAGE) as editor:
            titles = [action.title for action in await editor.actions(PAGE, "6")]
            preferred = [action.is_preferred for action in await editor.actions(PAGE, "6")]
            assert all(", although " in title for title in titles)
            assert not any(preferred)

    run_alone(session())


def test_bind_a_number_or_give_it(tmp_path: Path) -> None:
    write_files(tmp_path, small_project("It takes 5.5 s.\n"))

    async def session() -> None:
        async with editing(tmp_path, PAGE) as editor:
            # As the cursor rests there, and nobody has opened a menu.
            stub, given = await editor.actions(PAGE, "5.5", lsp.CodeActionTriggerKind.Automatic)
            assert stub.title == "Bind this number: a claim that lacks its query"
            assert given.title == "List as given: an entry that lacks its reason"
            found = await editor.actions(PAGE, "5.5")
            while len(found) < 3:  # a search may take longer than a menu waits
                found = await editor.actions(PAGE, "5.5")
            bind = found[0]
            assert bind.title == "Bind 5.5 s: SELECT time_s FROM runs"
            after = editor.after(bind)
            assert after == {
                CLAIMS: "page: docs/page.md\n\nfigures:\n  - id: page-text\n    kind: text\n"
                "    claims:\n      - says: It takes 5.5 s\n"
                "        query: SELECT time_s FROM runs\n"
            }
            write_files(tmp_path, after)
            event = lsp.FileEvent(editor.uri(CLAIMS), lsp.FileChangeType.Created)
            params = lsp.DidChangeWatchedFilesParams([event])
            editor.client.workspace_did_change_watched_files(params)
            await editor.shows()

    run_alone(session())


def test_an_editor_that_knows_no_versions_gets_plain_changes(tmp_path: Path) -> None:
    write_files(tmp_path, small_project("It takes 5.4 s.\n", [CLAIM]))

    async def session() -> None:
        async with editing(tmp_path, PAGE, capabilities=lsp.ClientCapabilities()) as editor:
            [action] = await editor.actions(PAGE, "5.4")
            assert action.edit is not None
            assert action.edit.document_changes is None
            assert sorted(map(editor.path, action.edit.changes or ())) == [CLAIMS, PAGE]

    run_alone(session())
