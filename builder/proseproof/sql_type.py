"""Types of columns as DuckDB writes them: `BIGINT`, `STRUCT("seed" BIGINT)[]`, `UNION(…)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from proseproof.nouns import dataclass


@dataclass(frozen=True)
class Scalar:
    """A type without parts: `BIGINT`, `DECIMAL(18,3)`, `TIMESTAMP WITH TIME ZONE`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Listing:
    """A list: `item[]`."""

    item: SqlType

    def __str__(self) -> str:
        return f"{self.item}[]"


@dataclass(frozen=True)
class Struct:
    """A nested object: `STRUCT(name type, …)`, at least one field."""

    fields: tuple[tuple[str, SqlType], ...]

    def __str__(self) -> str:
        return f"STRUCT({_parts(self.fields)})"


@dataclass(frozen=True)
class Union:
    """One of several types, told apart value by value: `UNION("number" DOUBLE, "text" VARCHAR)`."""

    members: tuple[tuple[str, SqlType], ...]

    def __str__(self) -> str:
        return f"UNION({_parts(self.members)})"


SqlType = Scalar | Listing | Struct | Union


def quoted(name: str) -> str:
    """A name as an SQL identifier, in quotes."""
    return '"' + name.replace('"', '""') + '"'


def _parts(parts: tuple[tuple[str, SqlType], ...]) -> str:
    return ", ".join(f"{quoted(name)} {kind}" for name, kind in parts)


def has_union(kind: SqlType) -> bool:
    """Whether a union stands anywhere in the type."""
    match kind:
        case Union():
            return True
        case Listing(item):
            return has_union(item)
        case Struct(fields):
            return any(has_union(field) for _, field in fields)
        case _:
            return False


def nested(kind: SqlType, *, unions: bool = False) -> int:
    """How many lists, structs and unions stand inside one another; of unions alone, how many."""
    match kind:
        case Listing(item):
            return nested(item, unions=unions) + (not unions)
        case Struct(parts):
            inside = max(nested(part, unions=unions) for _, part in parts)
            return inside + (not unions)
        case Union(parts):
            return max(nested(part, unions=unions) for _, part in parts) + 1
        case _:
            return 0


@lru_cache(maxsize=1024)  # the columns of one table are looked at for each query that reads it
def parse_type(text: str) -> SqlType:
    """The type that `str` of it writes, and any that DuckDB reports for a column.

    What is neither a list, a struct nor a union is one scalar name. Never raises.
    """
    return _parsed(text)


def _parsed(text: str) -> SqlType:
    text = text.strip()
    if text.endswith("]"):
        item, bracket, size = text.removesuffix("]").rpartition("[")
        if bracket and (not size or size.isdigit()):
            return Listing(_parsed(item))
    word, bracket, rest = text.partition("(")
    if bracket and rest.endswith(")") and word.upper() in ("STRUCT", "UNION"):
        parts = [_named(part) for part in _split(rest[:-1])]
        if parts and all(name for name, _ in parts):
            fields = tuple((name, _parsed(kind)) for name, kind in parts)
            return Struct(fields) if word.upper() == "STRUCT" else Union(fields)
    return Scalar(text)


def _split(text: str) -> Iterator[str]:
    """The parts between the commas that stand in no bracket and no quotes."""
    depth = start = at = 0
    while at < len(text):
        if text[at] in "\"'":
            at = text.find(text[at], at + 1)
            if at < 0:
                break
        elif text[at] in "([":
            depth += 1
        elif text[at] in ")]":
            depth -= 1
        elif text[at] == "," and depth == 0:
            yield text[start:at]
            start = at + 1
        at += 1
    yield text[start:]


def _named(part: str) -> tuple[str, str]:
    """A field's name and the text of its type."""
    part = part.strip()
    if found := re.match(r'"((?:[^"]|"")*)"\s*', part):
        return found[1].replace('""', '"'), part[found.end() :]
    name, _, kind = part.partition(" ")
    return name, kind
