"""What a new section writes: planned whole, and checked before a file is written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import resources

from proseproof.capture import Capture
from proseproof.disk import PROJECT_FILE, Disk
from proseproof.load import Loaded, load_claims
from proseproof.new.picture import Mark, Picture, marks_of, pictures_of
from proseproof.new.place import not_found_by
from proseproof.new.section import sections_of
from proseproof.new.shaped import Shaped, bare, free_name, names_of, project_with, shaped
from proseproof.new.start import capture_name, project_text, site_text
from proseproof.new.tables import tables_of
from proseproof.nouns import dataclass
from proseproof.outcome import Outcome
from proseproof.query import Answer, Question, Refusal, Worker
from proseproof.shapes.written import capture_lines
from proseproof.suggest.relation import Relation, first_rows, read_relation
from proseproof.suggest.writing import schema_of

Look = Callable[[Disk], Outcome]

_MOST_PICTURES = 6


class CannotWriteError(Exception):
    """Why there is no new section, in one line."""


@dataclass(frozen=True)
class Wanted:
    """What is asked for. section, page: its name, and the path of its page.

    capture: the name of a capture of the project, needed where it has several. file: the path of
    a file to declare: of measurements, or of a `tool`, whose files have ready declarations. A file
    of measurements that the project declares already is drawn as it is declared.
    """

    section: str
    page: str
    capture: str | None = None
    file: str | None = None
    tool: str | None = None


@dataclass(frozen=True)
class Plan:
    """The files to write, by path: each is new but for project.yml, where a capture is added; with
    all of them the check finds nothing new.

    told: what the author has to know of the page's place, a line each.
    """

    texts: Mapping[str, str]
    claims: int
    told: tuple[str, ...]


def plan(disk: Disk, wanted: Wanted, worker: Worker, look: Look) -> Plan:
    """The files of a new section. look: checks the project of a disk. Raises CannotWriteError."""
    known = _declared_already(disk, wanted)
    ready = _ready(disk, wanted, worker) if known is None else None
    texts = dict(_declared(disk, wanted, ready)) if ready is not None else {}
    loaded = _loaded(_with(disk, texts))
    capture = _capture(loaded, ready.capture if ready else known or wanted.capture)
    section = f"claims/{wanted.section}.yml"
    _must_be_new(disk, wanted.page, section)
    schema = schema_of(loaded.sections, section)
    if not schema:
        schema = "claims.schema.json"
        texts |= _schemas(disk, "claims")
    session = _Session(capture, ready, worker)
    before = look(_with(disk, texts))
    figure = _figure_id(loaded, wanted.section)
    shown = [figure.data.value for one in loaded.sections for figure in one.figures if figure.data]
    pictures = pictures_of(session.relations(), wanted.section, shown)
    for picture in pictures[:_MOST_PICTURES]:
        marks = session.marks(picture)
        title = _title(wanted.section)
        for made in (
            sections_of(picture, marks, wanted.page, title, figure, schema) if marks else ()
        ):
            whole = {**texts, wanted.page: made.page, section: made.claims}
            after = look(_with(disk, whole))
            if not _new_findings(before, after):
                told = not_found_by(_with(disk, whole), loaded.project, wanted.page)
                return Plan(whole, after.claims - before.claims, told)
    raise CannotWriteError(
        f"no table of `{capture.name}` has a number that varies and a column to tell its rows apart"
    )


def _must_be_new(disk: Disk, page: str, section: str) -> None:
    """Raises CannotWriteError where the page or the claims file is there, with what to do then."""
    first = "" if disk.exists(PROJECT_FILE) else f"write {PROJECT_FILE} by hand, then "
    for path, instead in (
        (page, f"{first}`proseproof suggest {page}` proposes claims for what it says"),
        (section, "give the section another name"),
    ):
        if disk.exists(path):
            raise CannotWriteError(f"{path} is there already, and is not written over; {instead}")


def _declared_already(disk: Disk, wanted: Wanted) -> str | None:
    """The capture of the project that is this very file, where no tool is named."""
    if wanted.file is None or wanted.tool is not None or not disk.exists(PROJECT_FILE):
        return None
    captures = _loaded(disk).project.captures
    return next((one.name for one in captures if one.file.value == wanted.file), None)


def _ready(disk: Disk, wanted: Wanted, worker: Worker) -> Shaped | None:
    """The declaration of the file: ready for its tool, else as its data look."""
    if wanted.file is None:
        return None
    if wanted.tool is not None:
        made = shaped(wanted.tool, wanted.file, disk, worker)
        if isinstance(made, str):
            raise CannotWriteError(made)
        return made
    if not disk.exists(wanted.file):
        raise CannotWriteError(f"there is no file {wanted.file}")
    taken = names_of(_loaded(disk).project) if disk.exists(PROJECT_FILE) else frozenset()
    name = free_name(capture_name(wanted.file), taken)
    alone = project_text(wanted.page, [("captures", capture_lines(name, wanted.file, bare(name)))])
    capture = _capture(_loaded(Disk(disk.root, {PROJECT_FILE: alone.encode()})), name)
    return Shaped(name, wanted.file, bare(name, tables_of(capture.document), taken))


def _declared(disk: Disk, wanted: Wanted, made: Shaped) -> Iterator[tuple[str, str]]:
    """The files in which the project declares a file: of a new project, where there is none."""
    if disk.exists(PROJECT_FILE):
        yield PROJECT_FILE, _added(disk, made)
        return
    # Where other pages are, they are not asked for claims on the first day.
    pages = wanted.page if disk.glob("docs/**/*.md") else _pages_like(wanted.page)
    yield PROJECT_FILE, project_text(pages, made.entries())
    yield from _schemas(disk, "claims", "project").items()
    if wanted.page.startswith("docs/") and not disk.exists("mkdocs.yml"):
        yield "mkdocs.yml", site_text(_title(wanted.section))


def _added(disk: Disk, made: Shaped) -> str:
    """project.yml of a project that is there, with the declaration added."""
    taken = made.taken(_loaded(disk).project)
    if taken is not None:
        raise CannotWriteError(f"the project has something named {taken} already")
    text = project_with(disk.bytes(PROJECT_FILE).decode("utf-8"), made)
    if text is None:
        raise CannotWriteError(f"{PROJECT_FILE} has something else where its captures should be")
    return text


def _pages_like(page: str) -> str:
    return "docs/**/*.md" if page.startswith("docs/") else page


def _schemas(disk: Disk, *kinds: str) -> dict[str, str]:
    """The schemas of these kinds of file, for an editor, as far as they are not there."""
    folder = resources.files("proseproof").joinpath("schemas")
    names = {f"claims/{kind}.schema.json": f"{kind}.schema.json" for kind in kinds}
    return {
        path: folder.joinpath(name).read_text("utf-8")
        for path, name in names.items()
        if not disk.exists(path)
    }


def _with(disk: Disk, texts: Mapping[str, str]) -> Disk:
    return Disk(disk.root, {path: text.encode() for path, text in texts.items()})


def _loaded(disk: Disk) -> Loaded:
    loaded = load_claims(disk)
    if not isinstance(loaded, Loaded):
        raise CannotWriteError(f"{PROJECT_FILE}: {loaded[0].message}")
    return loaded


def _capture(loaded: Loaded, asked: str | None) -> Capture:
    names = [declared.name for declared in loaded.project.captures]
    name = asked or (names[0] if len(names) == 1 else None)
    if name is None:
        raise CannotWriteError(f"--capture names one of {', '.join(names) or 'none'}")
    if name not in names:
        raise CannotWriteError(f"there is no capture {name}; there is {', '.join(names) or 'none'}")
    capture = loaded.captures.get(name)
    if capture is None:
        finding = next((one for one in loaded.findings if one.rule == "invalid-capture"), None)
        reason = f": {finding.message}" if finding is not None else ""
        raise CannotWriteError(f"the capture {name} cannot be read{reason}")
    return capture


@dataclass(frozen=True, eq=False)
class _Session:
    """The tables of a capture, with the views that come with its declaration."""

    capture: Capture
    ready: Shaped | None
    worker: Worker

    def relations(self) -> list[Relation]:
        """What a figure can be drawn from."""
        tables = [rows.table for rows in self.capture.tables]
        names = self.ready.views if self.ready else tables
        answers = self._ask([first_rows(name) for name in names])
        return [
            read_relation(name, answer)
            for name, answer in zip(names, answers, strict=True)
            if isinstance(answer, Answer)
        ]

    def marks(self, picture: Picture) -> list[Mark] | None:
        """What the query of a picture gives; None where that cannot be shown."""
        (answer,) = self._ask([picture.data])
        return marks_of(answer) if isinstance(answer, Answer) else None

    def _ask(self, queries: Sequence[str]) -> tuple[Answer | Refusal, ...]:
        views = [(name, sql) for name, sql, _ in self.ready.declared.views] if self.ready else []
        questions = [Question(query) for query in queries]
        return self.worker.ask(self.capture.tables, views, questions)[0]


def _new_findings(before: Outcome, after: Outcome) -> bool:
    known = Counter((one.rule, one.message) for one in before.findings)
    return bool(Counter((one.rule, one.message) for one in after.findings) - known)


def _figure_id(loaded: Loaded, section: str) -> str:
    taken = {figure.id for one in loaded.sections for figure in one.figures}
    name, number = f"{section}-figure", 2
    while name in taken:
        name, number = f"{section}-figure-{number}", number + 1
    return name


def _title(section: str) -> str:
    words = re.sub(r"[-_]+", " ", section).strip()
    return words[:1].upper() + words[1:]
