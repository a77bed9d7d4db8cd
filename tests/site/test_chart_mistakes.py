"""A mistake in a chart is one finding, at the word in the YAML, with what would be right."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings, strategies as st
from tests.site.made import answer, figure

from proseproof.model import Figure
from proseproof.site.chart.drawing import draw
from proseproof.site.chart.looking import mistakes

ROWS = answer("step offload_s kept_s", (0, 69.4, 68.0), (1, 58.5, 56.7), (8, 55.8, 55.2))
GOOD = """
mark: bar
encoding:
  x: step:O
  y: {field: offload_s, type: quantitative}
"""

# What is written, the words that answer it, the place in the YAML, and the advice.
MISTAKES = [
    ("mark: barr", "`barr` is not a mark", "barr", "write `bar`"),
    ("mark: {type: barr}", "`barr` is not a mark", "barr", "write `bar`"),
    ("mark: {type: bar, opacity: 3}", "`3` is not a value of `opacity`", "3", ""),
    ("mark: {type: bar, colr: red}", "`colr` is not a key of `mark`", "colr", "write `color`"),
    ("width: wide", "`wide` is not a value of `width`", "wide", ""),
    ("heigth: 260", "`heigth` is not a key of the chart", "heigth", "write `height`"),
    ("encoding: {x: step:X}", "`X` is not a type", "X", ""),
    ("encoding: {colour: step:N}", "`colour` is not a channel", "colour", "write `color`"),
    ("encoding: {x: stepp:O}", "`data` of `fig-1` has no column `stepp`", "stepp",
     "write `step`"),
    ("encoding: {x: {field: kept}}", "`data` of `fig-1` has no column `kept`", "kept",
     "write `kept_s`"),
    ("encoding: {x: {field: step, type: ordinl}}", "`ordinl` is not a type", "ordinl",
     "write `ordinal`"),
    ("encoding: {x: {field: step, titel: Step}}", "`titel` is not a key of `x`", "titel",
     "write `title`"),
    ("encoding: {y: {field: kept_s, aggregate: meen}}", "`meen` is not an aggregate", "meen",
     "write `mean`"),
    ("encoding: {y: {field: kept_s, aggregate: {argmax: stepp}}}",
     "`data` of `fig-1` has no column `stepp`", "stepp", "write `step`"),
    ("encoding: {x: {field: step, axis: {gird: true}}}", "`gird` is not a key of `axis`", "gird",
     "write `grid`"),
    ("encoding: {y: {field: kept_s, scale: {zero: 3}}}", "`3` is not a value of `zero`", "3", ""),
    ("transform: [{filtre: datum.step > 1}]", "`filtre` is not a key of `transform` 1", "filtre",
     "write `filter`"),
    ("transform: [{calculate: datum.step}]", "`transform` 1 has no `as`",
     "{calculate: datum.step}", ""),
    ("transform: [{filter: datum.stp > 1}]", "`data` of `fig-1` has no column `stp`", "stp",
     "write `step`"),
    ("encoding: {x: {field: step, axis: {labelFont: Arial}}}", "`labelFont` is refused in a chart",
     "labelFont", "take `labelFont` out"),
]  # fmt: skip


def changed(line: str) -> Figure:
    """The good chart with one key replaced or added."""
    key = line.partition(":")[0]
    kept = [part for part in _parts(GOOD) if not part.startswith(f"{key}:")]
    return figure("\n".join([*kept, line]))


def _parts(yaml: str) -> list[str]:
    parts: list[str] = []
    for line in yaml.strip().splitlines():
        if line.startswith(" "):
            parts[-1] += f"\n{line}"
        else:
            parts.append(line)
    return parts


@pytest.mark.parametrize(("line", "message", "place", "advice"), MISTAKES)
def test_a_mistake_is_one_finding_at_its_word(
    line: str, message: str, place: str, advice: str
) -> None:
    found = mistakes(changed(line), ROWS)
    assert [finding.message for finding in found] == [message]
    assert found[0].rule == "invalid-chart"
    assert found[0].span.text == place
    assert found[0].help == advice


def test_a_chart_that_is_right_has_no_mistake() -> None:
    assert mistakes(figure(GOOD), ROWS) == ()


def test_all_mistakes_of_a_chart_are_found_in_one_run() -> None:
    found = mistakes(
        figure("mark: barr\nencoding: {x: stepp:O, y: {field: kept_s, titel: Kept}}"), ROWS
    )
    assert sorted(finding.span.text for finding in found) == ["barr", "stepp", "titel"]


def test_the_note_lists_what_there_is() -> None:
    [column] = mistakes(changed("encoding: {x: stepp:O}"), ROWS)
    assert column.notes == ("the columns are step, offload_s, and kept_s",)
    [kind] = mistakes(changed("encoding: {x: {field: step, type: ordinl}}"), ROWS)
    assert kind.notes == ("the types are quantitative, ordinal, temporal, and nominal",)


def test_a_transform_makes_columns_for_what_follows() -> None:
    chart = """
