"""Findings as text for people: the message, the lines of the file, the evidence, notes, help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proseproof.finding import Finding
from proseproof.outcome import Outcome
from proseproof.report.cells import shown
from proseproof.report.excerpt import Row, Underline, excerpt
from proseproof.report.order import in_order, place
from proseproof.report.summary import summary
from proseproof.source import Source

WIDTH = 100
"""Cells a line may take where nobody says how wide the terminal is."""

_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "message": "1",
    "frame": "1;34",
    "primary": "1;31",
    "evidence": "1;34",
}


def render(outcome: Outcome, *, colour: bool = False, width: int = WIDTH) -> str:
    """All findings of the outcome, then the summary line; ends with a line end."""
    line = summary(outcome)
    findings = render_findings(outcome.findings, colour=colour, width=width)
    return f"{findings}\n{line}\n" if findings else f"{line}\n"


def render_findings(
    findings: Iterable[Finding], *, colour: bool = False, width: int = WIDTH
) -> str:
    """The findings, sorted by place, a blank line between two; empty where there is none.

    width: cells of a terminal's line, which the lines of a file are cut to; a message is not cut.
    """
    blocks = (render_finding(finding, colour, width) for finding in in_order(findings))
    return "\n".join(blocks)


def render_finding(finding: Finding, colour: bool = False, width: int = WIDTH) -> str:
    """One finding, of several lines, each with its line end. Its first line stands alone."""
    return "".join(f"{line}\n" for line in _lines(finding, _Pen(colour), width))


class _Pen:
    """Puts colour on words, or leaves them as they are."""

    def __init__(self, colour: bool) -> None:
        self._colour = colour

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._colour and text else text


def _lines(finding: Finding, pen: _Pen, width: int) -> Iterator[str]:
    kind = pen(finding.severity, f"{finding.severity}[{finding.rule}]")
    yield kind + pen("message", f": {shown(finding.message)}")
    groups = [
        (underlines, excerpt(source, underlines, max(width - _gutter(finding) - 3, 20)))
        for source, underlines in _by_file(finding)
    ]
    pad = " " * _gutter(finding)
    bar = pen("frame", f"{pad} |")
    for nth, (underlines, rows) in enumerate(groups):
        arrow = pen("frame", f"{pad}{':::' if nth else '-->'}")
        yield f"{arrow} {place(underlines[0].span)}"
        yield bar
        yield from (_row(row, finding, pen, pad) for row in rows)
        if nth + 1 < len(groups) or finding.notes or finding.help:
            yield bar
    for word, text in [*(("note", note) for note in finding.notes), ("help", finding.help)]:
        if text:
            first, *others = (shown(line) for line in text.splitlines())
            yield pen("frame", f"{pad} =") + f" {pen('message', word)}: {first}"
            yield from (f"{pad}         {line}" for line in others)


def _row(row: Row, finding: Finding, pen: _Pen, pad: str) -> str:
    if row.kind == "gap":
        return pen("frame", row.text)
    number = "" if row.number is None else str(row.number)
    bar = pen("frame", f"{number:<{len(pad)}} |")
    if row.kind == "source":
        return f"{bar} {row.text}".rstrip()
    style = finding.severity if row.kind == "primary" else "evidence"
    words = row.text.lstrip(" ")
    return f"{bar} {' ' * (len(row.text) - len(words))}{pen(style, words)}"


def _by_file(finding: Finding) -> Iterator[tuple[Source, Sequence[Underline]]]:
    """What to underline, a file at a time: the finding's own first, then as the labels name them.

    A file's first underline is the place that its heading names.
    """
    files: dict[str, tuple[Source, list[Underline]]] = {}
    own = Underline(finding.span, shown(finding.label), primary=True)
    files[finding.span.source.path] = (finding.span.source, [own])
    for label in finding.labels:
        source = label.span.source
        _, underlines = files.setdefault(source.path, (source, []))
        underlines.append(Underline(label.span, shown(label.text), primary=False))
    yield from files.values()


def _gutter(finding: Finding) -> int:
    """Digits of the greatest line number that the finding shows."""
    spans = (finding.span, *(label.span for label in finding.labels))
    return max(len(str(span.last.line)) for span in spans)
