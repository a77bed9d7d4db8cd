"""Where the snippets of a page lie: in the folders that mkdocs.yml names, else near the page."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from dataclasses import field
from functools import cached_property
from pathlib import PurePosixPath

from proseproof.disk import Disk, Unreadable
from proseproof.nouns import dataclass
from proseproof.source import Source, Span
from proseproof.yaml_text import ListNode, MapNode, Node, ScalarNode, UnreadNode, read_yaml

SITE_FILES = ("mkdocs.yml", "mkdocs.yaml")
SNIPPETS = "pymdownx.snippets"
_URLS = ("http://", "https://")
_RELATIVE = "!relative"


def read_site(disk: Disk) -> MapNode | None:
    """The settings of the site; None where there are none, or none that can be read."""
    for file in SITE_FILES:
        if disk.exists(file):
            source = disk.source(file)
            # Tags and anchors, which claims files do not use, are none of our business here.
            site = None if isinstance(source, Unreadable) else read_yaml(source)[0]
            return site if isinstance(site, MapNode) else None
    return None


@dataclass(eq=False)
class Included:
    """Finds the files that pages take in.

    Where mkdocs.yml gives a `base_path` to pymdownx.snippets, they are looked for there and nowhere
    else, as the site does it: in a folder, or a file of that name. Without one they are looked for
    from the root, in docs/, and beside the page.
    """

    disk: Disk = field(repr=False)

    def find(self, page: str, name: str) -> Source | None:
        """The file that `page` names; None where there is none, or one that is not text."""
        if name.lower().startswith(_URLS):
            return None
        beside = posixpath.dirname(page)
        for base in self._bases:
            path = self._path(beside if base is None else base, name)
            if path is not None and self.disk.exists(path):
                source = self.disk.source(path)
                return None if isinstance(source, Unreadable) else source
        return None

    def missing(self, span: Span) -> str:
        """What to say of a place that names a file which is not there."""
        name = span.text.strip()
        if name.lower().startswith(_URLS):
            return f"the snippet {name} lies on the network, where no check reads it"
        return f"the snippet {name} is not there"

    def _path(self, base: str, name: str) -> str | None:
        """The path that `name` means below `base`, which may be the file itself."""
        if self.disk.exists(base):
            same = posixpath.join(posixpath.dirname(base), name)
            return base if posixpath.normpath(same) == posixpath.normpath(base) else None
        folder, path = posixpath.normpath(base), posixpath.normpath(posixpath.join(base, name))
        # As the site does it: a snippet that leads out of its folder is none.
        inside = not path.startswith("..") if folder == "." else path.startswith(f"{folder}/")
        return path if inside or self._leads_out else None

    @cached_property
    def _site(self) -> MapNode | None:
        return read_site(self.disk)

    @cached_property
    def _settings(self) -> MapNode | None:
        """What mkdocs.yml says of the extension, in a list of extensions or in a mapping."""
        extensions = self._site.get("markdown_extensions") if self._site else None
        blocks = extensions.items if isinstance(extensions, ListNode) else (extensions,)
        named = (block.get(SNIPPETS) for block in blocks if isinstance(block, MapNode))
        return next((settings for settings in named if isinstance(settings, MapNode)), None)

    @cached_property
    def _bases(self) -> Sequence[str | None]:
        """The folders and files to look in; None for the folder of the page."""
        written = self._settings.get("base_path") if self._settings else None
        if written is None:
            return (".", "docs", None)
        docs = self._site.get("docs_dir") if self._site else None
        folder = docs.text.value if isinstance(docs, ScalarNode) else "docs"
        entries = written.items if isinstance(written, ListNode) else (written,)
        return [_base(entry, folder) for entry in entries if not isinstance(entry, MapNode)]

    @cached_property
    def _leads_out(self) -> bool:
        """Whether a snippet may lead out of the folder that it is looked for in."""
        if self._settings is None or self._settings.get("base_path") is None:
            return True
        restricted = self._settings.get("restrict_base_path")
        return isinstance(restricted, ScalarNode) and restricted.as_python() is False


def _base(entry: Node, docs: str) -> str | None:
    """An entry of `base_path`. MkDocs' `!relative` begins at the page, or at what a `$` names."""
    if isinstance(entry, ScalarNode):
        return entry.text.value
    words = entry.span.text.split() if isinstance(entry, UnreadNode) else []
    if words[:1] != [_RELATIVE] or len(words) == 1:
        return None
    place, *rest = PurePosixPath(words[1].strip("\"'")).parts
    return posixpath.join({"$docs_dir": docs}.get(place, "."), *rest)
