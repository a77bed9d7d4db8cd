"""Figures, tables and notes as HTML; the only file that knows Jinja."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache
from html import escape
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from proseproof.finding import Finding
from proseproof.model import Figure
from proseproof.nouns import dataclass
from proseproof.query import Answer
from proseproof.site.cells import Cells
from proseproof.site.readable import bytes_text, number, plain
from proseproof.site.sources import Compared, SourceLine

MOST_ROWS = 500
"""Rows of data that a page shows; the CSV file has them all."""
_MOST_RUNS = 3
"""Runs that a line of sources names; more than these are folded, in a line of their own."""


@dataclass(frozen=True)
class Links:
    """Where a figure leads, seen from its page: its rows as CSV, its proofs, and how many.

    recorded: the files of its sources, by path, each as of `SiteMap.recorded`.
    """

    csv: str
    ledger: str
    proofs: int
    recorded: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Words:
    """The figure's own texts as HTML. claim and caption may be empty."""

    title: str
    claim: str
    caption: str


@dataclass(frozen=True)
class Block:
    """An element of a page: its name, its attributes, and the HTML inside it."""

    tag: str
    attributes: Mapping[str, str]
    inside: str

    @property
    def html(self) -> str:
        """The whole element."""
        words = "".join(f' {name}="{escape(value)}"' for name, value in self.attributes.items())
        return f"<{self.tag}{words}>\n{self.inside}\n</{self.tag}>"


def figure_block(figure: Figure, words: Words, body: str, foot: str) -> Block:
    """A whole figure: its sentence on top, the drawing or the table, the caption, the sources.

    body and foot: HTML, or what stands in their place until the page is written.
    """
    inside = render(
        "figure",
        id=figure.id,
        title=words.title,
        claim=words.claim,
        caption=words.caption,
        body=body,
        foot=foot,
    )
    css = f"pp-figure pp-figure--{figure.kind}"
    return Block("figure", {"id": figure.id, "class": css}, inside)


def plot_html(svg: str, screen: str = "") -> str:
    """A drawing in its frame. screen: the only kind of screen it is for, `wide` or `narrow`."""
    css = f"pp-plot pp-plot--{screen}" if screen else "pp-plot"
    return f'<div class="{css}" data-search-exclude>{svg}</div>'


def table_html(figure: Figure, cells: Cells) -> str:
    """A table block as it is read."""
    return render(
        "table",
        id=figure.id,
        headers=_cells(cells.headers, cells.numeric),
        rows=[_cells(row, cells.numeric) for row in cells.rows],
    )


def foot_html(
    figure: Figure,
    answer: Answer,
    sources: Sequence[SourceLine],
    compare: Compared | None,
    links: Links,
) -> str:
    """What stands behind a figure: its rows, the files they come from, the way to its proofs.

    Runs that the comparison names are not named again with their file.
    """
    named = set(compare.runs) if compare else set()
    shown = answer.rows[:MOST_ROWS]
    numeric = [
        any(number(row[index]) for row in answer.rows) for index in range(len(answer.columns))
    ]
    return render(
        "foot",
        id=figure.id,
        count=len(answer.rows),
        columns=[
            {"name": column.name, "number": flag}
            for column, flag in zip(answer.columns, numeric, strict=True)
        ],
        rows=[_cells([plain(value) for value in row], numeric) for row in shown],
        csv=links.csv,
        sources=[
            {
                **vars(source),
                **shown_file(source.size, links.recorded.get(source.path)),
                "runs": runs,
                "ends": _ends(runs),
            }
            for source in sources
            for runs in [[run for run in source.runs if run not in named]]
        ],
        most_runs=_MOST_RUNS,
        compare=compare,
        ledger=links.ledger,
        proofs=links.proofs,
    )


def _ends(runs: Sequence[str]) -> tuple[str, str] | None:
    """The first and the last of runs that are counted one by one; None where they are few, or have
    other names."""
    if len(runs) <= _MOST_RUNS or not all(run.isascii() and run.isdigit() for run in runs):
        return None
    counted = sorted(runs, key=int)
    first = int(counted[0])
    unbroken = [str(number) for number in range(first, first + len(runs))] == counted
    return (counted[0], counted[-1]) if unbroken else None


def shown_file(size: int, href: str | None) -> dict[str, str | None]:
    """How a template shows a recorded file. size: in bytes. href: as of `SiteMap.recorded`."""
    return {"size": bytes_text(size), "href": href}


def transcribed_html(paths: Sequence[str], notes: Sequence[tuple[str, str]], alone: bool) -> str:
    """The note of a page that rests on transcribed captures; alone: on no others beside them.

    notes: what a capture is called, and what it says of itself.
    """
    return render("transcribed", paths=paths, notes=notes, alone=alone)


def refused_block(figure: str, message: str) -> Block:
    """What a preview shows where a figure cannot be drawn."""
    attributes = {"id": figure, "class": "pp-refused", "data-search-exclude": ""}
    return Block("div", attributes, render("refused", message=message))


def preview_html(findings: Sequence[Finding], elsewhere: int) -> str:
    """The bar of a preview: the findings of a page, and how many there are on others."""
    return render(
        "preview",
        errors=sum(finding.severity == "error" for finding in findings),
        warnings=sum(finding.severity == "warning" for finding in findings),
        elsewhere=elsewhere,
        findings=[
            {
                "rule": finding.rule,
                "severity": finding.severity,
                "message": _with_code(finding.message),
                "where": _where(finding),
                "help": _with_code(finding.help),
            }
            for finding in findings
        ],
    )


def _with_code(words: str) -> str:
    """The words of a finding as HTML, what is in ticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(words, quote=False))


def _where(finding: Finding) -> str:
    place = finding.span.first
    return f"{finding.span.source.path}:{place.line}:{place.column}"


def _cells(texts: Sequence[str], numeric: Sequence[bool]) -> list[dict[str, Any]]:
    return [{"text": text, "number": flag} for text, flag in zip(texts, numeric, strict=True)]


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("proseproof.site", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=False,
        keep_trailing_newline=False,
    )


def render(template: str, **values: Any) -> str:
    """The template of that name in `templates/`, filled."""
    return _environment().get_template(f"{template}.html.jinja").render(**values).strip()
