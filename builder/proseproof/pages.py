"""The pages of a project: found, read, and not read again where nothing of them has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from pathlib import PurePosixPath
from posixpath import commonprefix

from proseproof.disk import Disk, Unreadable
from proseproof.finding import Finding
from proseproof.included import Included
from proseproof.judge.corpus import Corpus
from proseproof.judge.paths import mark_of
from proseproof.kept import Book, Kept, program
from proseproof.model import DecimalMark, Project, Section
from proseproof.near import nearest
from proseproof.nouns import dataclass
from proseproof.prose import Include, Passage, Prose, read_prose
from proseproof.prose.written import read_written, write_prose
from proseproof.source import Source, Span, Text
from proseproof.yaml_text.mistake import CONFLICT, UNRESOLVED

RULE = "invalid-claims"
_SNIPPET = "8<-"
_INDEX = "index"


@dataclass(frozen=True, eq=False)
class PageText:
    """A page as it stands, as it reads, and cut into tokens. include: finds its snippets."""

    source: Source
    prose: Prose
    corpus: Corpus
    include: Include = field(repr=False)

    @classmethod
    def of(cls, source: Source, prose: Prose, mark: DecimalMark, include: Include) -> PageText:
        """A page that was read, and writes decimals with `mark`."""
        return cls(source, prose, Corpus.of(source.path, prose.passages, mark), include)

    def stands_for(self, source: Source, mark: DecimalMark) -> bool:
        """Whether reading `source` would give the same."""
        same = self.source.path == source.path and self.source.text == source.text
        return same and self.corpus.mark == mark and _is_alone(source)

    def altered(self, number: int, start: int, end: int, text: str) -> PageText:
        """The page with `text` in place of some characters of a passage, for its reader."""
        passage = self.prose.passages[number]
        other = _altered(passage, start, end, text)
        grids = tuple(
            replace(
                grid,
                header=_with(grid.header, passage, other),
                rows=tuple(_with(row, passage, other) for row in grid.rows),
            )
            for grid in self.prose.grids
        )
        prose = replace(
            self.prose, passages=_with(self.prose.passages, passage, other), grids=grids
        )
        return replace(self, prose=prose, corpus=self.corpus.altered(number, other))

    def rewritten(self, text: str) -> PageText:
        """The page with another text."""
        source = Source(self.source.path, text)
        prose = read_prose(Text.of(source), self.include)
        return PageText.of(source, prose, self.corpus.mark, self.include)


def _altered(passage: Passage, start: int, end: int, written: str) -> Passage:
    """The passage with other characters, which all stand where the old ones stood."""
    old, more = passage.text, len(written) - (end - start)
    text = Text(
        old.value[:start] + written + old.value[end:],
        old.source,
        [*old.starts[:start], *[old.starts[start]] * len(written), *old.starts[end:]],
        [*old.ends[:start], *[old.ends[end - 1]] * len(written), *old.ends[end:]],
    )
    code = tuple(
        (first if first < end else first + more, last if last < end else last + more)
        for first, last in passage.code
    )
    return replace(passage, text=text, code=code)


def _with(passages: tuple[Passage, ...], old: Passage, new: Passage) -> tuple[Passage, ...]:
    return tuple(new if passage is old else passage for passage in passages)


def _is_alone(source: Source) -> bool:
    """Whether a page is all in its own file; one with snippets changes with other files."""
    return _SNIPPET not in source.text


def read_pages(
    disk: Disk, project: Project, sections: Sequence[Section], before: Mapping[str, PageText],
    kept: Kept,
) -> tuple[Mapping[str, PageText], tuple[Finding, ...]]:  # fmt: skip
    """The pages of project.yml and of the sections, by path, and what is wrong with them.

    before: pages read earlier, by path. kept: knows the prose of texts that were read before.
    """
    findings: list[Finding] = []
    paths = _find(disk, project, sections, findings)
    pages: dict[str, PageText] = {}
    included = Included(disk)
    known = Book(kept, "prose", program(), paths)
    for path in paths:
        source = disk.source(path)
        if isinstance(source, Unreadable):
            findings.append(unreadable(source))
            continue
        mark, page = mark_of(project, path), before.get(path)
        if page is None or not page.stands_for(source, mark):
            include = partial(included.find, path)
            page = PageText.of(source, _prose(source, include, known), mark, include)
        conflict = _conflict(page)
        if conflict is not None:
            # Both sides stand there, so nobody knows yet what the page says.
            findings.append(Finding(RULE, conflict, UNRESOLVED))
            continue
        pages[path] = page
        findings += [Finding(RULE, span, included.missing(span)) for span in page.prose.missing]
    known.close()
    return pages, tuple(findings)


def _find(
    disk: Disk, project: Project, sections: Sequence[Section], findings: list[Finding]
) -> tuple[str, ...]:
    paths: dict[str, None] = {}
    for pattern in project.pages:
        found = disk.glob(pattern.value)
        if not found:
            message = f"no file matches `{pattern.value}`"
            advice = "name a page, or a glob such as `docs/**/*.md`"
            findings.append(Finding(RULE, pattern.span(), message, help=advice))
        paths.update(dict.fromkeys(found))
    named = [page for section in sections for page in section.pages]
    missing = [page for page in named if not disk.exists(page.value)]
    paths.update(dict.fromkeys(page.value for page in named if page not in missing))
    free = [path for path in paths if path not in {page.value for page in named}]
    findings += [_no_page(page, free) for page in missing]
    return tuple(paths)


def _prose(source: Source, include: Include, known: Book) -> Prose:
    """The prose of a page. One that takes in no file is known by its text."""
    key = hashlib.sha256(source.text.encode()).hexdigest()
    written = known.get(key)
    if written is not None:
        return read_written(written, source)
    taken_in: list[str] = []

    def noted(name: str) -> Source | None:
        taken_in.append(name)
        return include(name)

    prose = read_prose(Text.of(source), noted)
    if not taken_in:
        known.add(key, write_prose(prose))
    return prose


def _conflict(page: PageText) -> Span | None:
    """Where a merge conflict begins that the page, or a snippet of it, would show to its reader."""
    for passage in page.prose.passages:
        text = passage.text
        for found in CONFLICT.finditer(text.source.text) if "<<<<<<<" in text.value else ():
            if found.start() in text.starts:
                return text.source.span(*found.span())
    return None


def unreadable(fault: Unreadable) -> Finding:
    """The finding for a file that has no text."""
    span = fault.source.span(fault.offset, fault.offset + 1)
    return Finding(RULE, span, f"{fault.source.path} {fault.reason}")


def _no_page(page: Text, free: Sequence[str]) -> Finding:
    """The finding for a page that is not there. free: the pages that no section speaks of."""
    meant = _renamed(PurePosixPath(page.value), free)
    advice = f"write `{meant}`" if meant else ""
    return Finding(RULE, page.span(), f"there is no page `{page.value}`", help=advice)


def _renamed(page: PurePosixPath, free: Sequence[str]) -> str | None:
    """The page that a path may have meant: moved to another folder, or of a name much like it.

    Each folder may have an index.md, so one in another folder is meant only if that is near too.
    """
    others = [PurePosixPath(path) for path in free]
    moved = [other for other in others if other.name == page.name]
    alike = [other for other in others if _alike(page.stem, other.stem)]
    beside = [other for other in alike if other.parent == page.parent]
    for few in (moved, beside, alike):
        paths = [str(path) for path in few if path.stem != _INDEX or page.stem == _INDEX]
        near = nearest(str(page), paths) or tuple(paths if page.stem != _INDEX else ())
        if near:
            return near[0]
    return None


def _alike(name: str, other: str) -> bool:
    """Whether a page may have been renamed so: a few letters differ, or most of one begin both."""
    begin = len(commonprefix((name, other)))
    return bool(nearest(name, (other,))) or 2 * begin > min(len(name), len(other))
