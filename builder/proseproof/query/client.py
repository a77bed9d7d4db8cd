"""The caller's end: a worker process started early, asked, replaced when a query breaks it."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from proseproof.capture import Rows
from proseproof.query.answer import Answer, Question, Refusal, SessionLimits
from proseproof.query.job import OUT_OF_MEMORY, Job, pack, read_message, unpack
from proseproof.query.load import Table
from proseproof.query.place import lost, refuse_whole
from proseproof.query.watch import TIMED_OUT

Result = Answer | Refusal


@dataclass
class _Round:
    """What one job brought.

    fresh: it was the first job of its process. views: None where the process did not get that far.
    last: the number of the question begun last. reason: why the job broke off: "time", "memory",
    "crash"; "done" where it did not.
    """

    fresh: bool
    views: tuple[Refusal | None, ...] | None = None
    results: dict[int, Result] = field(default_factory=dict)
    last: int | None = None
    reason: str = "crash"


class Worker:
    """A process that answers questions; a query that breaks it costs no other its answer.

    Starting Python and DuckDB takes a quarter of a second, in which the caller can do other
    work: start the worker first, ask later. Close it, or use it in a `with` block.
    """

    def __init__(self, *, at_once: bool = True) -> None:
        """at_once: start the process now; else it starts when it is first asked."""
        self._process: subprocess.Popen[bytes] | None = None
        self._fresh = True
        self._closed = False
        if at_once:
            self._start()

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
        """Ends the process; what is being asked in another thread ends with RuntimeError."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def ask(
        self,
        tables: Sequence[Rows],
        views: Sequence[tuple[str, str]],
        questions: Sequence[Question],
        limits: SessionLimits | None = None,
    ) -> tuple[tuple[Result, ...], tuple[Refusal | None, ...]]:
        """The answers in the order of the questions, and of each view why it is refused, or None.

        views: names and SQL; they may read one another, in any order. Nothing is kept from one
        `ask` to the next. Raises RuntimeError when the worker does not run at all.
        """
        limits = limits or SessionLimits()
        loads = tuple(Table(t.table, t.columns, t.types, t.rows, t.parquet) for t in tables)
        results: dict[int, Result] = {}
        refusals: tuple[Refusal | None, ...] | None = None
        waiting = _grouped(questions)
        while waiting or refusals is None:
            asked = tuple((at, questions[at]) for at in waiting)
            done = self._round(Job(loads, tuple(views), asked, limits))
            if done.views is None and done.fresh:
                message = f"the captures need more than {limits.memory_gb:g} GB of memory"
                results |= {at: refuse_whole(questions[at].sql, message) for at in waiting}
                refusals = refusals or tuple(refuse_whole(sql, message) for _, sql in views)
                break
            refusals = refusals if done.views is None else done.views
            results |= done.results
            if done.reason == "done" or done.last is None:
                waiting = [at for at in waiting if at not in results]
                continue
            # What went wrong in a process that others had used is tried again in a fresh one.
            alone = done.fresh and done.last == waiting[0]
            if done.reason == "time" or alone:
                fault = refuse_whole(questions[done.last].sql, lost(done.reason, limits))
                results.setdefault(done.last, fault)
            else:
                results.pop(done.last, None)
            waiting = [at for at in dict.fromkeys([done.last, *waiting]) if at not in results]
        return tuple(results[at] for at in range(len(questions))), refusals

    def _start(self) -> None:
        root = str(Path(__file__).resolve().parents[2])
        paths = [root, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
        self._fresh = True
        self._process = subprocess.Popen(
            # -P: a project may hold a duckdb.py; its folder is no place to import from.
            [sys.executable, "-P", "-m", "proseproof.query.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Of the arenas that threads get, each sets aside address space that is never used.
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(paths),
                "MALLOC_ARENA_MAX": "2",
            },
        )

    def _round(self, job: Job) -> _Round:
        """Has the process do one job; it is gone afterwards if the job broke it off."""
        if self._closed:
            raise RuntimeError("the query worker is closed")
        if not self._process:
            self._start()
        process = self._process
        assert process
        assert process.stdin
        assert process.stdout
        done = _Round(self._fresh)
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
            done.reason = self._reason(process)
        finally:
            # Half a conversation is left behind by a reason, and by anything that was raised.
            if done.reason != "done":
                self._end()
        return done

    def _reason(self, process: subprocess.Popen[bytes]) -> str:
        """Why the process ended. Raises RuntimeError where that is no query's doing."""
        code = process.wait()
        if code == TIMED_OUT:
            return "time"
        if code in (OUT_OF_MEMORY, -signal.SIGABRT) or code == -getattr(signal, "SIGKILL", 0):
            return "memory"
        if code < 0 or code > 255:
            return "crash"
        assert process.stderr
        said = process.stderr.read().decode(errors="replace").strip()
        raise RuntimeError(f"the query worker ended with code {code}: {said}")


def _grouped(questions: Sequence[Question]) -> list[int]:
    """The numbers of the questions, those with the same `data` together."""
    groups: dict[str | None, list[int]] = {}
    for at, question in enumerate(questions):
        groups.setdefault(question.data, []).append(at)
    return [at for group in groups.values() for at in group]


def start_worker() -> Worker:
    """A worker that is starting up; ask it when the questions are ready."""
    return Worker()


def ask(
    tables: Sequence[Rows],
    views: Sequence[tuple[str, str]],
    questions: Sequence[Question],
    limits: SessionLimits | None = None,
) -> tuple[tuple[Result, ...], tuple[Refusal | None, ...]]:
    """As `Worker.ask`, with a worker of its own."""
    with start_worker() as worker:
        return worker.ask(tables, views, questions, limits)
