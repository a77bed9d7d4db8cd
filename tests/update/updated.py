"""A project for a test, updated in memory: the new texts of its files, and what is left."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.project import small_project, write_files

from proseproof.disk import Disk
from proseproof.query import Worker
from proseproof.run import check
from proseproof.update import Update, update

PAGE = "docs/page.md"
CLAIMS = "claims/page.yml"


def updated(root: Path, files: Mapping[str, str], worker: Worker) -> Update:
    """What an update of a project made of `files` comes to."""
    write_files(root, files)

    def look(texts: Mapping[str, str]) -> Any:
        return check(Disk(root, {path: text.encode() for path, text in texts.items()}), worker)

    return update(look)


def sentence(text: str, says: str, values: Mapping[str, Any], **more: Any) -> dict[str, str]:
    """A project of one sentence and one claim on it; `values` are the columns of its query."""
    claim = {"says": says, "query": f"SELECT {', '.join(values)} FROM measured"}
    claim |= {key: more.pop(key) for key in ("holds", "change", "each", "names") if key in more}
    if "change" in claim:
        del claim["query"]
    return small_project(f"{text}\n", [claim], {"measured": [dict(values)]}, **more)


def said(result: Update, files: Mapping[str, str], path: str = PAGE) -> str:
    """The text of a file after the update, without its last line end."""
    return result.texts.get(path, files[path]).removesuffix("\n")


def left(result: Update) -> list[str]:
    """Why each finding is left."""
    return [one.why for one in result.left]
