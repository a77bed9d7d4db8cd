"""The caller's end: a worker process started early, asked, replaced when a query breaks it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from proseproof.owner import Owner
from proseproof.query.answer import Answer, Question, Refusal, SessionLimits
from proseproof.query.place import lost, refuse_whole

if TYPE_CHECKING:
    from proseproof.capture import Rows
    from proseproof.query.process import Process, Round

Result = Answer | Refusal


class Worker(Owner["Process"]):
    """A process that answers questions; a query that breaks it costs no other its answer.

    Starting Python and DuckDB takes a quarter of a second, in which the caller can do other
    work: start the worker first, ask later. Close it, or use it in a `with` block.
    """

    def __init__(self, *, at_once: bool = True) -> None:
        """at_once: start the process now; else it starts when it is first asked."""
        self._process = self._start() if at_once else None
        self._closed = False

    def close(self) -> None:
        """Ends the process; what is being asked in another thread ends with RuntimeError."""
        self._closed = True
        super().close()

    def ask(
        self,
        tables: Sequence[Rows],
        views: Sequence[tuple[str, str]],
        questions: Sequence[Question],
        limits: SessionLimits | None = None,
        names: Sequence[str] = (),
    ) -> tuple[tuple[Result, ...], tuple[Refusal | None, ...]]:
        """The answers in the order of the questions, and of each view why it is refused, or None.

        views: names and SQL; they may read one another, in any order. names: of all tables and
        views that there are, where some are left out that nothing here reads. Nothing is kept from
        one `ask` to the next. Raises RuntimeError when the worker does not run at all.
        """
        limits = limits or SessionLimits()
        names = names or [*(rows.table for rows in tables), *(name for name, _ in views)]
        results: dict[int, Result] = {}
        refusals: tuple[Refusal | None, ...] | None = None
        waiting = _grouped(questions)
        ahead = True
        while waiting or refusals is None:
            asked = [(at, questions[at]) for at in waiting]
            done = self._round(tables, views, asked, limits, names, ahead=ahead)
            if ahead and done.last is None and done.reason != "done":
                ahead = False  # it broke off in what was to help, so without it
                continue
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

    def _start(self) -> Process:
        # Loaded by who needs it: a check that knows all its answers starts nothing.
        from proseproof.query.process import Process

        return Process()

    def _round(
        self,
        tables: Sequence[Rows],
        views: Sequence[tuple[str, str]],
        questions: Sequence[tuple[int, Question]],
        limits: SessionLimits,
        names: Sequence[str],
        *,
        ahead: bool,
    ) -> Round:
        """Has the process answer questions; it is gone afterwards if something broke it off."""
        if self._closed:
            raise RuntimeError("the query worker is closed")
        if self._process is None:
            self._process = self._start()
        done: Round | None = None
        try:
            done = self._process.run(tables, views, questions, limits, names, ahead=ahead)
        finally:
            # Half a conversation is left behind by a reason, and by anything that was raised.
            if done is None or done.reason != "done":
                self._end()
        return done


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
