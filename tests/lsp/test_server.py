"""A session with the server, as an editor leads it: over standard input and output."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

from lsprotocol import types as lsp
from tests.lsp.editor import editing
from tests.lsp.loop import run_alone
from tests.project import small_project, write_files

PAGE, CLAIMS = "docs/page.md", "claims/page.yml"
CLAIM = {"says": "It takes 5.5 s", "query": "SELECT time_s FROM runs"}
STALE = "docs/page.md 0:9-0:14 stale-number: page says 5.4 s, capture says 5.5 s"


def project(root: Path, page: str = "It takes 5.4 s.\n") -> None:
    write_files(root, small_project(page, [CLAIM]))


def test_findings_come_and_go_as_one_types(tmp_path: Path) -> None:
    project(tmp_path)

    async def session() -> None:
        async with editing(tmp_path, PAGE) as editor:
            await editor.shows(STALE)
            [shown] = editor.diagnostics[PAGE]
            assert shown.severity == lsp.DiagnosticSeverity.Error
            assert shown.source == "proseproof"
            assert shown.message.splitlines()[1:] == [
                "claim of `text`",
                "note: compared to one decimal place",
                "help: write `5.5 s`, or run `proseproof update`",
            ]
            [evidence] = shown.related_information or ()
            assert editor.place(evidence.location) == f"{CLAIMS}: {CLAIM['query']}"
            assert evidence.message == "gives 5.5 s"
            # The code of a finding opens the manual of its rule.
            assert shown.code_description is not None
            assert shown.code_description.href.endswith("/proseproof/rules/stale_number.py")
            editor.type(PAGE, "5.4", "5.5")  # nothing is saved
            await editor.shows()
            editor.type(PAGE, "s.", "s. And 😀 7.")
            await editor.shows("docs/page.md 0:23-0:24 unbound-number: nothing checks the number 7")

    run_alone(session())


def test_both_files_count_as_they_are_typed(tmp_path: Path) -> None:
    project(tmp_path, "It takes 5.5 s.\n")

    async def session() -> None:
        async with editing(tmp_path, PAGE, CLAIMS) as editor:
            editor.type(CLAIMS, "time_s", "tim_s")
            await editor.shows(
                "claims/page.yml 9:22-9:27 invalid-query: `runs` has no column `tim_s`"
            )
            editor.type(CLAIMS, "tim_s", "time_s")
            await editor.shows()
            editor.type(CLAIMS, "takes 5.5", "takes 5.6")
            editor.type(PAGE, "takes 5.5", "takes 5.6")
            await editor.shows(STALE.replace("5.4", "5.6"))
            editor.close(PAGE)  # unsaved, so the file counts again
            editor.close(CLAIMS)
            await editor.shows()

    run_alone(session())


def test_a_broken_project_ends_nothing(tmp_path: Path) -> None:
    project(tmp_path, "It takes 5.5 s.\n")

    async def session() -> None:
        async with editing(tmp_path, PAGE, CLAIMS, "claims/project.yml") as editor:
            for path in (CLAIMS, "claims/project.yml"):
                editor.type(path, "{", "{[")
                await editor.until(partial(editor.shows_any, path))
                assert await editor.definition(path, "docs") == []
                editor.type(path, "{[", "{")
                await editor.shows()
            (tmp_path / "claims/project.yml").rename(tmp_path / "away.yml")
            editor.type(PAGE, "5.5", "5.9")
            assert await editor.hover(PAGE, "5.9") is None
            (tmp_path / "away.yml").rename(tmp_path / "claims/project.yml")
            await editor.hover(PAGE, "5.9")
            await editor.shows(STALE.replace("5.4", "5.9"))
            assert editor.messages == []

    run_alone(session())


def test_each_file_belongs_to_its_own_project_or_to_none(tmp_path: Path) -> None:
    project(tmp_path / "one")
    project(tmp_path / "two", "It takes 5.6 s.\n")
    write_files(tmp_path, {"notes.md": "It takes 5 s.\n"})

    async def session() -> None:
        async with editing(tmp_path, "notes.md", "one/docs/page.md", "two/docs/page.md") as editor:
            await editor.shows(f"one/{STALE}", f"two/{STALE.replace('5.4', '5.6')}")
            assert await editor.hover("notes.md", "5") is None
            assert await editor.actions("notes.md", "5") == []
            item = lsp.TextDocumentItem("untitled:Untitled-1", "markdown", 1, "5 s")
            editor.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
            editor.type("two/docs/page.md", "5.6", "5.5")
            await editor.shows(f"one/{STALE}")

    run_alone(session())


def test_a_new_capture_is_noticed(tmp_path: Path) -> None:
    project(tmp_path, "It takes 5.5 s.\n")

    async def session() -> None:
        async with editing(tmp_path, PAGE) as editor:
            assert await editor.hover(PAGE, "5.5") is not None
            assert editor.registered == [lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES]
            capture = tmp_path / "capture/lab.json"
            capture.write_text(json.dumps({"runs": [{"run": "a", "time_s": 7.0}]}))
            event = lsp.FileEvent(capture.as_uri(), lsp.FileChangeType.Changed)
            params = lsp.DidChangeWatchedFilesParams([event])
            editor.client.workspace_did_change_watched_files(params)
            await editor.shows(
                "docs/page.md 0:9-0:14 stale-number: page says 5.5 s, capture says 7.0 s"
            )

    run_alone(session())


def test_an_editor_that_shows_no_evidence_gets_it_in_words(tmp_path: Path) -> None:
    project(tmp_path)
    plain = lsp.ClientCapabilities(
        general=lsp.GeneralClientCapabilities(position_encodings=[lsp.PositionEncodingKind.Utf8])
    )

    async def session() -> None:
        async with editing(tmp_path, PAGE, capabilities=plain) as editor:
            editor.type(PAGE, "It takes", "Ü takes")
            await editor.until(lambda: bool(editor.found()))
            assert editor.registered == []
            editor.type(PAGE, "Ü takes", "Ü! It takes")
            await editor.shows(STALE.replace("0:9-0:14", "0:13-0:18"))  # Ü is two bytes
            [shown] = editor.diagnostics[PAGE]
            assert "claims/page.yml:10:16: gives 5.5 s" in shown.message.splitlines()
            assert shown.related_information is None

    run_alone(session())


def test_hover_definition_references_completion(tmp_path: Path) -> None:
    project(tmp_path, "It takes 5.5 s.\n")

    async def session() -> None:
        async with editing(tmp_path, PAGE, CLAIMS) as editor:
            shown = await editor.hover(PAGE, "5.5")
            assert shown is not None
            assert shown[0].startswith("**text.1** holds: “It takes 5.5 s”")
            assert shown[1] == "5.5 s"
            claim, phrase = f"{CLAIMS}: It takes 5.5 s", f"{PAGE}: It takes 5.5 s"
            assert await editor.definition(PAGE, "takes") == [claim]
            assert await editor.definition(CLAIMS, "takes") == [phrase]
            assert await editor.references(PAGE, "takes") == [claim, phrase]
            assert await editor.references(PAGE, "takes", declared=False) == [phrase]
            assert await editor.definition(CLAIMS, "runs") == ['claims/project.yml: "runs"']
            assert await editor.completion(CLAIMS, "time_s FROM") == [
                "run: runs: VARCHAR", "time_s: runs: DOUBLE", "runs: table of lab",
            ]  # fmt: skip
            assert await editor.completion(PAGE, "takes") == []

    run_alone(session())


def test_the_end_of_the_connection_ends_the_server(tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "proseproof.cli", "lsp"]
    done = subprocess.run(
        command, cwd=tmp_path, input=b"", capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 1  # nobody asked for the end
    assert done.stdout == b""


def test_every_feature_is_offered(tmp_path: Path) -> None:
    async def session() -> None:
        async with editing(tmp_path) as editor:
            offered = editor.capabilities
            assert offered.text_document_sync is not None
            assert offered.hover_provider
            assert offered.definition_provider
            assert offered.references_provider
            assert offered.completion_provider
            assert offered.code_action_provider

    run_alone(session())
