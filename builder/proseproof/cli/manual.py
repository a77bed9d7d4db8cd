"""What each command says of itself, for the reference."""

from __future__ import annotations

from collections.abc import Iterator

import click

from proseproof.cli import program

_WIDTH = 88


def manual() -> Iterator[tuple[str, str]]:
    """Each command as it is typed (`proseproof check`), and the text of its `--help`."""
    for path, command in _commands(program, "proseproof"):
        context = click.Context(
            command,
            info_name=path,
            max_content_width=_WIDTH,
            terminal_width=_WIDTH,
            **program.context_settings,
        )
        lines = (line.rstrip() for line in command.get_help(context).splitlines())
        yield path, "\n".join(lines)


def _commands(group: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    yield path, group
    if isinstance(group, click.Group):
        for name in sorted(group.commands):
            yield from _commands(group.commands[name], f"{path} {name}")
