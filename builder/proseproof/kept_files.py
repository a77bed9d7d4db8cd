"""Big files kept from run to run, each found again by what it was made of and by nothing else."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import Any

from proseproof.kept import is_ours
from proseproof.nouns import dataclass

MOST = 8
"""Files in the folder; beyond them those used longest ago go."""

AT_WORK = 3600
"""Seconds before the last use of any file in which none goes: a session may still read it."""


@dataclass
class KeptFiles:
    """A folder of files; where it is nobody's but ours, and can be written, they outlive the run.

    Else they lie in a folder that goes with this object. The name of a file is the hash of what it
    was made of, and beside it stands its digest: a damaged file is as good as none.
    """

    folder: Path
    _passing: tempfile.TemporaryDirectory[str] | None = field(default=None, repr=False)

    def made(self, make: Callable[[Path], None], *made_of: Any) -> Path:
        """The file that is made of these JSON values; `make` fills it where there is none.

        Raises what `make` raises, and OSError.
        """
        folder = self._own_folder()
        place = folder / hashlib.sha256(json.dumps(made_of, sort_keys=True).encode()).hexdigest()
        told = place.with_suffix(".sha256")
        if place.is_file() and told.is_file() and told.read_text() == _digest(place):
            os.utime(place)
            return place
        draft = place.with_name(f".{place.name[:8]}.{os.urandom(8).hex()}")
        try:
            make(draft)
            # A run that breaks off between the two leaves a file without its digest: none.
            told.unlink(missing_ok=True)
            draft.replace(place)
            draft.write_text(_digest(place))
            draft.replace(told)
        finally:
            draft.unlink(missing_ok=True)
        self._thin_out(folder)
        return place

    def _own_folder(self) -> Path:
        if self._passing is None:
            try:
                self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                if is_ours(self.folder) and os.access(self.folder, os.W_OK):
                    return self.folder
            except OSError:
                pass  # a read-only home is no reason against checking
            self._passing = tempfile.TemporaryDirectory(prefix="proseproof-")
        return Path(self._passing.name)

    @staticmethod
    def _thin_out(folder: Path) -> None:
        used = {path: path.stat().st_mtime for path in folder.iterdir() if not path.suffix}
        files = sorted(used, key=lambda path: used[path])
        for path in files[: max(len(files) - MOST, 0)]:
            if used[path] < used[files[-1]] - AT_WORK:
                path.unlink(missing_ok=True)
                path.with_suffix(".sha256").unlink(missing_ok=True)


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
