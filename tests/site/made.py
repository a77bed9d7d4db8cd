"""Outcomes made by hand for tests: a page and its claims as text, the rows as Python values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from proseproof.block import read_section
from proseproof.capture import Capture, CaptureFile
from proseproof.model import Figure, Section
from proseproof.outcome import Mark, Outcome, Page, Plate, Proof
from proseproof.prose import Placement, Prose
from proseproof.query import Answer, Column
from proseproof.source import Source, Text

TYPES = {int: "BIGINT", float: "DOUBLE", str: "VARCHAR", bool: "BOOLEAN"}


def answer(names: str, *rows: Sequence[Any]) -> Answer:
    """Rows under the names of their columns; the types are those of the first row."""
    first = rows[0] if rows else [""] * len(names.split())
    columns = [
        Column(name, TYPES.get(type(value), "VARCHAR"))
        for name, value in zip(names.split(), first, strict=True)
    ]
    return Answer(tuple(columns), tuple(tuple(row) for row in rows), {})


def section(yaml: str) -> Section:
    """A claims file that has no mistake."""
    found, findings = read_section(Source("claims/it.yml", yaml))
    assert found is not None, findings
    assert not findings, findings
    return found


def figure(yaml: str) -> Figure:
    """The only figure of a claims file; `yaml` is the inside of its `chart`."""
    body = "\n".join(f"      {line}" for line in yaml.strip("\n").splitlines())
    head = "page: docs/it.md\nfigures:\n  - id: fig-1\n    kind: chart\n    title: A chart\n"
    text = f"{head}    claim: It grows.\n    data: SELECT 1\n    chart:\n{body}\n"
    read, _ = read_section(Source("claims/it.yml", text))  # it refuses some charts by itself
    assert read is not None
    return read.figures[0]


def page(path: str, text: str, marks: Mapping[str, str] | None = None) -> Page:
    """A page. marks: words of the text (each once there) -> the id of the proof."""
    source = Source(path, text)
    found = []
    for words, proof in (marks or {}).items():
        assert text.count(words) == 1, words
        at = text.index(words)
        found.append(Mark(source.span(at, at + len(words)), proof))
    placements = tuple(
        Placement(Text.of(source, *fence.span(1)), source.span(*fence.span()))
        for fence in re.finditer(r"^```figure\n(\S+)\n```$", text, re.MULTILINE)
    )
    found.sort(key=lambda mark: mark.span.start)
    return Page(source, Prose(placements=placements), tuple(found))


def capture(kind: str = "measured", **provenance: Any) -> Capture:
    """A capture of one file with the given provenance."""
    file = CaptureFile("capture/runs.json", "ab" * 32, 1234)
    return Capture("runs", (file,), (), {}, {"kind": kind, **provenance})


def outcome(
    pages: Sequence[Page] = (),
    yaml: str = "",
    rows: Mapping[str, Answer] | None = None,
    captures: Sequence[Capture] = (),
) -> Outcome:
    """A passed check: every claim of the claims file holds, said where its words stand first."""
    read = section(yaml) if yaml else None
    names = tuple(one.name for one in captures)
    plates: dict[str, Plate] = {}
    proofs: list[Proof] = []
    for block in read.figures if read else ():
        assert read
        plates[block.id] = Plate(block, read, (rows or {}).get(block.id), names)
        for number, claim in enumerate(block.claims, 1):
            says = claim.says.value
            places = [
                one.source.span(at, at + len(says))
                for one in pages
                if (at := one.source.text.find(says)) >= 0
            ]
            sql = tuple(text.value for text in (claim.query, claim.holds) if text)
            proofs.append(
                Proof(
                    claim.id or f"{block.id}.{number}", block, claim, says, "holds",
                    (("0.6 s", "1.79 s"),), sql, names, tuple(places),
                )
            )  # fmt: skip
    return Outcome(
        None,
        (),
        {one.source.path: one for one in pages},
        plates,
        tuple(proofs),
        {one.name: one for one in captures},
        claims=len(proofs),
    )
