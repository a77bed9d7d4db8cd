"""A project's files, read: claims, pages, captures, each with what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePosixPath
from types import MappingProxyType

from proseproof.block import check_ids, read_project, read_section
from proseproof.capture import Capture, read_capture
from proseproof.disk import PROJECT_FILE, Disk, Unreadable
from proseproof.finding import Finding
from proseproof.judge.corpus import Corpus
from proseproof.judge.paths import mark_of
from proseproof.kept import NOTHING_KEPT, Kept
from proseproof.model import CaptureDeclaration, DecimalMark, Project, Section
from proseproof.near import nearest
from proseproof.prose import Include, Prose, read_prose
from proseproof.source import Source, Text

_SNIPPET = "8<-"


class CannotRun(Exception):  # noqa: N818
    """Why a check cannot begin, in one line."""


@dataclass(frozen=True, eq=False)
class PageText:
    """A page as it stands, as it reads, and cut into tokens. include: finds its snippets."""

    source: Source
    prose: Prose
    corpus: Corpus
    include: Include = field(repr=False)

    @classmethod
    def read(cls, source: Source, mark: DecimalMark, include: Include) -> PageText:
        """Reads a page that writes decimals with `mark`."""
        prose = read_prose(Text.of(source), include)
        return cls(source, prose, Corpus.of(source.path, prose.passages, mark), include)

    def stands_for(self, source: Source, mark: DecimalMark) -> bool:
        """Whether reading `source` would give the same; not asked of pages with snippets, which
        change with files of their own."""
        same = self.source.path == source.path and self.source.text == source.text
        return same and self.corpus.mark == mark and _SNIPPET not in source.text

    def rewritten(self, text: str) -> PageText:
        """The page with another text."""
        return PageText.read(Source(self.source.path, text), self.corpus.mark, self.include)


@dataclass(frozen=True, eq=False)
class Loaded:
    """Everything of a project that was read. pages: by path. broken: tables that are not there
    because their capture could not be read, in lower case."""

    project: Project
    sections: tuple[Section, ...]
    captures: dict[str, Capture]
    broken: frozenset[str]
    findings: tuple[Finding, ...]
    pages: Mapping[str, PageText] = field(default_factory=dict)


def load(
    disk: Disk, instead: Mapping[str, str] = MappingProxyType({}), kept: Kept = NOTHING_KEPT
) -> Loaded | tuple[Finding, ...]:
    """Reads a project. Only findings where project.yml itself cannot be read.

    instead: files to read captures from, by the capture's name, in place of those it declares.
    kept: knows which captures satisfy their schema.
    Raises CannotRun where there is no project.
    """
    loaded = load_claims(disk, instead, kept)
    return load_pages(disk, loaded) if isinstance(loaded, Loaded) else loaded


def load_claims(
    disk: Disk, instead: Mapping[str, str] = MappingProxyType({}), kept: Kept = NOTHING_KEPT
) -> Loaded | tuple[Finding, ...]:
    """Reads all of a project but its pages, so all that its queries ask; otherwise as `load`."""
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
    captures: dict[str, Capture] = {}
    broken: set[str] = set()
    for declaration in project.captures:
        capture, more = read_capture(_from(declaration, instead), disk, kept)
        findings += more
        if capture is not None:
            captures[declaration.name] = capture
        else:
            broken |= {table.name.lower() for table in declaration.tables} or {
                declaration.name.lower()
            }
    return Loaded(project, tuple(sections), captures, frozenset(broken), tuple(findings))


def load_pages(
    disk: Disk, loaded: Loaded, before: Mapping[str, PageText] = MappingProxyType({})
) -> Loaded:
    """The same with its pages read, those of project.yml and those of the sections.

    before: pages read earlier, by path; one whose text has not changed is not read again.
    """
    pages: dict[str, PageText] = {}
    found = _pages(disk, loaded, before, pages)
    return replace(loaded, findings=(*loaded.findings, *found), pages=pages)


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
        return None, (_unreadable(source, "invalid-claims"),)
    return read_section(source)


def _unreadable(fault: Unreadable, rule: str) -> Finding:
    span = fault.source.span(fault.offset, fault.offset + 1)
    return Finding(rule, span, f"{fault.source.path} {fault.reason}")


def _pages(
    disk: Disk, loaded: Loaded, before: Mapping[str, PageText], pages: dict[str, PageText]
) -> Iterator[Finding]:
    wanted: dict[str, None] = {}
    for pattern in loaded.project.pages:
        found = disk.glob(pattern.value)
        if not found:
            yield Finding(
                "invalid-claims", pattern.span(), f"no file matches `{pattern.value}`",
                help="name a page, or a glob such as `docs/**/*.md`",
            )  # fmt: skip
        wanted.update(dict.fromkeys(found))
    for section in loaded.sections:
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
        mark, old = mark_of(loaded.project, path), before.get(path)
        if old is not None and old.stands_for(source, mark):
            pages[path] = old
        else:
            pages[path] = PageText.read(source, mark, partial(_include, disk, path))
        for span in pages[path].prose.missing:
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
