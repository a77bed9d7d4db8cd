"""The fields that a chart reads and its data has not: each place, the name, what there is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from proseproof.nouns import dataclass
from proseproof.site.chart.shorthand import UnknownType, read_shorthand

Path = tuple[str | int, ...]
Known = frozenset[str] | None
"""The fields at a place of the chart; None where they cannot be told, as behind a pivot."""

_DATUM = re.compile(r"""\bdatum(?:\.([A-Za-z_$][\w$]*)|\[\s*(["'])(.*?)\2\s*\])""")
_ROOT = re.compile(r"(?:\\.|[^.\[\\])+")
_CHILDREN = ("layer", "concat", "hconcat", "vconcat")
# Transforms whose rows are new: only these fields and `groupby` remain.
_NEW_ROWS = {"quantile": ("prob", "value"), "density": ("value", "density")}


@dataclass(frozen=True)
class UnknownField:
    """A field that is read at `path` of the chart, and the fields that there are."""

    path: Path
    name: str
    known: frozenset[str]


def unknown_fields(chart: Mapping[str, Any], columns: Collection[str]) -> Iterator[UnknownField]:
    """Each field of the author's chart that neither the data nor a transform before it makes."""
    yield from _view(chart, (), frozenset(columns))


def _view(view: Any, path: Path, known: Known) -> Iterator[UnknownField]:
    if not isinstance(view, Mapping):
        return
    for index, step in _listed(view.get("transform")):
        here = (*path, "transform", index)
        if isinstance(step, Mapping):
            yield from _missing(_transform_reads(step, here), known)
            known = _after(step, known)
    reads: list[tuple[Path, str]] = []
    encoding = view.get("encoding")
    if isinstance(encoding, Mapping):
        for channel, value in encoding.items():
            reads += _channel_reads(value, (*path, "encoding", channel))
    facet = view.get("facet")
    if isinstance(facet, Mapping) and not facet.keys() & {"field", "shorthand"}:
        for channel, value in facet.items():
            reads += _channel_reads(value, (*path, "facet", channel))
    else:
        reads += _channel_reads(facet, (*path, "facet"))
    reads += _repeat_reads(view.get("repeat"), (*path, "repeat"))
    yield from _missing(reads, known)
    for key in _CHILDREN:
        for index, child in _listed(view.get(key)):
            yield from _view(child, (*path, key, index), known)
    yield from _view(view.get("spec"), (*path, "spec"), known)


def _missing(reads: Sequence[tuple[Path, str]], known: Known) -> Iterator[UnknownField]:
    if known is None:
        return
    for path, name in reads:
        if not name:  # an operation that counts rows may leave its field empty
            continue
        root = _ROOT.match(name)
        plain = re.sub(r"\\(.)", r"\1", root[0]) if root else name
        if plain not in known:
            yield UnknownField(path, plain, known)


def _channel_reads(value: Any, path: Path) -> list[tuple[Path, str]]:
    if isinstance(value, str):
        return _short_reads(value, path)
    if isinstance(value, list):
        return [
            read for index, item in _listed(value) for read in _channel_reads(item, (*path, index))
        ]
    if not isinstance(value, Mapping):
        return []
    reads = [(at, name) for at, name in _named(value, path, ("field",))]
    if isinstance(value.get("shorthand"), str):
        reads += _short_reads(value["shorthand"], (*path, "shorthand"))
    reads += _named(value.get("sort"), (*path, "sort"), ("field",))
    reads += _named(value.get("aggregate"), (*path, "aggregate"), ("argmax", "argmin"))
    conditions = value.get("condition")
    several = conditions if isinstance(conditions, list) else [conditions]
    for index, condition in enumerate(several):
        at = (*path, "condition", index) if isinstance(conditions, list) else (*path, "condition")
        reads += _named(condition, at, ("field",))
        if isinstance(condition, Mapping):
            reads += _predicate_reads(condition.get("test"), (*at, "test"))
    return reads


def _short_reads(text: str, path: Path) -> list[tuple[Path, str]]:
    keys = read_shorthand(text)
    if isinstance(keys, UnknownType) or "field" not in keys:
        return []
    return [(path, keys["field"])]


def _repeat_reads(repeat: Any, path: Path) -> list[tuple[Path, str]]:
    if isinstance(repeat, Mapping):
        return [
            read for key, value in repeat.items() for read in _repeat_reads(value, (*path, key))
        ]
    return [((*path, index), name) for index, name in _listed(repeat) if isinstance(name, str)]


def _predicate_reads(predicate: Any, path: Path) -> list[tuple[Path, str]]:
    if isinstance(predicate, str):
        found = (match[1] or match[3] for match in _DATUM.finditer(predicate))
        return [(path, name.replace(".", "\\.")) for name in found]
    if not isinstance(predicate, Mapping):
        return []
    reads = _named(predicate, path, ("field",))
    for word in ("and", "or"):
        for index, part in _listed(predicate.get(word)):
            reads += _predicate_reads(part, (*path, word, index))
    return reads + _predicate_reads(predicate.get("not"), (*path, "not"))


def _transform_reads(step: Mapping[str, Any], path: Path) -> list[tuple[Path, str]]:
    reads = _predicate_reads(step.get("filter"), (*path, "filter"))
    reads += _predicate_reads(step.get("calculate"), (*path, "calculate"))
    plain = ("field", "stack", "density", "regression", "loess", "on", "quantile", "impute", "key")
    reads += _named(step, path, (*plain, "pivot", "value", "extent"))
    for key in ("groupby", "fold", "flatten"):
        reads += [
            ((*path, key, i), name) for i, name in _listed(step.get(key)) if isinstance(name, str)
        ]
    for key in ("aggregate", "joinaggregate", "window", "sort"):
        for index, item in _listed(step.get(key)):
            reads += _named(item, (*path, key, index), ("field",))
    # An imputed `value` is a number to put in, no field.
    return [read for read in reads if not ("impute" in step and read[0][-1] == "value")]


def _after(step: Mapping[str, Any], known: Known) -> Known:
    """The fields behind a transform, from those before it."""
    made = frozenset(_made(step))
    groups = frozenset(name for _, name in _listed(step.get("groupby")) if isinstance(name, str))
    if "pivot" in step:
        return None
    if "aggregate" in step or _NEW_ROWS.keys() & step.keys():
        return made | groups
    if "regression" in step or "loess" in step:
        fields = (step.get("regression", step.get("loess")), step.get("on"))
        return made | groups | {name for name in fields if isinstance(name, str)}
    return None if known is None else known | made


def _made(step: Mapping[str, Any]) -> Iterator[str]:
    for key in ("aggregate", "joinaggregate", "window"):
        for _, item in _listed(step.get(key)):
            if isinstance(item, Mapping) and isinstance(item.get("as"), str):
                yield item["as"]
    names = step.get("as")
    if isinstance(names, str):
        yield from (names, f"{names}_end")
    elif isinstance(names, list):
        yield from (name for name in names if isinstance(name, str))
    elif "fold" in step:
        yield from ("key", "value")
    else:
        yield from (name for key, made in _NEW_ROWS.items() if key in step for name in made)


def _named(value: Any, path: Path, keys: Sequence[str]) -> list[tuple[Path, str]]:
    if not isinstance(value, Mapping):
        return []
    return [((*path, key), value[key]) for key in keys if isinstance(value.get(key), str)]


def _listed(value: Any) -> list[tuple[int, Any]]:
    return list(enumerate(value)) if isinstance(value, list | tuple) else []
