"""The files of a project that is not there yet: its project.yml, and a site for its pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from pathlib import PurePosixPath

from proseproof.yaml_text.adding import scalar


def capture_name(file: str) -> str:
    """A name for the capture of a file: `bench_1` for `out/bench-1.json`."""
    name = re.sub(r"\W+", "_", PurePosixPath(file).stem.lower()).strip("_")
    return name if name[:1].isalpha() else f"capture_{name}".rstrip("_")


def project_text(pages: str, entries: Iterable[tuple[str, Iterable[str]]]) -> str:
    """claims/project.yml. pages: a page, or a glob of them. entries: lines, each with their key."""
    lines = [
        "# yaml-language-server: $schema=project.schema.json",
        f"pages: [{_in_brackets(pages)}]",
    ]
    for key, group in groupby(entries, key=lambda one: one[0]):
        lines += ["", f"{key}:"]
        lines += [f"  {line}" if line else "" for _, entry in group for line in entry]
    return "\n".join(lines) + "\n"


def _in_brackets(text: str) -> str:
    """A scalar inside `[…]`, where commas and brackets have a meaning."""
    written = scalar(text)
    return written if written[:1] == '"' or not re.search(r"[,\[\]{}]", text) else f'"{text}"'


def site_text(title: str) -> str:
    """mkdocs.yml for a site of these pages, with Material, light and dark, and the plugin."""
    return (
        f"site_name: {scalar(title)}\n"
        "theme:\n"
        "  name: material\n"
        "  font: false # the built site asks no other host for anything\n"
        "  palette:\n"
        "    - media: '(prefers-color-scheme: light)'\n"
        "      scheme: default\n"
        "      toggle: {icon: material/brightness-7, name: Dark colours}\n"
        "    - media: '(prefers-color-scheme: dark)'\n"
        "      scheme: slate\n"
        "      toggle: {icon: material/brightness-4, name: Light colours}\n"
        "plugins:\n"
        "  - search\n"
        "  - proseproof\n"
    )
