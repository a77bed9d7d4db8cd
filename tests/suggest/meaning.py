"""Whether a proposed claim means what the author's claim means: other data, the same values.

Two queries that give one value today may mean different things. So every number of the captures is
changed, several times over, and both are asked again: what still agrees has the same column, the
same statistic and the same filter, however it is written.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from proseproof.answers import Answers, ask_all
from proseproof.disk import Disk
from proseproof.judge.claim import Asked, Examined, examine, quote
from proseproof.judge.examination import Examination
from proseproof.judge.quantity import exact
from proseproof.judge.table import ExaminedTable
from proseproof.load import Loaded, load
from proseproof.model import Claim, Figure, Limits
from proseproof.query import Answer, Question, Worker
from proseproof.run import examine_all
from proseproof.source import Source, Text
from proseproof.suggest import Choice, Proposals, propose

Place = tuple[int, int]
Values = tuple[frozenset[object], ...]

KEPT = ("step", "schema_version")
"""Numbers that are names: each is moved by one amount everywhere, so that joins still join."""


@dataclass(frozen=True, eq=False)
class Project:
    """A project read, asked and examined."""

    loaded: Loaded
    answers: Answers
    examination: Examination


def examined(root: Path, worker: Worker) -> Project:
    """The project in a folder."""
    loaded = load(Disk(root))
    assert isinstance(loaded, Loaded)
    answers = ask_all(worker, loaded)
    return Project(loaded, answers, examine_all(loaded, answers))


def copy_of(root: Path, target: Path) -> Path:
    """A copy of a guide whose captures need satisfy no schema."""
    for name in ("docs", "claims", "capture"):
        shutil.copytree(root / name, target / name)
    shutil.copy(root / "README.md", target)
    file = target / "claims" / "project.yml"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = (line for line in lines if not line.lstrip().startswith("schema:"))
    file.write_text("".join(kept), encoding="utf-8")
    return target


def disturb(root: Path, seed: int) -> None:
    """Changes every number of the JSON captures below `root`, each by a factor of its own."""
    chance = random.Random(seed)
    shift = chance.randrange(100, 200)

    def change(value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: change(inner, key) for key, inner in value.items()}
        if isinstance(value, list):
            return [change(inner) for inner in value]
        if isinstance(value, bool) or not isinstance(value, int | float):
            return value
        return value + shift if name in KEPT else round(value * chance.uniform(0.5, 1.9) + 0.01, 6)

    for file in sorted(root.glob("capture/**/*.json")):
        if "schema" not in file.name:
            data = json.loads(file.read_text(encoding="utf-8"))
            file.write_text(json.dumps(change(data)), encoding="utf-8")


def bound_numbers(project: Project, page: str) -> dict[Place, Callable[[Project], Values]]:
    """For each bound number of a page, by line and column, what reads its values off a project."""
    found: dict[Place, Callable[[Project], Values]] = {}
    numbers = project.examination.coverage.numbers
    for number in numbers:
        origin = project.examination.verdicts.proved.get(number.key)
        if number.corpus.page != page or origin is None:
            continue
        at = (number.span.first.line, number.span.first.column)
        reader = _reader(project, origin, number.key)
        if reader is not None:
            found[at] = reader
    return found


def _reader(
    project: Project, origin: Examined | ExaminedTable, key: tuple[int, int, int]
) -> Callable[[Project], Values] | None:
    corpus, passage, token = key
    if isinstance(origin, ExaminedTable):
        at = project.examination.tables.index(origin)
        for number, cell in enumerate(origin.cells):
            place = cell.place
            if place is None or (id(place.corpus), place.passage) != (corpus, passage):
                continue
            slot = [check.said.at for check in cell.checks].index(token)
            name = cell.checks[slot].value.column
            return lambda other: (_cell(other.examination.tables[at], number, name, cell.row),)
        return None
    claim = list(project.examination.claims).index(origin)
    slots = _slots(origin, key)
    return lambda other: tuple(_values(other.examination.claims[claim], origin, slots))


def _cell(table: ExaminedTable, number: int, name: str, row: int) -> frozenset[object]:
    assert table.answer is not None
    index = [column.name for column in table.answer.columns].index(name)
    rows = table.answer.rows
    return frozenset([exact(rows[row][index])]) if row < len(rows) else frozenset()


def _slots(examined: Examined, key: tuple[int, int, int]) -> list[int]:
    """The values of a claim that the number at a token stands for."""
    for judged in (*examined.places, *examined.shapes):
        if (id(judged.place.corpus), judged.place.passage) == key[:2]:
            slots = [at for at, check in enumerate(judged.checks) if check.said.at == key[2]]
            if slots:
                return slots
    return []


def _values(
    examined: Examined, before: Examined, slots: Sequence[int]
) -> Iterator[frozenset[object]]:
    """The values at these slots; all of their columns where the rows are no longer as many."""
    same = len(examined.values) == len(before.values)
    for slot in slots:
        column = before.values[slot].column
        yield frozenset(
            value.number
            for at, value in enumerate(examined.values)
            if (at == slot if same else value.column == column)
        )


Answered = Mapping[str, Answer]


def _answered(proposals: Proposals, project: Project, worker: Worker) -> Answered:
    """What the queries of all choices give in a project, those that give anything."""
    loaded = project.loaded
    queries = list({choice.sql for one in proposals.proposals for choice in one.choices})
    tables = [rows for capture in loaded.captures.values() for rows in capture.tables]
    views = [(view.name, view.query.value) for view in loaded.project.views]
    answers, _ = worker.ask(tables, views, [Question(query) for query in queries])
    both = zip(queries, answers, strict=True)
    return {query: answer for query, answer in both if isinstance(answer, Answer)}


def _proposed(choice: Choice, number: int, numbers: int, answered: Answered) -> frozenset[object]:
    """What a choice gives for the number at a place of its phrase or table."""
    answer = answered.get(choice.sql)
    if answer is None:
        return frozenset()
    says, sql = (Text.of(Source("", text)) for text in (choice.says, choice.sql))
    claim = Claim(says, says.span(), query=sql)
    if choice.kind == "change":
        claim = Claim(says, says.span(), change=sql)
    figure = Figure("choice", "text", says.span())
    found = examine(Asked(claim, figure, answer), quote(claim, ()), Limits()).values
    if choice.block is None and len(found) != numbers:
        column = answer.columns[number % len(answer.columns)].name
        return frozenset(value.number for value in found if value.column == column)
    return frozenset([found[number].number])


@dataclass(frozen=True)
class Agreement:
    """For each number of a page, by line and column, the rank of the author's query, from 1."""

    ranks: Mapping[Place, int | None]

    def share(self, most: int) -> float:
        """The share of numbers whose right query is among the first `most`."""
        return sum(rank is not None and rank <= most for rank in self.ranks.values()) / len(
            self.ranks
        )


