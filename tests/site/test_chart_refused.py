"""A chart shows its rows, the same each time: chance, the clock and other data are refused."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from tests.site.made import answer, figure

from proseproof.site.chart.looking import mistakes
from proseproof.site.chart.vega_expression import names

ROWS = answer("step time_s", (0, 69.4), (1, 58.5))
REST = "mark: bar\nencoding: {x: step:O, y: time_s:Q}\n"

# What is written beside the chart, the word that is refused there.
VOLATILE = [
    ("transform: [{calculate: datum.step + random(), as: near}]", "random"),
    ("transform: [{calculate: 'datum.step + (random)()', as: near}]", "random"),
    (r"transform: [{calculate: 'datum.step + \u0072andom()', as: near}]", "random"),
    ("transform: [{filter: 'sampleUniform(0, datum.step) > 3'}]", "sampleUniform"),
    ("transform: [{filter: {and: ['now() > 3', datum.step > 0]}}]", "now"),
    ("transform: [{filter: {not: 'datum.step > now()'}}]", "now"),
    ("transform: [{filter: datum.step < year(datetime())}]", "datetime()"),
    ("transform: [{filter: timezoneoffset(datum.step) > 0}]", "timezoneoffset"),
    ("transform: [{filter: \"length(data('source_0')) > datum.step\"}]", "data"),
    ("transform: [{filter: warn(datum.step) > 0}]", "warn"),
    ("transform: [{sample: 10}]", "sample"),
    ("params: [{name: shade, expr: random()}]", "random"),
    ("title: {text: {expr: \"timeFormat(now(), '%Y')\"}}", "now"),
    ("config: {customFormatTypes: true, numberFormatType: random}", "customFormatTypes"),
    ("encoding: {x: {field: step, axis: {labelExpr: datum.label + now()}}}", "now"),
    ("encoding: {opacity: {condition: {test: random() > 0.5, value: 1}, value: 0}}", "random"),
    ("encoding: {x: step:O, y: ci0(time_s)}", "ci0"),
    ("encoding: {x: {field: step, sort: {field: time_s, op: ci1}}}", "ci1"),
    ("mark: {type: errorbar, extent: ci}", "ci"),
]

QUIET = [
    "transform: [{filter: \"datum.step != 'random()'\"}]",
    "transform: [{calculate: \"datum.now + datum['random']\", as: sum}]",
    "transform: [{calculate: 'utcFormat(datetime(2026, datum.step), \"%Y\")', as: day}]",
    "transform: [{calculate: 'test(/''now()/, datum.step) ? 1 : 0', as: said}]",
    "title: What random() and now() cost (2026)",
    "mark: {type: errorbar, extent: stdev}",
    "params: [{name: shade, value: 0.5}]",
    "encoding: {x: {field: step, bin: {maxbins: 10000}, axis: {tickCount: 10000}}}",
]


def said(more: str) -> list[str]:
    """The messages that answer the chart with a key of it replaced or added."""
    key = more.partition(":")[0]
    rest = [line for line in REST.splitlines() if not line.startswith(f"{key}:")]
    odd = answer("step time_s now random", (0, 69.4, 1, 1))
    return [found.message for found in mistakes(figure("\n".join([*rest, more])), odd)]


@pytest.mark.parametrize(("more", "word"), VOLATILE)
def test_what_differs_from_one_drawing_to_the_next_is_refused(more: str, word: str) -> None:
    assert said(more) == [f"`{word}` is refused in a chart"]


@pytest.mark.parametrize("more", QUIET)
def test_what_only_looks_like_it_is_not(more: str) -> None:
    assert said(more) == []


def test_the_place_is_the_word_and_the_note_says_why() -> None:
    [finding] = mistakes(figure(f"{REST}transform: [{{filter: datum.step > random()}}]"), ROWS)
    assert finding.span.text == "random"
    assert finding.notes == ("a chart looks the same for the same rows",)


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ("encoding: {x: {field: step, bin: {maxbins: 1.0e+8}}}", "maxbins"),
        ("encoding: {x: {field: step, axis: {tickCount: 10001}}}", "tickCount"),
        ("transform: [{density: time_s, steps: 10000000}]\nencoding: {x: value:Q}", "steps"),
    ],
)
def test_more_than_any_chart_shows_is_told_before_it_is_drawn(more: str, key: str) -> None:
    [finding] = mistakes(figure(f"mark: bar\n{more}"), ROWS)
    assert finding.message == f"`{key}` is more than a chart has room for"
    assert finding.notes == ("it may be 10,000",)


def test_a_calculation_reads_a_column_of_the_rows() -> None:
    [finding] = mistakes(figure(f"{REST}transform: [{{calculate: '42', as: answer}}]"), ROWS)
    assert finding.message == "`calculate` reads no column"
    assert finding.help == "compute the column in `data`"


def test_a_calculation_leaves_the_columns_of_the_rows_as_they_are() -> None:
    chart = f"{REST}transform: [{{calculate: datum.time_s / 2, as: time_s}}]"
    [finding] = mistakes(figure(chart), ROWS)
    assert finding.message == "`calculate` writes over the column `time_s`"
    assert finding.span.text == "time_s"
    assert mistakes(figure(chart.replace("as: time_s", "as: half_s")), ROWS) == ()


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("datum.a + max(b, 3)", ["datum", "max", "b"]),
        ("'now()' + \"it's\" + now", ["now"]),
        ("a / b / now()", ["a", "b", "now"]),
        ("test(/'/, a) + now()", ["test", "a", "now"]),
        ("(1) / now() / '/'", ["now"]),
        ("[/[/']now()/, now]", ["now"]),
        ("datum .now + datum[ now ]", ["datum", "datum", "now"]),
        ("datum.in / now() / 2", ["datum", "now"]),  # a column of that name, and no operator
        ("'a' in /'/ + now()", ["in", "now"]),
        ("1e3 + 0.5 + .5 + $x", ["$x"]),
        ("datetime ( ) + datetime(0)", ["datetime()", "datetime"]),
        ("now\ufeff()", ["now"]),
        ("", []),
    ],
)
def test_the_names_of_an_expression(expression: str, found: list[str]) -> None:
    assert list(names(expression)) == found


@given(st.text(alphabet="ab()'\"/\\.u0 \ufeff[]", max_size=30))
def test_any_text_is_read_to_its_end(text: str) -> None:
    assert all(name for name in names(text))
