"""Who has a child process: ends it at the end of a `with` block, and knows how it may end."""

from __future__ import annotations

from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

OUT_OF_MEMORY = 76
"""The exit code of a process that could not go on for want of memory."""


class Endable(Protocol):
    """A process that can be ended."""

    def end(self) -> None:
        """Ends it."""


Child = TypeVar("Child", bound=Endable)


class Owner(Generic[Child]):
    """Has one process at a time, or none. Close it, or use it in a `with` block."""

    _process: Child | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process."""
        self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()
