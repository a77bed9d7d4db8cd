"""Where figures are placed: a chart that nobody sees, a fence that names nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.site.made import answer, outcome, page

from proseproof.finding import Finding
from proseproof.outcome import Page
from proseproof.prose import Prose
from proseproof.site.edition import compose
from proseproof.site.inspection import inspected
from proseproof.source import Source

BLOCK = """
page: docs/it.md
figures:
  - id: fig-1
    kind: {kind}
    title: A figure
    claim: It saved 1.8 s.
    data: SELECT 1
    {body}
    claims:
      - says: saved 1.8 s
        query: SELECT 1.8
"""
CHART = BLOCK.format(kind="chart", body="chart: {mark: bar, encoding: {x: step:O, y: saved_s:Q}}")
TABLE = BLOCK.format(kind="table", body='columns: {Step: "{step}"}')
TEXT = BLOCK.format(kind="text", body="").replace("    data: SELECT 1\n", "")
ROWS = {"fig-1": answer("step saved_s", (0, 1.0), (1, 1.8))}
PLACED = "```figure\nfig-1\n```\n"


def found(text: str, yaml: str = CHART) -> tuple[Finding, ...]:
    return inspected(outcome([page("docs/it.md", text)], yaml, ROWS)).findings


def test_a_chart_that_no_page_places_is_a_finding_at_its_id() -> None:
    [finding] = found("# It\n\nIt saved 1.8 s.\n")
    assert (finding.rule, finding.severity) == ("invalid-claims", "error")
    assert finding.message == "`fig-1` is placed on no page that is checked"
    assert finding.help == (
        "place it with a `figure` fence that holds `fig-1`, or make it `kind: text`"
    )
    assert finding.span.text == "fig-1"


@pytest.mark.parametrize(
    ("text", "yaml"), [(PLACED, CHART), ("# It\n", TABLE), ("# It\n", TEXT), (PLACED, TABLE)]
)
def test_a_chart_on_a_page_is_none_and_a_table_may_speak_for_one_of_the_page(
    text: str, yaml: str
) -> None:
    assert not found(text, yaml)


def test_a_chart_whose_page_was_not_read_is_not_told_as_well() -> None:
    assert not inspected(outcome([], CHART, ROWS)).findings


def test_a_chart_that_a_fence_meant_to_place_is_not_told_as_well() -> None:
    [finding] = found("```figure\nfig-2\n```\n")
    assert finding.message == "no figure block has the id `fig-2`"


@pytest.mark.parametrize("fence", ["```figure\n```\n", "```figure\n\n```\n", "~~~figure\n~~~\n"])
def test_an_empty_fence_is_told_where_it_stands(fence: str) -> None:
    other = Source("docs/other.md", f"# Other\n\n{PLACED}\n{fence}")
    [finding] = compose(
        outcome([page("docs/it.md", PLACED)], CHART, ROWS), others=[other]
    ).outcome.findings
    assert finding.message == "the fence names no figure"
    assert finding.help == "write the id of a figure block inside the fence"
    place = finding.span.first
    assert (finding.span.source.path, place.line, place.column) == ("docs/other.md", 7, 1)
    assert finding.span.text == fence.splitlines()[0]


def shared(text: str) -> tuple[Page, ...]:
    """Two pages that have taken in the same snippet."""
    inner = page("docs/part.md", text).prose
    return tuple(replace(page(path, ""), prose=inner) for path in ("docs/it.md", "docs/b.md"))


def test_a_snippet_places_its_chart_once_on_each_page_that_takes_it_in() -> None:
    of_site = Source("docs/part.md", PLACED)  # it lies in docs/, and is a page of the site itself
    passed = outcome(shared(PLACED), CHART, ROWS)
    assert not inspected(passed).findings
    assert not compose(passed, others=[of_site]).outcome.findings


def test_a_snippet_that_is_taken_in_twice_by_one_page_places_it_twice() -> None:
    one, _ = shared(PLACED)
    twice = replace(one, prose=Prose(placements=one.prose.placements * 2))
    [finding] = inspected(outcome([twice], CHART, ROWS)).findings
    assert finding.message == "`fig-1` is placed twice on this page"


def test_what_is_wrong_in_a_snippet_is_told_once() -> None:
    [finding] = inspected(outcome(shared("```figure\nfig-2\n```\n"), CHART, ROWS)).findings
    assert finding.message == "no figure block has the id `fig-2`"
