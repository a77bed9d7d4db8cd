"""Drawings kept between builds, by the hash of all that they are made of."""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


def default_folder() -> Path:
    """The folder for kept drawings in the user's own cache; it may not exist."""
    if configured := os.environ.get("XDG_CACHE_HOME"):
        base = Path(configured)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home())
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path.home() / ".cache"
    return base / "proseproof" / "charts"


def key_of(made_of: Mapping[str, Any]) -> str:
    """The key of a drawing: a hash of everything that decides what it looks like."""
    text = json.dumps(made_of, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Drawings:
    """Kept drawings, a file each. `folder` None keeps nothing.

    The first line of a file is the hash of the rest: a damaged file is drawn again, never shown.
    """

    folder: Path | None

    def get(self, key: str) -> str | None:
        """The drawing of that key, or None."""
        if self.folder is None:
            return None
        try:
            raw = (self.folder / f"{key}.svg").read_bytes()
        except OSError:
            return None
        seal, _, body = raw.partition(b"\n")
        if seal != _seal(body):
            return None
        return body.decode("utf-8")

    def put(self, key: str, drawn: str) -> None:
        """Keeps a drawing, in one step; a folder that cannot be written keeps nothing."""
        if self.folder is None:
            return
        body = drawn.encode("utf-8")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, prefix=f".{key[:8]}.")
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(_seal(body) + b"\n" + body)
                os.replace(name, self.folder / f"{key}.svg")
            except OSError:
                os.unlink(name)
        except OSError:
            return  # a read-only home is no reason against drawing


NONE_KEPT = Drawings(None)
"""Keeps no drawing: each is drawn anew."""


def _seal(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()
