"""An edition that is made again when a file behind it changes, and only then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from threading import Lock

from proseproof.disk import Disk
from proseproof.kept import Kept
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome
from proseproof.site.edition import Edition, compose

Stamp = tuple[tuple[str, int, int], ...]


@dataclass(eq=False)
class FreshEdition:
    """Gives the edition of a project's folder to engines that render page by page.

    check: the check itself. An engine may render pages in several threads; one of them checks.
    """

    disk: Disk
    check: Callable[[Disk], Outcome] = field(repr=False)
    kept: Kept
    _edition: Edition | None = None
    _stamp: Stamp = ()
    _lock: Lock = field(default_factory=Lock, repr=False)

    def get(self, *, again: bool = True) -> Edition:
        """The edition of the files as they are now. Raises what the check raises.

        again: whether to look at the files again, where an edition is at hand.
        """
        with self._lock:
            edition = self._edition
            if edition is None or (again and self._stamp != _stamp(self.disk, edition.outcome)):
                outcome = self.check(self.disk)
                self._stamp = _stamp(self.disk, outcome)
                edition = self._edition = compose(outcome, self.kept)
            return edition


def _stamp(disk: Disk, outcome: Outcome) -> Stamp:
    """Name, time and size of every file that the check read, and of those it would read now."""
    patterns = ["claims/**/*.yml", "claims/**/*.yaml"]
    if outcome.project is not None:
        patterns += [pattern.value for pattern in outcome.project.pages]
        for declaration in outcome.project.captures:
            patterns.append(declaration.file.value)
            patterns += [declaration.schema.value] if declaration.schema else []
    paths = {path for pattern in patterns for path in disk.glob(pattern)}
    paths |= {
        passage.text.source.path
        for page in outcome.pages.values()
        for passage in page.prose.passages
    }
    stamps = []
    for path in sorted(paths):
        if disk.exists(path):
            stat = disk.path(path).stat()
            stamps.append((path, stat.st_mtime_ns, stat.st_size))
    return tuple(stamps)
