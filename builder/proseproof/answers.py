"""Every query of a project asked in one go, and its answers found again."""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from proseproof.judge.examination import RefusedQuery, without_rows
from proseproof.judge.unmeasured import Use, tested_in, unmeasured
from proseproof.kept import NOTHING_KEPT, Kept
from proseproof.load import Loaded
from proseproof.model import Claim, Figure
from proseproof.nouns import dataclass
from proseproof.query import Answer, Question, Refusal, SessionLimits, Worker
from proseproof.query.recall import ask_or_recall
from proseproof.source import Text

Result = Answer | Refusal


@dataclass(frozen=True, eq=False)
class Answers:
    """data: the rows of each figure. by_sql: the result of each query, by its identity.

    refused: what has no answer through a mistake of its own. views: each view without its rows, by
    name in lower case.
    """

    data: Mapping[Figure, Result]
    by_sql: Mapping[int, Result]
    refused: tuple[RefusedQuery, ...]
    views: Mapping[str, Answer]

    def of_claim(self, claim: Claim) -> tuple[Result | None, Result | None]:
        """The answers to the claim's `query` or `change`, and to its `holds`."""
        binding = claim.query or claim.change
        return (
            self.by_sql.get(id(binding)) if binding is not None else None,
            self.by_sql.get(id(claim.holds)) if claim.holds is not None else None,
        )


@dataclass(frozen=True, eq=False)
class _Asked:
    sql: Text
    question: Question
    figure: Figure | None = None  # None for a view
    use: Use = "data"
    holds: Text | None = None  # of the same claim
    view: str | None = None


def ask_all(worker: Worker, loaded: Loaded, kept: Kept = NOTHING_KEPT) -> Answers:
    """Asks each query once. What reads a broken capture is not asked: its fault is told already."""
    captures = [
        (declaration, loaded.captures[declaration.name])
        for declaration in loaded.project.captures
        if declaration.name in loaded.captures
    ]
    views = [
        (view.name, view.query.value)
        for view in loaded.project.views
        if view.name.lower() not in loaded.broken  # another has the name, which is told
    ]
    sound = _Sound(loaded.broken, views)
    asked = [one for one in _questions(loaded) if sound(one.question.sql, one.question.data)]
    whole = [(name, sql) for name, sql in views if sound(sql, None)]
    questions = [one.question for one in asked]
    limits = SessionLimits(seconds=float(loaded.project.limits.seconds))
    results, view_faults = ask_or_recall(worker, captures, whole, questions, kept, limits)
    refused = [
        RefusedQuery(view.query, fault)
        for (name, _), fault in zip(whole, view_faults, strict=True)
        if fault is not None
        for view in loaded.project.views
        if view.name == name
    ]
    lost = {name.lower() for (name, _), fault in zip(whole, view_faults, strict=True) if fault}
    sound = _Sound(loaded.broken | lost, views)
    data: dict[Figure, Result] = {}
    by_sql: dict[int, Result] = {}
    bare = {
        one.view: result
        for one, result in zip(asked, results, strict=True)
        if one.view is not None and isinstance(result, Answer)
    }
    given = {id(one.sql): result for one, result in zip(asked, results, strict=True)}
    for one, result in zip(asked, results, strict=True):
        if one.figure is None:
            continue
        if isinstance(result, Answer):
            tested = tested_in(given.get(id(one.holds)))
            rows = data.get(one.figure)
            result = _proving(one, one.figure, result, rows, tested)
        if one.use == "data":
            data[one.figure] = result
        else:
            by_sql[id(one.sql)] = result
        if (
            isinstance(result, Refusal)
            and not result.in_data
            and sound(one.question.sql, one.question.data)
        ):
            refused.append(RefusedQuery(one.sql, result))
    return Answers(data, by_sql, tuple(refused), bare)


class Asking:
    """`ask_all` in a thread of its own, so that other work goes on while the session answers."""

    def __init__(self, worker: Worker, loaded: Loaded, kept: Kept) -> None:
        self._outcome: list[Answers | BaseException] = []
        # A daemon: who is interrupted meanwhile closes the worker, and waits for nothing.
        self._thread = threading.Thread(target=self._run, args=(worker, loaded, kept), daemon=True)
        self._thread.start()

    def _run(self, worker: Worker, loaded: Loaded, kept: Kept) -> None:
        try:
            self._outcome.append(ask_all(worker, loaded, kept))
        except BaseException as error:  # noqa: BLE001 - raised again where the answers are wanted
            self._outcome.append(error)

    def answers(self) -> Answers:
        """The answers, once they are there. Raises what `ask_all` raised."""
        self._thread.join()
        (outcome,) = self._outcome
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome


def _questions(loaded: Loaded) -> Iterable[_Asked]:
    for view in loaded.project.views:
        # No row is wanted, only what is known of it: which tables stand behind the view.
        yield _Asked(
            view.query, Question(without_rows(view.query.value)[0]), view=view.name.lower()
        )
    for section in loaded.sections:
        for figure in section.figures:
            data = figure.data.value if figure.data is not None else None
            if figure.data is not None:
                yield _Asked(figure.data, Question(figure.data.value), figure)
            # A chart or a table without `data` is a mistake of its own, and is told as that.
            lost = ("data",) if data is None and figure.kind != "text" else ()
            for claim in figure.claims:
                for use, sql in _queries(claim):
                    if sql is not None and not _mentions(sql.value, lost):
                        yield _Asked(sql, Question(sql.value, data), figure, use, claim.holds)


def _proving(
    one: _Asked, figure: Figure, answer: Answer, data: Result | None,
    tested: frozenset[Fraction],
) -> Result:  # fmt: skip
    """The answer, or a refusal where it proves nothing. data: the rows of its figure."""
    if isinstance(data, Refusal) and "data" in answer.names:
        return replace(data, in_data=True)
    return unmeasured(answer, one.question.sql, one.use, figure, tested) or answer


def _queries(claim: Claim) -> tuple[tuple[Use, Text | None], ...]:
    return ("query", claim.query), ("change", claim.change), ("holds", claim.holds)


class _Sound:
    """Whether a query stays clear of the tables and views that are not there."""

    def __init__(self, broken: Iterable[str], views: Iterable[tuple[str, str]]) -> None:
        names = {name.lower() for name in broken}
        views = list(views)
        while True:
            more = {
                name.lower()
                for name, sql in views
                if name.lower() not in names and _mentions(sql, names)
            }
            if not more:
                break
            names |= more
        self._names = names

    def __call__(self, sql: str, data: str | None) -> bool:
        return not _mentions(sql, self._names) and not (data and _mentions(data, self._names))


def _mentions(sql: str, names: Collection[str]) -> bool:
    if not names:  # of most projects nothing is missing
        return False
    words = {word.lower() for word in re.findall(r"\w+", sql)}
    return any(name in words for name in names)
