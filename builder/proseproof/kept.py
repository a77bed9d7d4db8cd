"""Results kept from run to run, each found again by what it was made of and by nothing else."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import zlib
from collections.abc import Iterator
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from proseproof.nouns import dataclass

MOST = 2_000
"""Files in the folder; beyond them those written longest ago go."""

_LOOKS = "0"
"""What the key of a result begins with that makes its writer look at how many there are."""


def default_folder() -> Path:
    """The folder for kept results in the user's own cache; it may not exist."""
    configured = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if configured.is_absolute():  # any other is to be ignored, and would lie in the project
        base = configured
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home())
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path.home() / ".cache"
    return base / "proseproof" / "kept"


@dataclass(frozen=True)
class Kept:
    """A folder of results, a file each; `folder` None keeps nothing.

    The name of a file is the hash of what its result was made of, its first line seals the rest: a
    file that is damaged, or that stands under another's name, is as good as none. Nor is anything
    read from a folder that others can write to: a result that they put there would pass for ours.
    A folder that cannot be written keeps nothing.
    """

    folder: Path | None

    @cached_property
    def is_empty(self) -> bool:
        """Whether nothing at all is kept, as on a machine where no run was before."""
        if self.folder is None or not is_ours(self.folder):
            return True
        try:
            with os.scandir(self.folder) as entries:
                return next(entries, None) is None
        except OSError:
            return True  # a file, say, in its place

    def get(self, *made_of: Any) -> Any:
        """The result made of these JSON values; None where it is not kept."""
        if self.folder is None or not is_ours(self.folder):
            return None
        key = _key(made_of)
        try:
            seal, _, packed = (self.folder / key).read_bytes().partition(b"\n")
        except OSError:
            return None
        return json.loads(zlib.decompress(packed)) if seal == _seal(key, packed) else None

    def put(self, result: Any, *made_of: Any) -> None:
        """Keeps a JSON value that was made of these, in one step."""
        if self.folder is None:
            return
        try:
            text = json.dumps(result, separators=(",", ":"))
        except RecursionError:
            return  # deeper than JSON is written here
        key, packed = _key(made_of), zlib.compress(text.encode(), 1)
        draft = self.folder / f".{key[:8]}.{os.urandom(8).hex()}"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not is_ours(self.folder):
                return
            draft.write_bytes(_seal(key, packed) + b"\n" + packed)
            draft.replace(self.folder / key)
            if key.startswith(_LOOKS):
                _thin_out(self.folder)
        except OSError:
            # A read-only home, or a full disk, is no reason against checking.
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)


class Book:
    """Results of one kind in one file: read when it is opened, written when it is closed.

    Only what was asked for, or added, stays in it.
    """

    def __init__(self, kept: Kept, *made_of: Any) -> None:
        self._kept, self._made_of = kept, made_of
        self._known: dict[str, Any] = kept.get(*made_of) or {}
        self._used: dict[str, Any] = {}
        self._grew = False

    def get(self, key: str) -> Any:
        """The result of this key, None where it is not known."""
        result = self._known.get(key)
        if result is not None:
            self._used[key] = result
        return result

    def add(self, key: str, result: Any) -> None:
        """Adds a JSON value."""
        self._used[key] = result
        self._grew = True

    def close(self) -> None:
        """Writes the book, if it says more than before."""
        if self._grew:
            self._kept.put(self._used, *self._made_of)


NOTHING_KEPT = Kept(None)
"""Keeps nothing: all is worked out anew."""


def version_of(package: str, distribution: str = "") -> str | None:
    """The version of an installed package, read off its folder; None where it does not tell.

    distribution: what it is called where it is installed, if not the same. Neither imports the
    package nor the reader of its metadata, which both take longer than what is asked for mostly
    does.
    """
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        return None
    beside = Path(spec.origin).parents[1]
    names = [path.name for path in beside.glob(f"{distribution or package}-*-info")]
    return names[0] if len(names) == 1 else None


@cache
def program() -> str:
    """A hash of the files of proseproof.

    Any result may change with any of them, without a new version.
    """
    whole = hashlib.sha256()
    for path in sorted(_files(os.path.dirname(__file__))):
        with open(path, "rb") as source:
            whole.update(hashlib.sha256(source.read()).digest())
    return whole.hexdigest()


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_file():
                yield entry.path
            elif entry.name != "__pycache__":
                yield from _files(entry.path)


@cache
def environment() -> str:
    """A hash of which Python runs, and of the name and version of all that is installed."""
    names = {path.name for folder in sys.path for path in Path(folder).glob("*-info") if folder}
    return hashlib.sha256("\n".join([sys.version, *sorted(names)]).encode()).hexdigest()


def is_ours(folder: Path) -> bool:
    """Whether the folder is the user's own and nobody else writes to it."""
    try:
        stat = folder.stat()
    except OSError:
        return False
    return sys.platform == "win32" or (stat.st_uid == os.geteuid() and not stat.st_mode & 0o022)


def _key(made_of: tuple[Any, ...]) -> str:
    text = json.dumps(made_of, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _seal(key: str, packed: bytes) -> bytes:
    return hashlib.sha256(key.encode() + packed).hexdigest().encode()


def _thin_out(folder: Path) -> None:
    files = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)
    for path in files[: max(len(files) - MOST, 0)]:
        path.unlink(missing_ok=True)
