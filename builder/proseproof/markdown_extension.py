"""The door for Zensical and plain Python-Markdown: proved pages, or no pages at all.

An engine that ignores MkDocs plugins still runs this extension. So it checks the project by itself,
once for the files as they are, and refuses to render a page while an error stands.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from markdown import Extension, Markdown

from proseproof.disk import Disk, find_root
from proseproof.kept import Kept, default_folder
from proseproof.report.text import render_findings
from proseproof.run import CannotRun, check, reason_of
from proseproof.site.align import align
from proseproof.site.edition import Edition
from proseproof.site.fences import has_ledger
from proseproof.site.fresh import FreshEdition
from proseproof.site.page_view import PageView
from proseproof.site.processors import register
from proseproof.site.sitemap import SiteMap, in_project
from proseproof.source import Source

_ZENSICAL = "rendering_context"
"""The step by which Zensical tells its extensions which page they are on."""

ViewOf = Callable[[Markdown, str], PageView | None]


class NotProved(Exception):  # noqa: N818 - what is wrong is the author's prose, not the program
    """A page that may not be published; the text says why, as `proseproof check` does."""


class ProseproofExtension(Extension):
    """Links proved numbers to the ledger, and fills the fences `figure` and `ledger`.

    Options: `root`, the project's folder, relative to the engine's settings file or to the working
    directory; empty, the nearest one upwards that holds claims/project.yml. `page`, the path of the
    page from the root, where the engine does not tell; it is else found by its text. `ledger`, the
    address of the page with the ledger, where the engine does not know its pages.
    """

    def __init__(
        self,
        view_of: ViewOf | None = None,
        refuse: Callable[[str], Exception] = NotProved,
        **options: Any,
    ) -> None:
        """view_of, refuse: as in `site.processors.register`; without them the engine is asked."""
        self.config = {
            "root": ["", "The project's folder"],
            "page": ["", "The path of the page, from the root"],
            "ledger": ["", "The address of the page with the ledger"],
        }
        super().__init__(**options)
        self._view_of = view_of or self._own_view
        self._refuse = refuse

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Adds the steps to the engine. Nothing is read before a page is rendered."""
        register(md, self._view_of, lambda reason: self._refuse(reason))

    def _own_view(self, md: Markdown, text: str) -> PageView:
        if _ZENSICAL in md.preprocessors:
            context: Any = md.preprocessors[_ZENSICAL]
            self._refuse = _plainly
            return self._zensical_view(context.page, context.config)
        root = find_root(Path(self.getConfig("root") or "."))
        if root is None:
            raise self._refuse("no claims/project.yml in this folder or above it")
        edition = self._edition(root, preview=False, again=True)
        page = self.getConfig("page") or _page_by_text(edition, text)
        ledger = "" if has_ledger(text) else self.getConfig("ledger") or None
        return PageView(edition, SiteMap({}, ledger), page, url="")

    def _zensical_view(self, page: Any, config: Mapping[str, Any]) -> PageView:
        """Zensical tells the page's path from the documents folder.

        It turns links between Markdown files into addresses by itself, so files are what it gets.
        """
        folder = Path(config["root_dir"]) / self.getConfig("root")
        root = folder.resolve() if self.getConfig("root") else find_root(folder)
        if root is None:
            raise self._refuse(f"no claims/project.yml in {folder} or above it")
        preview = sys.argv[1:2] == ["serve"]  # an exception would end the server
        # A build ends before anything changes; what a page says is held against the check anyway.
        edition = self._edition(root, preview=preview, again=preview)
        docs = (Path(config["root_dir"]) / config["docs_dir"]).resolve()
        prefix = docs.relative_to(root).as_posix() if docs.is_relative_to(root) else None
        files, ledger = _markdown_files(edition, docs)
        files = tuple(dict.fromkeys([*_navigation(config.get("nav"), files), *files]))
        known = {in_project(prefix, path): path for path in files} if prefix is not None else {}
        path = in_project(prefix, page.path) if prefix is not None else None
        return PageView(edition, SiteMap(known, ledger), path, page.path, preview)

    def _edition(self, root: Path, *, preview: bool, again: bool) -> Edition:
        try:
            edition = _fresh(root.resolve()).get(again=again)
        except (CannotRun, OSError) as error:
            raise self._refuse(reason_of(error)) from None
        if not edition.passed and not preview:
            raise self._refuse("\n" + render_findings(edition.outcome.findings))
        return edition


def _plainly(reason: str) -> NotProved:
    """The refusal as a reader of a terminal should see it, where Zensical ends with a traceback.

    The reason goes to standard error once, however many pages are refused. Zensical formats the
    exception itself, and the calls that led to it are left out of what it prints: they are none of
    the author's. The process ends with it, so nothing else is cut short.
    """
    _say_once(reason.strip())
    sys.tracebacklimit = 0
    return NotProved("the site is not published; the lines above say why, as proseproof check does")


@cache
def _say_once(words: str) -> None:
    sys.stderr.write(f"{words}\n")
    sys.stderr.flush()


@cache
def _fresh(root: Path) -> FreshEdition:
    """One for a folder, since an engine makes a new extension for every page."""
    kept = Kept(default_folder())
    return FreshEdition(Disk(root), partial(check, kept=kept), kept)


def _page_by_text(edition: Edition, text: str) -> str | None:
    """The page that this text is, where the engine does not tell."""
    fitting = (
        path
        for path, page in edition.outcome.pages.items()
        if align(page.source.text, text) is not None
    )
    return next(fitting, None)


def _navigation(nav: Any, files: Collection[str]) -> Iterator[str]:
    """The pages that the navigation names, however deep, in its order."""
    if isinstance(nav, str):
        yield from [nav] if nav in files else []
    elif isinstance(nav, Mapping | list):
        for part in nav.values() if isinstance(nav, Mapping) else nav:
            yield from _navigation(part, files)


@lru_cache(maxsize=2)
def _markdown_files(edition: Edition, docs: Path) -> tuple[tuple[str, ...], str | None]:  # noqa: ARG001
    """The pages of the documents folder, and the one that holds the ledger; once an edition."""
    disk = Disk(docs)
    files = disk.glob("**/*.md")
    for path in files:
        source = disk.source(path)
        if isinstance(source, Source) and has_ledger(source.text):
            return files, path
    return files, None


def makeExtension(**options: Any) -> ProseproofExtension:  # noqa: N802
    """How Python-Markdown makes the extension from the module's name."""
    return ProseproofExtension(**options)
