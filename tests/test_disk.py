"""The project's folder: paths stay inside, a file is written whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from proseproof.disk import Disk, Unreadable
from proseproof.globs import matches

WITH_RIGHTS = pytest.mark.skipif(sys.platform == "win32", reason="rights are those of POSIX")


def rights(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


@WITH_RIGHTS
@pytest.mark.parametrize(("mask", "expected"), [(0o022, "0o644"), (0o077, "0o600")])
def test_a_new_file_has_the_rights_of_any_new_file(
    tmp_path: Path, mask: int, expected: str
) -> None:
    before = os.umask(mask)
    try:
        Disk(tmp_path).write("reports/new.txt", "new\n")
    finally:
        os.umask(before)
    assert rights(tmp_path / "reports/new.txt") == expected


@WITH_RIGHTS
def test_a_file_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("old\n", encoding="utf-8")
    (tmp_path / "page.md").chmod(0o640)
    Disk(tmp_path).write("page.md", "new\n")
    assert rights(tmp_path / "page.md") == "0o640"
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == "new\n"


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("old\n", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):
        Disk(tmp_path).write("page.md", "new \ud800\n")
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == "old\n"
    assert [path.name for path in tmp_path.iterdir()] == ["page.md"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full disk to try")
def test_a_full_disk_is_told_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = os.open
    monkeypatch.setattr(os, "open", lambda *_: full("/dev/full", os.O_WRONLY))
    with pytest.raises(OSError, match="No space left") as caught:
        Disk(tmp_path).write("docs/page.md", "new\n")
    assert caught.value.filename == "docs/page.md"
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_line_ends_and_a_byte_order_mark_pass_through(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.write("page.md", "\ufeffa\r\nb\n")
    source = disk.source("page.md")
    assert not isinstance(source, Unreadable)
    assert source.text == "\ufeffa\r\nb\n"


@pytest.mark.parametrize("path", ["../secret", "folder/../../secret", "/etc/hostname"])
def test_nothing_outside_of_the_folder_is_there(tmp_path: Path, path: str) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "secret").write_text("x", encoding="utf-8")
    disk = Disk(root)
    assert not disk.exists(path)
    with pytest.raises(FileNotFoundError):
        disk.write(path, "x")


def test_an_overlay_is_read_in_place_of_files(tmp_path: Path) -> None:
    for path in ("docs/saved.md", "docs/other.md"):
        Disk(tmp_path).write(path, "on the disk\n")
    disk = Disk(tmp_path, {"docs/saved.md": b"typed\n", "docs/deep/new.md": b"new\n"})
    assert disk.bytes("docs/saved.md") == b"typed\n"
    assert disk.bytes("docs/../docs/saved.md") == b"typed\n"
    assert disk.bytes("docs/other.md") == b"on the disk\n"
    assert disk.exists("docs/deep/new.md")
    assert disk.glob("docs/**/*.md") == ("docs/deep/new.md", "docs/other.md", "docs/saved.md")
    assert disk.digest("docs/saved.md") != Disk(tmp_path).digest("docs/saved.md")
    with disk.open("docs/saved.md") as stream:
        assert stream.read() == b"typed\n"
    assert Disk(tmp_path).bytes("docs/saved.md") == b"on the disk\n"


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("docs/**/*.md", ("docs/a.md", "docs/deep/b.md")),
        ("docs/**.md", ("docs/a.md", "docs/deep/b.md")),  # not every Python takes it as it is
        ("docs/***", ("docs/a.md", "docs/deep/b.md")),
        ("docs/*.md", ("docs/a.md",)),
        (".", ()),
        ("./", ()),
        ("", ()),
        ("x" * 5000, ()),
    ],
)
def test_a_glob_means_the_same_everywhere(
    tmp_path: Path, pattern: str, found: tuple[str, ...]
) -> None:
    paths = ("docs/a.md", "docs/deep/b.md")
    for path in paths:
        Disk(tmp_path).write(path, "x")
    assert Disk(tmp_path).glob(pattern) == found
    assert tuple(path for path in paths if matches(path, pattern)) == found


def test_several_files_change_together_or_not_at_all(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.write_all({"a.md": "old\n", "b/b.md": "old\n"})
    with pytest.raises(UnicodeEncodeError):
        disk.write_all({"a.md": "new\n", "b/b.md": "new \ud800\n"})
    assert {disk.bytes("a.md"), disk.bytes("b/b.md")} == {b"old\n"}
    disk.write_all({"a.md": "new\n", "b/b.md": "new\n"})
    assert {disk.bytes("a.md"), disk.bytes("b/b.md")} == {b"new\n"}
    assert sorted(path.name for path in tmp_path.rglob("*.*")) == ["a.md", "b.md"]


@pytest.mark.parametrize("renames", range(3))
def test_an_interruption_leaves_each_file_old_or_new(
    tmp_path: Path, renames: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(tmp_path)
    names = ("a.md", "b.md", "c.md")
    disk.write_all(dict.fromkeys(names, "old\n" * 1000))
    replace = Path.replace
    done: list[Path] = []

    def replace_some(draft: Path, target: Path) -> Path:
        if len(done) == renames:
            raise KeyboardInterrupt
        done.append(target)
        return replace(draft, target)

    monkeypatch.setattr(Path, "replace", replace_some)
    with pytest.raises(KeyboardInterrupt):
        disk.write_all(dict.fromkeys(names, "new\n" * 1000))
    found = [disk.bytes(name) for name in names]
    assert found == [b"new\n" * 1000] * renames + [b"old\n" * 1000] * (3 - renames)
    assert sorted(path.name for path in tmp_path.iterdir()) == list(names)


def test_a_guest_is_read_from_outside_and_nothing_else_is(tmp_path: Path) -> None:
    root, guest = tmp_path / "root", tmp_path / "new.csv"
    root.mkdir()
    guest.write_text("a\n1\n", encoding="utf-8")
    disk = Disk(root, guests=frozenset({guest.as_posix()}))
    assert disk.exists(guest.as_posix())
    assert disk.bytes(guest.as_posix()) == b"a\n1\n"
    assert not disk.exists((tmp_path / "other.csv").as_posix())
    assert not disk.exists("../new.csv")


def test_a_file_is_added_once_and_never_replaced(tmp_path: Path) -> None:
    source, disk = tmp_path / "made", Disk(tmp_path / "project")
    source.write_bytes(b"new")
    disk.add("capture/new.bin", source)
    assert disk.bytes("capture/new.bin") == b"new"
    source.write_bytes(b"newer")
    with pytest.raises(FileExistsError):
        disk.add("capture/new.bin", source)
    assert disk.bytes("capture/new.bin") == b"new"
    assert [path.name for path in (disk.root / "capture").iterdir()] == ["new.bin"]


def test_where_links_are_unknown_a_file_is_added_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    test_a_file_is_added_once_and_never_replaced(tmp_path)


def test_a_link_that_leads_out_is_told_and_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("5")
    root = tmp_path / "project"
    root.mkdir()
    (root / "page.md").symlink_to(tmp_path / "secret.md")
    (root / "round.md").symlink_to("round.md")
    disk = Disk(root)
    assert disk.glob("*.md") == ("page.md",)  # a site would show it, so it is not passed over
    told = disk.source("page.md")
    assert isinstance(told, Unreadable)
    assert (told.reason, told.opened) == ("cannot be read: it leads out of the project", False)
    assert not disk.exists("round.md")
    assert isinstance(disk.source("round.md"), Unreadable)
    assert isinstance(disk.source("gone.md"), Unreadable)
