"""The files of a capture: found by path or glob, read as text, named with their digest."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from proseproof.capture.fault import RULE, Findings, declared
from proseproof.capture.record import CaptureFile
from proseproof.disk import Disk, Unreadable
from proseproof.finding import Finding
from proseproof.model import CaptureDeclaration
from proseproof.near import listing, nearest
from proseproof.source import Source, Text

ENDINGS = {"csv": "csv", "json": "json", "jsonl": "lines", "ndjson": "lines", "parquet": "parquet"}
"""How a capture's file is read, by what its name ends with."""

MOST_HELD = 64 * 10**6
"""Bytes of rows as text that a check holds in memory; of more it only learns the columns."""


def find_files(
    declaration: CaptureDeclaration, disk: Disk
) -> tuple[tuple[str, ...], str] | Finding:
    """The paths of the capture's files, sorted, and how all of them are read."""
    file = declaration.file
    paths = (file.value,) if disk.exists(file.value) else disk.glob(file.value)
    if not paths and any(mark in file.value for mark in "*?["):
        return _absent(declaration, declared(file, f"no file matches `{file.value}`"))
    if not paths:
        return _absent(declaration, _missing(file, disk))
    kinds: dict[str, str] = {}
    if declaration.marker is not None:
        return paths, "lines"  # a log, whatever it is called
    for path in paths:
        ending = _ending(path)
        if ending not in ENDINGS:
            what = f"`.{ending}`" if ending else "nothing"
            known = f"the endings are {listing(ENDINGS)}"
            return declared(file, f"`{path}` ends with {what}, which is no kind of capture", known)
        kinds.setdefault(ENDINGS[ending], ending)
    if len(kinds) > 1:
        endings = listing(kinds.values())
        return declared(file, f"`{file.value}` matches files of several kinds: {endings}")
    return paths, next(iter(kinds))


def _absent(declaration: CaptureDeclaration, missing: Finding) -> Finding:
    """The finding for a file that is not there, with what can be done where none is near."""
    again = f"run `proseproof capture {declaration.name}`"
    advice = "put the file there, or change `file`" if declaration.connection is None else again
    return missing if missing.help else replace(missing, help=advice)


def _missing(file: Text, disk: Disk) -> Finding:
    """The finding for a file that is not there, with what lies beside it."""
    path = PurePosixPath(file.value)
    beside = disk.glob(f"{path.parent}/*")
    # What is declared of one kind of file, such as the paths of tables, is not true of another.
    names = [PurePosixPath(one).name for one in beside if _kind(path.name) in ("", _kind(one))]
    meant = [path.with_name(name).as_posix() for name in nearest(path.name, names)]
    near = nearest(file.value, beside, 3)
    notes = (f"near it: {listing(near)}",) if set(near) - set(meant) else ()
    missing = declared(file, f"there is no file `{file.value}`", *notes)
    return replace(missing, help=f"write `{meant[0]}`") if meant else missing


def _ending(path: str) -> str:
    return PurePosixPath(path).suffix.removeprefix(".").lower()


def _kind(path: str) -> str:
    """How a file of this name is read; empty where nothing tells."""
    return ENDINGS.get(_ending(path), "")


def read_sources(
    declaration: CaptureDeclaration, disk: Disk, paths: Sequence[str]
) -> tuple[tuple[Source, ...], Findings]:
    """The texts of the files, and a finding for each that has none."""
    sources = []
    findings = []
    for path in paths:
        source = disk.source(path)
        if isinstance(source, Unreadable) and not source.opened:
            findings.append(declared(declaration.file, f"`{path}` {source.reason}"))
        elif isinstance(source, Unreadable):
            place = source.source.span(source.offset, source.offset + 1)
            findings.append(Finding(RULE, place, f"the file {source.reason}"))
        else:
            sources.append(source)
    return tuple(sources), tuple(findings)


def recorded(source: Source) -> CaptureFile:
    """The file that a text was read from; the digest is that of its bytes."""
    raw = source.text.encode()
    return CaptureFile(source.path, hashlib.sha256(raw).hexdigest(), len(raw))
