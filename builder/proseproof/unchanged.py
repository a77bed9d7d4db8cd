"""What was made of a project's files, told again while each of them is as it was."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from typing import Any, TypeVar

from proseproof.disk import Content, Disk
from proseproof.kept import Kept, environment, program
from proseproof.nouns import dataclass

Read = TypeVar("Read")

DiskCall = tuple[str, str]
"""What a disk was asked: "exists", "glob" or "digest", and of what."""


@dataclass(frozen=True)
class WatchedDisk(Disk):
    """A disk that notes all that it tells.

    told: the answers so far, the first to each call. wavered: calls that had two answers, since a
    file changed meanwhile. Whoever reads files through this disk alone, and neither the clock nor
    chance, comes to the same end as long as the disk would tell the same.
    """

    told: dict[DiskCall, Any] = field(default_factory=dict, hash=False, compare=False)
    wavered: set[DiskCall] = field(default_factory=set, hash=False, compare=False)

    def exists(self, relative: str) -> bool:
        """As `Disk.exists`."""
        found = super().exists(relative)
        self._note("exists", relative, found)
        return found

    def glob(self, pattern: str) -> tuple[str, ...]:
        """As `Disk.glob`."""
        found = super().glob(pattern)
        self._note("glob", pattern, list(found))
        return found

    def bytes(self, relative: str) -> Content:
        """As `Disk.bytes`."""
        raw = self._or_none(relative, super().bytes)
        self._note("digest", relative, hashlib.sha256(raw).hexdigest())
        return raw

    def digest(self, relative: str) -> str:
        """As `Disk.digest`."""
        found = self._or_none(relative, super().digest)
        self._note("digest", relative, found)
        return found

    def _or_none(self, relative: str, read: Callable[[str], Read]) -> Read:
        """What `read` gives; None is noted of a file that cannot be read. Raises OSError."""
        try:
            return read(relative)
        except OSError:
            self._note("digest", relative, None)
            raise

    def _note(self, kind: str, of: str, answer: Any) -> None:
        if self.told.setdefault((kind, of), answer) != answer:
            self.wavered.add((kind, of))


def remember(kept: Kept, disk: WatchedDisk, result: Any, *made_by: Any) -> None:
    """Keeps a JSON value that was made of what the disk told, and of nothing else but `made_by`.

    Not where the disk wavered: nobody knows which answer it was made of.
    """
    if disk.wavered:
        return
    told = [[*question, answer] for question, answer in disk.told.items()]
    kept.put({"told": told, "result": result}, *_place(disk, made_by))


@dataclass(frozen=True)
class Past:
    """What was remembered. result: None where it holds no more, or where nothing was.

    moved: what the disk answers otherwise by now; None where it answers the same, or nothing was
    remembered. Of several the one that was asked for last.
    """

    result: Any = None
    moved: DiskCall | None = None


def recall(kept: Kept, disk: Disk, *made_by: Any) -> Past:
    """What was made by these, if the disk still tells the same; else what it tells otherwise."""
    found = kept.get(*_place(disk, made_by))
    if not found:
        return Past()
    # Pages are read last, and of all files they change most.
    for kind, of, answer in reversed(found["told"]):
        if _ask(disk, kind, of) != answer:
            return Past(moved=(kind, of))
    return Past(found["result"])


def _place(disk: Disk, made_by: Sequence[Any]) -> Iterable[Any]:
    return ("unchanged", str(disk.root), program(), environment(), *made_by)


def _ask(disk: Disk, kind: str, of: str) -> Any:
    if kind == "exists":
        return disk.exists(of)
    if kind == "glob":
        return list(disk.glob(of))
    try:
        return disk.digest(of)
    except OSError:
        return None
