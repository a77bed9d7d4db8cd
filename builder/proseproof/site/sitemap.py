"""Where things stand in a built site: the address of each page, of the ledger, of each file."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import field
from urllib.parse import quote

from proseproof.nouns import dataclass

FOLDER = "assets/proseproof"
"""Where the builder's own files stand in a site."""


@dataclass(frozen=True)
class SiteMap:
    """Addresses from the root of the site.

    urls: of a page, by the path of its file from the project's root, in the order of reading.
    ledger: of the page that holds the ledger, or None. files: whether files can be put beside the
    pages; where they cannot, what a reader can take along is in the link itself. captures: of the
    recorded files that the site brings, by their path from the project's root; "" where one is too
    large for it.
    """

    urls: Mapping[str, str]
    ledger: str | None = None
    files: bool = False
    captures: Mapping[str, str] = field(default_factory=dict)

    def page(self, path: str, seen_from: str) -> str | None:
        """The way to the page of that file from the page at the address `seen_from`."""
        url = self.urls.get(path)
        return None if url is None else relative(url, seen_from)

    def proof(self, anchor: str, seen_from: str) -> str | None:
        """The way to an entry of the ledger."""
        if self.ledger is None:
            return None
        here = self.ledger == seen_from
        return ("" if here else relative(self.ledger, seen_from)) + f"#{anchor}"

    def recorded(self, path: str, seen_from: str) -> str | None:
        """The way to a recorded file; "" where it is too large to publish, None where none is."""
        url = self.captures.get(path)
        return relative(url, seen_from) if url else url

    def order(self, paths: Iterable[str]) -> list[str]:
        """Pages as the site's navigation has them; what it leaves out stays behind, as it was."""
        places = {path: place for place, path in enumerate(self.urls)}
        return sorted(paths, key=lambda path: places.get(path, len(places)))

    def download(self, name: str, kind: str, content: str, seen_from: str) -> str:
        """The way to a file that a reader can take along. kind: its media type."""
        if self.files:
            return relative(f"{FOLDER}/{name}", seen_from)
        return f"data:{kind};charset=utf-8,{quote(content)}"


def relative(url: str, seen_from: str) -> str:
    """An address from the root, as it is written on the page at another.

    An address that ends in a slash, or is empty, is a folder with its index page.
    """
    folder = posixpath.dirname(seen_from)
    path = posixpath.relpath(url or ".", folder or ".")
    return f"{path}/" if url.endswith("/") or not url else path


def in_project(folder: str, path: str) -> str:
    """A path in a folder of the project, as a path from its root; `.` is the root itself."""
    return posixpath.normpath(posixpath.join(folder, path))
