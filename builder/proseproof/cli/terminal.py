"""What the command line knows of its terminal: colour, width, and streams that may be closed."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

import click

WIDTH_OF_A_FILE = 100
"""Cells a line may take where the report goes to a file or a pipe."""


def prepare() -> None:
    """Makes both streams write any character: what an encoding lacks is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def complain(message: str) -> None:
    """Says on standard error, in one line, why the command could not run."""
    put(f"proseproof: {' '.join(message.split())}\n", error=True)


def put(text: str, *, colour: bool = False, utf8: bool = False, error: bool = False) -> None:
    """Writes the text; a reader that has gone away, such as `head`, has seen enough.

    utf8: whatever the terminal's encoding, for what programs read.
    """
    stream = sys.stderr if error else sys.stdout
    if stream is None:  # it was closed before the program began, so nobody reads
        return
    if utf8 and isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8")
    try:
        click.echo(text, file=stream, nl=False, color=colour)
        stream.flush()
    except BrokenPipeError:
        # Python flushes once more as it ends, which must find somewhere to write.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def coloured() -> bool:
    """Whether standard output is shown in colour: on a terminal, unless the environment objects.

    NO_COLOR forbids it, FORCE_COLOR asks for it, a terminal of type `dumb` has none.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb"


def width() -> int:
    """Cells of a line of the terminal, or of a file's."""
    if not is_terminal(sys.stdout):
        return WIDTH_OF_A_FILE
    import shutil

    return shutil.get_terminal_size((WIDTH_OF_A_FILE, 0)).columns


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; one that was closed before the program began is none."""
    return stream is not None and stream.isatty()
