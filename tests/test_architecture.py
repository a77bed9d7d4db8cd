"""The architecture checks itself: one direction, small files, one door to each library and file."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import requires
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "builder" / "proseproof"
MOST_LINES = 300

# Where each library is imported. A library that is not here is not imported at all.
DOORS = {
    "adbc_driver_manager": ["engine/"],
    "click": ["cli/"],
    "duckdb": ["query/", "capture/", "engine/"],
    "jinja2": ["site/"],
    "jsonschema": ["block/", "capture/"],
    "jsonschema_rs": ["capture/", "site/chart/"],
    "lsprotocol": ["lsp/"],
    "markdown": ["markdown_extension", "mkdocs_plugin", "site/"],
    "mkdocs": ["mkdocs_plugin"],
    "nanoarrow": ["engine/"],
    "pygls": ["lsp/"],
    "referencing": ["block/", "capture/"],
    "regex": ["expression"],
    "rich": ["cli/waiting"],
    "ruamel": ["yaml_text/"],
    "vl_convert": ["site/chart/worker"],
}

# What may open a file: the disk; what is kept between runs, which is nobody's source; the command
# line, which closes its standard output by opening the null device; the query's own process,
# which reads from the system how much memory it has.
FILES = {"disk.py", "kept.py", "kept_files.py", "cli/terminal.py", "query/worker.py"}


def _files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def test_imports_keep_to_their_layers() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", _files("builder", "tests", "bench", "capture"), ids=_name)
def test_a_file_is_short_and_its_first_line_says_what_it_does(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    if lines:  # an empty file only marks a folder as a package
        assert (ast.get_docstring(_tree(path)) or "").strip()


@pytest.mark.parametrize("path", _files("builder/proseproof"), ids=_name)
def test_a_library_has_one_door(path: Path) -> None:
    place = path.relative_to(PACKAGE).as_posix()
    for library in set(_imports(path)) - set(sys.stdlib_module_names) - {"proseproof"}:
        doors = DOORS.get(library, [])
        assert any(place.startswith(door) for door in doors), f"{library} belongs to {doors}"


def test_what_is_installed_is_what_is_imported() -> None:
    # Not imported, but needed: the theme, the fast half of the YAML reader, and Altair for the
    # schema of Vega-Lite that it brings.
    unseen = {"altair", "mkdocs-material", "ruamel.yaml.clib"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[^\w.-]", line)[0] for line in project["dependencies"]} - unseen
    modules = {
        "jsonschema-rs": "jsonschema_rs",
        "ruamel.yaml": "ruamel",
        "vl-convert-python": "vl_convert",
    }
    imported = {name for path in _files("builder") for name in _imports(path)}
    assert {name for name in declared if modules.get(name, name) not in imported} == set()


def test_the_package_is_installed_as_it_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    declared = [*project["dependencies"], *(line for extra in extras for line in extra)]
    assert len(requires("proseproof") or []) == len(declared)


@pytest.mark.parametrize("path", _files("builder/proseproof"), ids=_name)
def test_only_the_disk_opens_files(path: Path) -> None:
    if path.relative_to(PACKAGE).as_posix() in FILES:
        return
    reading, writing = {"read_text", "read_bytes"}, {"write_text", "write_bytes", "unlink", "mkdir"}
    # What the package itself ships is no file of a project.
    opening = writing if "importlib" in _imports(path) else writing | reading
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else ast.unparse(called)
            assert name not in opening, f"line {node.lineno}: {name}"
            assert ast.unparse(called) not in {"open", "io.open", "os.open"}, f"line {node.lineno}"
