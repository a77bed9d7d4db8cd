"""A declaration as the lines of project.yml."""

from __future__ import annotations

import re

from proseproof.shapes.declare import Declared
from proseproof.yaml_text.adding import entry, scalar

_PATH = re.compile(r"[A-Za-z_][\w.]*(\[\])*")
"""A path of a table that is plain text in YAML."""


def capture_lines(name: str, file: str, declared: Declared) -> list[str]:
    """The entry under `captures`: the name, and what is indented below it."""
    lines = [f"{scalar(name)}:", f"  file: {scalar(file)}"]
    if declared.marker:
        lines.append(f"  marker: {scalar(declared.marker)}")
    if declared.nonfinite:
        lines.append("  nonfinite: text")
    if [*declared.tables.items()] != [(name, "")]:
        lines.append("  tables:")
        lines += [f"    {table}: {_path(path)}" for table, path in declared.tables.items()]
    return lines


def view_lines(name: str, sql: str, about: str) -> list[str]:
    """The entry under `views`: what its rows are, as a comment, and the SQL below its name."""
    return [f"# {about}", *entry([(name, sql)])]


def _path(path: str) -> str:
    return path if _PATH.fullmatch(path) else scalar(path) if path else '""'
