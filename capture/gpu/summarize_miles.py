"""Writes a summary of Miles runs; `--help` shows how. The work is done by proseproof.miles."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from proseproof.miles.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.environ, Path.cwd(), sys.stdout, sys.stderr))
