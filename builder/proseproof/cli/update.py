"""`proseproof update`: stale numbers rewritten where the sentence keeps its meaning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from proseproof.cli.project import open_project, root_option, studies
from proseproof.cli.terminal import put
from proseproof.disk import Disk

if TYPE_CHECKING:
    from proseproof.update import Change, Update

ANSWERS = ("yes", "no", "all", "quit")


@click.command(
    "update",
    epilog="\b\nExamples:\n"
    "  proseproof update                  rewrite what is stale\n"
    "  proseproof update --diff           show it, write nothing\n"
    "  proseproof update --interactive    ask for each number\n"
    "\n\nExit status: 0 all holds now, 1 findings are left, 2 could not run.",
)
@click.option("--diff", is_flag=True, help="Show a unified diff and write nothing.")
@click.option("--interactive", "-i", is_flag=True, help="Ask before each new number.")
@root_option
def update_command(diff: bool, interactive: bool, root: Path | None) -> int:
    """Rewrite stale numbers to the values of the captures.

    Prose, tables, figure texts and claims files change together; places, separators, units and
    layout stay. A number whose sentence would no longer be true is left, and the reason is told.
    """
    disk = open_project(root)
    with studies(disk) as study:
        from proseproof.report import rewriting
        from proseproof.update import update

        asked = _Asking()
        result = update(
            lambda texts: study(texts).outcome, asked if interactive else lambda change: True
        )
    if diff:
        put(rewriting.diff(result), utf8=True)
        put(rewriting.render_left(result), error=True)
    else:
        _write(disk, result)
        put(rewriting.render(result))
    return 0 if result.after.passed else 1


def _write(disk: Disk, result: Update) -> None:
    for path, source in result.sources.items():
        if disk.bytes(path) != source.text.encode():
            raise click.ClickException(f"{path} has changed meanwhile; nothing is written")
    disk.write_all(result.texts)


class _Asking:
    """Asks for each change until the answer is for all that follow."""

    def __init__(self) -> None:
        self._always: bool | None = None

    def __call__(self, change: Change) -> bool:
        if self._always is None:
            from proseproof.report import rewriting

            put(f"{rewriting.preview(change)}\n")
            answer = click.prompt(
                "Write this? (yes, no, all, quit)", default="yes", value_proc=_answer
            )
            if answer in ("yes", "no"):
                return answer == "yes"
            self._always = answer == "all"
        return self._always


def _answer(typed: str) -> str:
    meant = [answer for answer in ANSWERS if answer.startswith(typed.strip().lower())]
    if len(meant) != 1:
        raise click.UsageError(f"the answers are {', '.join(ANSWERS)}")
    return meant[0]
