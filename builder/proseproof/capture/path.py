"""Paths of tables: `runs.{run}.steps[]`, read to steps and followed into documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from proseproof.near import listing, nearest
from proseproof.nouns import dataclass

_STEP = re.compile(r'\{(?P<column>[^{}.\[\]"]*)\}|"(?P<quoted>[^"]*)"|(?P<name>[^{}.\[\]"]+)')


@dataclass(frozen=True)
class Member:
    """Into the member of this name."""

    name: str


@dataclass(frozen=True)
class Each:
    """Into every member of an object; the key becomes the column of this name."""

    column: str


@dataclass(frozen=True)
class Items:
    """Into every element of a list."""


Step = Member | Each | Items


@dataclass(frozen=True)
class Astray:
    """Why a path leads to no rows: message, notes and advice as a finding has them."""

    message: str
    notes: tuple[str, ...] = ()
    help: str = ""


class Row(NamedTuple):
    """What a path leads to: the keys met on the way, by column, and the value."""

    keys: dict[str, str]
    value: Any


def parse_path(path: str) -> tuple[Step, ...] | Astray:
    """The steps of a path; none for the empty path.

    Parts are parted by dots: a member's name, in double quotes if it holds a dot or a bracket, or
    `{column}`; each may end with `[]`, as may nothing at all (`[]` is each element of a list that
    is the whole document).
    """
    steps: list[Step] = []
    at = 0
    while at < len(path):
        if steps:
            if path[at] != ".":
                return Astray(f"`{path}` is no path: `{path[at]}` stands where a dot is due")
            at += 1
        found = _STEP.match(path, at)
        if found:
            at = found.end()
            if found["column"] is not None:
                steps.append(Each(found["column"]))
            else:
                steps.append(Member(found["name"] or found["quoted"] or ""))
        elif steps or not path.startswith("[]"):
            return Astray(f"`{path}` is no path: a name is due at character {at + 1}")
        while path.startswith("[]", at):
            steps.append(Items())
            at += 2
    columns = [step.column for step in steps if isinstance(step, Each)]
    for column in columns:
        if not column.strip():
            return Astray(f"`{path}` is no path: braces hold no name")
        if [one.lower() for one in columns].count(column.lower()) > 1:
            return Astray(f"`{path}` makes two columns named `{column}`")
    return tuple(steps)


class Trail:
    """Follows a path into documents, some at a time, and notes on the way where it goes astray."""

    def __init__(self, steps: Sequence[Step], capture: str) -> None:
        self._steps = tuple(steps)
        self._capture = capture
        # Of each step: the value of another kind than it asks for that was met first; the names
        # that the objects have; whether one of them has the name that is asked for.
        self._other: dict[int, Astray] = {}
        self._members: list[dict[str, None]] = [{} for _ in steps]
        self._met = [False for _ in steps]

    def follow(self, documents: Iterable[Any]) -> list[Row]:
        """What the steps lead to in the documents, in their order.

        A null on the way, and a member that only some of the objects have, lead to nothing.
        """
        rows = [Row({}, document) for document in documents]
        for count, step in enumerate(self._steps):
            wanted = list if isinstance(step, Items) else dict
            fit = [row for row in rows if isinstance(row.value, wanted)]
            if len(fit) < len(rows):
                self._note_other(count, rows, wanted)
            if isinstance(step, Member) and fit:
                self._met[count] = True
                members = self._members[count]
                for row in fit:
                    members.update(dict.fromkeys(row.value))
            rows = [inner for row in fit for inner in _enter(row, step)]
        return rows

    def _note_other(self, count: int, rows: Iterable[Row], wanted: type) -> None:
        for row in rows:
            if row.value is not None and not isinstance(row.value, wanted):
                here, owner = self._owner(count)
                due = "a list" if wanted is list else "an object"
                message = f"{owner} is {kind_of(row.value)}, not {due}"
                self._other.setdefault(count, Astray(message, _shape(here, row.value)))
                return

    def _owner(self, count: int) -> tuple[str, str]:
        here = _written(self._steps[:count])
        return here, f"`{here}` of `{self._capture}`" if here else f"`{self._capture}`"

    def _through(self, count: int, member: str) -> str:
        """The advice to go through another member at a step."""
        steps = (*self._steps[:count], Member(member), *self._steps[count + 1 :])
        return f"write `{_written(steps)}`"

    def fault(self) -> Astray | None:
        """Where the path went astray in the documents that it was followed into.

        At the first step at which no object has the member, or a value of another kind stands.
        """
        for count, step in enumerate(self._steps):
            if count in self._other:
                return self._other[count]
            members = self._members[count]
            if isinstance(step, Member) and self._met[count] and step.name not in members:
                near = nearest(step.name, members)
                note = members_note(members, step.name)
                message = f"{self._owner(count)[1]} has no member `{step.name}`"
                return Astray(message, (note,), self._through(count, near[0]) if near else "")
        return None


def _enter(row: Row, step: Step) -> Iterator[Row]:
    match step:
        case Member(name):
            if name in row.value:
                yield Row(row.keys, row.value[name])
        case Each(column):
            for key, value in row.value.items():
                yield Row({**row.keys, column: key}, value)
        case Items():
            for value in row.value:
                yield Row(row.keys, value)


def _written(steps: Sequence[Step]) -> str:
    text = ""
    for step in steps:
        match step:
            case Items():
                text += "[]"
            case Each(column):
                text += f".{{{column}}}"
            case Member(name):
                text += f".{name}" if re.fullmatch(_STEP.pattern, name) else f'."{name}"'
    return text.removeprefix(".")


def _shape(here: str, value: Any) -> tuple[str, ...]:
    """What a value of the wrong kind holds, as a note."""
    if isinstance(value, list):
        return (f"`{here}[]` is each of its {len(value)} elements",)
    return (members_note(value),) if isinstance(value, dict) else ()


def members_note(names: Iterable[str], near: str | None = None) -> str:
    """The members of an object, those near a name first where there are many."""
    every = list(names)
    match len(every):
        case 0:
            return "it has no members"
        case 1:
            return f"the only member is {every[0]}"
        case _:
            return f"the members are {listing(every, near=near)}"


def kind_of(value: Any) -> str:
    """What a JSON value is, with its article."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"
