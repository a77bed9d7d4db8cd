"""A Python process of our own, in which what an author wrote may break without breaking us."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import IO


def start(
    module: str, stderr: IO[bytes] | int = subprocess.PIPE, **environment: str
) -> subprocess.Popen[bytes]:
    """A process that runs this module of ours, with pipes to and from it.

    environment: variables beside those that are set. Whoever starts it ends it.
    """
    root = str(Path(__file__).resolve().parents[1])
    paths = [root, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    return subprocess.Popen(
        # -P: a project may hold a module of any name; its folder is no place to import from.
        [sys.executable, "-P", "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **environment},
    )
