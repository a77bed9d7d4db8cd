"""Tables become grids; their cells are passages too."""

from __future__ import annotations

from tests.prose.read import code, kinds, prose, said, written

from proseproof.prose import Grid


def texts(grid: Grid) -> list[list[str]]:
    return [[cell.text.value for cell in row] for row in (grid.header, *grid.rows)]


def test_a_table() -> None:
    page = prose(
        "Before\n\n| Run | ms |\n|:---|---:|\n| **a** | 41.2 |\n| b | 5&nbsp;600 |\n\nAfter"
    )

    (grid,) = page.grids
    assert texts(grid) == [["Run", "ms"], ["a", "41.2"], ["b", "5\u00a0600"]]
    assert grid.span.text.startswith("| Run")
    assert grid.span.text.endswith("600 |")
    assert [span.text for span in grid.row_spans] == ["| **a** | 41.2 |", "| b | 5&nbsp;600 |"]
    assert written(grid.rows[0][1], "41.2") == "41.2"
    assert grid.rows[0][1] in page.passages
    assert {cell.kind for row in grid.rows for cell in row} == {"cell"}


def test_outer_pipes_may_be_missing() -> None:
    assert texts(prose("Run | ms\n--- | ---\na | 5").grids[0]) == [["Run", "ms"], ["a", "5"]]
    assert texts(prose("|ms|\n|--|\n|5|").grids[0]) == [["ms"], ["5"]]


def test_pipes_that_part_no_cells() -> None:
    (grid,) = prose("| a | b |\n|---|---|\n| x \\| y | `p|q` |").grids

    assert texts(grid)[1] == ["x | y", "p|q"]
    assert code(grid.rows[0][1]) == ["p|q"]


def test_a_link_in_a_cell_keeps_its_title_apart() -> None:
    page = prose('| a | b |\n|---|---|\n| [5](x "of 6") | ![7](y) |')

    assert texts(page.grids[0])[1] == ["5", "7"]
    assert [cell.kind for cell in page.grids[0].rows[0]] == ["cell", "alt"]


def test_empty_cells_keep_their_column_but_are_no_passages() -> None:
    page = prose("| a | b |\n|---|---|\n| | 5 |")

    assert texts(page.grids[0])[1] == ["", "5"]
    assert said("| a | b |\n|---|---|\n| | 5 |") == ["a", "b", "5"]


def test_a_row_has_the_cells_that_the_file_writes() -> None:
    assert texts(prose("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n| 4 |").grids[0])[1:] == [
        ["1", "2", "3"],
        ["4"],
    ]


def test_tables_within_lists_and_boxes() -> None:
    table = "    | a | b |\n    |---|---|\n    | 1 | 2 |"

    assert texts(prose(f"- item\n\n{table}").grids[0])[1] == ["1", "2"]
    assert texts(prose(f"!!! note\n{table}").grids[0])[1] == ["1", "2"]


def test_what_is_no_table() -> None:
    assert prose("a | b\n- | c\n1 | 2").grids == ()
    assert kinds("one | two, 5 | 6") == [("paragraph", "one | two, 5 | 6")]
    assert prose("```\n| a |\n|---|\n| 5 |\n```").grids == ()
