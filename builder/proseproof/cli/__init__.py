"""The command line: one file a command; what goes wrong is one line, never a traceback."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from proseproof import __version__
from proseproof.cli.capture import capture_command
from proseproof.cli.check import check_command
from proseproof.cli.explain import explain_command
from proseproof.cli.ledger import ledger_command
from proseproof.cli.lsp import lsp_command
from proseproof.cli.mutate import mutate_command
from proseproof.cli.new import new_command
from proseproof.cli.schema import schema_command
from proseproof.cli.suggest import suggest_command
from proseproof.cli.terminal import complain, prepare
from proseproof.cli.update import update_command
from proseproof.cli.whatif import whatif_command

CANNOT_RUN = 2
INTERRUPTED = 130


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExamples:\n"
    "  proseproof check                   every page of the project around this folder\n"
    "  proseproof check docs/speed.md     one page, and the claims about it\n"
    "  proseproof check --format json     for programs; also sarif, junit, github\n"
    "\n\nExit status: 0 all holds, 1 there are findings, 2 could not run.",
)
@click.version_option(__version__, prog_name="proseproof", message="%(prog)s %(version)s")
@click.pass_context
def program(context: click.Context) -> int:
    """Proves the numbers of a documentation from recorded measurements."""
    if context.invoked_subcommand is None:
        complain("no command is given; proseproof --help lists them")
        return CANNOT_RUN
    return 0


program.add_command(capture_command)
program.add_command(check_command)
program.add_command(explain_command)
program.add_command(ledger_command)
program.add_command(lsp_command)
program.add_command(mutate_command)
program.add_command(new_command)
program.add_command(schema_command)
program.add_command(suggest_command)
program.add_command(update_command)
program.add_command(whatif_command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command that `arguments` (by default the process's own) name.

    Gives the exit status. What keeps a command from running is said in one line on standard
    error; with PROSEPROOF_TRACEBACK set, a fault of the program's own is raised instead.
    """
    prepare()
    try:
        status = program.main(arguments, prog_name="proseproof", standalone_mode=False)
    except click.Abort:
        complain("interrupted")
        return INTERRUPTED
    except click.ClickException as error:
        complain(error.format_message())
        return CANNOT_RUN
    except OSError as error:
        said = str(error.strerror or error)
        complain(f"{error.filename}: {said}" if error.filename else f"the output: {said}")
        return CANNOT_RUN
    except Exception as error:
        if os.environ.get("PROSEPROOF_TRACEBACK"):
            raise
        complain(f"a fault of proseproof itself: {type(error).__name__}: {error}")
        return CANNOT_RUN
    return int(status or 0)
