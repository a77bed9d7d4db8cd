"""A project's files, read: claims, pages, captures, each with what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from types import MappingProxyType

from proseproof.block import check_ids, read_project, read_section
from proseproof.capture import Capture, read_capture
from proseproof.disk import PROJECT_FILE, Disk, Unreadable
from proseproof.finding import Finding
from proseproof.model import CaptureDeclaration, Project, Section
from proseproof.near import nearest
from proseproof.prose import Passage, Prose, read_prose
from proseproof.source import Source, Text


class CannotRun(Exception):  # noqa: N818
    """Why a check cannot begin, in one line."""


@dataclass(frozen=True, eq=False)
class PageText:
    """A page as it stands and as it reads."""

    source: Source
    prose: Prose


@dataclass(frozen=True, eq=False)
class Loaded:
    """Everything of a project that was read. pages: by path. broken: tables that are not there
    because their capture could not be read, in lower case."""

    project: Project
    sections: tuple[Section, ...]
    pages: dict[str, PageText]
    captures: dict[str, Capture]
    broken: frozenset[str]
    findings: tuple[Finding, ...]


def load(
    disk: Disk, instead: Mapping[str, str] = MappingProxyType({})
) -> Loaded | tuple[Finding, ...]:
    """Reads a project. Only findings where project.yml itself cannot be read.

    instead: files to read captures from, by the capture's name, in place of those it declares.
    Raises CannotRun where there is no project.
    """
    if not disk.exists(PROJECT_FILE):
        raise CannotRun(f"no {PROJECT_FILE} in {disk.root}")
    source = disk.source(PROJECT_FILE)
    if isinstance(source, Unreadable):
        return (_unreadable(source, "invalid-claims"),)
    project, found = read_project(source)
    if project is None:
        return found
    findings = list(found)
    sections = []
    for path in _section_paths(disk):
        section, more = _section(disk, path)
        findings += more
        if section is not None:
            sections.append(section)
    findings += check_ids(project, sections)
    pages: dict[str, PageText] = {}
    findings += _pages(disk, project, sections, pages)
    captures: dict[str, Capture] = {}
    broken: set[str] = set()
    for declaration in project.captures:
        capture, more = read_capture(_from(declaration, instead), disk)
        findings += more
        if capture is not None:
            captures[declaration.name] = capture
        else:
            broken |= {table.name.lower() for table in declaration.tables} or {
                declaration.name.lower()
            }
    return Loaded(project, tuple(sections), pages, captures, frozenset(broken), tuple(findings))


def _from(declaration: CaptureDeclaration, instead: Mapping[str, str]) -> CaptureDeclaration:
    """The declaration with another file; what is wrong with that one is told at the declared one."""
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
        return None, (_unreadable(source, "invalid-claims"),)
    return read_section(source)


def _unreadable(fault: Unreadable, rule: str) -> Finding:
    span = fault.source.span(fault.offset, fault.offset + 1)
    return Finding(rule, span, f"{fault.source.path} {fault.reason}")


def _pages(
    disk: Disk, project: Project, sections: list[Section], pages: dict[str, PageText]
) -> Iterator[Finding]:
    wanted: dict[str, None] = {}
    for pattern in project.pages:
        found = disk.glob(pattern.value)
        if not found:
            yield Finding(
                "invalid-claims", pattern.span(), f"no file matches `{pattern.value}`",
                help="name a page, or a glob such as `docs/**/*.md`",
            )  # fmt: skip
        wanted.update(dict.fromkeys(found))
    for section in sections:
        for page in section.pages:
            if disk.exists(page.value):
                wanted.setdefault(page.value)
            else:
                yield _no_page(page, tuple(wanted))
    for path in wanted:
        source = disk.source(path)
        if isinstance(source, Unreadable):
            yield _unreadable(source, "invalid-claims")
            continue
        prose = read_prose(Text.of(source), lambda name, path=path: _include(disk, path, name))
        pages[path] = PageText(source, prose)
        for span in prose.missing:
            yield Finding("invalid-claims", span, f"the snippet {span.text.strip()} is not there")


def _no_page(page: Text, pages: tuple[str, ...]) -> Finding:
    near = nearest(page.value, pages)
    return Finding(
        "invalid-claims", page.span(), f"there is no page `{page.value}`",
        help=f"write `{near[0]}`" if near else "",
    )  # fmt: skip


def _include(disk: Disk, page: str, name: str) -> Source | None:
    """A snippet's file: looked for from the root, from docs/, and beside the page."""
    beside = PurePosixPath(page).parent
    for path in (name, f"docs/{name}", str(beside / name)):
        if disk.exists(path):
            source = disk.source(path)
            return None if isinstance(source, Unreadable) else source
    return None


def figure_passages(text: Text | None) -> tuple[Passage, ...]:
    """The prose of a figure's title, claim or caption, which are Markdown too."""
    return read_prose(text).passages if text is not None else ()
