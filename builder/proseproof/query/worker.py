"""The process that answers queries: reads jobs from its parent, writes results as they come."""

from __future__ import annotations

import os
import pickle
import sys
from pathlib import Path
from typing import BinaryIO

import duckdb

from proseproof.kept import Kept, default_folder
from proseproof.owner import OUT_OF_MEMORY
from proseproof.query.answer import SessionLimits
from proseproof.query.job import Job, pack, pack_result
from proseproof.query.lockdown import connect, lock, unstable_functions
from proseproof.query.runner import BROKEN, Runner
from proseproof.query.session import Session
from proseproof.query.watch import Watch

if sys.platform != "win32":
    import resource

SLACK = 512 * 2**20
"""Address space for what DuckDB does not count: stacks, buffers, room between allocations."""

AHEAD = 500
"""Questions that are parsed at once; the trees of more would only take up memory."""


def main() -> None:
    """Answers jobs until the parent closes the pipe.

    The messages of a job: ("views", refusals), then ("begin", number) and ("result", number,
    packed result) for each question, then ("end", reason), where the reason is "done", or else
    why it stops there: "time", "memory" or "crash"; the questions that are left have no result.
    """
    results = os.fdopen(os.dup(1), "wb")
    # Nothing that prints may mix with the results.
    os.dup2(2, 1)
    empty = _address_space()
    watch = Watch()
    # What takes a while is done while the caller is still reading its files.
    connection = connect()
    unstable = unstable_functions(connection, Kept(default_folder()))
    try:
        while job := _next_job(sys.stdin.buffer, empty):
            lock(connection, job.tables, job.limits)
            runner = Runner(connection, job.limits, watch)
            session = Session(runner, job.tables, job.names, unstable)
            _serve(job, session, runner, results)
            connection.close()
            connection = connect()
    except (MemoryError, duckdb.OutOfMemoryException):
        os._exit(OUT_OF_MEMORY)
    except duckdb.TransactionException as error:
        # So DuckDB says it where what was read no longer fits as it is put away.
        if "could not allocate" not in str(error):
            raise
        os._exit(OUT_OF_MEMORY)


def _next_job(source: BinaryIO, empty: int | None) -> Job | None:
    try:
        limits = pickle.load(source)
        _limit_memory(empty, limits)
        job = pickle.load(source)
    except EOFError:
        return None
    assert isinstance(job, Job)
    return job


def _serve(job: Job, session: Session, runner: Runner, results: BinaryIO) -> None:
    try:
        _answer(job, session, runner, results)
    except BROKEN:
        runner.spent = "crash"
    _send(results, "end", runner.spent or "done")


def _answer(job: Job, session: Session, runner: Runner, results: BinaryIO) -> None:
    """Sends what the session says, to the end of the job or until the runner is spent."""
    if job.ahead:
        runner.parse_ahead([sql for _, sql in job.views])
    _send(results, "views", session.add_views(job.views, keep_rows=job.ahead))
    for start in range(0, len(job.questions), AHEAD):
        some = job.questions[start : start + AHEAD]
        results.flush()  # what is told is not lost, whatever happens to what comes
        if job.ahead:
            asked = [text for _, one in some for text in (one.sql, one.data) if text is not None]
            runner.parse_ahead(list(dict.fromkeys(asked)))
        for number, question in some:
            _send(results, "begin", number)
            result = session.ask(question)
            _send(results, "result", number, pack_result(result, question.sql, job.limits))
            if runner.spent:
                return


def _send(results: BinaryIO, kind: str, *rest: object) -> None:
    """Writes a message; a result goes off with the one behind it, half the calls and waking."""
    results.write(pack((kind, *rest)))
    if kind != "result":
        results.flush()


def _address_space() -> int | None:
    """The bytes of address space in use; None where the system does not tell."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return None
    return int(statm.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def _limit_memory(empty: int | None, limits: SessionLimits) -> None:
    """Caps the process; where the system has no such cap, DuckDB's own limit is all there is."""
    if sys.platform != "win32" and empty is not None:
        cap = empty + int(limits.memory_gb * 1e9) + SLACK
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (cap, hard))


if __name__ == "__main__":
    main()
