"""A capture that no longer matches what it was made of.

A summary tells its inputs with their digests, and the program that made it with its version
(`provenance.inputs`, `provenance.generator`). Where they are at hand and are others now, the
summary is out of date: make it again. The same goes for a record of another engine whose `sql` has
changed, and for a capture whose file is another than at the last release (`released:`): recorded
data is never edited, so put the file back and record what is new under a new name.
"""

from collections.abc import Iterator

from proseproof.capture.made_of import Generator, Input
from proseproof.finding import Finding, Label
from proseproof.judge.examination import Examination
from proseproof.miles import version as miles
from proseproof.model import CaptureDeclaration
from proseproof.probe import version as probe
from proseproof.rules.wording import first_line

NAME = "stale-capture"

SHORT = 12
"""Digits of a digest that a message shows."""

_VERSIONS = {one.GENERATOR: one.VERSION for one in (miles, probe)}


def check(examination: Examination) -> Iterator[Finding]:
    """Each input, program and query that is not the one that a capture was made with."""
    for declaration in examination.project.captures:
        capture = examination.captures.get(declaration.name)
        if capture is None:
            continue
        yield from filter(None, map(_changed, capture.made_of.inputs))
        yield from filter(None, map(_renewed, capture.made_of.generators))
        recorded = capture.provenance.get("query")
        if declaration.sql is not None and isinstance(recorded, str):
            yield from _asked_anew(declaration, recorded)


def _changed(one: Input) -> Finding | None:
    if one.found == one.recorded:
        return None
    return Finding(
        NAME, one.span,
        f"the summary was made of `{one.path}` as {one.recorded[:SHORT]},"
        f" the file is {one.found[:SHORT]}",
        help="put the file back, or make the summary again",
    )  # fmt: skip


def _renewed(one: Generator) -> Finding | None:
    now = _VERSIONS.get(one.path)
    if now is None or now == one.version:
        return None
    return Finding(
        NAME, one.span, f"version {one.version} of `{one.path}` made this, it is at version {now}",
        help="make the summary again",
    )  # fmt: skip


def _asked_anew(declaration: CaptureDeclaration, recorded: str) -> Iterator[Finding]:
    assert declaration.sql is not None
    if _lines(recorded) != _lines(declaration.sql.value):
        yield Finding(
            NAME, first_line(declaration.sql),
            f"`{declaration.name}` was recorded with another query than this",
            labels=(Label(declaration.file.span(), "the record"),),
            notes=(f"it was recorded with: {' '.join(recorded.split())}",),
            help=f"run `proseproof capture {declaration.name}`",
        )  # fmt: skip


def _lines(sql: str) -> list[str]:
    """The lines of a query without their indentation, which YAML decides."""
    return [line.strip() for line in sql.splitlines() if line.strip()]
