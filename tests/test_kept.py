"""What is kept from run to run: found again by what it was made of, never when in doubt."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from proseproof.kept import NOTHING_KEPT, Book, Kept, default_folder, program, version_of

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="rights are those of POSIX")


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    """A folder with one result, made of a table and a question."""
    kept = Kept(tmp_path / "kept")
    kept.put({"rows": [[1, 2.5, None, "é"]]}, "table", ["question"])
    return kept


def the_file(kept: Kept) -> Path:
    assert kept.folder is not None
    (path,) = kept.folder.iterdir()
    return path


def test_a_result_is_found_by_what_it_was_made_of(kept: Kept) -> None:
    assert kept.get("table", ["question"]) == {"rows": [[1, 2.5, None, "é"]]}
    assert kept.get("table", ["another"]) is None
    assert kept.get("table") is None


def test_what_a_file_is_called_or_when_it_was_written_says_nothing(kept: Kept) -> None:
    path = the_file(kept)
    os.utime(path, (0, 0))
    assert kept.get("table", ["question"]) is not None
    other = Kept(path.parent.parent / "other")
    other.put(True, "another")
    path.replace(the_file(other))
    assert other.get("another") is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: b"",
        lambda raw: raw[:-1],
        lambda raw: raw + b" ",
        lambda raw: raw[:70] + bytes([raw[70] ^ 1]) + raw[71:],
        lambda raw: b"\x00" * len(raw),
        lambda raw: raw.partition(b"\n")[2],
    ],
)
def test_a_damaged_file_is_as_good_as_none(kept: Kept, damage: object) -> None:
    path = the_file(kept)
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    assert kept.get("table", ["question"]) is None
    kept.put("anew", "table", ["question"])
    assert kept.get("table", ["question"]) == "anew"


@POSIX
def test_nothing_is_read_from_a_folder_that_others_can_write_to(kept: Kept) -> None:
    assert kept.folder is not None
    assert kept.folder.stat().st_mode & 0o777 == 0o700
    kept.folder.chmod(0o770)
    assert kept.get("table", ["question"]) is None
    assert Kept(kept.folder).is_empty


@POSIX
def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    kept = Kept(tmp_path / "file" / "kept")
    kept.put(True, "made of")
    assert kept.get("made of") is None


def test_no_folder_keeps_nothing() -> None:
    NOTHING_KEPT.put(True, "made of")
    assert NOTHING_KEPT.get("made of") is None
    assert NOTHING_KEPT.is_empty


def test_it_is_empty_until_something_is_kept(tmp_path: Path) -> None:
    assert Kept(tmp_path / "kept").is_empty
    Kept(tmp_path / "kept").put(True)
    assert not Kept(tmp_path / "kept").is_empty


def test_what_was_written_long_ago_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proseproof.kept.MOST", 20)
    kept = Kept(tmp_path / "kept")
    kept.put(True, "old")
    os.utime(the_file(kept), (0, 0))
    for number in range(120):
        kept.put(True, number)
    assert kept.get("old") is None
    assert kept.get(119)
    # Not every writer looks, so that a thousand results do not look a thousand times.
    assert len(list((tmp_path / "kept").iterdir())) < 110


def test_the_folder_is_where_caches_belong(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert default_folder().is_relative_to(Path.home())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "proseproof" / "kept"
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")  # which would lie in the project
    assert default_folder().is_relative_to(Path.home())


def test_a_book_keeps_what_was_asked_for_or_added(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "kept")
    first = Book(kept, "answers")
    first.add("a", 1)
    first.add("b", 2)
    first.close()
    second = Book(kept, "answers")
    assert second.get("a") == 1
    second.add("c", 3)
    second.close()
    third = Book(kept, "answers")
    assert (third.get("a"), third.get("b"), third.get("c")) == (1, None, 3)


def test_a_version_is_told_without_importing() -> None:
    assert "2." in (version_of("duckdb") or "")
    assert version_of("no_such_package") is None
    assert version_of("json") is None  # of the standard library


def test_the_program_is_told_by_its_source() -> None:
    assert len(program()) == 64


def test_a_file_in_the_place_of_the_folder_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("", encoding="utf-8")
    kept = Kept(tmp_path / "kept")
    assert kept.is_empty
    kept.put(1, "a")
    assert kept.get("a") is None
