"""Lets `python -m proseproof.cli` run the command line where no script is installed."""

import sys

from proseproof.cli import main

sys.exit(main())
