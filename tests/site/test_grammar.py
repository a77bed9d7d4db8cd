"""The verdict on a chart is the one that Altair gives, on right charts and on what becomes of them.

Altair itself is the measure here, and only here: importing it takes half a second.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import altair as alt
import jsonschema
import pytest
from ruamel.yaml import YAML

from proseproof.site.chart.engine import line, vocabulary
from proseproof.site.chart.grammar import KEYWORDS, UNREAD, Grammar, Misfit
from proseproof.site.chart.theme import theme

RIGHT: list[dict[str, Any]] = YAML(typ="safe").load(
    Path(__file__).with_name("right_charts.yml").read_text(encoding="utf-8")
)
VALUES: list[Any] = [
    None, True, False, -1, 0, 1, 3, 0.5, 2.0, 1e9, "x", "", "bar", "quantitative", "red", "#ff0000",
    "mean", 100, [], [1], [0, 1], [1, 2, 3], ["a", "b"], {}, {"expr": "1"}, {"field": "a"},
    {"value": 1}, {"type": "bar"},
]  # fmt: skip
BOUNDING = {"minimum", "maximum", "minItems", "maxItems"}
KEYS = ["field", "type", "title", "opacity", "size", "value", "mark", "axis", "scale"]


@cache
def grammar() -> Grammar:
    return Grammar(vocabulary())


def altair_takes(chart: Mapping[str, Any]) -> bool:
    try:
        alt.Chart.from_dict({**chart, "data": {"values": []}}).to_dict()
    except jsonschema.ValidationError:
        return False
    return True


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    entries = value.items() if isinstance(value, dict) else ()
    for key, item in enumerate(value) if isinstance(value, list) else entries:
        yield (*path, key)
        yield from places(item, (*path, key))


def changed(chart: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The chart with a key renamed or taken out, with one more, or with another value somewhere."""
    chart = copy.deepcopy(chart)
    *path, key = chance.choice(list(places(chart)))
    holder: Any = chart
    for step in path:
        holder = holder[step]
    match chance.randrange(4):
        case 0 if isinstance(holder, dict):
            holder[f"{key}s"] = holder.pop(key)
        case 1:
            del holder[key]
        case 2 if isinstance(holder, dict):
            holder[chance.choice(KEYS)] = chance.choice(VALUES)
        case _:
            holder[key] = chance.choice(VALUES)
    return chart


@pytest.mark.parametrize("chart", RIGHT)
def test_a_chart_that_altair_takes_is_taken(chart: dict[str, Any]) -> None:
    assert altair_takes(chart)
    assert grammar().misfits(chart) == ()


@pytest.mark.parametrize("seed", range(60))
def test_a_changed_chart_gets_altairs_verdict(seed: int) -> None:
    chance = random.Random(seed)
    chart = changed(chance.choice(RIGHT), chance)
    assert (not grammar().misfits(chart)) == altair_takes(chart), chart


def test_every_keyword_of_the_schema_is_read() -> None:
    def used(schema: Any) -> Iterator[str]:
        if not isinstance(schema, Mapping):
            return
        for key, value in schema.items():
            yield key
            if key in ("anyOf", "$ref", "enum", "const"):
                beside = schema.keys() - UNREAD - {key, "type"}
                assert not beside or (key == "anyOf" and beside <= BOUNDING)
            if key in ("properties", "definitions"):
                for inner in value.values():
                    yield from used(inner)
            elif key in ("anyOf", "items", "additionalProperties"):
                for inner in value if isinstance(value, list) else [value]:
                    yield from used(inner)

    assert set(used(vocabulary())) == KEYWORDS | UNREAD


BOUNDS = [
    ({"mark": {"type": "bar", "opacity": 3}}, "opacity", "a number of 0 to 1"),
    ({"mark": {"type": "bar", "size": -1}}, "size", "a number of 0 or more"),
    (
        {"mark": "bar", "transform": [{"density": "a", "extent": [1]}]},
        "extent",
        "a list of 2 items",
    ),
]


@pytest.mark.parametrize(("chart", "key", "taken"), BOUNDS)
def test_a_value_out_of_bounds_is_told_the_bounds(
    chart: dict[str, Any], key: str, taken: str
) -> None:
    [misfit] = grammar().misfits(chart)
    assert misfit.path[-1] == key
    assert taken in misfit.kinds


def test_one_and_one_point_nought_are_one_number() -> None:
    axis = {"encoding": {"x": {"field": "a", "axis": {"labelFontWeight": 700.0}}}}
    assert grammar().misfits({"mark": "bar", **axis}) == ()
    [misfit] = grammar().misfits({"mark": {"type": "bar", "cornerRadius": True}})
    assert isinstance(misfit, Misfit)


def test_the_look_of_every_chart_is_in_the_grammar() -> None:
    look = theme()
    # How legends are laid out is a word of Vega's, which Vega-Lite hands on and does not list.
    del look["legend"]["layout"]
    assert grammar().misfits({"mark": "bar", "config": look}) == ()


def test_the_engine_draws_the_version_that_the_grammar_is_of() -> None:
    assert alt.SCHEMA_VERSION.startswith(f"v{line()}.")
    assert vocabulary() == alt.load_schema()
