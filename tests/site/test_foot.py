"""What stands behind a figure: the line of each file, and the runs that the figure reads of it."""

from __future__ import annotations

import pytest
from tests.site.made import answer
from tests.site.test_figures import made

from proseproof.site.figure_html import Links, foot_html
from proseproof.site.sources import SourceLine


def line(*runs: str) -> list[str]:
    """The lines about a file whose figure reads these runs."""
    figure = made().plates["fig-1"].figure
    source = SourceLine("capture/it.csv", "ab" * 32, runs, "", False, 12)
    foot = foot_html(figure, answer("n", [1]), [source], None, Links("it.csv", "#", 0))
    shown = foot[foot.index("pp-sources") :].splitlines()[1:-2]
    return [one for one in shown if one]


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        (["base"], "run <code>base</code>"),
        (["base", "kept"], "runs <code>base</code>, <code>kept</code>"),
        (["1", "2", "3"], "runs <code>1</code>, <code>2</code>, <code>3</code>"),
        # Runs that are counted one by one need no list.
        ([str(run) for run in range(1, 11)], "runs <code>1</code> to <code>10</code>"),
        (["10", "9", "8", "7"], "runs <code>7</code> to <code>10</code>"),
    ],
)
def test_a_few_runs_stand_in_the_line_of_their_file(runs: list[str], words: str) -> None:
    [one] = line(*runs)
    assert f'</span> <span class="pp-runs">{words}</span> <span class="pp-digest"' in one


@pytest.mark.parametrize(
    "runs",
    [["a", "b", "c", "d"], ["1", "2", "4", "5"], ["01", "02", "03", "04"], ["1", "1", "2", "3"]],
)
def test_many_runs_are_folded_in_a_line_of_their_own(runs: list[str]) -> None:
    """So that no dot between two parts stands at the end of a line."""
    first, second = line(*runs)
    assert '<span class="pp-file">capture/it.csv</span> <span class="pp-digest"' in first
    assert second.startswith('<li><details class="pp-runs"><summary>4 runs</summary><code>')


def test_a_figure_without_runs_names_none() -> None:
    [one] = line()
    assert "pp-runs" not in one
