"""The process of a pen: started, asked for one drawing after another, stopped when one is late."""

from __future__ import annotations

import json
import signal
import tempfile
import threading
from collections.abc import Mapping
from typing import Any

from proseproof.child import start
from proseproof.owner import OUT_OF_MEMORY

WORKER = "proseproof.site.chart.worker"

# How a process ends for want of memory: by itself, by the engine (on Windows too), by the system.
_SPENT = {OUT_OF_MEMORY, 0x80000003} | {
    -number
    for name in ("SIGTRAP", "SIGABRT", "SIGILL", "SIGKILL")
    if (number := getattr(signal, name, None)) is not None
}


class Process:
    """A process that is ready to draw. Raises RuntimeError where it does not get that far.

    used: it was asked before. late: it was ended because an answer took too long.
    """

    def __init__(self, memory_gb: float) -> None:
        self.used = self.late = False
        # A file, not a pipe: the engine says more in its last moment than a pipe may hold.
        self._said = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = start(WORKER, self._said, TZ="UTC")
        if self._told(f"{memory_gb * 1e9:.0f}") is None:
            self._said.seek(0)
            reason = self._said.read().decode(errors="replace").strip().rpartition("\n")[2]
            self.end()
            raise RuntimeError(f"the chart engine does not start: {reason}")

    @property
    def spent(self) -> bool:
        """Whether it ended because there was no more memory for it."""
        return self._process.poll() in _SPENT

    def ask(self, request: str, seconds: float) -> Mapping[str, Any] | None:
        """The answer to a request; None where the process ended instead."""
        self.used = True
        timer = threading.Timer(seconds, self._stop)
        timer.start()
        try:
            return self._told(request)
        finally:
            timer.cancel()

    def end(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.communicate()
        self._said.close()

    def _stop(self) -> None:
        self.late = True
        self._process.kill()

    def _told(self, line: str) -> Mapping[str, Any] | None:
        """What is answered to a line."""
        assert self._process.stdin
        assert self._process.stdout
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
            said = self._process.stdout.readline()
        except OSError:  # it ended while it was told
            said = b""
        if not said.endswith(b"\n"):
            self._process.wait()
            return None
        answer: Mapping[str, Any] = json.loads(said)
        return answer
