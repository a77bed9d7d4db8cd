"""CSV that is too big to hold: the same rows and the same findings as small files."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.capture.declared import read
from tests.capture.sizes import answer, both, own_cache  # noqa: F401
from tests.capture.test_csv import MISTAKES

from proseproof.capture import Rows
from proseproof.capture.big_csv import BigCsv, LearningCsv
from proseproof.capture.csv_text import CsvRows, SomeRows
from proseproof.disk import Disk
from proseproof.judge.text_columns import text_columns
from proseproof.kept import Kept
from proseproof.kept_files import KeptFiles
from proseproof.model import CaptureDeclaration
from proseproof.query import Question, ask
from proseproof.query.stored import stored
from proseproof.source import Source, Text

pytestmark = pytest.mark.usefixtures("own_cache")


@pytest.fixture(params=[1, 7, 10**6])
def at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces that end in each row, in some, and in none."""
    monkeypatch.setattr("proseproof.capture.stream.AT_ONCE", request.param)


SHEETS = {
    "plain": "run,step,ms,ok\neu,1,1.5,true\nus,2,2,FALSE\nap,,0.25,true\n",
    "no end": "a,b\n1,2\n3,4",
    "CRLF": "\ufeffa,b\r\n1,x y\r\n2,\r\n",
    "CR": "a,b\r1,2\r3,4\r",
    "mixed ends": "a,b\r\n1,2\n3,4\r\n",
    "blank lines": "\n\na,b\n\n1,2\n\n\n3,4\n\n",
    "blanks": "time, clock [MHz], flag\n04:02, 1980 MHz, Active\n04:03, 210 MHz, [N/A]\n",
    "quotes": 'a,b\n"x, y","1"\n"he said ""no""","2"\n"of\ntwo\r\nlines",3\n',
    "quotes inside": 'a,b\nx"y,1\nz""w,2\n',
    "a quoted header": '"a b","c "\n1,2\n',
    "one column": 'a\n1\n\n""\n2\n',
    "nothing": "a,b\n1,\n2,\n",
    "whole numbers": "a,b\n9223372036854775807,18446744073709551616\n-5,+3\n",
    "digits": f"a\n{'9' * 50}\n1\n",
    "zeros": "a,b\n007,-0\n008,0.5\n",
    "kinds that change": "a,b,c,d\n1,true,1,\n2,false,0.5,\n3,1,x,4\n",
    "separators": "a,b\n1\x1f,2.5\x1c\n\x1d3,4\n",
    "odd numbers": "a,b,c\n .5,5.,1e3\n1 ,-1e-400,+.5E+3\n,1e999,.e5\n",
}


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("text", SHEETS.values(), ids=SHEETS)
def test_the_rows_of_a_big_file_are_those_of_a_small_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    small, big = both(tmp_path, {"lab.csv": text}, monkeypatch)
    assert small.table().big is None
    assert (big.table().columns, big.table().types) == (small.table().columns, small.table().types)
    in_files = big.table().big
    assert in_files is not None
    assert repr([row for some in in_files for row in some]) == repr(small.table().rows)


def test_a_session_answers_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[list[Rows]] = [[], []]
    for number, text in enumerate(SHEETS.values()):
        name = f"{number}.csv"
        for at, one in enumerate(both(tmp_path, {name: text}, monkeypatch)):
            tables[at].append(replace(one.table(), table=f"t{number}"))
    questions = [Question(f"FROM t{number}") for number, _ in enumerate(SHEETS)]
    small, big = (ask(rows, [], questions)[0] for rows in tables)
    assert repr(big) == repr(small)


def test_files_with_other_columns_are_one_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"x/1.csv": "a,b\n1,x\n", "x/2.csv": "b,c\ny,2.5\n", "x/3.csv": "z\n"}
    small, big = both(tmp_path, files, monkeypatch, file="x/*.csv")
    assert big.table().columns == small.table().columns == ("a", "b", "c")
    assert answer(big.table()) == answer(small.table())


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("text", [text for text, _ in MISTAKES])
def test_what_is_wrong_with_a_big_file_is_told_as_of_a_small_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    small, big = both(tmp_path, {"lab.csv": text}, monkeypatch)
    assert big.lines == small.lines != []


@pytest.mark.usefixtures("at_once")
def test_text_that_is_not_utf_8_is_told_at_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small, big = both(tmp_path, {"lab.csv": "a,b\n1,ü\n2,ü".encode() + b"\xff\n"}, monkeypatch)
    assert big.lines == small.lines == ["lab.csv:3:4 the file is not UTF-8"]


def test_each_file_has_its_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"x/1.csv": "a\n1,2\n", "x/2.csv": "a\n1\n", "x/3.csv": ""}
    small, big = both(tmp_path, files, monkeypatch, file="x/*.csv")
    assert big.lines == small.lines
    assert [line.partition(":")[0] for line in big.lines] == ["x/1.csv", "x/3.csv"]