transform:
  - fold: [offload_s, kept_s]
    as: [setting, rollout_s]
  - calculate: datum.rollout_s * 1000
    as: rollout_ms
mark: bar
encoding: {x: step:O, y: rollout_ms:Q, color: setting:N}
"""
    assert mistakes(figure(chart), ROWS) == ()
    [finding] = mistakes(figure(chart.replace("color: setting", "color: seting")), ROWS)
    assert finding.message == "`data` of `fig-1` has no column `seting`"
    assert finding.help == "write `setting`"


def test_an_expression_that_cannot_be_read_says_why() -> None:
    drawn = draw(changed('transform: [{filter: "datum.step >"}]'), ROWS)
    assert drawn.svg is None
    [finding] = drawn.findings
    assert finding.message == "the chart of `fig-1` cannot be drawn: unexpected end of input"


def test_an_error_inside_the_engine_is_told_as_one() -> None:
    drawn = draw(changed("encoding: {x: {field: step, axis: {format: zz}}}"), ROWS)
    [finding] = drawn.findings
    assert finding.message == "the chart of `fig-1` stops the engine that draws it"
    assert finding.notes[0].startswith("the engine says: cannot read properties of undefined")


def test_a_chart_that_shows_no_row_is_a_mistake() -> None:
    [finding] = draw(changed("transform: [{filter: datum.step > 99}]"), ROWS).findings
    assert finding.message == "the chart of `fig-1` shows none of its 3 rows"


LARGE = 2**65 + 1


@pytest.mark.parametrize("large", [LARGE, -LARGE, 2**53 + 1, Decimal(LARGE)])
def test_a_whole_number_that_a_chart_would_show_with_other_digits(large: Decimal | int) -> None:
    rows = answer("step offload_s", (0, 1.5), (large, 2.5))
    [finding] = mistakes(figure("mark: bar\nencoding: {x: step:O, y: offload_s}"), rows)
    assert finding.message == f"`step` holds {large}, which a chart would round"
    assert finding.span.text == "step"
    assert finding.help == "cast it to DOUBLE in `data`, or to VARCHAR where it is a name"


@pytest.mark.parametrize("value", [2**65, 2**53, Decimal("0.1"), Decimal(2**60), 1e300])
def test_a_number_that_it_shows_as_it_is(value: float) -> None:
    rows = answer("step offload_s", (0, 1.5), (value, 2.5))
    assert draw(figure("mark: bar\nencoding: {x: step:O, y: offload_s}"), rows).svg


def test_a_column_that_the_chart_does_not_read_may_hold_any_number() -> None:
    rows = answer("step offload_s id", (0, 1.5, LARGE), (1, 2.5, 2**200))
    assert draw(figure("mark: bar\nencoding: {x: step:O, y: offload_s}"), rows).svg


@pytest.mark.parametrize(
    "colour",
    [
        r"{value: '\75rl(http://far.example/x)'}",  # as CSS may spell it
        "{value: {expr: \"'ur' + 'l(//far.example/x)'\"}}",
        "{field: paint, scale: null}",
    ],
)
def test_a_colour_that_is_an_address_is_never_drawn(colour: str) -> None:
    rows = answer("step time_s paint", (0, 69.4, "url(http://far.example/x)"))
    chart = f"mark: bar\nencoding: {{x: step:O, y: time_s:Q, color: {colour}}}"
    [finding] = draw(figure(chart), rows).findings
    assert finding.message == "a colour in the chart of `fig-1` is an address"


def test_a_text_that_speaks_of_addresses_is_drawn() -> None:
    rows = answer("step time_s paint", (0, 69.4, "url(http://far.example/x)"))
    chart = "mark: {type: text, fill: red}\nencoding: {x: step:O, y: time_s:Q, text: paint}"
    assert draw(figure(chart), rows).svg


@pytest.mark.parametrize("key", ["data", "datasets", "url", "href"])
def test_a_chart_that_would_reach_outside_is_never_drawn(key: str) -> None:
    chart = {"layer": [{"mark": {"type": "image", key: {"url": "file:///etc/hostname"}}}]}
    drawn = draw(Figure(**{**vars(figure(GOOD)), "chart": chart}), ROWS)
    assert drawn.svg is None
    assert drawn.findings[0].message == f"`{key}` is refused in a chart"


KEYS = st.sampled_from(
    ["mark", "encoding", "x", "field", "type", "layer", "transform", "data", "as"]
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=4)
    | st.sampled_from(["bar", "step"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(KEYS, JSON, max_size=4))
def test_whatever_a_chart_holds_it_is_drawn_or_refused(chart: dict[str, object]) -> None:
    made = figure(GOOD)
    odd = Figure(**{**vars(made), "chart": chart})
    found = mistakes(odd, ROWS)
    assert all(finding.message and "\n" not in finding.message for finding in found)
