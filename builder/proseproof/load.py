"""A project's files, read: claims, pages, captures, each with what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType

from proseproof.block import check_ids, read_project, read_section
from proseproof.capture import Capture, recall_or_read
from proseproof.disk import PROJECT_FILE, Disk, Unreadable
from proseproof.finding import Finding
from proseproof.judge.text_columns import text_columns
from proseproof.kept import NOTHING_KEPT, Kept
from proseproof.model import CaptureDeclaration, Project, Section
from proseproof.nouns import dataclass
from proseproof.pages import PageText, read_pages, unreadable
from proseproof.source import Text


class CannotRun(Exception):  # noqa: N818
    """Why a check cannot begin, in one line."""


def reason_of(error: CannotRun | OSError) -> str:
    """In one line why a check could not run to its end."""
    if isinstance(error, CannotRun):
        return str(error)
    return f"{error.filename or 'a file'}: {error.strerror or error}"


@dataclass(frozen=True, eq=False)
class Loaded:
    """Everything of a project that was read.

    pages: by path. broken: tables that are not there because their capture could not be read, in
    lower case. unread: a claims file, or a part of one that speaks of pages, could not be read.
    pages_lost: a page, or a part of one, could not be read.
    """

    project: Project
    sections: tuple[Section, ...]
    captures: dict[str, Capture]
    broken: frozenset[str]
    findings: tuple[Finding, ...]
    pages: Mapping[str, PageText] = field(default_factory=dict)
    unread: bool = False
    pages_lost: bool = False


def load(
    disk: Disk, instead: Mapping[str, str] = MappingProxyType({}), kept: Kept = NOTHING_KEPT
) -> Loaded | tuple[Finding, ...]:
    """Reads a project. Only findings where project.yml itself cannot be read.

    instead: files to read captures from, by the capture's name, in place of those it declares.
    kept: knows what was read in an earlier run.
    Raises CannotRun where there is no project.
    """
    loaded = load_claims(disk, instead, kept)
    return load_pages(disk, loaded, kept=kept) if isinstance(loaded, Loaded) else loaded


def load_claims(
    disk: Disk, instead: Mapping[str, str] = MappingProxyType({}), kept: Kept = NOTHING_KEPT
) -> Loaded | tuple[Finding, ...]:
    """Reads all of a project but its pages, so all that its queries ask; otherwise as `load`."""
    if not disk.exists(PROJECT_FILE):
        raise CannotRun(f"no {PROJECT_FILE} in {disk.root}")
    source = disk.source(PROJECT_FILE)
    if isinstance(source, Unreadable):
        return (unreadable(source),)
    project, found = read_project(source)
    if project is None:
        return found
    findings = list(found)
    sections, unread = [], False
    for path in _section_paths(disk):
        section, more = _section(disk, path)
        findings += more
        unread |= section is None or (bool(more) and not section.figures)
        if section is not None:
            sections.append(section)
    findings += check_ids(project, sections)
    captures: dict[str, Capture] = {}
    broken = set(project.unread)
    for declaration in project.captures:
        capture, more = recall_or_read(_from(declaration, instead), disk, kept, text_columns)
        findings += more
        if capture is not None:
            captures[declaration.name] = capture
        else:
            broken |= {table.name.lower() for table in declaration.tables} or {
                declaration.name.lower()
            }
    broken |= _take_out_namesakes(project, captures)
    lost = frozenset(broken)
    return Loaded(project, tuple(sections), captures, lost, tuple(findings), unread=unread)


def _take_out_namesakes(project: Project, captures: dict[str, Capture]) -> set[str]:
    """Takes out the tables whose name another one or a view has, or a figure's own rows, which is
    told; the names."""
    names = [rows.table.lower() for capture in captures.values() for rows in capture.tables]
    names += [view.name.lower() for view in project.views]
    twice = {name for name, times in Counter(names).items() if times > 1 or name == "data"}
    if twice:
        for key, capture in captures.items():
            rest = tuple(rows for rows in capture.tables if rows.table.lower() not in twice)
            captures[key] = replace(capture, tables=rest)
    return twice


def load_pages(
    disk: Disk, loaded: Loaded, before: Mapping[str, PageText] = MappingProxyType({}),
    kept: Kept = NOTHING_KEPT,
) -> Loaded:  # fmt: skip
    """The same with its pages read, those of project.yml and those of the sections.

    before: pages read earlier, by path; one whose text has not changed is not read again. kept:
    knows the prose of texts that were read in an earlier run.
    """
    pages, found = read_pages(disk, loaded.project, loaded.sections, before, kept)
    named = {page.value for section in loaded.sections for page in section.pages}
    unread = loaded.unread or not named <= pages.keys()
    findings = (*loaded.findings, *found)
    return replace(loaded, findings=findings, pages=pages, unread=unread, pages_lost=bool(found))


def _from(declaration: CaptureDeclaration, instead: Mapping[str, str]) -> CaptureDeclaration:
    """The declaration with another file; what is wrong with it is told at the declared one."""
    path = instead.get(declaration.name)
    if path is None:
        return declaration
    here = declaration.file.span()
    file = Text(path, here.source, [here.start] * len(path), [here.end] * len(path))
    return replace(declaration, file=file)


def _section_paths(disk: Disk) -> list[str]:
    paths = {*disk.glob("claims/**/*.yml"), *disk.glob("claims/**/*.yaml")}
    return sorted(paths - {PROJECT_FILE})


def _section(disk: Disk, path: str) -> tuple[Section | None, tuple[Finding, ...]]:
    source = disk.source(path)
    if isinstance(source, Unreadable):
        return None, (unreadable(source),)
    return read_section(source)
