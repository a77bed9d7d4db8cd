"""What a summary says that it was made of, and what lies there now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from proseproof.capture.documents import Document
from proseproof.disk import Disk
from proseproof.nouns import dataclass
from proseproof.source import Span

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
    document: Document = field(repr=False)
    where: tuple[str | int, ...]

    @property
    def span(self) -> Span:
        """The digest in the summary."""
        return self.document.span_of(self.where)


@dataclass(frozen=True, eq=False)
class Generator:
    """The program that made a summary, where it lies at its path. version: as the summary tells."""

    path: str
    version: str
    document: Document = field(repr=False)

    @property
    def span(self) -> Span:
        """The version in the summary."""
        return self.document.span_of(("provenance", "generator", "version"))


@dataclass(frozen=True, eq=False)
class MadeOf:
    """The inputs and the generators of a capture's summaries that are at hand."""

    inputs: tuple[Input, ...] = ()
    generators: tuple[Generator, ...] = ()


OF_NOTHING = MadeOf()
"""Of a capture that tells of nothing, or of nothing that is at hand."""


def made_of(documents: Iterable[Document], disk: Disk) -> MadeOf:
    """What is at hand of what the documents were made of: `provenance.inputs` and `.generator`.

    An entry is looked at where it has a path and a SHA-256, a generator also where it has a version
    instead. Paths are those of the project. Raises OSError where a file cannot be read.
    """
    inputs: list[Input] = []
    generators: list[Generator] = []
    digests: dict[str, str] = {}
    for document in documents:
        for path, recorded, where in _entries(document):
            if disk.exists(path):
                if path not in digests:
                    digests[path] = disk.digest(path)
                inputs.append(Input(path, recorded, digests[path], document, where))
        generator = _member(_member(document.value, "provenance"), "generator")
        program, version = _member(generator, "path"), _member(generator, "version")
        if isinstance(program, str) and isinstance(version, str | int) and disk.exists(program):
            generators.append(Generator(program, str(version), document))
    return MadeOf(tuple(inputs), tuple(generators))


def _entries(document: Document) -> Iterator[tuple[str, str, tuple[str | int, ...]]]:
    """Path, digest and place of each file that the document's provenance names with both."""
    provenance = _member(document.value, "provenance")
    listed = _member(provenance, "inputs")
    named: list[tuple[tuple[str | int, ...], object]] = [
        (("inputs", at), entry) for at, entry in enumerate(listed if type(listed) is list else ())
    ]
    named.append((("generator",), _member(provenance, "generator")))
    for where, entry in named:
        path, digest = _member(entry, "path"), _member(entry, "sha256")
        if isinstance(path, str) and isinstance(digest, str) and _DIGEST.fullmatch(digest.lower()):
            yield path, digest.lower(), ("provenance", *where, "sha256")


def _member(value: object, name: str) -> object:
    return value.get(name) if isinstance(value, Mapping) else None
