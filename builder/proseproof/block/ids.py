"""Names that must be unique in a project: ids over all claims files, tables over all captures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from proseproof.block.words import RULE, a
from proseproof.finding import Finding, Label
from proseproof.model import Project, Section
from proseproof.source import Span

_Named = tuple[str, Span | None, str]


def check_ids(project: Project, sections: Iterable[Section]) -> tuple[Finding, ...]:
    """A finding for each name that something else has already, with a label at the first.

    Figures and claims share one set of names, since both are places to link to; tables of captures
    and views share another, in which SQL does not tell capitals from small letters.
    """
    return (
        *_clashes(_tables(project), "name", str.lower),
        *_clashes(_ids(sections), "id", str),
    )


def _clashes(named: Iterable[_Named], kind: str, key: Callable[[str], str]) -> Iterator[Finding]:
    first: dict[str, tuple[Span | None, str]] = {}
    for name, span, what in named:
        other, already = first.setdefault(key(name), (span, what))
        if other == span or span is None or other is None:
            continue
        same = what == already
        both = f"another {what.removeprefix('a ')}" if same else f"{what}, and of {already}"
        message = f"`{name}` is the {kind} of {both} already"
        labels = (Label(other, "the first one"),)
        yield Finding(RULE, span, message, labels=labels, help=f"give each {a(kind)} of its own")


def _tables(project: Project) -> Iterator[_Named]:
    for capture in project.captures:
        for table in capture.tables:
            yield table.name, table.name_span, f"a table of `{capture.name}`"
        if not capture.tables:
            yield capture.name, capture.span, "a capture"
    for view in project.views:
        yield view.name, view.span, "a view"


def _ids(sections: Iterable[Section]) -> Iterator[_Named]:
    for section in sections:
        for figure in section.figures:
            if figure.id:
                yield figure.id, figure.span, "a figure"
            for claim in figure.claims:
                if claim.id:
                    yield claim.id, claim.id_span, "a claim"
