"""`proseproof explain`: why a sentence holds or fails, from the words back to the capture."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from proseproof.cli.project import open_project, project_path, root_option, studies
from proseproof.cli.terminal import put
from proseproof.disk import Disk

if TYPE_CHECKING:
    from proseproof.explain import Reason
    from proseproof.outcome import Outcome
    from proseproof.source import Source, Span

_PLACE = re.compile(r"(?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?")


@click.command(
    "explain",
    epilog="\b\nExamples:\n"
    "  proseproof explain offload-saving            a claim by its id\n"
    "  proseproof explain fig-2-2                   all claims of a figure\n"
    "  proseproof explain docs/speed.md:12          what is claimed on this line\n"
    "  proseproof explain docs/speed.md:12:31       or at this column\n"
    "  proseproof explain docs/speed.md             all that is claimed on a page\n"
    "\n\nExit status: 0 it holds, 1 it fails, 2 there is no such thing.",
)
@click.argument("what", metavar="ID|FILE[:LINE[:COLUMN]]")
@root_option
def explain_command(what: str, root: Path | None) -> int:
    """Explain where a number comes from, and why it is right or wrong.

    Shows the phrase, each number beside its value before rounding, the queries with their rows,
    the captures with digest and date, and the rule that judged it.
    """
    disk = open_project(root)
    with studies(disk) as study:
        result = study()
    if result.examination is None:
        message = result.outcome.findings[0].message
        raise click.ClickException(f"{message}; proseproof check tells more")
    from proseproof.explain import explain_id, explain_place
    from proseproof.report.explanation import render

    found = explain_id(result, what)
    reasons: tuple[Reason, ...] = ()
    if not found:
        here = _place(disk, result.outcome, what)
        if here is None:
            raise click.ClickException(_unknown(what, result.outcome))
        found, reasons = explain_place(result, here)
        if not found and not reasons:
            raise click.ClickException(f"{what} says no number, and nothing is claimed there")
    put(render(found, reasons))
    unbound = any(reason.number.status == "unbound" for reason in reasons)
    return 1 if unbound or any(one.proof.verdict == "fails" for one in found) else 0


def _unknown(what: str, outcome: Outcome) -> str:
    from proseproof.explain import known_ids
    from proseproof.near import listing, nearest

    if what in outcome.plates:
        return f"{what} has neither claims nor cells that could be checked; see proseproof check"
    near = nearest(what, known_ids(outcome), 3)
    if near:
        return f"there is no {what}; the nearest: {listing(near)}"
    return f"there is no {what}; an id, or FILE:LINE, of this project is asked"


def _place(disk: Disk, outcome: Outcome, typed: str) -> Span | None:
    """The file of the project that is typed, or its line or character; None where it is none."""
    found = _PLACE.fullmatch(typed)
    sections = (plate.section.source for plate in outcome.plates.values())
    pages = (page.source for page in outcome.pages.values())
    sources = {source.path: source for source in (*sections, *pages)}
    if found is None:
        whole = next((path for path in project_path(disk, typed) if path in sources), None)
        return sources[whole].span(0, len(sources[whole].text)) if whole is not None else None
    for path in project_path(disk, found["file"]):
        if path in sources:
            return _characters(sources[path], int(found["line"]), found["column"])
    from proseproof.near import nearest

    near = nearest(found["file"], sources)
    hint = f"; the nearest is {near[0]}" if near else ""
    raise click.ClickException(f"{found['file']} is no page or claims file of this project{hint}")


def _characters(source: Source, line: int, column: str | None) -> Span:
    lines = source.text.removesuffix("\n").count("\n") + 1
    if not 1 <= line <= lines:
        raise click.ClickException(f"{source.path} has {lines} lines")
    start = source.offset(line)
    if column is None:
        return source.span(start, start + len(source.line(line)))
    at = source.offset(line, max(int(column), 1))
    return source.span(at, at + 1)