def agreement(root: Path, page: str, section: str, scratch: Path, worker: Worker) -> Agreement:
    """How often the author's query is proposed for a page whose section file is taken away."""
    whole = examined(copy_of(root, scratch / "whole"), worker)
    draft = copy_of(root, scratch / "draft")
    (draft / section).unlink()
    drafted = examined(draft, worker)
    proposals = propose(drafted.loaded, drafted.examination, page, worker)
    others = []
    for seed in (1, 2, 3):
        other = copy_of(root, scratch / f"other-{seed}")
        disturb(other, seed)
        others.append(examined(other, worker))
    bare = {
        (number.span.first.line, number.span.first.column)
        for number in drafted.examination.coverage.numbers
        if number.corpus.page == page and number.status == "unbound"
    }
    readers = {at: read for at, read in bound_numbers(whole, page).items() if at in bare}
    answered = [_answered(proposals, other, worker) for other in others]
    return Agreement(
        {
            at: _rank(at, [read(other) for other in others], proposals, answered)
            for at, read in readers.items()
        }
    )


def _rank(
    at: Place, wanted: Sequence[Values], proposals: Proposals, answered: Sequence[Answered]
) -> int | None:
    for proposal in proposals.proposals:
        places = [(span.first.line, span.first.column) for span in proposal.numbers]
        if at not in places:
            continue
        number = places.index(at)
        for rank, choice in enumerate(proposal.choices, 1):
            given = [_proposed(choice, number, len(places), other) for other in answered]
            if given == [frozenset().union(*values) for values in wanted]:
                return rank
    return None
