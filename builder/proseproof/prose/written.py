"""Prose as JSON values and back, so that what was read of a page can be kept in a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proseproof.prose.passage import Grid, Passage, Placement, Prose
from proseproof.source import Source, Span, Text


def write_prose(prose: Prose) -> Any:
    """The prose of a page as a JSON value; all of it must stand in the page's own file."""
    at = {id(passage): index for index, passage in enumerate(prose.passages)}
    return {
        "passages": [_write_passage(passage) for passage in prose.passages],
        "grids": [
            {
                "rows": [
                    # The cells are passages of the page as well, but for the empty ones.
                    [at.get(id(cell), _write_passage(cell)) for cell in cells]
                    for cells in (grid.header, *grid.rows)
                ],
                "spans": [_write_span(span) for span in (grid.span, *grid.row_spans)],
            }
            for grid in prose.grids
        ],
        "placements": [
            [_write_text(one.figure), _write_span(one.span)] for one in prose.placements
        ],
        "missing": [_write_span(span) for span in prose.missing],
        "formulas": [_write_span(span) for span in prose.formulas],
    }


def read_written(written: Mapping[str, Any], source: Source) -> Prose:
    """The prose that `write_prose` wrote of the page `source`."""
    passages = tuple(_read_passage(one, source) for one in written["passages"])

    def cell(one: int | Sequence[Any]) -> Passage:
        return passages[one] if isinstance(one, int) else _read_passage(one, source)

    grids = []
    for grid in written["grids"]:
        header, *rows = (tuple(cell(one) for one in cells) for cells in grid["rows"])
        whole, *spans = (_read_span(span, source) for span in grid["spans"])
        grids.append(Grid(header, tuple(rows), tuple(spans), whole))
    return Prose(
        passages,
        tuple(grids),
        tuple(
            Placement(_read_text(figure, source), _read_span(span, source))
            for figure, span in written["placements"]
        ),
        tuple(_read_span(span, source) for span in written["missing"]),
        tuple(_read_span(span, source) for span in written["formulas"]),
    )


def _write_passage(passage: Passage) -> list[Any]:
    return [passage.kind, passage.code, *_write_text(passage.text)]


def _read_passage(written: Sequence[Any], source: Source) -> Passage:
    kind, code, *text = written
    return Passage(_read_text(text, source), kind, tuple((start, end) for start, end in code))


def _write_text(text: Text) -> list[Any]:
    """The characters, then their places: for each stretch of characters that stand one behind the
    other its start and length, and 0; for a character that is written longer its start and end, 1.
    """
    if isinstance(text.starts, range) and isinstance(text.ends, range) and len(text):
        return [text.value, [text.starts[0], len(text), 0]]
    places: list[int] = []
    for start, end in zip(text.starts, text.ends, strict=True):
        if end != start + 1:
            places += (start, end, 1)
        elif places and places[-1] == 0 and places[-3] + places[-2] == start:
            places[-2] += 1
        else:
            places += (start, 1, 0)
    return [text.value, places]


def _read_text(written: Sequence[Any], source: Source) -> Text:
    value, places = written
    if len(places) == 3 and places[2] == 0:
        start, length, _ = places
        return Text(
            value, source, range(start, start + length), range(start + 1, start + length + 1)
        )
    starts: list[int] = []
    ends: list[int] = []
    for at in range(0, len(places), 3):
        start, extent, longer = places[at : at + 3]
        if longer:
            starts.append(start)
            ends.append(extent)
        else:
            starts.extend(range(start, start + extent))
            ends.extend(range(start + 1, start + extent + 1))
    return Text(value, source, starts, ends)


def _write_span(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _read_span(written: Sequence[int], source: Source) -> Span:
    return source.span(*written)
