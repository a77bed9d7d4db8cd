"""The place of a new page: whether the project's `pages`, its site and the site's `nav` have it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from posixpath import normpath

from proseproof.disk import Disk
from proseproof.included import SITE_FILES, read_site
from proseproof.model import Project
from proseproof.yaml_text import ListNode, MapNode, Node, ScalarNode

_NAME = "proseproof"
_PARENT = "INHERIT"


def not_found_by(disk: Disk, project: Project, page: str) -> tuple[str, ...]:
    """What has to be told about the place of a page, a line each.

    disk: with the new files in it.
    """
    told = []
    if not any(page in disk.glob(pattern.value) for pattern in project.pages):
        told.append(
            f"{page} is not among the `pages` of claims/project.yml: "
            "it is checked for as long as its claims file is there"
        )
    site = read_site(disk)
    if site is not None:
        file = next(name for name in SITE_FILES if disk.exists(name))
        told += [*_nav(site, file, page), *_plugin(site, file)]
    return tuple(told)


def _nav(site: MapNode, file: str, page: str) -> Iterator[str]:
    """What the navigation lacks. Pages stand in it with their path below the documents' folder."""
    named = site.get("docs_dir")
    docs = PurePosixPath(named.text.value if isinstance(named, ScalarNode) else "docs")
    if not PurePosixPath(page).is_relative_to(docs):
        yield f"{page} lies outside {docs}/, so the site of {file} does not have it"
        return
    nav = site.get("nav")
    inside = PurePosixPath(page).relative_to(docs).as_posix()
    if nav is not None and inside not in map(normpath, _texts(nav)):
        yield f"add {inside} to `nav` in {file}"


def _plugin(site: MapNode, file: str) -> Iterator[str]:
    """That the site runs neither the plugin nor, as Zensical does, the Markdown extension.

    A site that takes settings from another file may name them there.
    """
    plugins = site.get("plugins")
    if _NAME in (*_names(plugins), *_names(site.get("markdown_extensions"))):
        return
    without = "without it figures stay code blocks, and a build checks nothing"
    if plugins is None and site.get(_PARENT) is None:
        yield f"add `plugins: [search, {_NAME}]` to {file}: {without}"
    elif isinstance(plugins, ListNode | MapNode):
        yield f"add `- {_NAME}` to `plugins` in {file}: {without}"


def _names(named: Node | None) -> Iterator[str]:
    """Names of plugins or extensions: each an item of a list, or a key with options behind it."""
    for item in named.items if isinstance(named, ListNode) else (named,):
        if isinstance(item, ScalarNode):
            yield item.text.value
        elif isinstance(item, MapNode):
            yield from (key.text.value for key, _ in item.entries)


def _texts(node: Node) -> Iterator[str]:
    """Every text of a navigation, however deep: of a mapping those behind its keys."""
    if isinstance(node, ScalarNode):
        yield node.text.value
    elif isinstance(node, ListNode):
        for item in node.items:
            yield from _texts(item)
    elif isinstance(node, MapNode):
        for _, value in node.entries:
            yield from _texts(value)
