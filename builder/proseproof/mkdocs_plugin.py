"""The door for MkDocs: checks before anything is built, and hands the edition to the pages."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from markdown import Markdown
from mkdocs.config.base import Config
from mkdocs.config.config_options import Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from proseproof.disk import Disk
from proseproof.kept import Kept, default_folder
from proseproof.markdown_extension import ProseproofExtension
from proseproof.outcome import Outcome
from proseproof.report.text import render_findings
from proseproof.run import CannotRun, check, reason_of
from proseproof.site.edition import Edition, compose
from proseproof.site.fences import has_ledger
from proseproof.site.ledger import ledger_json
from proseproof.site.page_view import PageView
from proseproof.site.readable import csv_text
from proseproof.site.sitemap import FOLDER, SiteMap, in_project
from proseproof.site.style import style_sheet
from proseproof.site.watched import watched
from proseproof.source import Source

_LEDGER = "# Ledger\n\n```ledger\n```\n"
_STYLE = "proseproof.css"
_MOST_BYTES = 20_000_000
"""The size up to which a recorded file is copied into the site."""
_SLOT = re.compile(r'<div class="pp-slot" data-of="([0-9a-f]+)"></div>')
_log = get_plugin_logger("proseproof")


class Options(Config):  # type: ignore[no-untyped-call]
    """The plugin's options in mkdocs.yml.

    root: the project's folder, the one that holds claims/, relative to mkdocs.yml. captures:
    whether the site brings a copy of each recorded file that something on it rests on.
    """

    root = Type(str, default=".")
    captures = Type(bool, default=True)


class ProseproofPlugin(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """Publishes a site whose prose and data agree; a preview shows where they do not."""

    def __init__(self) -> None:
        self._preview = False
        self._edition = Edition(Outcome(None, ()))
        self._site = SiteMap({})
        self._prefix: str | None = None
        self._held: dict[str, str] = {}
        self._on_page: dict[str, set[str]] = {}

    def on_startup(self, *, command: str, dirty: bool) -> None:  # noqa: ARG002
        """Tells a preview from a build; MkDocs keeps the plugin between the builds of a preview."""
        self._preview = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Brings in the Markdown extension, the style sheet, the folders to watch."""
        extensions: list[Any] = config.markdown_extensions
        # The settings name the extension too where Zensical builds from them as well.
        extensions[:] = [name for name in extensions if name != "proseproof"]
        extensions.append(ProseproofExtension(self._view_of, PluginError))
        config.extra_css.insert(0, f"{FOLDER}/{_STYLE}")
        config.watch.extend(str(path) for path in watched(Disk(self._root(config))))
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Checks, and draws every figure; an error ends a build while the last good site stands."""
        self._held.clear()
        self._on_page.clear()
        root, docs = self._root(config), Path(config.docs_dir).resolve()
        self._prefix = docs.relative_to(root).as_posix() if docs.is_relative_to(root) else None
        kept = Kept(default_folder())
        try:
            outcome = check(Disk(root), kept=kept)
        except (CannotRun, OSError) as error:
            if not self._preview:
                raise PluginError(reason_of(error)) from None
            _log.error(reason_of(error))
            outcome = Outcome(None, ())
        others = self._unchecked(outcome, Disk(docs))
        self._edition = compose(outcome, kept, others)
        findings = self._edition.outcome.findings
        if not findings:
            return
        text = render_findings(findings)
        # A strict build would take a warning for an error too, but only when the old site is gone.
        if not self._preview and (config.strict or not self._edition.passed):
            raise PluginError("\n" + text)
        _log.warning("\n" + text)

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Adds the ledger, if no page holds it, its data, the figures' rows, the style sheet."""
        pages = files.documentation_pages()
        ledger = next((file for file in pages if has_ledger(file.content_string)), None)
        if ledger is None:
            # A navigation that the settings list is left as it is; else every page is in it.
            level = InclusionLevel.NOT_IN_NAV if config.nav else InclusionLevel.INCLUDED
            ledger = File.generated(config, "ledger.md", content=_LEDGER, inclusion=level)
            files.append(ledger)
        urls = {
            path: file.url
            for file in files.documentation_pages()
            if (path := self._path(file)) is not None
        }
        recorded = dict(self._recorded(config)) if self.config.captures else {}
        addresses = {path: file.url if file else "" for path, file in recorded.items()}
        self._site = SiteMap(urls, ledger.url, files=True, captures=addresses)
        for file in recorded.values():
            if file is not None:
                files.append(file)
        for name, content in self._own_files().items():
            files.append(File.generated(config, f"{FOLDER}/{name}", content=content))
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:  # noqa: ARG002
        """Learns the order in which the site is read, which is the ledger's order too."""
        read = {path: page.url for page in nav.pages if (path := self._path(page.file)) is not None}
        self._site = replace(self._site, urls={**read, **self._site.urls})
        return nav

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:  # noqa: ARG002
        """Puts drawings and proofs in, which neither the search nor the contents should read."""
        whole = _SLOT.sub(lambda slot: self._held[slot[1]], output)
        lost = [
            token
            for token in self._on_page.get(page.file.src_uri, ())
            if f'data-of="{token}"' not in output
        ]
        if lost:
            raise PluginError(f"another plugin took {len(lost)} figures out of {page.file.src_uri}")
        return whole

    def _unchecked(self, outcome: Outcome, docs: Disk) -> Iterator[Source]:
        """The pages of the site that the check did not read."""
        for path in docs.glob("**/*.md"):
            named = path if self._prefix is None else in_project(self._prefix, path)
            if named not in outcome.pages and isinstance(source := docs.source(path), Source):
                yield Source(named, source.text)

    def _recorded(self, config: MkDocsConfig) -> Iterator[tuple[str, File | None]]:
        """The recorded files that something of the site rests on; None for one that is too large.

        Raises PluginError where one is not what was checked any more.
        """
        outcome, disk = self._edition.outcome, Disk(self._root(config))
        named = {name for proof in outcome.proofs for name in proof.captures}
        named.update(name for plate in outcome.plates.values() for name in plate.captures)
        for file in (file for name in sorted(named) for file in outcome.captures[name].files):
            if file.size > _MOST_BYTES:
                yield file.path, None
                continue
            content = disk.bytes(file.path)
            if hashlib.sha256(content).hexdigest() != file.sha256 and not self._preview:
                raise PluginError(f"{file.path} changed while the site was built")
            address, level = f"{FOLDER}/captures/{file.path}", InclusionLevel.INCLUDED
            yield file.path, File.generated(config, address, content=content, inclusion=level)

    def _own_files(self) -> dict[str, str]:
        outcome = self._edition.outcome
        own = {_STYLE: style_sheet(), "ledger.json": ledger_json(outcome)}
        for name, plate in outcome.plates.items():
            if name in self._edition.bodies and plate.answer is not None:
                own[f"{name}.csv"] = csv_text(plate.answer)
        return own

    def _view_of(self, md: Markdown, text: str) -> PageView | None:  # noqa: ARG002
        """The page that this engine renders; None for an engine that another plugin made."""
        if "relpath" not in md.treeprocessors:
            return None
        file: File = md.treeprocessors["relpath"].file  # type: ignore[attr-defined]

        def heavy(html: str) -> str:
            token = hashlib.sha256(html.encode()).hexdigest()[:32]
            self._held[token] = html
            self._on_page.setdefault(file.src_uri, set()).add(token)
            return f'<div class="pp-slot" data-of="{token}"></div>'

        path = self._path(file)
        return PageView(self._edition, self._site, path, file.url, self._preview, heavy)

    def _path(self, file: File) -> str | None:
        """The path of a page's file from the project's root; None where it is outside of it."""
        if self._prefix is None or file.generated_by is not None:
            return None
        return in_project(self._prefix, file.src_uri)

    def _root(self, config: MkDocsConfig) -> Path:
        return (Path(config.config_file_path).parent / self.config.root).resolve()
