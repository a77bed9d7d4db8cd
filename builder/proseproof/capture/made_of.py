"""What a summary says that it was made of, and what lies there now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field

from proseproof.capture.documents import Document
from proseproof.disk import Disk
from proseproof.nouns import dataclass
from proseproof.source import Span

Where = tuple[str | int, ...]
"""Keys and indices that lead to a value in a document."""

Summary = Callable[[], Document]
"""Gives the document of a summary, when a place in it is wanted."""

_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, eq=False)
class Input:
    """A file that a summary was made of, where one lies at its path.

    recorded, found: the SHA-256 that the summary tells, and that of the file. where: the keys and
    indices that lead to the one told.
    """

    path: str
    recorded: str
    found: str
    summary: Summary = field(repr=False)
    where: Where

    @property
    def span(self) -> Span:
        """The digest in the summary."""
        return self.summary().span_of(self.where)


@dataclass(frozen=True, eq=False)
class Generator:
    """The program that made a summary, where it lies at its path. version: as the summary tells."""

    path: str
    version: str
    summary: Summary = field(repr=False)

    @property
    def span(self) -> Span:
        """The version in the summary."""
        return self.summary().span_of(("provenance", "generator", "version"))


@dataclass(frozen=True, eq=False)
class MadeOf:
    """The inputs and the generators of a capture's summaries that are at hand."""

    inputs: tuple[Input, ...] = ()
    generators: tuple[Generator, ...] = ()


OF_NOTHING = MadeOf()
"""Of a capture that tells of nothing, or of nothing that is at hand."""


@dataclass(frozen=True)
class Told:
    """What a document tells of what it was made of.

    inputs: path, SHA-256 and place of each file that it names with both. generator: path and
    version of the program, where it names both.
    """

    inputs: tuple[tuple[str, str, Where], ...] = ()
    generator: tuple[str, str] | None = None


def told_by(value: object) -> Told:
    """What the value of a document tells in `provenance.inputs` and `provenance.generator`.

    A generator is an input as well, where it has a SHA-256.
    """
    provenance = _member(value, "provenance")
    generator = _member(provenance, "generator")
    listed = _member(provenance, "inputs")
    named: list[tuple[Where, object]] = [
        (("inputs", at), entry) for at, entry in enumerate(listed if type(listed) is list else ())
    ]
    named.append((("generator",), generator))
    inputs = []
    for where, entry in named:
        path, digest = _member(entry, "path"), _member(entry, "sha256")
        if isinstance(path, str) and isinstance(digest, str) and _DIGEST.fullmatch(digest.lower()):
            inputs.append((path, digest.lower(), ("provenance", *where, "sha256")))
    program, version = _member(generator, "path"), _member(generator, "version")
    known = isinstance(program, str) and isinstance(version, str | int)
    return Told(tuple(inputs), (str(program), str(version)) if known else None)


def made_of(summaries: Iterable[tuple[Told, Summary]], disk: Disk) -> MadeOf:
    """What is at hand of what the documents tell. Paths are those of the project.

    Raises OSError where a file cannot be read.
    """
    inputs: list[Input] = []
    generators: list[Generator] = []
    digests: dict[str, str] = {}
    for told, summary in summaries:
        for path, recorded, where in told.inputs:
            if disk.exists(path):
                if path not in digests:
                    digests[path] = disk.digest(path)
                inputs.append(Input(path, recorded, digests[path], summary, where))
        if told.generator is not None and disk.exists(told.generator[0]):
            generators.append(Generator(*told.generator, summary))
    return MadeOf(tuple(inputs), tuple(generators))


def _member(value: object, name: str) -> object:
    return value.get(name) if isinstance(value, Mapping) else None
