"""Logs of the offload probe to one summary in JSON; same inputs, same bytes.

Run it in the folder that the paths are relative to. Beside each LOG.jsonl lie its
LOG.environment.json and, where the GPU was sampled, its LOG.telemetry.csv. Exit status: 0; 2 where
an input is refused or FILE cannot be written, and then nothing is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "builder"))

from proseproof.disk import Disk  # noqa: E402
from proseproof.miles.refusal import Refusal  # noqa: E402
from proseproof.probe.files import read_probe, written  # noqa: E402
from proseproof.probe.summary import Probe, summarize  # noqa: E402


def main(argv: Sequence[str]) -> int:
    """Reads the logs that `argv` names and writes the summary; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("logs", nargs="+", metavar="LOG.jsonl")
    parser.add_argument("--output", required=True, metavar="FILE")
    parser.add_argument("--git-commit", metavar="HASH", help="of this summariser")
    args = parser.parse_args(argv)
    disk = Disk(Path.cwd())
    read = [read_probe(path, disk) for path in args.logs]
    refused = [item for item in read if isinstance(item, Refusal)]
    probes = [item for item in read if isinstance(item, Probe)]
    whole = refused[0] if refused else summarize(probes, argv, args.git_commit)
    if isinstance(whole, Refusal):
        print(*(refused or [whole]), sep="\n", file=sys.stderr)
        return 2
    try:
        disk.write(args.output, written(whole))
    except OSError as error:
        print(f"{args.output} cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
