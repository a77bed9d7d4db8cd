"""An update as text for people: each new number, what is left and why, lines before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import unified_diff

from proseproof.finding import Edit
from proseproof.report.order import place
from proseproof.report.summary import count, summary
from proseproof.source import Source
from proseproof.update import Change, Update, rewritten


def render(update: Update) -> str:
    """What was written, a line a number; then what is left."""
    edits = [told(edit) for change in update.changes for edit in change.edits]
    return "".join(f"{line}\n" for line in edits) + _left(update, "rewritten")


def render_left(update: Update) -> str:
    """What would be left, a line a finding, the counts, and what a check would then say."""
    return _left(update, "would be rewritten", "a check would then say: ")


def _left(update: Update, verb: str, then: str = "") -> str:
    lines = [
        f"{place(left.finding.span)}: left: {left.finding.message}; {left.why}"
        for left in update.left
    ]
    edits = sum(len(change.edits) for change in update.changes)
    files = count(len(update.texts), "file")
    counts = f"{count(edits, 'number')} {verb} in {files}" if edits else "nothing to rewrite"
    if update.left:
        counts += f"; {count(len(update.left), 'finding')} left"
    return "".join(f"{line}\n" for line in [*lines, counts, then + summary(update.after)])


def told(edit: Edit) -> str:
    """One edit, as in `docs/page.md:3:15: 12.7 → 12.4`."""
    was, new = (" ".join(text.split()) for text in (edit.span.text, edit.text))
    return f"{place(edit.span)}: {was} → {new}"


def preview(change: Change) -> str:
    """The lines that a change touches, before and after, each under its place."""
    by_file: dict[str, list[Edit]] = {}
    for edit in change.edits:
        by_file.setdefault(edit.span.source.path, []).append(edit)
    texts = {path: rewritten(edits[0].span.source, edits) for path, edits in by_file.items()}
    sources = {path: edits[0].span.source for path, edits in by_file.items()}
    return _diff(sources, texts, context=0)


def diff(update: Update) -> str:
    """The update as a unified diff, which `git apply` and `patch -p1` take."""
    return _diff(update.sources, update.texts, context=3)


def _diff(sources: Mapping[str, Source], texts: Mapping[str, str], context: int) -> str:
    return "".join(
        piece
        for path in sorted(texts)
        for piece in _marked(
            unified_diff(
                _lines(sources[path].text), _lines(texts[path]), f"a/{path}", f"b/{path}", n=context
            )
        )
    )


def _lines(text: str) -> list[str]:
    """The lines with their line feeds, at which alone a file's lines end."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + lines[-1:] * bool(lines[-1])


def _marked(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
