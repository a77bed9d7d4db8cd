"""A file of a known tool, or any other, declared in a project that is there or is yet to be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import count
from types import MappingProxyType

from proseproof.disk import PROJECT_FILE, Disk
from proseproof.model import Project
from proseproof.near import listing, nearest
from proseproof.nouns import dataclass
from proseproof.query import Worker
from proseproof.shapes import Declared, Misfit, declare, shape_names, shapes_of
from proseproof.shapes.written import capture_lines, view_lines
from proseproof.source import Source
from proseproof.yaml_text import MapNode, read_yaml
from proseproof.yaml_text.adding import added_member


@dataclass(frozen=True)
class Shaped:
    """A declaration under a name for the capture. views: names of those to draw from."""

    capture: str
    file: str
    declared: Declared

    @property
    def views(self) -> list[str]:
        """The names of its views; of its tables where it has none."""
        return [name for name, _, _ in self.declared.views] or [*self.declared.tables]

    def taken(self, project: Project) -> str | None:
        """A name of it that the project has already."""
        names = names_of(project)
        return next(
            (n for n in (self.capture, *self.declared.tables, *self.views) if n in names), None
        )

    def entries(self) -> Iterator[tuple[str, list[str]]]:
        """The lines that project.yml gets, each with the key that they stand under."""
        yield "captures", capture_lines(self.capture, self.file, self.declared)
        for view in self.declared.views:
            yield "views", view_lines(*view)


def names_of(project: Project) -> frozenset[str]:
    """The names of a project's captures, tables and views."""
    names = {capture.name for capture in project.captures}
    names |= {table.name for capture in project.captures for table in capture.tables}
    return frozenset(names | {view.name for view in project.views})


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, or the first of `name_2`, `name_3`, … that is free."""
    numbered = (f"{name}_{number}" for number in count(2))
    return name if name not in taken else next(one for one in numbered if one not in taken)


def bare(
    capture: str, tables: Mapping[str, str] = MappingProxyType({}), taken: Collection[str] = ()
) -> Declared:
    """The declaration of a file that no tool is known for: one table, or these, under free names.

    tables: name -> path. taken: the names that the project has.
    """
    named: dict[str, str] = {}
    for name, path in tables.items():
        free = name if name not in taken else free_name(f"{capture}_{name}", taken)
        named[free] = path
    return Declared(named or {capture: ""}, "", False, ())


def shaped(tool: str, file: str, disk: Disk, worker: Worker) -> Shaped | str:
    """The declaration of a tool's file, or in one line why there is none."""
    forms = shapes_of(tool)
    if not forms:
        near = nearest(tool, shape_names())
        hint = f"; the nearest is {near[0]}" if near else ""
        return f"no files of {tool} are known, but of {listing(shape_names(), most=20)}{hint}"
    if not disk.exists(file):
        return f"there is no file {file}"
    reasons = []
    for form in forms:
        declared = declare(form, file, disk, worker)
        if isinstance(declared, Declared):
            return Shaped(next(iter(declared.tables)), file, declared)
        reasons.append(declared.reason)
    others = [name for name in shape_names() if name != tool and _fits(name, file, disk, worker)]
    hint = f"; it is one of {others[0]}" if others else ""
    return f"{file} is no file of {forms[0].title}: {reasons[0]}{hint}"


def _fits(tool: str, file: str, disk: Disk, worker: Worker) -> bool:
    made = (declare(form, file, disk, worker) for form in shapes_of(tool))
    return any(not isinstance(one, Misfit) for one in made)


def project_with(text: str, made: Shaped) -> str | None:
    """claims/project.yml with the declaration in it; None where its captures or views
    are no mapping."""
    for key, lines in made.entries():
        node, _ = read_yaml(Source(PROJECT_FILE, text))
        edit = added_member(node, key, lines) if isinstance(node, MapNode) else None
        if edit is None:
            return None
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text
