"""The process of a worker: started, given a job, its messages gathered, its end explained."""

from __future__ import annotations

import pickle
import signal
from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from proseproof.child import start
from proseproof.nouns import dataclass
from proseproof.owner import OUT_OF_MEMORY
from proseproof.query.answer import Answer, Question, Refusal, SessionLimits
from proseproof.query.job import Job, pack, read_message, unpack
from proseproof.query.load import Table
from proseproof.query.watch import TIMED_OUT

if TYPE_CHECKING:
    from proseproof.capture import Rows


@dataclass
class Round:
    """What one job brought.

    fresh: it was the first job of its process. views: None where the process did not get that far.
    last: the number of the question begun last. reason: why the job broke off: "time", "memory",
    "crash"; "done" where it did not.
    """

    fresh: bool
    views: tuple[Refusal | None, ...] | None = None
    results: dict[int, Answer | Refusal] = field(default_factory=dict)
    last: int | None = None
    reason: str = "crash"


class Process:
    """A Python of its own with a session in it, starting up."""

    def __init__(self) -> None:
        self._fresh = True
        # Of the arenas that threads get, each sets aside address space that is never used.
        self._process = start("proseproof.query.worker", MALLOC_ARENA_MAX="2")

    def end(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.communicate()

    def run(
        self,
        tables: Sequence[Rows],
        views: Sequence[tuple[str, str]],
        questions: Sequence[tuple[int, Question]],
        limits: SessionLimits,
        names: Sequence[str],
        *,
        ahead: bool,
    ) -> Round:
        """Has it answer the questions, which come with their numbers. names, ahead: see `Job`.

        Unless the reason is "done" it is of no use afterwards. Raises RuntimeError where it ended
        and no query's doing was it.
        """
        loads = tuple(map(_table, tables))
        job = Job(loads, tuple(views), tuple(questions), limits, tuple(names), ahead)
        process = self._process
        assert process.stdin
        assert process.stdout
        done = Round(self._fresh)
        self._fresh = False
        try:
            process.stdin.write(pack(job.limits))
            process.stdin.write(pack(job))
            process.stdin.flush()
            while True:
                kind, *rest = read_message(process.stdout)
                if kind == "views":
                    done.views = rest[0]
                elif kind == "begin":
                    done.last = rest[0]
                elif kind == "result":
                    done.results[rest[0]] = unpack(rest[1])
                else:
                    done.reason = rest[0]
                    break
        except (EOFError, OSError, pickle.UnpicklingError):
            done.reason = self._reason()
        return done

    def _reason(self) -> str:
        """Why the process ended. Raises RuntimeError where that is no query's doing."""
        code = self._process.wait()
        if code == TIMED_OUT:
            return "time"
        if code in (OUT_OF_MEMORY, -signal.SIGABRT) or code == -getattr(signal, "SIGKILL", 0):
            return "memory"
        if code < 0 or code > 255:
            return "crash"
        assert self._process.stderr
        said = self._process.stderr.read().decode(errors="replace").strip()
        raise RuntimeError(f"the query worker ended with code {code}: {said}")


def _table(rows: Rows) -> Table:
    """What the process is told to load; rows that are too many to tell lie in a file first."""
    if rows.big is None:
        return Table(rows.table, rows.columns, rows.types, list(rows.rows), rows.parquet)
    # Imported here because few captures are that big.
    from proseproof.query.stored import NAME, kept_tables, stored

    place = stored(rows, kept_tables())
    return Table(rows.table, rows.columns, rows.types, (), stored=(str(place), NAME))
