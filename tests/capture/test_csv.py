"""CSV: types of columns, what counts as nothing, and rows that do not fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from tests.capture.declared import read

from proseproof.capture.csv_column import typed_rows
from proseproof.capture.csv_text import Sheet, read_csv
from proseproof.strict_json import Mistake


@pytest.mark.parametrize(
    ("cells", "type_", "values"),
    [
        (["1", "-2", "+3"], "BIGINT", [1, -2, 3]),
        (["1", "2.5", ".5", "1e3"], "DOUBLE", [1, 2.5, 0.5, 1000.0]),
        (["9223372036854775808"], "HUGEINT", [9223372036854775808]),
        (["true", "FALSE"], "BOOLEAN", [True, False]),
        (["1", "", "2"], "BIGINT", [1, None, 2]),
        ([" 1 ", "2"], "BIGINT", [1, 2]),
        (["007", "008"], "VARCHAR", ["007", "008"]),
        (["1", "[N/A]"], "VARCHAR", ["1", "[N/A]"]),
        (["1.5", "NaN"], "VARCHAR", ["1.5", "NaN"]),
        (["1", "inf"], "VARCHAR", ["1", "inf"]),
        (["1e999"], "VARCHAR", ["1e999"]),
        (["1", ".e5"], "VARCHAR", ["1", ".e5"]),
        (["5.", "-0", "1e5"], "DOUBLE", [5.0, 0, 1e5]),
        (["1", "true"], "VARCHAR", ["1", "true"]),
        (["2026-11-30", "2026-12-01"], "VARCHAR", ["2026-11-30", "2026-12-01"]),
        (["44 %", "45 %"], "VARCHAR", ["44 %", "45 %"]),
        (["1_000"], "VARCHAR", ["1_000"]),
        (["٣"], "VARCHAR", ["٣"]),
    ],
)
def test_a_column_has_one_type(
    tmp_path: Path, cells: list[str], type_: str, values: list[Any]
) -> None:
    text = "name,x\n" + "".join(f"n,{cell}\n" for cell in cells)
    table = read(tmp_path, {"lab.csv": text}).table()
    assert table.types[1] == type_
    assert [row[1] for row in table.rows] == values


def test_a_column_without_a_value_is_null(tmp_path: Path) -> None:
    table = read(tmp_path, {"lab.csv": "a,b\n1,\n2,\n"}).table()
    assert table.rows == [(1, None), (2, None)]


def test_blanks_behind_commas_do_not_count(tmp_path: Path) -> None:
    text = "timestamp, clocks.current.sm [MHz], state\n2026/11/30 04:02:23.958, 1980 MHz, Active\n"
    assert read(tmp_path, {"lab.csv": text}).dicts() == [
        {
            "timestamp": "2026/11/30 04:02:23.958",
            "clocks.current.sm [MHz]": "1980 MHz",
            "state": "Active",
        }
    ]


def test_quotes_line_ends_and_a_byte_order_mark(tmp_path: Path) -> None:
    text = '\ufeffa,b\r\n"x, ""y""\r\nz",1\r\n\r\nw,2'
    assert read(tmp_path, {"lab.csv": text}).dicts() == [
        {"a": 'x, "y"\r\nz', "b": 1},
        {"a": "w", "b": 2},
    ]


def test_a_glob_has_the_columns_of_all_its_files(tmp_path: Path) -> None:
    files = {"x/1.csv": "a,b\n1,x\n", "x/2.csv": "b,c\ny,2.5\n"}
    table = read(tmp_path, files, "x/*.csv").table()
    assert table.columns == ("a", "b", "c")
    assert table.types == ("BIGINT", "VARCHAR", "DOUBLE")
    assert table.rows == [(1, "x", None), (None, "y", 2.5)]


MISTAKES = [
    ("a,b\n1,2\n3\n", "lab.csv:3:1 the row has 1 cell, the header 2"),
    ('a,b\n"x\ny",2\n1,2,3\n', "lab.csv:4:1 the row has 3 cells, the header 2"),
    ("a,b,a\n1,2,3\n", "lab.csv:1:1 two columns of the header are named `a`"),
    ("a,,b\n1,2,3\n", "lab.csv:1:1 column 2 of the header has no name"),
    ("a\nx\0y\n", "lab.csv:2:2 the file holds a NUL character"),
    ('a,b\n1,"2\n3,4\n', "lab.csv:2:1 a quote opens in this row and does not close"),
    ('a,b\n1,"2"3\n', "lab.csv:2:1 text follows a closing quote"),
    ("a,b\n1\n2,\0\n", "lab.csv:2:1 the row has 1 cell, the header 2"),
    ('a,b\n1,"2\n3\0', "lab.csv:3:2 the file holds a NUL character"),
    (f"a,b\n1,2\n{'x' * 131073},2\n", "lab.csv:3:1 a cell has more than 131072 characters"),
    ("", "lab.csv:1:1 the file is empty"),
    ("\n\n", "lab.csv:1:1 the file is empty"),
    ("a,b\n", "lab.yml:1:1 `lab` has no rows"),
    ("a,A\n1,2\n", "lab.yml:1:1 `a` and `A` are one column of `lab` to SQL"),
    (
        "a,b\n9007199254740993,1\n0.5,1\n",
        "lab.yml:1:1 `a` of `lab` holds 9007199254740993 among other values, too big for a DOUBLE",
    ),
]


@pytest.mark.parametrize(("text", "line"), MISTAKES)
def test_a_mistake_is_found_at_its_row(tmp_path: Path, text: str, line: str) -> None:
    assert read(tmp_path, {"lab.csv": text}).lines == [line]


def test_a_csv_file_is_rows_and_has_no_paths(tmp_path: Path) -> None:
    files = {"lab.csv": "a\n1\n"}
    assert read(tmp_path, files, tables={"t": "runs[]"}, schema="lab.schema.json").lines == [
        "lab.yml:3:1 `runs[]` leads into JSON, and a csv file is rows",
        "lab.yml:2:1 a JSON Schema describes JSON, this capture is csv",
    ]
    assert read(tmp_path, files, tables={"t": ""}).dicts("t") == [{"a": 1}]


@given(st.text() | st.text(alphabet='a1.,"\n\r -+e'))
@settings(deadline=None)
def test_reading_never_raises(text: str) -> None:
    sheet = read_csv(text)
    if isinstance(sheet, Mistake):
        assert 0 <= sheet.start <= sheet.end <= len(text)
    else:
        rows = typed_rows([sheet])
        assert len(rows) == len(sheet.rows)


@given(st.lists(st.lists(st.text(alphabet='ab",\n \r'), min_size=2, max_size=2), max_size=5))
@settings(deadline=None)
def test_what_is_written_is_read(rows: list[list[str]]) -> None:
    text = "x,y\n" + "".join(
        ",".join('"' + cell.replace('"', '""') + '"' for cell in row) + "\n" for row in rows
    )
    sheet = read_csv(text)
    assert isinstance(sheet, Sheet)
    assert sheet.rows == tuple(tuple(cell or None for cell in row) for row in rows)


@pytest.mark.parametrize(("mark", "called"), [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")])
def test_another_mark_than_the_comma_is_named(mark: str, called: str) -> None:
    found = read_csv(f"run{mark}time_s\na{mark}5,5\n")
    assert isinstance(found, Mistake)
    assert found.message == f"the header has no comma, and looks separated by {called}"
    assert isinstance(read_csv("note\na;b\n"), Sheet)
