"""The only file that opens files: a project's folder, read and written by relative paths."""

from __future__ import annotations

import errno
import hashlib
import io
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from proseproof.globs import matches, spelled_out
from proseproof.nouns import dataclass
from proseproof.source import Source

PROJECT_FILE = "claims/project.yml"
Content = bytes  # which is the name of a method below


@dataclass(frozen=True)
class Unreadable:
    """Why a file has no text: `reason`, such as `is not UTF-8`, at `offset` of `source`.

    opened: False where not even its bytes could be had; `source` is empty then.
    """

    source: Source
    offset: int
    reason: str
    opened: bool = True


@dataclass(frozen=True)
class Disk:
    """The folder of a project. Every path in and out is relative to `root`, with `/`.

    A path that leaves the root is refused as if nothing were there.
    overlay: bytes that are read in place of a file's, or of a file that is not there yet, by path:
    an editor's unsaved pages, or a project as it would be after an edit. `write` goes to the file.
    guests: absolute paths of files outside the folder that may be read as if they were inside.
    """

    root: Path
    overlay: Mapping[str, Content] = field(default_factory=dict, hash=False)
    guests: frozenset[str] = frozenset()

    @cached_property
    def _home(self) -> str:
        return os.path.join(os.path.realpath(self.root), "")

    def path(self, relative: str) -> Path:
        """The absolute path of a project path, which need not exist.

        Raises FileNotFoundError where it leads outside, OSError where its links lead in a circle.
        """
        if relative in self.guests:
            return Path(relative)
        try:
            whole = (self.root / PurePosixPath(relative)).resolve()
        except RuntimeError:  # what Python before 3.13 says of a circle
            raise OSError(errno.ELOOP, "its links lead in a circle", relative) from None
        if not os.path.join(whole, "").startswith(self._home):
            raise FileNotFoundError(errno.ENOENT, "it leads out of the project", relative)
        return whole

    def exists(self, relative: str) -> bool:
        """Whether a file stands at the path."""
        try:
            return self._laid_over(relative) is not None or self.path(relative).is_file()
        except (OSError, ValueError):
            return False

    def glob(self, pattern: str) -> tuple[str, ...]:
        """The files that a glob matches, sorted; `**` stands for any number of folders."""
        if pattern.startswith("/") or ".." in PurePosixPath(pattern).parts:
            return ()
        whole = spelled_out(pattern)
        if not whole:  # the folder itself, which is no file
            return ()
        try:
            files = [path for path in self.root.glob(whole) if path.is_file()]
        except OSError as error:
            if error.errno != errno.ENAMETOOLONG:
                raise
            files = []  # no file has such a name
        found = {path.relative_to(self.root).as_posix() for path in files}
        found.update(path for path in self.overlay if matches(path, pattern))
        return tuple(sorted(found))

    def bytes(self, relative: str) -> Content:
        """The file's bytes. Raises OSError."""
        over = self._laid_over(relative)
        return over if over is not None else self.path(relative).read_bytes()

    def open(self, relative: str) -> BinaryIO:
        """The file as a stream of bytes, for what is too big to hold; close it. Raises OSError."""
        over = self._laid_over(relative)
        return io.BytesIO(over) if over is not None else self.path(relative).open("rb")

    def size(self, relative: str) -> int:
        """How many bytes the file has. Raises OSError."""
        over = self._laid_over(relative)
        return len(over) if over is not None else self.path(relative).stat().st_size

    def digest(self, relative: str) -> str:
        """The file's SHA-256 in hex. Raises OSError."""
        over = self._laid_over(relative)
        if over is not None:
            return hashlib.sha256(over).hexdigest()
        with self.path(relative).open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()

    def source(self, relative: str) -> Source | Unreadable:
        """The file's text, every byte of it kept (line ends, a byte order mark), or why not."""
        try:
            raw = self.bytes(relative)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            return Unreadable(Source(relative, ""), 0, f"cannot be read: {reason}", opened=False)
        try:
            return Source(relative, raw.decode("utf-8"))
        except UnicodeDecodeError as error:
            text = raw.decode("utf-8", "replace")
            offset = len(raw[: error.start].decode("utf-8", "replace"))
            return Unreadable(Source(relative, text), offset, "is not UTF-8")

    def _laid_over(self, relative: str) -> Content | None:
        """What stands in for the file; a link to a file means that file."""
        if not self.overlay or relative in self.overlay:
            return self.overlay.get(relative)
        whole, root = self.path(relative), self.root.resolve()
        inside = whole.relative_to(root) if whole.is_relative_to(root) else whole
        return self.overlay.get(inside.as_posix())

    def write(self, relative: str, text: str) -> None:
        """Puts `text` in the file's place in one step: a reader sees the old file or the new."""
        self.write_all({relative: text})

    def write_all(self, texts: Mapping[str, str]) -> None:
        """Puts each text in the place of the file at its path.

        All are written out beside their files before the first one takes its file's place, so that
        whatever interrupts this, each file is the old one or the new one, and a full disk changes
        none. Raises OSError.
        """
        drafts: list[tuple[Path, Path]] = []
        try:
            for relative, text in texts.items():
                target = self.path(relative)
                draft = _draft_beside(target)
                drafts.append((draft, target))
                with told_of(relative):
                    fill(draft, [text])
                if target.exists():
                    draft.chmod(target.stat().st_mode)
            for draft, target in drafts:
                draft.replace(target)
        finally:
            for draft, _ in drafts:
                draft.unlink(missing_ok=True)

    def add(self, relative: str, source: Path) -> None:
        """Puts a copy of the file `source` at the path in one step, as a new file.

        Raises FileExistsError where one stands there: it is never replaced. Raises OSError.
        """
        target = self.path(relative)
        draft = _draft_beside(target)
        try:
            shutil.copyfile(source, draft)
            _put_anew(draft, target)
        finally:
            draft.unlink(missing_ok=True)


def _draft_beside(target: Path) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    return target.with_name(f".{target.name}.{os.urandom(8).hex()}")


def _put_anew(draft: Path, target: Path) -> None:
    try:
        # Unlike a rename, a link never takes another file's place.
        os.link(draft, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if target.exists():
            raise FileExistsError(target) from None
        draft.replace(target)


@contextmanager
def told_of(file: str) -> Iterator[None]:
    """Around the writing of a file: an error names it, which that of a full disk does not."""
    try:
        yield
    except OSError as error:
        error.filename = file
        raise


def fill(draft: Path, pieces: Iterable[str]) -> None:
    """Writes a new file with a text, piece by piece. Raises OSError, also where one is there."""
    # Created as any program creates a file, so that a new one has the rights of its folder's
    # other files.
    new = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(draft, new, 0o666), "w", encoding="utf-8", newline="") as stream:
        stream.writelines(pieces)
        stream.flush()
        # A rename may reach the disk before the text does, and the power may fail in between.
        os.fsync(stream.fileno())


def find_root(start: Path) -> Path | None:
    """The nearest folder from `start` upwards that holds claims/project.yml."""
    here = start.resolve()
    return next(
        (folder for folder in (here, *here.parents) if (folder / PROJECT_FILE).is_file()), None
    )
