"""Mistakes in a chart as findings of rule `invalid-chart`, each at its place in the YAML."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from proseproof.finding import Finding
from proseproof.model import Figure
from proseproof.near import listing, nearest
from proseproof.site.chart.engine import vocabulary
from proseproof.site.chart.fields import Path, unknown_fields
from proseproof.site.chart.finding import chart_finding, short
from proseproof.site.chart.grammar import Grammar, Misfit
from proseproof.site.chart.refused import KEYS, refused

_INSIDES = re.compile("properties of (?:undefined|null)|is not (?:a function|iterable|defined)")
# Words that stand for a whole group of the grammar, with what one of them is called.
_GROUPS = {"mark": "mark", "type": "type", "aggregate": "aggregate", "op": "operation"}


def refused_mistakes(
    figure: Figure, spec: Mapping[str, Any], columns: Sequence[str]
) -> tuple[Finding, ...]:
    """A finding for each place where the chart brings something that is not in its rows."""
    return tuple(
        chart_finding(figure, one.path, one.says, (one.why,), one.advice, one.word)
        for one in refused(spec, columns)
    )


def field_mistakes(
    figure: Figure, chart: Mapping[str, Any], columns: Sequence[str]
) -> tuple[Finding, ...]:
    """A finding for each field that the chart reads and its data has not."""
    found = []
    for unknown in unknown_fields(chart, columns):
        made = unknown.known - set(columns)
        has = [name for name in columns if name in unknown.known] + sorted(made)
        near = nearest(unknown.name, has)
        message = f"`data` of `{figure.id}` has no column `{short(unknown.name)}`"
        notes = (f"the columns are {listing(has, near=unknown.name)}",)
        advice = f"write `{near[0]}`" if near else ""
        found.append(chart_finding(figure, unknown.path, message, notes, advice, unknown.name))
    return tuple(found)


def grammar_mistakes(figure: Figure, spec: Mapping[str, Any]) -> tuple[Finding, ...]:
    """A finding for each key, word or value of the chart that is no Vega-Lite, by its place."""
    misfits = Grammar(vocabulary()).misfits(spec)
    return tuple(_of_misfit(figure, spec, misfit) for misfit in misfits)


def engine_mistake(figure: Figure, why: str) -> Finding:
    """A chart that the engine does not take, in the engine's words.

    Where these are about its own insides, they are a note.
    """
    reason = why.splitlines()[0].rstrip(".") if why else "it gave no reason"
    reason = reason[:1].lower() + reason[1:]
    if _INSIDES.search(reason):
        message = f"the chart of `{figure.id}` stops the engine that draws it"
        return chart_finding(figure, (), message, (f"the engine says: {reason}",))
    return chart_finding(figure, (), f"the chart of `{figure.id}` cannot be drawn: {reason}")


def heavy_mistake(figure: Figure, took: str) -> Finding:
    """A chart whose drawing takes more than it may; took: of what."""
    advice = "let `data` give fewer rows, or the chart fewer bins, steps or ticks"
    return chart_finding(figure, (), f"drawing the chart of `{figure.id}` takes {took}", (), advice)


def empty_mistake(figure: Figure, rows: int) -> Finding:
    """A chart whose axes stand around nothing."""
    plural = "row" if rows == 1 else "rows"
    return chart_finding(
        figure, (), f"the chart of `{figure.id}` shows none of its {rows} {plural}"
    )


def loading_mistake(figure: Figure) -> Finding:
    """A chart one of whose colours, made by an expression or a column, is an address."""
    message = f"a colour in the chart of `{figure.id}` is an address"
    return chart_finding(figure, (), message, ("a chart loads nothing",))


def _of_misfit(figure: Figure, spec: Mapping[str, Any], misfit: Misfit) -> Finding:
    if misfit.missing:
        whole = _whole(misfit.path)
        return chart_finding(figure, misfit.path, f"{whole} has no `{misfit.missing}`")
    if misfit.key:
        in_encoding = len(misfit.path) > 1 and misfit.path[-2] == "encoding"
        kind = "channel" if in_encoding else "key"
        known = [name for name in misfit.names if name not in KEYS]
        of = "" if in_encoding else f" of {_whole(misfit.path[:-1])}"
        near = nearest(misfit.key, known)
        return chart_finding(
            figure,
            misfit.path,
            f"`{short(misfit.key)}` is not a {kind}{of}",
            (f"the {kind}s are {listing(known, near=misfit.key)}",),
            f"write `{near[0]}`" if near else "",
        )
    value = _value_at(spec, misfit.path)
    written = _written(value)
    name = _name(misfit.path)
    group = "mark" if misfit.path[-2:] == ("mark", "type") else _GROUPS.get(name)
    near = nearest(value, misfit.names) if isinstance(value, str) else ()
    takes = listing([*misfit.kinds, *misfit.names], near=value if isinstance(value, str) else None)
    article = "an" if group and group[0] in "aeio" else "a"
    return chart_finding(
        figure,
        misfit.path,
        f"{written} is not {article} {group}" if group else f"{written} is not a value of `{name}`",
        (f"the {group}s are {takes}" if group and misfit.names else f"`{name}` takes {takes}",),
        f"write `{near[0]}`" if near else "",
        value if isinstance(value, str) else str(value),
    )


def _value_at(spec: Any, path: Path) -> Any:
    for step in path:
        spec = spec[step]
    return spec


def _written(value: Any) -> str:
    match value:
        case Mapping():
            return "a mapping"
        case list():
            return "a list"
        case bool() | None:
            return f"`{str(value).lower() if value is not None else 'null'}`"
        case _:
            return f"`{short(str(value))}`" if str(value).strip() else "an empty text"


def _name(path: Path) -> str:
    """The nearest key on the path: what a value is a value of."""
    return next((str(step) for step in reversed(path) if isinstance(step, str)), "chart")


def _whole(path: Path) -> str:
    """What a key belongs to, as words: the chart, `x`, `transform` 2."""
    if not path:
        return "the chart"
    if isinstance(path[-1], int) and len(path) > 1:
        return f"`{path[-2]}` {path[-1] + 1}"
    return f"`{path[-1]}`"
