"""A run with all that was recorded of it: the only part of this package that reads files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, BinaryIO

from proseproof.disk import Disk
from proseproof.miles.fields import KEYS, TIMERS
from proseproof.miles.log import Log, LogReader
from proseproof.miles.refusal import Refusal
from proseproof.miles.run_file import RunFile, read_run_file
from proseproof.miles.scan import Digest
from proseproof.miles.strict import read_json
from proseproof.miles.telemetry import Telemetry, read_telemetry
from proseproof.nouns import dataclass


@dataclass(frozen=True)
class Input:
    """One file that was read, as provenance lists it."""

    role: str
    run: str
    path: str
    digest: Digest


@dataclass(frozen=True, eq=False)
class Recorded:
    """telemetry: None where the run has none, text where it cannot be placed in time.

    arguments: None where the run recorded none.
    """

    file: RunFile
    log: Log = field(repr=False)
    telemetry: Telemetry | str | None = field(repr=False)
    arguments: Mapping[str, Any] | None
    inputs: tuple[Input, ...]


def name_from(root: Path, path: Path) -> str:
    """How a summary names a file: from the root where it lies below it, else by its bare name.

    A folder of the machine that wrote the summary is nobody's business.
    """
    whole, top = path.resolve(), root.resolve()
    return whole.relative_to(top).as_posix() if whole.is_relative_to(top) else whole.name


def read_run(path: Path, root: Path) -> Recorded | tuple[Refusal, ...]:
    """The run that the run file at `path` declares, or everything that is wrong with it."""
    reading = _Reading(root)
    raw = reading.whole(path)
    if raw is None:
        return tuple(reading.refusals)
    file = read_run_file(name_from(root, path), raw)
    if not isinstance(file, RunFile):
        return file
    reading.note("run file", file, path, _digest(raw))
    log = reading.log(file, path.parent)
    telemetry = reading.telemetry(file, path.parent)
    arguments = reading.arguments(file, path.parent)
    if reading.refusals:
        return tuple(reading.refusals)
    return Recorded(file, log, telemetry, arguments, tuple(reading.inputs))


def _digest(raw: bytes) -> Digest:
    return Digest(len(raw), hashlib.sha256(raw).hexdigest())


@dataclass
class _Reading:
    """Collects what was read and what could not be."""

    root: Path
    inputs: list[Input] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)

    def note(self, role: str, file: RunFile, path: Path, digest: Digest) -> None:
        self.inputs.append(Input(role, file.run, name_from(self.root, path), digest))

    def open(self, path: Path) -> BinaryIO | None:
        try:
            whole = path.resolve()
            return Disk(whole.parent).open(whole.name)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            self._refuse(path, reason or "cannot be read")
            return None

    def whole(self, path: Path) -> bytes | None:
        stream = self.open(path)
        if stream is None:
            return None
        with stream:
            try:
                return stream.read()
            except OSError as error:
                self._refuse(path, error.strerror or "cannot be read")
                return None

    def log(self, file: RunFile, folder: Path) -> Log:
        reader = LogReader(file.zone, KEYS, TIMERS)
        for name in file.logs:
            stream = self.open(folder / name)
            if stream is None:
                continue
            with stream:
                try:
                    digest = reader.read(name_from(self.root, folder / name), stream)
                    self.note("log", file, folder / name, digest)
                except OSError as error:
                    self._refuse(folder / name, error.strerror or "cannot be read")
        self.refusals.extend(reader.refusals)
        return reader.log()

    def telemetry(self, file: RunFile, folder: Path) -> Telemetry | str | None:
        if file.telemetry is None:
            return None
        stream = self.open(folder / file.telemetry)
        if stream is None:
            return None
        hashed = _Hashed(stream)
        with stream:
            try:
                if file.telemetry_zone is None:
                    for _ in hashed.lines():
                        pass
                    found: Telemetry | Refusal | str = "the telemetry's time zone is not given"
                else:
                    name = name_from(self.root, folder / file.telemetry)
                    found = read_telemetry(name, hashed.lines(), file.telemetry_zone, file.gpu)
            except OSError as error:
                self._refuse(folder / file.telemetry, error.strerror or "cannot be read")
                return None
        if isinstance(found, Refusal):
            self.refusals.append(found)
            return None
        self.note("telemetry", file, folder / file.telemetry, hashed.digest())
        return found

    def arguments(self, file: RunFile, folder: Path) -> Mapping[str, Any] | None:
        if file.arguments is None:
            return None
        path = folder / file.arguments
        raw = self.whole(path)
        if raw is None:
            return None
        document = read_json(name_from(self.root, path), raw)
        if isinstance(document, Refusal):
            self.refusals.append(document)
        elif not isinstance(document, dict):
            self._refuse(path, "this is no JSON object")
        else:
            self.note("arguments", file, path, _digest(raw))
            return document
        return None

    def _refuse(self, path: Path, reason: str) -> None:
        text = reason[:1].lower() + reason[1:]
        self.refusals.append(Refusal(name_from(self.root, path), 0, text))


class _Hashed:
    """The lines of a stream, and the digest of all that were read."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.size = 0
        self.hash = hashlib.sha256()

    def lines(self) -> Iterator[bytes]:
        for raw in self.stream:
            self.size += len(raw)
            self.hash.update(raw)
            yield raw

    def digest(self) -> Digest:
        return Digest(self.size, self.hash.hexdigest())
