"""`proseproof schema`: the JSON Schema of a YAML file, for editors and for readers."""

from __future__ import annotations

from importlib import resources

import click

from proseproof.cli.terminal import put

KINDS = ("claims", "project")


@click.command(
    "schema",
    epilog="\b\nExamples:\n"
    "  proseproof schema > claims.schema.json\n"
    "  proseproof schema project > project.schema.json",
)
@click.argument("kind", type=click.Choice(KINDS), default="claims")
def schema_command(kind: str) -> int:
    """Print the JSON Schema of a claims file, or of claims/project.yml.

    With it an editor completes and explains the keys as they are typed.
    """
    file = resources.files("proseproof").joinpath("schemas", f"{kind}.schema.json")
    put(file.read_text("utf-8"), utf8=True)
    return 0
