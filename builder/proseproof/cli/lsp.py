"""`proseproof lsp`: what a check says, in an editor while the page is written."""

from __future__ import annotations

import sys

import click

from proseproof.cli.terminal import is_terminal, put


@click.command("lsp", epilog="\b\nExamples:\n  proseproof lsp    in the settings of an editor")
def lsp_command() -> int:
    """Talk with an editor: the language server, over standard input and output.

    An editor starts it and shows findings as they arise, the proof of a number under the mouse,
    and the ways between a phrase and its claim. It finds the project of each file by itself.
    """
    if is_terminal(sys.stdin):
        put("an editor starts this command and talks to it; Ctrl+C ends it\n", error=True)
    from proseproof.lsp.server import serve

    return serve()
