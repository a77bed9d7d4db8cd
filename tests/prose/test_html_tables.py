"""Tables in HTML become grids, as tables with pipes do."""

from __future__ import annotations

from tests.prose.read import prose, said, written

from proseproof.prose import Grid


def texts(grid: Grid) -> list[list[str]]:
    return [[cell.text.value for cell in row] for row in (grid.header, *grid.rows)]


def test_a_table() -> None:
    page = prose(
        "Before\n\n<table>\n<caption>Runs</caption>\n<thead><tr><th>Run</th><th>ms</th></tr></thead>\n"
        "<tbody>\n<tr><td><b>a</b></td><td>41.2</td></tr>\n<tr><td>b</td><td>5&nbsp;600</td></tr>\n"
        "</tbody></table>\n\nAfter"
    )

    (grid,) = page.grids
    assert texts(grid) == [["Run", "ms"], ["a", "41.2"], ["b", "5\u00a0600"]]
    assert grid.is_html
    assert grid.span.text.startswith("<table>")
    assert grid.span.text.endswith("</table>")
    assert [span.text for span in grid.row_spans] == [
        "<tr><td><b>a</b></td><td>41.2</td></tr>",
        "<tr><td>b</td><td>5&nbsp;600</td></tr>",
    ]
    assert written(grid.rows[0][1], "41.2") == "41.2"
    assert grid.rows[0][1] in page.passages


def test_the_ends_of_rows_and_cells_may_be_left_out() -> None:
    page = "<table><tr><th>Run<th>ms<tr><td>a<td>5<tr><td>b<td></table>"
    assert texts(prose(page).grids[0]) == [["Run", "ms"], ["a", "5"], ["b", ""]]


def test_a_cell_of_several_rows_or_columns_stands_in_each() -> None:
    page = (
        "<table><thead><tr><th rowspan=2>Run</th><th colspan='2'>Time</th></tr>"
        "<tr><th>ms</th><th>s</th></tr></thead>"
        "<tr><td rowspan=2>a</td><td>5</td><td>6</td></tr><tr><td colspan=2>7</td></tr></table>"
    )
    (grid,) = prose(page).grids
    assert texts(grid) == [["Run", "ms", "s"], ["a", "5", "6"], ["a", "7", "7"]]
    assert grid.rows[0][0] is grid.rows[1][0]


def test_a_table_in_a_cell_is_a_table() -> None:
    page = "<table><tr><th>a<tr><td><table><tr><td>b<tr><td>5</table><tr><td>6</table>"
    assert [texts(grid) for grid in prose(page).grids] == [[["b"], ["5"]], [["a"], ["b"], ["6"]]]


def test_a_table_whose_cells_are_markdown() -> None:
    page = (
        "<table markdown>\n<tr markdown>\n<th markdown>Run</th>\n<th markdown>ms</th>\n</tr>\n"
        "<tr markdown>\n<td markdown>**a**</td>\n<td>5</td>\n</tr>\n</table>\n\nAfter"
    )
    assert texts(prose(page).grids[0]) == [["Run", "ms"], ["a", "5"]]


def test_tables_of_both_kinds_keep_their_order() -> None:
    html, pipes = "<table><tr><td>{}</table>\n\n", "| {} |\n|---|\n\n"
    page = html.format("1") + pipes.format("2") + html.format("3")
    assert [texts(grid) for grid in prose(page).grids] == [[["1"]], [["2"]], [["3"]]]


def test_what_is_no_table() -> None:
    assert prose("<tr><td>5</td></tr>").grids == ()
    assert prose("<table></table>").grids == ()
    assert prose("<table><tr></tr></table>").grids == ()
    assert prose("<pre><table><tr><td>5</table></pre>").grids == ()
    assert said("<table><tr><td>5") == ["5"]
    assert prose("<table><tr><td>5").grids == ()
