"""What Vega-Lite takes and a proved chart does not: other data, chance, the clock, the outside."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from proseproof.nouns import dataclass
from proseproof.site.chart.fields import Path
from proseproof.site.chart.vega_expression import names

_ROWS = "the rows of a chart are the `data` of its block"
_CHANCE = "a chart looks the same for the same rows"
_FONT = "the texts of a chart have the font of the page"
_DRAWS = "a chart does nothing but show its rows"

KEYS = {
    "data": _ROWS,
    "datasets": _ROWS,
    "url": "a chart loads nothing",
    "href": "a chart links nowhere",
    # With it, the name of a format is the name of any function.
    "customFormatTypes": "a chart has the formats of Vega alone",
}
"""Keys that are refused wherever they stand, and why; the keys of fonts are as well."""

# Of the functions that Vega's expressions have, those that do not depend on their arguments alone,
# and those that do something. https://vega.github.io/vega/docs/expressions/
_FUNCTIONS = {
    **dict.fromkeys(("random", "sampleNormal", "sampleLogNormal", "sampleUniform"), _CHANCE),
    **dict.fromkeys(("now", "datetime()", "timezoneoffset"), _CHANCE),
    **dict.fromkeys(("screen", "containerSize", "windowSize"), _CHANCE),
    **dict.fromkeys(("data", "indata", "setdata", "treePath", "treeAncestors"), _ROWS),
    **dict.fromkeys(("warn", "info", "debug", "modify"), _DRAWS),
}
# Where the grammar takes an expression; a predicate holds more of them under `and`, `or` and `not`.
_EXPRESSIONS = {"calculate", "filter", "test", "expr", "labelExpr", "toggle", "and", "or", "not"}
# Confidence intervals are drawn from random samples of the rows.
_INTERVALS = {"aggregate": ("ci0", "ci1"), "op": ("ci0", "ci1"), "extent": ("ci",)}

# What draws as much as a number says, whatever the rows are, and what is more than any chart shows.
_COUNTS = {"maxbins", "tickCount", "steps"}
_MOST = 10_000


@dataclass(frozen=True)
class Refused:
    """A place of a chart that is refused.

    says: the message. why: a fact. word: what stands at the place, None for its key. advice: may be
    empty.
    """

    path: Path
    says: str
    why: str
    word: str | None = None
    advice: str = ""


def refused(spec: Mapping[str, Any], columns: Collection[str]) -> Iterator[Refused]:
    """Each place that is refused, in the order in which they stand.

    spec: the chart with its shorthands written out. columns: those of its data.
    """
    for path, value in _places(spec, ()):
        key = str(path[-1])
        why = KEYS.get(key, _FONT if key == "font" or key.endswith("Font") else "")
        if why:
            yield Refused(path, _says(key), why, None, f"take `{key}` out")
        elif value in _INTERVALS.get(key, ()):
            fact, advice = "it is made of random samples of the rows", "compute it in `data`"
            yield Refused(path, _says(value), fact, str(value), advice)
        elif key in _COUNTS and isinstance(value, int | float) and value > _MOST:
            says = f"`{key}` is more than a chart has room for"
            yield Refused(path, says, f"it may be {_MOST:,}", str(value))
        elif isinstance(value, str) and _key(path) in _EXPRESSIONS:
            yield from _functions(value, path)
        elif len(path) > 1 and path[-2] == "transform" and isinstance(value, Mapping):
            yield from _of_transform(value, path, columns)


def _functions(expression: str, path: Path) -> Iterator[Refused]:
    for name in dict.fromkeys(names(expression)):
        if name in _FUNCTIONS:
            yield Refused(path, _says(name), _FUNCTIONS[name], name.removesuffix("()"))


def _of_transform(
    step: Mapping[str, Any], path: Path, columns: Collection[str]
) -> Iterator[Refused]:
    if "sample" in step:
        advice = "choose the rows in `data`"
        yield Refused((*path, "sample"), _says("sample"), _CHANCE, None, advice)
    expression, made = step.get("calculate"), step.get("as")
    if isinstance(expression, str) and not {"datum", *_FUNCTIONS} & {*names(expression)}:
        says, advice = "`calculate` reads no column", "compute the column in `data`"
        yield Refused((*path, "calculate"), says, _ROWS, expression, advice)
    if isinstance(expression, str) and made in columns:
        says, advice = f"`calculate` writes over the column `{made}`", "give it another name"
        yield Refused((*path, "as"), says, _ROWS, str(made), advice)


def _says(what: object) -> str:
    return f"`{what}` is refused in a chart"


def _key(path: Path) -> str:
    """The key that a value, or the list that it stands in, belongs to."""
    return str(path[-2] if isinstance(path[-1], int) and len(path) > 1 else path[-1])


def _places(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every value inside of a chart, with its path."""
    entries: Any = value.items() if isinstance(value, Mapping) else ()
    for key, item in enumerate(value) if isinstance(value, list | tuple) else entries:
        yield (*path, key), item
        yield from _places(item, (*path, key))
