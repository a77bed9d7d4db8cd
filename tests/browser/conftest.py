"""A built site behind a local server, and a Chromium that looks at it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.golden.built import ROOT, built, copied, run

FLAGS = [
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words: Any) -> None:
        """Says nothing: the tests look at what arrives."""


@dataclass
class Reader:
    """A page in the browser, and what went wrong behind it."""

    page: Page
    base: str
    context: BrowserContext
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str) -> None:
        """Goes to a page of the site, and waits until it is there."""
        self.page.goto(self.base + path)
        self.page.wait_for_load_state("networkidle")


@pytest.fixture(scope="session")
def golden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The golden site as MkDocs builds it."""
    project = copied(tmp_path_factory.mktemp("golden"))
    return built(project, "mkdocs", "build", "--strict", "-q")


@pytest.fixture(scope="session")
def guide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository's own guide as MkDocs builds it."""
    folder = tmp_path_factory.mktemp("guide")
    site = folder / "site"
    done = run(ROOT, "mkdocs", "build", "--strict", "-q", "-d", str(site))
    assert done.returncode == 0, done.stderr
    return site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, or else Playwright's own."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = [*FLAGS, "--no-sandbox"] if root else FLAGS
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=flags)
        yield running
        running.close()


def served(site: Path) -> ThreadingHTTPServer:
    """A server of the folder on a free port, which runs until it is shut down."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    return server


def reading(browser: Browser, site: Path, **settings: Any) -> Iterator[Reader]:
    """A reader of a site; any complaint of the browser, or a request to another host, fails."""
    server = served(site)
    base = f"http://127.0.0.1:{server.server_port}/"
    context = browser.new_context(accept_downloads=True, **settings)
    reader = Reader(context.new_page(), base, context)
    page, complaints = reader.page, reader.complaints
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request",
        lambda asked: (
            None if asked.url.startswith((base, "data:")) else complaints.append(asked.url)
        ),
    )
    page.on("response", lambda got: complaints.append(got.url) if got.status >= 400 else None)
    yield reader
    context.close()
    server.shutdown()
    server.server_close()
    assert complaints == []


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    """The colours that the reader's system asks for."""
    return str(request.param)


@pytest.fixture
def reader(browser: Browser, golden: Path, scheme: str) -> Iterator[Reader]:
    """A reader of the golden site at a desk."""
    yield from reading(
        browser, golden, color_scheme=scheme, viewport={"width": 1280, "height": 900}
    )


@pytest.fixture
def phone(browser: Browser, golden: Path, scheme: str) -> Iterator[Reader]:
    """A reader of the golden site with a phone."""
    yield from reading(
        browser, golden, color_scheme=scheme, viewport={"width": 360, "height": 740},
        has_touch=True, is_mobile=True,
    )  # fmt: skip


@pytest.fixture
def guide_reader(browser: Browser, guide: Path, scheme: str) -> Iterator[Reader]:
    """A reader of the guide at a desk."""
    yield from reading(browser, guide, color_scheme=scheme, viewport={"width": 1280, "height": 900})
