"""The place of a new page: whether the project's `pages`, its site and the site's `nav` have it."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from proseproof.disk import Disk
from proseproof.model import Project

_SITE = "mkdocs.yml"
_DOCS = re.compile(r"^docs_dir:[ \t]*[\"']?([^\"'#\r\n]+)", re.MULTILINE)
_NAV = re.compile(r"^nav:", re.MULTILINE)


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
    if disk.exists(_SITE):
        site = disk.bytes(_SITE).decode("utf-8", errors="replace")
        named = _DOCS.search(site)
        docs = PurePosixPath(named[1].strip() if named is not None else "docs")
        if not PurePosixPath(page).is_relative_to(docs):
            told.append(f"{page} lies outside {docs}/, so the site of {_SITE} does not have it")
        elif _NAV.search(site) is not None:
            told.append(f"add {page} to `nav` in {_SITE}")
    return tuple(told)