def test_a_line_without_end_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proseproof.capture.read.MOST_HELD", -1)
    monkeypatch.setattr("proseproof.capture.stream.AT_ONCE", 4)
    monkeypatch.setattr("proseproof.capture.stream.LONGEST_LINE", 16)
    told = read(tmp_path, {"lab.csv": "a\n1\n" + "2" * 30}).lines
    assert told == ["lab.csv:3:1 the line has more than 16 bytes"]
    assert read(tmp_path, {"lab.csv": "a\n1\n" + "2" * 12}).lines == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("run,total_ms\na,1\nb,2\nc,fast\n", 'lab.csv:4:3 the column `total_ms` holds "fast"'),
        ("run,total_ms\na,007\nb,2\n", 'lab.csv:2:3 the column `total_ms` holds "007"'),
        ('run,count\n"a\nb",1\nb,n.a.\n', 'lab.csv:4:3 the column `count` holds "n.a."'),
        ("run,count\na,n.a.\nb,n.a.\n", ""),
        ("run,count\na,1\nb,n.a.\nc,many\n", ""),
        ("run,count\na,true\nb,n.a.\n", ""),
    ],
)
@pytest.mark.usefixtures("at_once")
def test_text_among_numbers_is_told_at_its_cell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    source = Source("lab.yml", "lab.csv")
    declared = CaptureDeclaration("lab", Text.of(source), None, (), source.span(0, 7))
    told = []
    for one in both(tmp_path, {"lab.csv": text}, monkeypatch):
        assert one.capture
        (tmp_path / "lab.csv").write_text(text)
        found = text_columns(declared, one.capture, Disk(tmp_path))
        told.append(
            [
                f"{f.span.source.path}:{f.span.first.line}:{f.span.first.column} {f.message}"
                for f in found
            ]
        )
    assert told[0] == told[1]
    assert all(line.startswith(said) for line in told[0])
    assert bool(told[0]) == bool(said)


def test_a_big_file_is_learnt_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proseproof.capture.read.MOST_HELD", -1)
    kept = Kept(tmp_path / "kept")
    first = read(tmp_path, {"lab.csv": "a,b\n1,n.a.\n2,x\n"}, kept=kept).table()

    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(LearningCsv, "learn", refuse)
    again = read(tmp_path, {"lab.csv": "a,b\n1,n.a.\n2,x\n"}, kept=kept).table()
    assert (again.columns, again.types) == (first.columns, first.types)
    assert first.big is not None
    assert again.big is not None
    assert again.big.texts == first.big.texts
    with pytest.raises(AssertionError):
        read(tmp_path, {"lab.csv": "a,b\n1,n.a.\n3,x\n"}, kept=kept)


def test_rows_like_those_before_are_not_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proseproof.capture.read.MOST_HELD", -1)
    monkeypatch.setattr("proseproof.capture.stream.AT_ONCE", 32)
    parsed: list[SomeRows] = []
    iterated = CsvRows.__iter__

    def watched(rows: CsvRows) -> Any:
        for some in iterated(rows):
            parsed.append(some)
            yield some

    monkeypatch.setattr(CsvRows, "__iter__", watched)
    rows = [f"{n},name {n},{n / 8},{'true' if n % 2 else ''}\n" for n in range(200)]
    read(tmp_path, {"lab.csv": "".join(["id,name,ms,ok\n", *rows])})
    assert len(parsed) < 6


@pytest.mark.parametrize("text", ["a,b\n1,2\n3,4\n", "a,b\n1, x\n\n2, y\n"])
def test_a_file_that_changes_meanwhile_is_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr("proseproof.capture.read.MOST_HELD", -1)
    rows = read(tmp_path, {"lab.csv": text}).table()
    (tmp_path / "lab.csv").write_text(text + text.partition("\n")[2])
    with pytest.raises(RuntimeError, match=r"lab\.csv changed while it was read"):
        stored(rows, KeptFiles(tmp_path / "tables"))
    assert list((tmp_path / "tables").iterdir()) == []


NUMBERS = st.integers(-(2**65), 2**65).map(str) | st.floats(allow_nan=False).map(repr)
CELLS = {
    "whole": st.integers(-(2**63), 2**63 - 1).map(str) | st.just(""),
    "number": NUMBERS | st.sampled_from(["", "-0", "1e5", ".5", "5.", "+1"]),
    "flag": st.sampled_from(["true", "FALSE", "", "True"]),
    "word": st.text("ab \u00e9'\\;#\t", max_size=4),
    "any": st.text('a1.,"\n\r -+e\0', max_size=6),
    "quoted": st.text('ab,"\n\r ', max_size=4).map(lambda t: '"' + t.replace('"', '""') + '"'),
}
ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n", "\r", "\n\n", ""])


@st.composite
def sheets(draw: st.DrawFn) -> str:
    """CSV, mostly sound."""
    kinds = draw(st.lists(st.sampled_from([*CELLS]), min_size=1, max_size=4))
    end = draw(ENDS)
    lines = [",".join(f"c{at}" for at, _ in enumerate(kinds))]
    count = draw(st.integers(0, 6))
    lines += [",".join(draw(CELLS[kind]) for kind in kinds) for _ in range(count)]
    return "".join(line + (end if draw(st.integers(0, 9)) else draw(ENDS)) for line in lines)


@given(sheets(), st.integers(1, 40))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_sheet_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, at_once: int
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("proseproof.capture.stream.AT_ONCE", at_once)
        small, big = both(tmp_path, {"lab.csv": text}, monkeypatch)
        if "\r" in text.replace("\r\n", ""):
            # Such a row stands in the middle of a line, of which a big file has only the row.
            small_lines, big_lines = ([f.message for f in one.findings] for one in (small, big))
            assert big_lines == small_lines
        else:
            assert big.lines == small.lines
        if small.lines:
            return
        rows = big.table()
        assert (rows.columns, rows.types) == (small.table().columns, small.table().types)
        assert rows.big is not None
        assert [row for some in rows.big for row in some] == small.table().rows
        if not rows.big.is_plain:
            return
        found = []
        for is_plain in (True, False):
            with tempfile.TemporaryDirectory() as folder:
                patch.setattr(BigCsv, "is_plain", is_plain)
                place = stored(rows, KeptFiles(Path(folder)))
                with duckdb.connect(str(place), read_only=True) as connection:
                    found.append(connection.execute("FROM rows").fetchall())
        assert repr(found[0]) == repr(found[1])
